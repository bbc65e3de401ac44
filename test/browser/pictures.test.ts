/** What people see of the planner, where only a browser can tell: what covers what, and what is in line with what. */
import type {Browser, Locator, Page} from 'playwright-core'
import {beforeAll, expect, it} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {settled} from '../kit/browser-judge.ts'
import {slowOffice} from '../kit/slow-office.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** Where the first text of an element is painted, without the room around it. */
const textOf = (element: Locator) =>
  element.evaluate(node => {
    const range = document.createRange()
    range.selectNode(document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode() ?? node)
    const {left, right, top, bottom} = range.getBoundingClientRect()
    return {left, right, top, bottom}
  })

const allIn = async (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(all => all.map(each => each.textContent ?? ''))

it('picture: numbers of a list are below their heading, and the pencil covers none of them', async () => {
  const {life, person, page} = await slowOffice(browser, 'Hana Sato')
  await life.make('Kind', {name: 'Parental leave', uses_allowance: false, notice: 30})
  await person.goTo('/kinds')
  await settled(page)
  const head = page.getByRole('columnheader', {name: 'Minimum notice'})
  const cell = page.getByRole('cell', {name: /^30/})
  const pencil = cell.getByRole('button', {name: 'Edit: Minimum notice (days)'})
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0)
      await cell.hover()
      return pencil.isVisible()
    })
    .toBe(true)
  const [heading, number, button] = [await textOf(head), await textOf(cell), await pencil.boundingBox()]
  expect(Math.abs(heading.right - number.right)).toBeLessThan(3)
  expect(button && (button.x + button.width <= number.left || button.x >= number.right)).toBe(true)
})

it('picture: rows of parts have their numbers below the heading, on a wide screen', async () => {
  const {life, person, page} = await slowOffice(browser, 'Hana Sato')
  const kind = await life.make('Kind', {name: 'Holiday'})
  const policy = await life.make('Policy', {name: 'Everyone', kind, days: 25})
  for (const after_years of [5, 10]) await life.make('Seniority', {policy, after_years, extra: 1})
  await person.goTo(`/policies/${policy}`)
  await settled(page)
  const table = page.getByRole('table').filter({hasText: 'Years of service'})
  for (const name of ['Years of service', 'Extra days']) {
    const head = table.getByRole('columnheader', {name})
    const at = await head.evaluate(each => [...(each.parentElement?.children ?? [])].indexOf(each))
    const cell = table.getByRole('row').nth(1).locator('td, th').nth(at)
    const [heading, number] = [await textOf(head), await textOf(cell)]
    const distance = Math.min(Math.abs(heading.right - number.right), Math.abs(heading.left - number.left))
    expect(distance, name).toBeLessThan(12)
  }
})

it('picture: on a phone, what waits for a manager comes right after what is left, and few controls come before the names', async () => {
  const {person, page} = await slowOffice(browser, 'Max Frei')
  await page.setViewportSize({width: 390, height: 860})
  await person.goTo('/')
  await settled(page)
  const cards = await allIn(page, 'main section h2')
  expect(cards.findIndex(name => name.startsWith('Waiting for my approval'))).toBeLessThanOrEqual(2)
  await person.goTo('/away')
  await settled(page)
  const first = page.getByText('Ada Byron').first()
  await first.waitFor()
  expect((await textOf(first)).top).toBeLessThan(430)
})

it('picture: the name of a public holiday begins at its day, and fills no other', async () => {
  const {life, person, page} = await slowOffice(browser, 'Hana Sato')
  const place = await life.make('Place', {name: 'Paris'})
  await life.make('User', {name: 'Dan Roth', email: 'dan@example.com', roles: ['Employee'], place})
  await life.make('Holiday', {place, day: '2026-03-18', name: 'Feast of the patron saint of the city'})
  await person.goTo('/away?from=2026-03-01')
  await settled(page)
  const name = page.locator('.holiday > span').filter({hasText: 'Feast'}).first()
  await name.waitFor()
  const day = page.locator('.days').getByTitle('Wednesday 18 March')
  const [mark, head] = [await name.boundingBox(), await day.boundingBox()]
  expect(Math.abs((mark?.x ?? 0) - (head?.x ?? 1000))).toBeLessThan(6)
  expect(await name.evaluate(each => getComputedStyle(each).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
})

it('picture: a form without a summary has its button below its fields, and no empty card beside them', async () => {
  const {person, page} = await slowOffice(browser, 'Max Frei')
  await person.goTo('/deputies/new')
  await settled(page)
  const [field, save] = [
    await page.getByRole('combobox', {name: /Deputy/}).boundingBox(),
    await page.getByRole('button', {name: 'Save', exact: true}).boundingBox(),
  ]
  expect(save && field && save.y > field.y + field.height && save.x < field.x + field.width).toBe(true)
  expect(await page.locator('.form-aside').filter({visible: true}).count()).toBe(0)
})

it('picture: nothing of a decision is cut off', async () => {
  const {person, page} = await slowOffice(browser, 'Max Frei')
  await person.goTo('/to-decide')
  await settled(page)
  await page
    .getByRole('button', {name: /^Approve/})
    .first()
    .waitFor()
  const cutOff = () =>
    page.locator('main *').evaluateAll(all =>
      all
        .filter(each => each instanceof HTMLElement && getComputedStyle(each).overflowX === 'hidden')
        .filter(each => each.clientWidth > 30 && each.scrollWidth > each.clientWidth + 1)
        .map(each => each.textContent?.slice(0, 80)),
    )
  expect(await cutOff()).toEqual([])
})
