/**
 * Waiting times of a person on a slow phone, in Chromium with a four times slower processor and 150 ms of latency: the
 * first paint, a record after a click on its row, without and after hovering, and the response to an action. The floor
 * has no script, so it is left out.
 */
import {type BrowserContext, chromium, type Page} from 'playwright-core'
import {findChromium} from '../../scripts/chromium.ts'
import type {Runner} from '../arena.ts'
import type {Name} from '../contestants.ts'
import type {Measured} from '../figures.ts'
import {firstNumber, token} from '../fixture.ts'

const slowdown = 4
const latency = 150
/** Bytes per second, down and up: a good mobile connection. */
const throughput = (10 * 1024 * 1024) / 8

/**
 * Requests from here on are rejected here; the throughput section starts with the first one and does not reach this
 * far.
 */
const firstRejected = firstNumber + 38_000

const names = ['first paint', 'click to record, cold', 'click to record, prefetched', 'action to feedback'] as const
type What = (typeof names)[number]

export async function inBrowser(runners: readonly Runner[], rounds: number): Promise<Measured[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('The section "browser" needs Chromium.')
  const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']})
  const found = new Map<What, Partial<Record<Name, number[]>>>(names.map(name => [name, {}]))
  const note = (what: What, name: Name, value: number) => {
    const by = found.get(what) ?? {}
    by[name] = [...(by[name] ?? []), value]
  }
  try {
    for (let round = 0; round < rounds; round++)
      for (const {contestant, asks} of runners) {
        if (contestant.name === 'floor') continue
        // A worker registered by one measured page would take part in the next.
        const context = await browser.newContext({viewport: {width: 1280, height: 900}, serviceWorkers: 'block'})
        const {origin} = new URL(asks.list.url)
        await context.addCookies([{name: 'nonet', value: token, url: origin}])
        note('first paint', contestant.name, await firstPaint(context, asks.list.url))
        for (const [what, rest] of [
          ['click to record, cold', false],
          ['click to record, prefetched', true],
        ] as const)
          note(what, contestant.name, await clickToRecord(context, asks.list.url, rest))
        note(
          'action to feedback',
          contestant.name,
          await actionToFeedback(context, asks.record(firstRejected + 2 * round).url),
        )
        await context.close()
      }
  } finally {
    await browser.close()
  }
  return names.map(what => ({what, unit: 'ms', more: false, by: found.get(what) ?? {}}))
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', {rate: slowdown})
  return page
}

async function firstPaint(context: BrowserContext, url: string): Promise<number> {
  const page = await slowPage(context)
  await page.goto(url)
  const painted = await page.evaluate(
    `new Promise(done => new PerformanceObserver(list => {
      const entry = list.getEntries().find(each => each.name === 'first-contentful-paint')
      if (entry) done(entry.startTime)
    }).observe({type: 'paint', buffered: true}))`,
  )
  await page.close()
  return Number(painted)
}

/** Milliseconds of quiet before a measurement, after hydration and background prefetching. */
const quiet = 2000
/** A shared machine with a slowed browser takes long; this timeout does not affect the measurement. */
const patience = 120_000
const row = 'tbody tr:nth-child(3) a[href^="/requests/"]'

/**
 * Ready for clicks: `painted` exists and React has hydrated it, which all three indicate with the same key on the
 * element. Waiting for an idle network would never end on a page that listens for changes.
 */
async function open(context: BrowserContext, url: string, painted: string): Promise<Page> {
  const page = await slowPage(context)
  await page.goto(url, {waitUntil: 'commit'})
  await page.locator(painted).first().waitFor()
  await page.evaluate(`new Promise(done => {
    const look = () => {
      const element = document.querySelector(${JSON.stringify(painted)})
      Object.keys(element ?? {}).some(key => key.startsWith('__reactFiber')) ? done() : setTimeout(look, 50)
    }
    look()
  })`)
  await page.waitForTimeout(quiet)
  return page
}

/** Its fields are on the page: Nonet shows the record next to the list, the others replace it. */
async function clickToRecord(context: BrowserContext, url: string, rest: boolean): Promise<number> {
  const page = await open(context, url, row)
  if (rest) {
    await page.hover(row)
    await page.waitForTimeout(quiet)
  }
  // Clicked by the page itself, so that no pointer hovers over the link before.
  const millis = await page.evaluate(`new Promise(done => {
    const facts = () => document.querySelectorAll('main dl dd').length
    const link = document.querySelector(${JSON.stringify(row)})
    const start = performance.now()
    const look = () => {
      if (facts() === 0) return requestAnimationFrame(look)
      // The next frame is the first after the one that painted it.
      requestAnimationFrame(() => done(performance.now() - start))
    }
    link.click()
    requestAnimationFrame(look)
  })`)
  await page.close()
  return Number(millis)
}

/**
 * From clicking the button to the new state on the page. Each round rejects another request: every second one is
 * waiting.
 */
async function actionToFeedback(context: BrowserContext, record: string): Promise<number> {
  const page = await open(context, record, 'h1')
  await page.getByText('Reject…').first().click()
  await page.locator('textarea[name=answer]:visible').first().fill('Not in these weeks.')
  const button = page.getByRole('button', {name: 'Reject', exact: true}).first()
  const millis = await button.evaluate(
    (element: HTMLElement) =>
      new Promise<number>(done => {
        const start = performance.now()
        const look = () => {
          if (!/Rejected/.test(document.querySelector('main')?.textContent ?? '')) return requestAnimationFrame(look)
          requestAnimationFrame(() => done(performance.now() - start))
        }
        element.click()
        requestAnimationFrame(look)
      }),
  )
  await page.close()
  return millis
}
