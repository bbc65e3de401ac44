/** The confirmation after an action, and undoing it, also for all records of a list, in a real browser. */
import type {Browser, Page} from 'playwright-core'
import {beforeAll, expect, it, onTestFinished} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo, visitor} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {creating} from '../kit/engine.ts'
import {button, heading} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {sqlite} from '../kit/store-databases.ts'
import {orderOffice, password} from '../kit/undo.ts'

let browser: Browser
let assets: string

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

/** Longer than a busy machine needs for a click. */
const undoWindow = 600_000

async function desk({javaScriptEnabled}: {javaScriptEnabled: boolean}) {
  const office = await orderOffice(await sqlite.make(), {assets, undoWindow})
  const {app} = office
  const listening = await listen(app, {port: 0, host: '127.0.0.1'})
  const v = await visitor(browser, {javaScriptEnabled})
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
    app.endStreams()
    await listening.stop(100)
  })
  await signInTo(v.page, listening.url, {email: 'bo@example.com', password})
  return {...office, page: v.page, url: listening.url}
}

const said = (page: Page, text: string) => page.getByRole('status').filter({hasText: text})

it('without JavaScript an action is confirmed and can be undone', async () => {
  const {page, url, order, rows} = await desk({javaScriptEnabled: false})
  await order('Lamp')
  await page.goto(`${url}/orders/1`)
  await canBeUndone(page)
  expect(await rows('nonet_outbox')).toEqual([])
})

async function canBeUndone(page: Page): Promise<void> {
  await button(page, 'Ship').click()
  await said(page, 'You shipped Lamp.').waitFor()
  expect(await button(page, 'Ship').count()).toBe(0)
  await button(page, 'Undo').click()
  await button(page, 'Ship').waitFor()
}

it('an action is confirmed and can be undone; a late undo explains why it is rejected; a deleted record is restored', async () => {
  const {page, url, order, rows, clock} = await desk({javaScriptEnabled: true})
  await order('Lamp')
  await page.goto(`${url}/orders/1`)
  await page.evaluate(hydrated)
  await canBeUndone(page)
  expect(await rows('nonet_outbox')).toEqual([])

  // Too late: the page is unchanged.
  await button(page, 'Ship').click()
  await said(page, 'You shipped Lamp.').waitFor()
  clock.now += 2 * undoWindow
  await button(page, 'Undo').click()
  await said(page, 'This can no longer be undone').waitFor()
  expect(await heading(page, 'Lamp').count()).toBe(1)

  await page.getByRole('link', {name: 'Delete'}).click()
  await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click()
  await said(page, 'Order deleted.').waitFor()
  await button(page, 'Undo').click()
  await page.getByRole('row', {name: /Lamp/}).waitFor()
})

it('all records of a list of several pages are selected with one button, deleted together, and restored', async () => {
  const {page, url, engine} = await desk({javaScriptEnabled: true})
  const count = 30
  const orders = Array.from({length: count}, (_, index) => creating('Order', {name: `Lamp ${index}`}))
  await engine.change(operator, orders)
  await page.goto(url)
  await page.evaluate(hydrated)
  await page.getByRole('checkbox', {name: 'Select all on this page'}).check()
  await page.getByText('25 selected').waitFor()
  await button(page, `Select all ${count}`).click()
  await page.getByText(`${count} selected`).waitFor()
  await button(page, `Delete ${count} orders`).click()
  const dialog = page.getByRole('dialog', {name: `Delete ${count} orders?`})
  await dialog.getByText(/^and \d+ more$/).waitFor()
  await dialog.getByRole('button', {name: `Delete ${count} orders`}).click()
  await page.getByText('No orders yet.').waitFor()
  await button(page, 'Undo').click()
  await page.getByText(`${count} orders`, {exact: true}).waitFor()
})
