/** Notifications in a real browser, with and without JavaScript. */
import {readFileSync} from 'node:fs'
import type {Browser, Page} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo, type Visitor, visitor} from '../kit/browser.ts'
import {done} from '../kit/engine.ts'
import {button, heading} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {sqlite} from '../kit/store-databases.ts'
import {password, ticketOffice} from '../kit/tickets.ts'
import {act} from '../kit/time-off.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
let assets: string
let browser: Browser

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

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
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1200, 390]) {
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
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1200, 390]) {
        await v.page.emulateMedia({colorScheme})
        await v.page.setViewportSize({width, height: 800})
        expect(await violations(v.page, 'main')).toEqual([])
        expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      }
  })
})
