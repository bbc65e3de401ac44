/** What runs in a code process: renders pages with own parts, one after the other. */
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import type {Page} from '../../engine/page/frame.ts'
import {layoutPart} from '../../engine/page/own.ts'
import {Leave} from '../../screens/code/kit/leave.ts'
import {loadedParts} from '../../screens/code/loaded-parts.ts'
import {ownScreens} from '../../screens/code/own-screens.tsx'
import {messagesFor} from '../../screens/messages.ts'
import {screens} from '../../screens/screens.server.ts'
import {renderPage} from '../../web/entry.server.tsx'
import {confineImports, removeGlobals} from './confine.ts'
import {alive, largestMessage, type RenderAnswer, type RenderRequest, ready} from './protocol.ts'
import {thrownText} from './thrown-text.ts'

const [, , own = ''] = process.argv
const {send, on} = {send: process.send?.bind(process), on: process.on.bind(process)}
const ownFolder = pathToFileURL(join(own, '/')).href

/** Of one page, for the log. */
const mostFailures = 20

const loaded = new Map<string, unknown>()
const parts = loadedParts(loaded)

confineImports({kit: new URL('kit.mjs', import.meta.url).href, own: ownFolder})
removeGlobals()
// Before own code is loaded: nothing of it answers in its place.
on('message', (message: RenderRequest | typeof alive) => {
  if (message === alive) send?.(alive)
  else void answerTo(message).then(answer => send?.(answer))
})
send?.(ready)

async function answerTo({page: json, parts: files, reference}: RenderRequest): Promise<RenderAnswer> {
  const failures: string[] = []
  let left: Leave | null = null
  const failed = (cause: unknown) => {
    if (cause instanceof Leave) left ??= cause
    else failures.push(thrownText(cause))
    return reference
  }
  try {
    const page = JSON.parse(json) as Page
    await Promise.all(Object.entries(files).map(([name, file]) => load(name, file)))
    const layout = page.layout === undefined ? null : layoutPart(page.layout)
    const shown = ownScreens(screens, parts, layout)
    const html = await renderPage(page, {screens: shown, messages: messagesFor(page.shell.language)}, failed)
    if (left) return answerOf(left)
    if (html.length > largestMessage)
      return {kind: 'failed', cause: `Its page is too large: ${html.length} characters, of at most ${largestMessage}.`}
    return {kind: 'html', html, failures: failures.slice(0, mostFailures)}
  } catch (cause) {
    return cause instanceof Leave ? answerOf(cause) : {kind: 'failed', cause: thrownText(cause)}
  }
}

async function load(name: string, file: string): Promise<void> {
  const {default: component} = (await import(new URL(file, ownFolder).href)) as {readonly default: unknown}
  loaded.set(name, component)
}

function answerOf({to}: Leave): RenderAnswer {
  return to === null ? {kind: 'missing'} : {kind: 'redirect', to}
}
