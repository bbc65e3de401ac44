/**
 * Boards, calendars and timelines in a browser, with JavaScript and without: the same navigation leads to the same
 * pages.
 */

import {join} from 'node:path'
import type {Browser, BrowserContextOptions, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import {documentGrants, type Engine, operator} from '../../src/screens/testing.ts'
import {type Listening, listen} from '../../src/server/serve.ts'
import {launchBrowser, visitor} from '../kit/browser.ts'
import {newFolder} from '../kit/cli.ts'
import {creating, done, engineFor, person} from '../kit/engine.ts'
import {link} from '../kit/find.ts'
import {appFor} from '../kit/pages.ts'
import {shown, timeOff} from '../kit/time-off.ts'

let browser: Browser
let engine: Engine
let listening: Listening
let close: () => Promise<void>
const failures: unknown[] = []
let made: {kind: string; who: string}

const make = async (entity: string, fields: Readonly<Record<string, Json>>) =>
  done(await engine.change(operator, [creating(entity, fields)]))

async function request(day: string, status: string) {
  return make('Request', {person: made.who, kind: made.kind, first_day: day, last_day: day, status})
}

/** The planner with all states on its board. */
const document = timeOff.replace(
  '- where: status in ("submitted", "pre-approved", "cancel_asked")\n- columns: kind, days\n',
  '- columns: kind, days\n',
)

// Tuesday, 10 March 2026.
beforeAll(async () => {
  browser = await launchBrowser()
  const address = `sqlite:${join(newFolder(), 'data.sqlite')}`
  const opened = await engineFor({document, address, grants: documentGrants})
  engine = opened.engine
  close = () => opened.store.close()
  const place = (await make('Place', {name: 'Paris'})).id
  const team = (await make('Team', {name: 'Makers'})).id
  const hana = (await make('User', {name: 'Hana Fiala', email: 'hana@example.com', roles: ['HR'], place})).id
  const ada = (await make('User', {name: 'Ada Byron', email: 'ada@example.com', roles: ['Employee'], team, place})).id
  const kind = (await make('Kind', {name: 'Holiday'})).id
  made = {kind, who: ada}
  await make('Holiday', {place, day: '2026-03-20', name: 'Spring day'})
  for (const first_day of ['2026-03-10', '2026-03-10', '2026-03-10', '2026-03-11', '2026-03-11'])
    await make('Request', {person: hana, kind, first_day, last_day: '2026-03-17', status: 'approved'})
  await make('Request', {
    person: ada,
    kind,
    first_day: '2026-03-12',
    last_day: '2026-04-02',
    first_half: true,
    status: 'approved',
  })
  const app = appFor({engine, actorOf: async () => person(hana, 'HR'), failed: cause => failures.push(cause)})
  listening = await listen(app, {port: 0, host: '127.0.0.1'})
})
afterAll(async () => {
  await browser.close()
  await listening.stop(100)
  await close()
  expect(failures).toEqual([])
})

async function visit(path: string, options: BrowserContextOptions = {}) {
  const v = await visitor(browser, {viewport: {width: 1360, height: 900}, ...options})
  await v.page.goto(listening.url + path)
  return v
}

const column = (page: Page, state: string) => page.getByRole('region', {name: state, exact: true})
const cards = (page: Page, state: string) => column(page, state).getByRole('listitem')

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_name, javaScriptEnabled) => {
  it('a timeline moves through time and links to its records', async () => {
    const v = await visit('/away', {javaScriptEnabled})
    for (const name of ['Ada Byron', 'Hana Fiala']) expect(await v.page.getByRole('rowheader', {name}).count()).toBe(1)
    expect(
      await v.page.getByRole('link', {name: /^Ada Byron, .*12.*Mar.*\(from noon\).*, Holiday, Approved/}).count(),
    ).toBe(1)
    await link(v.page, 'Later').click()
    await v.page.waitForURL('**/away?on=2026-06-01')
    await v.page
      .getByRole('link', {name: /, Holiday, Approved/})
      .first()
      .waitFor({state: 'detached'})
    await link(v.page, 'Today').click()
    await v.page.waitForURL('**/away')
    await v.page.getByRole('link', {name: /^Ada Byron, /}).click()
    await v.page.getByRole('heading', {level: 1, name: /Ada Byron/}).waitFor()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('a calendar shows a month, entries that do not fit a day, and the days one by one', async () => {
    const v = await visit('/calendar', {javaScriptEnabled})
    await v.page.getByText('March 2026', {exact: true}).first().waitFor()
    await v.page.getByRole('link', {name: 'and 1 more'}).first().click()
    await link(v.page, 'Agenda').and(v.page.locator('[aria-current]')).waitFor()
    expect(await v.page.locator('.agenda .card > li').count()).toBe(6)
    await link(v.page, 'Week').click()
    await v.page.waitForSelector('.weeks.week .stretch')
    expect(await v.page.locator('.weeks.week .stretch').count()).toBe(6)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('a card is moved by keyboard, with its menu', async () => {
    const record = await request(javaScriptEnabled ? '2026-06-01' : '2026-06-02', 'cancel_asked')
    const v = await visit('/progress', {javaScriptEnabled})
    const menu = column(v.page, 'Cancellation requested').locator('summary')
    await menu.focus()
    await v.page.keyboard.press('Enter')
    await v.page.keyboard.press('Tab')
    expect(await v.page.locator(':focus').textContent()).toBe('Approve cancellation')
    await v.page.keyboard.press('Enter')
    await cards(v.page, 'Cancelled').first().waitFor()
    await cards(v.page, 'Cancellation requested').first().waitFor({state: 'detached'})
    expect(await shown(engine, record, 'status')).toBe('cancelled')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('a move with inputs leads to the page that asks for them', async () => {
    const record = await request(javaScriptEnabled ? '2026-06-03' : '2026-06-04', 'submitted')
    const v = await visit('/progress', {javaScriptEnabled})
    await column(v.page, 'Submitted').locator('summary').first().click()
    await column(v.page, 'Submitted')
      .getByRole('button', {name: /Decline/})
      .filter({visible: true})
      .click()
    await v.page.waitForURL('**/requests/*?action=reject')
    expect(await shown(engine, record, 'status')).toBe('submitted')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})

describe('by dragging', () => {
  it('a card moves to permitted columns only', async () => {
    const record = await request('2026-06-05', 'pre-approved')
    await request('2026-06-08', 'submitted')
    const v = await visit('/progress')
    await v.page.waitForLoadState('networkidle')
    const card = cards(v.page, 'Awaiting HR')
    // Links are prefetched on hover, so only POST requests count.
    const posts = () => v.requests.filter(each => each.startsWith('POST'))
    const box = await card.boundingBox()
    if (!box) throw new Error('the card is not shown')
    await v.page.mouse.move(box.x + 20, box.y + 12)
    await v.page.mouse.down()
    await v.page.mouse.move(box.x + 60, box.y + 40, {steps: 4})
    await column(v.page, 'Approved').and(v.page.locator('.open')).waitFor()
    const all = await v.page.locator('section.open, section.closed').count()
    // Approved or declined: the possible target columns are open, all others closed.
    expect(await v.page.locator('section.open').count()).toBe(2)
    expect(await v.page.locator('section.closed').count()).toBe(all - 2)
    expect(all).toBeGreaterThan(6)
    const target = await column(v.page, 'Approved').getByRole('heading').boundingBox()
    if (!target) throw new Error('the column is not shown')
    await v.page.mouse.move(target.x + 30, target.y + 12, {steps: 6})
    await v.page.mouse.up()
    await cards(v.page, 'Awaiting HR').first().waitFor({state: 'detached'})
    expect(posts()).toEqual(['POST fetch /progress'])
    expect(await shown(engine, record, 'status')).toBe('approved')
    v.requests.length = 0
    const waiting = cards(v.page, 'Submitted').first()
    await waiting.dragTo(column(v.page, 'Draft').getByRole('heading'))
    await v.page.waitForSelector('section.closed', {state: 'detached'})
    expect(posts()).toEqual([])
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})
