/** The confirmation after an action, undoing it, and the response time of a click, in a real browser. */
import type {Browser, Page} from 'playwright-core'
import {beforeAll, expect, it, onTestFinished} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo, visitor} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
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

async function desk({javaScriptEnabled}: {javaScriptEnabled: boolean}) {
  const office = await orderOffice(await sqlite.make(), {assets})
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

it.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('an action is confirmed and can be undone, %s', async (_name, javaScriptEnabled) => {
  const {page, url, order, rows} = await desk({javaScriptEnabled})
  await order('Lamp')
  await page.goto(`${url}/orders/1`)
  if (javaScriptEnabled) await page.evaluate(hydrated)
  await button(page, 'Ship').click()
  await said(page, 'You shipped Lamp.').waitFor()
  expect(await button(page, 'Ship').count()).toBe(0)
  await button(page, 'Undo').click()
  await button(page, 'Ship').waitFor()
  expect(await rows('nonet_outbox')).toEqual([])
})

it('a late undo explains why it is rejected, and the page is unchanged', async () => {
  const {page, url, order, clock} = await desk({javaScriptEnabled: true})
  await order('Lamp')
  await page.goto(`${url}/orders/1`)
  await page.evaluate(hydrated)
  await button(page, 'Ship').click()
  await said(page, 'You shipped Lamp.').waitFor()
  clock.now += 20_000
  await button(page, 'Undo').click()
  await said(page, 'This can no longer be undone').waitFor()
  expect(await heading(page, 'Lamp').count()).toBe(1)
})

it('a deleted record is restored', async () => {
  const {page, url, order} = await desk({javaScriptEnabled: true})
  await order('Lamp')
  await page.goto(`${url}/orders/1`)
  await page.evaluate(hydrated)
  await page.getByRole('link', {name: 'Delete'}).click()
  await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click()
  await said(page, 'Order deleted.').waitFor()
  await button(page, 'Undo').click()
  await page.getByRole('row', {name: /Lamp/}).waitFor()
})
