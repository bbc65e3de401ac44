/**
 * From an input to the next paint in the planner with its demonstration data, for a person from human resources, with a
 * four times slower processor: the longest of each kind of interaction, as browsers report it.
 */
import {join} from 'node:path'
import {type BrowserContext, chromium, type Page} from 'playwright-core'
import {findChromium} from '../../scripts/chromium.ts'
import type {EntryData} from '../../src/accounts/data.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {Measured} from '../figures.ts'
import {freePort, start} from '../server.ts'

const slowdown = 4
const latency = 40
/** After hydration and what is loaded in the background. */
const quiet = 2500
/** Until the last interaction is painted and reported. */
const rest = 1500
const patience = 120_000
const typed = 'lukasz'

interface Interaction {
  readonly what: string
  readonly path: string
  readonly act: (page: Page) => Promise<void>
}

export const interactions: readonly Interaction[] = [
  {
    what: 'typing in a filter',
    path: '/requests',
    act: async page => {
      await page.locator('#q').focus()
      await page.keyboard.type(typed, {delay: 120})
    },
  },
  {
    what: 'opening a record beside a list',
    path: '/requests',
    act: page => page.locator('tbody tr:nth-child(3) td:nth-child(3)').click(),
  },
  {
    what: 'ticking 50 rows',
    path: '/requests?size=50',
    act: async page => {
      const boxes = await page.locator('tbody input[type=checkbox]').all()
      for (const box of boxes) await box.click()
    },
  },
  {what: 'dragging a bar', path: '/away', act: dragBar},
  {
    what: 'opening the palette, and typing in it',
    path: '/',
    act: async page => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await page.keyboard.type(typed, {delay: 120})
    },
  },
]

/** To earlier days, in small steps, and dropped there. */
async function dragBar(page: Page): Promise<void> {
  const bar = page.locator('main tbody a[draggable=false]').first()
  await bar.scrollIntoViewIfNeeded()
  const box = await bar.boundingBox()
  if (!box) throw new Error('There is no bar to drag.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 120, y, {steps: 12})
  await page.mouse.up()
}

export async function interactionToPaint(folder: string, rounds: number): Promise<Measured[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('The section "interaction" needs Chromium.')
  const origin = `http://127.0.0.1:${await freePort()}`
  const database = join(folder, 'interaction.sqlite')
  const server = await start({
    command: [
      process.execPath,
      'dist/nonet.js',
      'run',
      'apps/time-off',
      '--demo',
      '--db',
      `sqlite:${database}`,
      '--port',
      new URL(origin).port,
    ],
    folder: join(import.meta.dirname, '../..'),
    env: {},
    url: `${origin}/sign-in`,
    headers: {accept: 'text/html'},
  })
  const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']})
  const found = new Map<string, number[]>(interactions.map(({what}) => [what, []]))
  try {
    for (let round = 0; round < rounds; round++)
      for (const {what, path, act} of interactions) {
        const context = await browser.newContext({viewport: {width: 1440, height: 900}, serviceWorkers: 'block'})
        await signIn(context, origin)
        found.get(what)?.push(await longestOf(context, origin + path, act))
        await context.close()
      }
  } finally {
    await browser.close()
    await server.stop()
  }
  return [...found].map(([what, nonet]) => ({what: `interaction: ${what}`, unit: 'ms', more: false, by: {nonet}}))
}

/** As the demonstration person who sees most. */
async function signIn({request}: BrowserContext, origin: string): Promise<void> {
  const page = await request.get(`${origin}/sign-in?_data=bench`, {headers: {accept: pageMediaType}})
  const {data} = (await page.json()) as {data: EntryData}
  const person = (data.demo.find(({is}) => is.includes('HR')) ?? data.demo[0])?.id
  if (person === undefined) throw new Error('Nobody is offered to sign in as.')
  await request.post(`${origin}/sign-in`, {
    form: {_action: 'look around', person},
    headers: {'sec-fetch-site': 'same-origin'},
    maxRedirects: 0,
  })
}

async function longestOf(context: BrowserContext, url: string, act: Interaction['act']): Promise<number> {
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.send('Emulation.setCPUThrottlingRate', {rate: slowdown})
  await page.goto(url, {timeout: patience})
  await page.waitForTimeout(quiet)
  await page.evaluate(`
    window.longest = 0
    new PerformanceObserver(list => {
      for (const {interactionId, duration} of list.getEntries())
        if (interactionId) window.longest = Math.max(window.longest, duration)
    }).observe({type: 'event', durationThreshold: 16})`)
  await act(page)
  await page.waitForTimeout(rest)
  return Number(await page.evaluate('window.longest'))
}
