/** The rooms of the rooms product as a gallery: filters, pictures, keyboard, a phone, and without JavaScript. */

import {readFileSync} from 'node:fs'
import type {Browser, Page} from 'playwright-core'
import {beforeAll, expect, it, onTestFinished} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {answered, judgingVisitor, looksAt, settled, wrongWith} from '../kit/browser-judge.ts'
import {Life, Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'

const document = readFileSync('apps/rooms/app.md', 'utf8')

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

async function house(javaScriptEnabled: boolean): Promise<Life> {
  const life = await Life.begin({document, assets, browser, javaScriptEnabled})
  await life.add('Lea Ort', 'Employee')
  const building = await life.make('Building', {name: 'Harbour House', address: 'Am Hafen 1'})
  for (const [name, seats] of Object.entries({Alster: 6, Elbe: 8, Lighthouse: 12}))
    await life.make('Room', {name, building, seats, colour: 'teal'})
  return life
}

/** Beside those of other lists, such as times to be free in. */
const cardsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({has: page.getByRole('heading')})

it('is filtered in place; a whole card leads to its room, and its button to the booking', async () => {
  const life = await house(true)
  const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}})
  onTestFinished(() => v.context.close())
  const lea = new Person('Lea Ort', v, life.url)
  const {page} = lea
  await lea.enter()
  await lea.goTo('/rooms')
  await answered(page)
  const cards = cardsOf(page)
  expect(await cards.count()).toBe(3)
  expect(await wrongWith(v, looksAt(3))).toEqual([])
  await lea.goTo('/rooms?seats.from=7')
  expect(await cards.count()).toBe(2)
  await page.getByRole('button', {name: 'Remove Seats'}).click()
  await expect.poll(() => cards.count()).toBe(3)
  await page.getByRole('link', {name: 'Book: Elbe'}).click()
  await lea.heading('Book a room')
  await page.goBack()
  // Beside the title, too.
  await cards.filter({hasText: 'Elbe'}).click({position: {x: 30, y: 30}})
  await lea.heading('Elbe')
})

it('on a phone it has two columns and does not scroll sideways', async () => {
  const life = await house(true)
  const v = await judgingVisitor(browser, {viewport: {width: 390, height: 844}, hasTouch: true})
  onTestFinished(() => v.context.close())
  const lea = new Person('Lea Ort', v, life.url)
  await lea.enter()
  await lea.goTo('/rooms')
  await settled(lea.page)
  expect(
    await wrongWith(v, [
      {scheme: 'light', phone: true},
      {scheme: 'dark', phone: true},
    ]),
  ).toEqual([])
  expect(await lea.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  const [first, second] = await Promise.all([0, 1].map(at => cardsOf(lea.page).nth(at).boundingBox()))
  expect(first?.y).toBe(second?.y)
})

it('without JavaScript it is searched and filtered by a form', async () => {
  const life = await house(false)
  const lea = await life.signedIn('Lea Ort')
  await lea.goTo('/rooms')
  const {page} = lea
  await page.getByLabel('Seats, from').fill('7')
  await page.getByRole('button', {name: 'Apply filters'}).click()
  const cards = cardsOf(page)
  expect(await cards.getByRole('heading').allTextContents()).toEqual(['Elbe', 'Lighthouse'])
  await page.getByRole('link', {name: 'Elbe', exact: true}).click()
  await lea.heading('Elbe')
})
