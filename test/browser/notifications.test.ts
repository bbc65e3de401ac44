/** Notifications in a real browser, with and without JavaScript. */
import {readFileSync} from 'node:fs'
import type {Browser, Page} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo, type Visitor, visitor} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {emailOf, Life} from '../kit/browser-life.ts'
import {creating, done} from '../kit/engine.ts'
import {button, heading} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {sqlite} from '../kit/store-databases.ts'
import {password, ticketOffice} from '../kit/tickets.ts'
import {act, timeOff} from '../kit/time-off.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
let assets: string
let browser: Browser

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

/** Light and dark, wide and on a phone; the other combinations are in `npm run test:browser`. */
const diagonal = [
  {colorScheme: 'light', width: 1200},
  {colorScheme: 'dark', width: 390},
] as const
const otherLooks =
  process.env['NONET_TEST_LOOKS'] === 'all'
    ? ([
        {colorScheme: 'light', width: 390},
        {colorScheme: 'dark', width: 1200},
      ] as const)
    : []

const bell = (page: Page, unread: number) =>
  page.getByRole('link', {name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true})
const unread = (page: Page) => page.getByRole('button', {name: /^Mark as read: /})

/** Ada, signed in, with three new notifications. */
async function told(javaScriptEnabled: boolean): Promise<{v: Visitor; url: string}> {
  const office = await ticketOffice(await sqlite.make(), {assets, records: true})
  for (const subject of ['Printer', 'Scanner', 'Kettle'])
    done(await act(office.engine, office.bo, await office.ticket(subject), 'ask_back'))
  const listening = await listen(office.app, {port: 0, host: '127.0.0.1'})
  const v = await visitor(browser, {javaScriptEnabled})
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
    await listening.stop(100)
  })
  await signInTo(v.page, listening.url, {email: 'ada@example.com', password})
  await v.page.goto(listening.url)
  await bell(v.page, 3).waitFor()
  return {v, url: listening.url}
}

describe('notifications', () => {
  it('without JavaScript are linked from every page, lead to records, and are marked as read', async () => {
    const {v} = await told(false)
    const {page} = v
    await bell(page, 3).click()
    await heading(page, 'Notifications').waitFor()
    expect(await unread(page).count()).toBe(3)
    await page
      .getByRole('listitem')
      .getByRole('link', {name: /Kettle/})
      .click()
    await heading(page, 'Kettle').waitFor()
    await bell(page, 2).click()
    await button(page, 'Mark as read: Scanner').click()
    await bell(page, 1).waitFor()
    await button(page, 'Mark all as read').click()
    await bell(page, 0).waitFor()
    expect(await unread(page).count()).toBe(0)
  })

  it('open next to the bell, are read when their record is opened, or all at once, also by keyboard', async () => {
    const {v} = await told(true)
    const {page} = v
    await bell(page, 3).click()
    const popover = page.getByRole('dialog', {name: 'Notifications'})
    await popover.getByRole('link', {name: /Kettle/}).waitFor()
    await v.page.evaluate(axe)
    for (const {colorScheme, width} of [...diagonal, ...otherLooks]) {
      await page.emulateMedia({colorScheme})
      await page.setViewportSize({width, height: 800})
      expect(await violations(page, '[role=dialog]')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    }
    await page.setViewportSize({width: 1200, height: 800})
    await popover.getByRole('link', {name: /Kettle/}).click()
    await heading(page, 'Kettle').waitFor()
    await popover.waitFor({state: 'detached'})
    await bell(page, 2).focus()
    await page.keyboard.press('Enter')
    await popover.getByRole('button', {name: 'Mark all as read'}).click()
    await bell(page, 0).waitFor()
    // The page behind it stays.
    await heading(page, 'Kettle').waitFor()
    await page.keyboard.press('Escape')
    await popover.waitFor({state: 'detached'})
  })
})

/** A request of Ada has just been sent to Max, who has not seen it yet. */
async function requested(javaScriptEnabled: boolean) {
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled})
  await life.add('Max Frei', 'Employee')
  const manager = (await findByEmail(life.fixture.engine, emailOf('Max')))?.id ?? ''
  const team = await life.make('Team', {name: 'Makers', most_away: 2})
  const kind = await life.make('Kind', {name: 'Holiday'})
  const person = await life.make('User', {
    name: 'Ada Byron',
    email: 'ada@example.com',
    roles: ['Employee'],
    manager,
    team,
  })
  await life.make('Allowance', {person, kind, year: 2026, days: 20})
  const {engine} = life.fixture
  const ada = {kind: 'person', id: person, name: 'Ada Byron', roles: ['Employee']} as const
  const send = async (days: {first_day: string; last_day: string}) => {
    const request = done(await engine.change(ada, [creating('Request', {kind, ...days})]))
    done(await act(engine, ada, request, 'submit'))
  }
  await send({first_day: '2026-04-07', last_day: '2026-04-08'})
  return {max: await life.signedIn('Max Frei'), send}
}

describe('a notification about something to decide', () => {
  it('is decided next to the bell, without leaving the page', async () => {
    const {max, send} = await requested(true)
    const {page} = max
    await max.isTold(1)
    const before = page.url()
    // The bell and the count in the menu follow without a reload.
    await page.waitForFunction(hydrated)
    await send({first_day: '2026-05-04', last_day: '2026-05-05'})
    await max.isTold(2)
    await page
      .getByRole('navigation')
      .getByRole('link', {name: /^Approvals.*2/})
      .first()
      .waitFor()
    await bell(page, 2).click()
    const popover = page.getByRole('dialog', {name: 'Notifications'})
    await popover.getByRole('button', {name: 'Approve'}).first().click()
    await page.getByRole('status').filter({hasText: 'approved'}).waitFor()
    await max.isTold(1)
    // It is decided, so it is no longer offered.
    await popover
      .getByText(/Ada Byron/)
      .first()
      .waitFor()
    await expect.poll(() => popover.getByRole('button', {name: 'Approve'}).count()).toBe(1)
    expect(page.url()).toBe(before)
  })

  it('without JavaScript is decided on the page of notifications', async () => {
    const {max} = await requested(false)
    const {page} = max
    await bell(page, 1).click()
    await heading(page, 'Notifications').waitFor()
    await page.getByRole('main').getByRole('button', {name: 'Approve'}).click()
    await heading(page, 'Notifications').waitFor()
    expect(await page.getByRole('main').getByRole('button', {name: 'Approve'}).count()).toBe(0)
    await max.goTo('/requests/1001')
    await max.hasState('Approved')
  })
})

interface Violation {
  readonly id: string
  readonly nodes: readonly {readonly html: string}[]
}

async function violations(page: Page, selector: string): Promise<string[]> {
  const result = (await page.evaluate(`axe.run(${JSON.stringify(selector)})`)) as {violations: Violation[]}
  return result.violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

describe('the notifications page', () => {
  it('is accessible and does not scroll sideways, in light and dark, wide and on a phone', async () => {
    const {v, url} = await told(true)
    await v.page.goto(`${url}/notifications`)
    await button(v.page, 'Mark as read: Scanner').click()
    await bell(v.page, 2).waitFor()
    await v.page.evaluate(axe)
    for (const {colorScheme, width} of [...diagonal, ...otherLooks]) {
      await v.page.emulateMedia({colorScheme})
      await v.page.setViewportSize({width, height: 800})
      expect(await violations(v.page, 'main')).toEqual([])
      expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    }
  })
})
