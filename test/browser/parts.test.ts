/**
 * Sections of pages: all of them on one page; and a section that fails shows an error in its place, on the server and
 * in the browser.
 */
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {type ServedFixture, serveFixture, sharedBrowser, visitor} from '../kit/browser.ts'
import {ofColours, settled, violations} from '../kit/browser-judge.ts'
import {heading} from '../kit/find.ts'

let browser: Browser
let served: ServedFixture
beforeAll(async () => {
  browser = await sharedBrowser()
  served = await serveFixture({dev: true})
})
afterAll(async () => {
  await served.stop()
})

it('on the server: the page has status 200, and the cause is logged under the reference shown', async () => {
  served.world.logged.failures.length = 0
  const v = await visitor(browser, {javaScriptEnabled: false})
  const response = await v.page.goto(`${served.url}/part-fails`)
  expect(response?.status()).toBe(200)
  const text = (await v.page.getByRole('main').textContent()) ?? ''
  expect(text).toContain('before')
  expect(text).toContain('This section couldn’t be loaded.')
  expect(text).toContain('TEST-0001')
  expect(text).toContain('after')
  expect(text).not.toContain('begun')
  expect(text).not.toContain('cannot be drawn')
  expect(served.world.logged.failures.map(({reference, cause}) => [reference, String(cause)])).toEqual([
    ['TEST-0001', 'Error: this view cannot be drawn'],
  ])
  expect(await v.page.getByRole('link', {name: 'Try again'}).getAttribute('href')).toBe('/part-fails')
  await v.context.close()
})

it('in the browser: the rest stays, also after a link, and the next page is complete', async () => {
  const v = await visitor(browser)
  await v.page.goto(`${served.url}/part-fails-later`)
  const failed = v.page.getByText('This section couldn’t be loaded.')
  await failed.waitFor()
  expect(await v.page.getByRole('main').textContent()).toContain('after')
  expect(v.complaints.length).toBeGreaterThan(0)
  await v.page.getByRole('navigation').getByRole('link', {name: 'Other'}).click()
  await v.page.getByRole('heading', {name: 'Other', level: 1}).waitFor()
  expect(await failed.count()).toBe(0)
  await v.context.close()
})

it('all components are on one page while a document is edited, accessible in light and dark', async () => {
  const v = await visitor(browser, {colorScheme: 'light'})
  await v.page.goto(`${served.url}/_parts`)
  await heading(v.page, 'Style guide').waitFor()
  for (const part of [
    '.button.primary',
    '.state.wait',
    '.avatar',
    'table.grid',
    '.summary',
    '.problem',
    '.said',
    '.broken',
    '.nothing',
    '.path',
    '.trail',
    '.donut',
  ])
    expect([part, (await v.page.locator(part).count()) > 0]).toEqual([part, true])
  await settled(v.page)
  expect(await violations(v.page)).toEqual([])
  await v.page.emulateMedia({colorScheme: 'dark'})
  await settled(v.page)
  expect(await violations(v.page, ofColours)).toEqual([])
  await v.page.getByRole('link', {name: /…$/}).first().click()
  await v.page.getByRole('dialog').waitFor()
  expect(v.complaints).toEqual([])
  await v.context.close()
})
