/** A record next to its list in a browser: opened by a row, navigated by keyboard, edited and decided there. */
import type {Browser} from 'playwright-core'
import {beforeAll, expect, it, onTestFinished} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {answered, judgingVisitor, looksAt, settled, wrongWith} from '../kit/browser-judge.ts'
import {Life, Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {timeOff} from '../kit/time-off.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

async function office(javaScriptEnabled: boolean): Promise<{life: Life; ids: string[]}> {
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled})
  await life.add('Hana Sato', 'HR')
  const kind = await life.make('Kind', {name: 'Unpaid leave', uses_allowance: false})
  const ids: string[] = []
  for (const [index, name] of ['Ada Byron', 'Bo Diaz', 'Cem Acar'].entries()) {
    const person = await life.make('User', {name, email: `p${index}@example.com`, roles: ['Employee']})
    const day = `2026-05-0${6 - index}`
    ids.push(await life.make('Request', {person, kind, first_day: day, last_day: day, status: 'submitted'}))
  }
  return {life, ids}
}

it('a row opens its record next to the list; shortcuts move on; it is edited and decided without leaving the list', async () => {
  const {life} = await office(true)
  const v = await judgingVisitor(browser, {viewport: {width: 1440, height: 900}})
  onTestFinished(() => v.context.close())
  const hana = new Person('Hana Sato', v, life.url)
  const {page} = hana
  await hana.enter()
  await hana.goTo('/requests?status=submitted')
  await settled(page)
  const panel = page.getByRole('complementary')
  await page.getByRole('link', {name: '1001', exact: true}).click()
  await panel.getByRole('heading', {name: /Ada Byron/, level: 2}).waitFor()
  await panel.and(page.locator(':focus')).waitFor()
  await hana.heading('All requests')
  // Columns that do not fit next to the record are hidden, and none is cut off.
  const status = await page.getByRole('columnheader', {name: 'Status'}).boundingBox()
  const beside = await panel.boundingBox()
  expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  expect(await page.getByRole('columnheader', {name: 'Team'}).count()).toBe(0)
  await page.keyboard.press('j')
  await panel.getByRole('heading', {name: /Bo Diaz/}).waitFor()
  await page.reload()
  await panel.getByRole('heading', {name: /Bo Diaz/}).waitFor()
  await settled(page)

  await panel.getByRole('link', {name: 'Edit', exact: true}).click()
  await panel.getByRole('textbox', {name: /Reason/}).fill('By train')
  await panel.getByRole('button', {name: 'Save'}).click()
  await panel.getByText('By train').first().waitFor()
  await panel.getByRole('link', {name: 'Decline…'}).click()
  const dialog = page.getByRole('dialog', {name: 'Decline'})
  await dialog.getByRole('textbox', {name: /Message/}).fill('Not then.')
  await dialog.getByRole('button', {name: 'Decline', exact: true}).click()
  await panel.locator('[aria-current=step]', {hasText: 'Declined'}).waitFor()
  // The list next to it shows the remaining records.
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  await answered(page)
  expect(await wrongWith(v, looksAt(0))).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?status=submitted')
})

it('without JavaScript a row leads to the page of its record, and a shared address shows the record and its list', async () => {
  const {life, ids} = await office(false)
  const hana = await life.signedIn('Hana Sato')
  await hana.page.setViewportSize({width: 1440, height: 900})
  await hana.goTo('/requests')
  // D28: a name leads to the person, the rest of the row to the record.
  const name = hana.page.getByRole('row', {name: /Bo Diaz/}).getByRole('link', {name: /Bo Diaz/})
  expect(await name.getAttribute('href')).toMatch(/^\/people\//)
  await hana.follow('1002')
  await hana.heading(/Bo Diaz/)
  expect(new URL(hana.page.url()).pathname).toBe('/requests/1002')
  await hana.goTo(`/requests?_open=${ids[1]}`)
  await hana.heading('All requests')
  const panel = hana.page.getByRole('complementary')
  await panel.getByRole('heading', {name: /Bo Diaz/, level: 2}).waitFor()
  const style = hana.page.locator('link[data-screen]:not([disabled])')
  expect(await style.evaluateAll(all => all.map(link => link.getAttribute('data-screen')))).toEqual(['list', 'record'])
  await panel.getByRole('link', {name: 'Next'}).click()
  await panel.getByRole('heading', {name: /Cem Acar/, level: 2}).waitFor()
  await panel.getByRole('link', {name: 'Edit', exact: true}).click()
  await panel.getByRole('textbox', {name: /Reason/}).fill('By bus')
  await panel.getByRole('button', {name: 'Save'}).click()
  await panel.getByText('By bus').first().waitFor()
  await panel.getByRole('link', {name: 'Close'}).click()
  await expect.poll(() => panel.count()).toBe(0)
})

it('without JavaScript a value is edited by the form behind its row, and selected records are deleted together', async () => {
  const {life} = await office(false)
  await life.make('Kind', {name: 'Moving house', uses_allowance: false})
  const hana = await life.signedIn('Hana Sato')
  const {page} = hana
  const row = (name: string) => page.getByRole('row', {name: new RegExp(name)})
  await hana.goTo('/requests?status=submitted')
  await row('Ada Byron').getByRole('link', {name: '1001', exact: true}).click()
  await hana.follow('Edit')
  await hana.choose('Type', 'Moving house')
  await hana.press('Save')
  await hana.heading(/Ada Byron/)
  await hana.goTo('/requests?status=submitted')
  await row('Ada Byron').getByRole('cell', {name: 'Moving house'}).waitFor()

  // The bar appears with the first selected row.
  const remove = page.getByRole('button', {name: 'Delete', exact: true})
  expect(await remove.isVisible()).toBe(false)
  for (const name of ['Ada Byron', 'Cem Acar']) await row(name).getByRole('checkbox').check()
  await remove.click()
  await page.getByRole('heading', {name: 'Delete 2 requests?'}).waitFor()
  for (const name of ['Ada Byron', 'Cem Acar']) await hana.sees(new RegExp(name))
  await hana.lacks('Bo Diaz')
  await hana.press('Delete 2 requests')
  await page.getByRole('status').filter({hasText: '2 requests'}).waitFor()
  await row('Bo Diaz').waitFor()
  expect(await page.getByRole('table').getByRole('row').count()).toBe(2)
  // In the same view of the list.
  expect(new URL(page.url()).search).toBe('?status=submitted')
})

it('an action at the end of a row is immediate, also by keyboard; bulk actions show the number of records', async () => {
  const {life} = await office(true)
  const kind = await life.make('Kind', {name: 'Moving house', uses_allowance: false})
  const person = await life.make('User', {name: 'Dana Kim', email: 'dana@example.com', roles: ['Employee']})
  const day = '2026-05-04'
  await life.make('Request', {person, kind, first_day: day, last_day: day, status: 'pre-approved'})
  const v = await judgingVisitor(browser, {viewport: {width: 1440, height: 900}})
  onTestFinished(() => v.context.close())
  const hana = new Person('Hana Sato', v, life.url)
  const {page} = hana
  await hana.enter()
  await hana.goTo('/requests?status=pre-approved')
  await settled(page)
  expect(await wrongWith(v, looksAt(1))).toEqual([])
  await page.getByRole('button', {name: /: 1004$/}).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('link', {name: '1004', exact: true}).count()).toBe(0)
  await hana.goTo('/requests/1004')
  await hana.hasState('Approved')

  await hana.goTo('/requests?status=submitted')
  await settled(page)
  const boxes = page.getByRole('checkbox', {name: /^Select \d/})
  await boxes.nth(0).check()
  await page.keyboard.down('Shift')
  await boxes.nth(2).click()
  await page.keyboard.up('Shift')
  await page.getByRole('button', {name: 'Decline 3 requests', exact: true}).waitFor()
})
