/** Pages with own code, rendered by code processes. Where own code does not answer, the page has its data as tables. */
import type {OwnPartFiles} from '../code/build/own-files.ts'
import type {RenderAnswer} from '../code/process/protocol.ts'
import type {Page} from '../engine/page/frame.ts'
import {shownComponent} from '../screens/code/components.ts'
import type {RequestContext} from './context.ts'

/**
 * A `style` that the server has rendered would not be applied without it. Own code may set styles by script anyway.
 */
export const ownStyleAttributes = "style-src-attr 'unsafe-inline'"

interface OwnPart extends OwnPartFiles {
  readonly component: string
}

/** The own code of a page; null if it has none. */
export function ownPartOf({server: {own}}: RequestContext, page: Page): OwnPart | null {
  const component = shownComponent(page)
  if (!own || component === null) return null
  const {parts} = own.manifest()
  const files = Object.hasOwn(parts, component) ? parts[component] : undefined
  return files ? {...files, component} : null
}

/** Null if it is not rendered on the server, or has failed as a whole: the reason is in the log. */
export async function renderOwnPart(
  {server: {own, reference: newReference}, log}: RequestContext,
  {server: file}: OwnPart,
  json: Uint8Array,
): Promise<Exclude<RenderAnswer, {kind: 'failed'}> | null> {
  if (!own || file === null) return null
  const reference = newReference()
  try {
    const page = new TextDecoder().decode(json)
    const answer = await own.render({page, part: `./${file}`, reference})
    if (answer.kind === 'html') for (const failure of answer.failures) log.failure(reference, ownFailure(failure))
    if (answer.kind !== 'failed') return answer
    log.failure(reference, ownFailure(answer.cause))
  } catch (cause) {
    log.failure(reference, cause)
  }
  return null
}

/** As own code has thrown it, in its own process. */
function ownFailure(stack: string): Error {
  const error = new Error(stack.split('\n')[0])
  error.stack = stack
  return error
}
