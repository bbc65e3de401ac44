/** An own screen in the test of its author: rendered as on the server, hydrated, and given fresh data. */
import * as React from 'react'
import {hydrateRoot} from 'react-dom/client'
import {isLayoutPart, layoutPart, pathOfPart} from '../engine/page/own.ts'
import type {CodeData} from '../screens/code/data.ts'
import {Leave} from '../screens/code/kit/leave.ts'
import {type LoadedParts, loadedParts} from '../screens/code/loaded-parts.ts'
import {ownScreens} from '../screens/code/own-screens.tsx'
import {messagesFor} from '../screens/messages.ts'
import {screens} from '../screens/screens.server.ts'
import {App} from '../web/app.tsx'
import {renderPage} from '../web/entry.server.tsx'
import type {BlankPages, GivenPerson} from './blank-page.ts'
import {type GivenData, withGiven} from './given-data.ts'
import {addMissing} from './missing-in-dom.ts'
import {type SentByPage, type TestRefusal, TestRouter} from './test-router.ts'

/** What `nonet/vitest` knows of the application. */
export interface TestedCode {
  /** The folder of the document. */
  readonly folder: string
  /** Loads the files of its parts, by their paths below the folder. */
  readonly files: Readonly<Record<string, () => Promise<unknown>>>
  /** Does this when the test ends. */
  readonly finally: (work: () => void | Promise<void>) => void
}

/** A function without an answer has done it. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a test returns that has nothing to say
type TestAnswer = TestRefusal | null | undefined | void

export interface GivenScreen extends GivenData {
  /** Null is a visitor; by default it is a person with the roles of the screen. */
  readonly person?: GivenPerson | null
  readonly language?: string
  /** Answers what the page sends, with a refusal or with nothing. */
  readonly onAction?: (sent: SentByPage) => TestAnswer | Promise<TestAnswer>
}

export interface RenderedScreen {
  /** As the server sends it. */
  readonly html: string
  /** 200, or that of a redirect or a missing page, which own code has decided while rendering. */
  readonly status: number
  /** Where a redirect leads. */
  readonly redirect: string | null
  /** The page, in the document. */
  readonly container: HTMLElement
  readonly sent: readonly SentByPage[]
  /** The addresses that the page has asked for. */
  readonly visited: readonly string[]
  /** Fresh data, as after a change: what is not given stays as it is. */
  readonly update: (given: GivenData) => Promise<void>
  readonly unmount: () => Promise<void>
}

export async function renderScreen(
  code: TestedCode,
  pages: Pick<BlankPages, 'page'>,
  [screen, given]: readonly [screen: string, given: GivenScreen],
): Promise<RenderedScreen> {
  if (typeof document === 'undefined')
    throw new Error('renderScreen needs a document: begin the file with // @vitest-environment jsdom')
  const {person, language, onAction} = given
  const blank = await pages.page({screen, person, language})
  let shown: GivenData = given
  // As a page is sent: own code gets copies, which it cannot change.
  const dataNow = (): CodeData => JSON.parse(JSON.stringify(withGiven(blank.page.data, blank.rows, shown)))
  const page = {...blank.page, data: dataNow()}
  const layout = page.layout === undefined ? null : layoutPart(page.layout)
  const parts = await partsOf(code, [page.data.component, ...(layout === null ? [] : [layout])])
  const withParts = ownScreens(screens, parts, layout)
  const messages = messagesFor(page.shell.language)
  hideRenderersWarning()
  const html = await onServer(failed => renderPage({...page, data: dataNow()}, {screens: withParts, messages}, failed))
  const router = new TestRouter({page, messages, answer: async sent => (await onAction?.(sent)) ?? null})
  const {container, acting, unmount} = await hydrated(html, <App router={router} screens={withParts} />)
  code.finally(unmount)
  return {
    ...{html: typeof html === 'string' ? html : '', container, unmount, sent: router.sent, visited: router.visited},
    ...(typeof html === 'string' ? {status: 200, redirect: null} : leftPage(html)),
    async update(fresh) {
      shown = {
        data: {...shown.data, ...fresh.data},
        address: {...shown.address, ...fresh.address},
        can: {...shown.can, ...fresh.can},
      }
      await acting(() => void router.show(dataNow()))
    },
  }
}

const leftPage = ({to}: Leave) => (to === null ? {status: 404, redirect: null} : {status: 302, redirect: to})

/** The components of the page. One for browsers alone is not rendered before the page is hydrated. */
async function partsOf({files}: TestedCode, names: readonly string[]): Promise<LoadedParts> {
  const loaded = new Map<string, unknown>()
  const inBrowser = new Set<string>()
  for (const name of names) {
    const path = pathOfPart(name)
    const file = endings.map(ending => `${path}${ending}`).find(each => Object.hasOwn(files, each))
    // Without its code, a page has the product's layout.
    if (file === undefined && isLayoutPart(name)) continue
    if (file === undefined) throw new Error(`There is no file ${path}.tsx.`)
    const {default: component} = Object(await files[file]?.()) as {readonly default?: unknown}
    if (typeof component !== 'function') throw new Error(`${file} has no component as its default export.`)
    loaded.set(name, component)
    if (file.includes('.client.')) inBrowser.add(name)
  }
  return loadedParts(loaded, {isOnServer: name => !inBrowser.has(name)})
}

const endings = ['.tsx', '.jsx', '.client.tsx', '.client.jsx']

/** What own code throws, the test throws; to leave the page is an outcome. */
async function onServer(render: (failed: (cause: unknown) => string) => Promise<string>): Promise<string | Leave> {
  const failures: unknown[] = []
  const failed = (cause: unknown) => {
    failures.push(cause)
    return 'TEST-0001'
  }
  const html = await render(failed).catch(failed)
  const left = failures.find(each => each instanceof Leave)
  if (left instanceof Leave) return left
  if (failures.length > 0) throw failures[0]
  return html
}

async function hydrated(html: string | Leave, app: React.ReactNode) {
  addMissing()
  const container = document.createElement('div')
  document.body.append(container)
  if (typeof html !== 'string') {
    const remove = async () => container.remove()
    return {container, acting: async () => {}, unmount: remove}
  }
  container.innerHTML = html
  const failures: unknown[] = []
  const failed = (cause: unknown) => {
    if (!(cause instanceof Leave)) failures.push(cause)
  }
  /** What fails in it fails the test. */
  const acting = async (work: () => void) => {
    failures.length = 0
    await inAct(work)
    if (failures.length > 0) throw failures[0]
  }
  let root: ReturnType<typeof hydrateRoot> | null = null
  await acting(() => {
    root = hydrateRoot(container, app, {
      onRecoverableError: cause => failed(differs(cause)),
      onCaughtError: failed,
      onUncaughtError: failed,
    })
  })
  const unmount = async () => {
    await inAct(() => root?.unmount())
    container.remove()
  }
  return {container, acting, unmount}
}

const quiet = new WeakSet<typeof console.error>()

/** React complains of each context that both of its renderers have used. Here they do, one after the other. */
function hideRenderersWarning(): void {
  const {error} = console
  if (quiet.has(error)) return
  console.error = (...given: readonly unknown[]) => {
    if (!String(given[0]).startsWith('Detected multiple renderers concurrently')) error(...given)
  }
  quiet.add(console.error)
}

const differs = (cause: unknown): Error =>
  new Error('What the server has rendered is not what the browser renders: both have to be the same.', {cause})

const actFlag = 'IS_REACT_ACT_ENVIRONMENT'

async function inAct(work: () => void): Promise<void> {
  if (typeof React.act !== 'function')
    throw new Error('Tests need React’s development build: NODE_ENV is production here, where Vitest sets test.')
  const before: unknown = Reflect.get(globalThis, actFlag)
  Reflect.set(globalThis, actFlag, true)
  try {
    await React.act(async () => work())
  } finally {
    Reflect.set(globalThis, actFlag, before)
  }
}
