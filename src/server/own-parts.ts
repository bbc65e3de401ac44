/** Pages with own code, rendered by code processes. Where own code does not answer, the page is the product's: data as tables. */
import type {RenderAnswer} from '../code/process/protocol.ts'
import type {Page, PageFrame, ScreenContent} from '../engine/page/frame.ts'
import {isWithinScreen, layoutPart} from '../engine/page/own.ts'
import {shownComponent} from '../screens/code/components.ts'
import type {RequestContext} from './context.ts'
import {policyWith} from './middleware/security-headers.ts'

/**
 * A `style` that the server has rendered would not be applied without it. Own code may set styles by script anyway.
 */
const ownStyleAttributes = "style-src-attr 'unsafe-inline'"

/** Null: that of every response. */
export function policyOf({application}: RequestContext, {own}: Pick<PageFrame, 'own'>): string | null {
  const {images} = application.site
  return own || images ? policyWith(own ? ownStyleAttributes : null, images) : null
}

/** The layout of a page, and all own code that it shows. */
export function ownOf(
  {server: {own}, application, actor}: RequestContext,
  content: ScreenContent & Pick<PageFrame, 'unattended'>,
  path: string,
): Pick<PageFrame, 'layout' | 'own'> {
  if (!own) return {}
  const {parts} = own.manifest()
  const named = Object.keys(parts).some(isWithinScreen) ? partsWithin(content.data) : []
  const layout = content.unattended ? null : application.site.layoutAt(path, actor)
  const around = [layout && layoutPart(layout), shownComponent(content)].flatMap(each => each ?? [])
  const shown = [...new Set([...around, ...named])].filter(each => Object.hasOwn(parts, each))
  if (shown.length === 0) return {}
  return {...(layout !== null && shown.includes(layoutPart(layout)) && {layout}), own: shown}
}

/** The parts of own code that fields, cards and sections of a page name, wherever they are. */
function partsWithin(data: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(data)) for (const each of data) partsWithin(each, found)
  else if (typeof data === 'object' && data !== null)
    for (const [key, value] of Object.entries(data))
      if (typeof value === 'object') partsWithin(value, found)
      else if ((key === 'shownBy' || key === 'editedBy') && typeof value === 'string') found.add(value)
  return found
}

interface RenderedOwn {
  readonly answer: Exclude<RenderAnswer, {kind: 'failed'}>
  /** What the server has rendered: the rest appears in the browser. */
  readonly parts: readonly string[]
}

/** Null if nothing is rendered on the server, or it has failed as a whole: the reason is in the log. */
export async function renderOwn(
  {server: {own, reference: newReference}, log}: RequestContext,
  {own: shown}: Pick<Page, 'own'>,
  json: Uint8Array,
): Promise<RenderedOwn | null> {
  if (!own || !shown) return null
  const built = own.manifest().parts
  const files = shown.flatMap(name => {
    const file = built[name]?.server ?? null
    return file === null ? [] : [[name, `./${file}`] as const]
  })
  if (files.length === 0) return null
  const reference = newReference()
  try {
    const page = new TextDecoder().decode(json)
    const answer = await own.render({page, parts: Object.fromEntries(files), reference})
    if (answer.kind === 'html') for (const failure of answer.failures) log.failure(reference, ownFailure(failure))
    if (answer.kind !== 'failed') return {answer, parts: files.map(([name]) => name)}
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
