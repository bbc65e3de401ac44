/**
 * A list in a browser with a server that has not responded yet: actions are shown immediately. Also cells, dialogs,
 * filters and shortcuts.
 */
import type {Browser} from 'playwright-core'
import {beforeAll, expect, it} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {answered, looksAt, settled, wrongWith} from '../kit/browser-judge.ts'
import {holdAnswers, slowOffice} from '../kit/slow-office.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

const office = (name: 'Hana Sato' | 'Max Frei') => slowOffice(browser, name)

it('an edited cell shows its value before the server responds, and the notified people before that', async () => {
  const {v, person, page} = await office('Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  const answer = await holdAnswers(page)

  const cell = page.getByRole('cell', {name: 'Unpaid leave'}).first()
  await cell.hover()
  await cell.hover()
  await cell.getByRole('button', {name: 'Edit: Type'}).click()
  await page.getByRole('combobox', {name: 'Type'}).waitFor()
  await page.getByText('Ada Byron will be notified.').waitFor()
  await answered(page)
  expect(await wrongWith(v, looksAt(2))).toEqual([])
  await page.getByRole('option', {name: 'Training'}).click()
  await page.locator('tr[aria-busy]').getByRole('cell', {name: 'Training'}).waitFor()
  answer()
  await page.getByRole('status').filter({hasText: 'Saved'}).waitFor()
  await page.getByRole('cell', {name: 'Training'}).waitFor()
})

it('a confirmed bulk deletion is shown before the server responds', async () => {
  const {v, person, page} = await office('Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  const answer = await holdAnswers(page)
  await page.getByRole('link', {name: '1001', exact: true}).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', {name: 'Delete 2 requests', exact: true}).click()
  const dialog = page.getByRole('dialog', {name: 'Delete 2 requests?'})
  await dialog.getByText('Ada Byron').waitFor()
  await answered(page)
  expect(await wrongWith(v, looksAt(3))).toEqual([])
  await dialog.getByRole('button', {name: 'Delete 2 requests'}).click()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
  answer()
  await page.getByRole('status').filter({hasText: '2 requests'}).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

it('a filter is found with its count and applied by keyboard, and is a chip on a phone too', async () => {
  const {v, person, page} = await office('Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  await page.keyboard.press('f')
  // It is loaded when it is first used.
  await page.getByRole('combobox', {name: 'Filter'}).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('unpaid')
  await page.getByRole('option', {name: /Type: Unpaid leave/}).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('group', {name: 'Type is Unpaid leave'}).waitFor()
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?status=submitted&kind=[0-9a-f-]+$/)
  await page.setViewportSize({width: 390, height: 844})
  await answered(page)
  expect(await wrongWith(v, looksAt(0))).toEqual([])
})

it('a decided record leaves the inbox before the server responds, and the next one opens', async () => {
  const {person, page} = await office('Max Frei')
  await person.goTo('/to-decide')
  await person.heading('Approvals')
  await settled(page)
  const answer = await holdAnswers(page)
  const list = page.getByRole('list', {name: 'Waiting'})
  expect(await list.getByRole('listitem').count()).toBe(3)
  await page.getByRole('button', {name: /^Approve/}).click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  answer()
  await page.getByRole('status').filter({hasText: 'You approved'}).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
})

it('picture: the heads of a list stay above its rows', async () => {
  const {person, page} = await office('Hana Sato')
  await page.setViewportSize({width: 1280, height: 260})
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  const head = page.getByRole('columnheader', {name: 'Dates'})
  await page.mouse.wheel(0, 10_000)
  // What is painted in the middle of the heads: a head, not what a row raises.
  const painted = await head.evaluate(element => {
    const {top, height} = element.getBoundingClientRect()
    const heads = [...(element.parentElement?.children ?? [])].map(each => each.getBoundingClientRect())
    return heads.every(
      ({left, width}) => document.elementFromPoint(left + width / 2, top + height / 2)?.closest('thead') !== null,
    )
  })
  expect(painted).toBe(true)
})
