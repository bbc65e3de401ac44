/**
 * By the clock, on an otherwise idle machine: actions on a list are shown within 100 ms, with a server that responds
 * after a second.
 */
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {launchBrowser} from '../kit/browser.ts'
import {settled} from '../kit/browser-judge.ts'
import {feedback, slowDown, slowOffice} from '../kit/slow-office.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

it('an edited cell shows its value within 100 ms, three times in a row', async () => {
  const {person, page} = await slowOffice(browser, 'Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  await slowDown(page)
  const waited: number[] = []
  for (const kind of ['Training', 'Unpaid leave', 'Training']) {
    const row = page.getByRole('row').nth(1)
    await row.getByRole('cell', {name: /^(?:Unpaid leave|Training)/}).hover()
    await row.getByRole('button', {name: 'Edit: Type'}).click()
    await page.getByRole('combobox', {name: 'Type'}).waitFor()
    const {clock} = await feedback(page, 'tbody tr:first-child[aria-busy]', () =>
      page.getByRole('option', {name: kind}).click(),
    )
    waited.push(Math.round(clock))
    await expect.poll(() => page.locator('tbody tr[aria-busy]').count(), {timeout: 15_000}).toBe(0)
  }
  console.log(`feedback after ${waited.join(', ')} ms`)
  expect(Math.max(...waited)).toBeLessThan(100)
})
