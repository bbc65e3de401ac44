/** Finds problems of a page in a browser: accessibility, small screens, and console messages. */
import {readFileSync} from 'node:fs'
import type {Browser, BrowserContextOptions, Page} from 'playwright-core'
import {type Visitor, visitor} from './browser.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly {readonly html: string; readonly target: readonly string[]}[]
}

/** Rules that depend on colours, and rules that depend on the available space. */
export const ofColours = ['color-contrast', 'link-in-text-block']
const ofRoom = [...ofColours, 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'link-name']

const watchShifts = `window.shifted = 0
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
}).observe({type: 'layout-shift', buffered: true})`

/** A visitor whose pages record layout shifts. */
export async function judgingVisitor(browser: Browser, options: BrowserContextOptions): Promise<Visitor> {
  const v = await visitor(browser, options)
  await v.context.addInitScript(watchShifts)
  return v
}

/** Everything that moves or fades has ended: until then, contrast is that of a mixed colour. Spinners never end. */
const still = `Promise.all(document.getAnimations().flatMap(each =>
  Number.isFinite(each.effect?.getComputedTiming().endTime) ? [each.finished.catch(() => {})] : []))`

const twoFrames = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))`
/** Whether React has hydrated the page. Checked by our own script, because the pages' policy forbids Playwright's. */
export const hydrated = `new Promise((done, failed) => {
  const until = Date.now() + 20000
  const main = () => document.querySelector('main') ?? {}
  const isHydrated = () => Object.keys(main()).some(key => key.startsWith('__reactFiber'))
  const look = () => isHydrated() ? done() : Date.now() > until ? failed(new Error('no script came')) : setTimeout(look, 20)
  look()
})`

/** Waits until the script has finished its work and announcements. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(hydrated)
  await page.evaluate(twoFrames)
}

/** A response may shift the layout, however long it takes; shifts after it are problems. */
export async function answered(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate('window.shifted = 0')
}

type Scheme = 'light' | 'dark'

/** One way to view a page, with all accessibility rules or those affected by the difference. */
interface Look {
  readonly scheme: Scheme
  readonly phone?: boolean
  readonly rules?: readonly string[]
}

/** The page as it is, then in the other theme, then on a phone. */
export const everyLook: readonly Look[] = [
  {scheme: 'light'},
  {scheme: 'dark', rules: ofColours},
  {scheme: 'dark', phone: true, rules: ofRoom},
]

/** Wide and on a phone, light and dark: one of them for each page, in turn. */
export const looksInTurns: readonly (readonly Look[])[] = [
  [{scheme: 'light'}],
  [{scheme: 'dark', phone: true}],
  [{scheme: 'dark'}],
  [{scheme: 'light', phone: true}],
]

/**
 * For a state of a page that only one test reaches: `npm test` sees it in one of these ways, `npm run test:browser` in
 * every way.
 */
export const looksAt = (turn: number): readonly Look[] =>
  process.env['NONET_TEST_LOOKS'] === 'all' ? everyLook : (looksInTurns[turn % looksInTurns.length] ?? everyLook)

export async function wrongWith(v: Visitor, looks: readonly Look[] = everyLook): Promise<string[]> {
  const {page, complaints} = v
  await settled(page)
  const shifted = Number(await page.evaluate('window.shifted'))
  const usual = page.viewportSize()
  const wrong: string[] = []
  for (const {scheme, phone = false, rules} of looks) {
    await page.emulateMedia({colorScheme: scheme})
    if (phone) await page.setViewportSize({width: 390, height: 800})
    await page.evaluate(twoFrames)
    await page.evaluate(`${still}.then(() => null)`)
    const found = [...(await violations(page, rules)), ...(await scrollsSideways(page))]
    wrong.push(...found.map(each => `${scheme}${phone ? ', on a phone' : ''}: ${each}`))
  }
  if (usual) await page.setViewportSize(usual)
  await page.emulateMedia({colorScheme: 'light'})
  return [
    ...wrong,
    ...(shifted < 0.01 ? [] : [`moved by ${shifted} after it was painted`]),
    ...complaints.splice(0).map(each => `its console says: ${each}`),
  ]
}
/** What axe finds on the page, as texts. */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const options = rules.length > 0 ? {runOnly: rules} : {rules: {'target-size': {enabled: true}}}
  // Only in pages that are judged: in every page it would take a fifth of loading it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const found = (await page.evaluate(
    `axe.run({...${JSON.stringify(options)}, resultTypes: ['violations']}).then(({violations}) => violations)`,
  )) as Violation[]
  return found.map(({id, nodes}) => {
    const [first] = nodes
    return `${id} (${nodes.length}): ${first?.target.join(' ')} ${first?.html.slice(0, 160)}`
  })
}

/** Boards and timelines scroll inside; the page itself never does. */
async function scrollsSideways(page: Page): Promise<string[]> {
  const wider = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
  return wider > 0 ? [`scrolls sideways by ${wider}`] : []
}

/** The names of controls that a finger misses: what is 21 pixels from their middle is not theirs. */
export const missedByFingers = `(() => {
  const controls = document.querySelectorAll('main :is(button, select, textarea, .button, input:not([type=hidden], [type=radio]))')
  return [...controls].flatMap(control => {
    control.scrollIntoView({block: 'center'})
    const box = control.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const isAt = (x, y) => [control, ...(control.labels ?? [])].some(each => each.contains(document.elementFromPoint(x, y)))
    // Hidden, or outside of a part that scrolls.
    if (!isAt(x, y)) return []
    const around = [[0, -21], [0, 21], ...(box.x > 21 ? [[-21, 0], [21, 0]] : [])]
    return around.every(([right, down]) => isAt(x + right, y + down)) ? [] : [control.ariaLabel ?? (control.textContent || control.name)]
  })
})()`
