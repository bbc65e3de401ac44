/** A real browser on a real server, for tests. Pages fail on any warning in their console. */
import {type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page} from 'playwright-core'
import {findChromium} from '../../scripts/chromium.ts'
import type {EntryData} from '../../src/accounts/data.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {type Listening, listen} from '../../src/server/serve.ts'
import {createFixture, type Fixture, type FixtureOptions} from './fixture.ts'
import {kept} from './kept.ts'

let shared: Promise<Browser> | null = null

/**
 * The browser of this worker, shared by all its test files, because starting one takes as long as a short test. It ends
 * with its worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = null
  shared ??= launchBrowser()
  return shared
}

/** Windows left open by a failed test would keep following their server. */
export async function closeWindows(): Promise<void> {
  for (const context of (await shared)?.contexts() ?? []) await context.close()
}

/** A separate browser for the caller. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found; run the tests with `npm test`, which installs one')
  const args = ['--no-sandbox', '--disable-gpu', ...plain, `--disable-features=${unwanted.join()}`]
  return chromium.launch({executablePath, args})
}

/**
 * One thread and one process for what usually has several: a page takes a tenth less of the processor. The compositor
 * needs its thread: without it, view transitions never end.
 */
const plain = ['--process-per-site', '--renderer-process-limit=1', '--js-flags=--single-threaded']

/**
 * Disables browser features around the page, which take as long as the page itself, starting with the address bar's
 * suggestions. Only the last list of features counts, so Playwright's own are repeated.
 */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export interface ServedFixture extends Fixture {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The fixture behind a real server, with a bundle that includes the tests' own views. */
export async function serveFixture(options: FixtureOptions = {}): Promise<ServedFixture> {
  const fixture = createFixture({...options, assets: await kept('test-assets')})
  const listening: Listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
  return {...fixture, url: listening.url, stop: () => listening.stop(100)}
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Console messages; tests that expect one remove it. */
  readonly complaints: string[]
  /** Requested addresses, as `METHOD kind path`. */
  readonly requests: string[]
}

/** For the tests that have transitions between pages in `npm test`. */
export const withMotion = {reducedMotion: 'no-preference'} as const

/**
 * Transitions take the browser about a tenth of its time, so `npm test` has them in a few files only, and
 * `npm run test:browser` in all.
 */
const usualMotion = process.env['NONET_TEST_LOOKS'] === 'all' ? withMotion : ({reducedMotion: 'reduce'} as const)

const usual = {
  viewport: {width: 1100, height: 700},
  // A test can hold back the requests of a page, but not those of a service worker.
  serviceWorkers: 'block',
  ...usualMotion,
} as const

export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({...usual, ...options})
  // Generous for a busy machine; the time of the whole test is limited.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    // Browsers log responses with an error status themselves; that is no problem of the page. Nor are blocked workers.
    const isOurs = !/^Failed to load resource|^Service Worker registration blocked/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && isOurs) complaints.push(message.text())
  })
  page.on('request', request => {
    const {pathname} = new URL(request.url())
    if (!pathname.startsWith('/_nonet/')) requests.push(`${request.method()} ${request.resourceType()} ${pathname}`)
  })
  return {page, context, complaints, requests}
}

/** The person who signs in: with a password, or as a demonstration person. */
export type Credentials = {readonly email: string; readonly password: string} | {readonly person: string}

/** Sets the session cookie that the sign-in form would set, for tests that are not about signing in. */
export async function signInTo(page: Page, url: string, credentials: Credentials): Promise<void> {
  const _action = 'person' in credentials ? 'look around' : 'sign in'
  const answer = await page.context().request.post(`${url}/sign-in`, {
    form: {_action, ...credentials},
    headers: {'sec-fetch-site': 'same-origin'},
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`signing in was answered with ${answer.status()}`)
}

/** The demonstration people offered on the sign-in page. */
export async function demoPeopleAt(page: Page, url: string): Promise<EntryData['demo']> {
  const answer = await page.context().request.get(`${url}/sign-in?_data=x`, {headers: {accept: pageMediaType}})
  const {data} = (await answer.json()) as {data: EntryData}
  return data.demo
}

/** A mark in the page's JavaScript context: lost after a document load, kept after a client-side navigation. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate('window.marked = true')
}

export async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate('window.marked === true')
}
