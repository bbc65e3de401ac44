/**
 * Planning in a browser with the pointer: free time is chosen by dragging, bars are moved and resized, in a timeline
 * and in a calendar; rejected changes are reverted.
 */
import {readFileSync} from 'node:fs'
import type {Browser, Locator, Page} from 'playwright-core'
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {launchBrowser} from '../kit/browser.ts'
import {answered, judgingVisitor, looksAt, wrongWith} from '../kit/browser-judge.ts'
import {emailOf, Life, Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'

const rooms = readFileSync('apps/rooms/app.md', 'utf8')

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const at = (time: string) => `2026-03-11T${time}:00+01:00`

interface Drag {
  readonly x?: number
  readonly y?: number
  /** The start, from the left, or from the right if negative. */
  readonly at?: number
  /** The start, from the top, if it is not the middle. */
  readonly down?: number
}

/** By some pixels, from the middle of an element. */
async function drag(page: Page, from: Locator, by: Drag) {
  const box = await from.boundingBox()
  if (!box) throw new Error('it is not shown')
  const at = by.at ?? box.width / 2
  const [x, y] = [box.x + (at < 0 ? box.width + at : at), box.y + (by.down ?? box.height / 2)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (by.x ?? 0) / 2, y + (by.y ?? 0) / 2, {steps: 3})
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), {steps: 3})
  await page.mouse.up()
}

it('bookings are created, moved and resized in a timeline and in a calendar, and reverted when the room is taken', async () => {
  const life = await Life.begin({document: rooms, assets, browser, javaScriptEnabled: true})
  await life.add('Ada Byron', 'Employee')
  const ada = (await findByEmail(life.fixture.engine, emailOf('Ada')))?.id ?? ''
  const building = await life.make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
  const elbe = await life.make('Room', {name: 'Elbe', building, seats: 8})
  const isar = await life.make('Room', {name: 'Isar', building, seats: 8})
  const booked = {people: 2, status: 'confirmed', person: ada}
  await life.make('Booking', {...booked, room: elbe, title: 'Standup', starts: at('09:00'), ends: at('10:00')})
  await life.make('Booking', {...booked, room: isar, title: 'Review', starts: at('11:00'), ends: at('12:00')})
  const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}})
  onTestFinished(() => v.context.close())
  const {page} = v
  const person = new Person('Ada Byron', v, life.url)
  await person.goTo('/sign-in')
  await person.signIn()

  // The timeline by the hour: an hour is as wide as its head.
  await person.goTo('/?on=2026-03-11')
  await answered(page)
  const bar = (name: RegExp) => page.getByRole('main').getByRole('link', {name}).filter({visible: true})
  const hour = (await page.getByRole('columnheader', {name: '13:00'}).boundingBox())?.width ?? 0
  await drag(page, bar(/^Elbe, Standup/), {x: 3 * hour})
  await page.getByText('You moved the booking from Wed 11 Mar, 09:00–10:00 to 12:00–13:00.').first().waitFor()
  await bar(/^Elbe, Standup, .*12:00–13:00/).waitFor()
  await drag(page, bar(/^Elbe, Standup/), {at: -3, x: hour})
  await bar(/^Elbe, Standup, .*12:00–14:00/).waitFor()

  // The time is taken: it is reverted, and the page explains why.
  const [top, below] = await Promise.all([bar(/^Elbe, Standup/).boundingBox(), bar(/^Isar, Review/).boundingBox()])
  await drag(page, bar(/^Elbe, Standup/), {x: -hour, y: (below?.y ?? 0) - (top?.y ?? 0)})
  await page.getByRole('alert').getByText('Isar is already booked at this time.').waitFor()
  await bar(/^Elbe, Standup, .*12:00–14:00/).waitFor()
  await answered(page)

  // Free time is offered as a booking.
  await drag(page, page.getByRole('row', {name: /^Isar/}), {at: 300 + 8.5 * hour, x: 1.4 * hour})
  const offer = page.getByRole('dialog', {name: 'Book a room'})
  await offer.getByText('Isar').waitFor()
  expect(await wrongWith(v, looksAt(0))).toEqual([])
  await offer.getByRole('link', {name: 'Book a room'}).click()
  await person.heading('Book a room')
  expect(await person.field('Start').inputValue()).toMatch(/^2026-03-11T1\d:\d\d$/)

  // A time that overlaps another booking says so, in full.
  await person.goTo(`/bookings/new?room=${isar}&starts=2026-03-11T11:15&ends=2026-03-11T12:15`)
  const clash = page.getByTitle('11:15–12:15 Already booked')
  await clash.waitFor()
  expect(await clash.evaluate(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)).toBe(0)

  // The calendar of a week, by the hour.
  await person.goTo('/calendar?view=week&on=2026-03-11')
  await answered(page)
  await drag(page, bar(/Review, Isar/), {y: 104})
  await bar(/Review, Isar, .*13:00–14:00/).waitFor()
  await drag(page, page.getByRole('list', {name: /11 March/}).locator('..'), {at: 10, down: 20, y: 60})
  await page.getByRole('dialog', {name: 'Book a room'}).getByText(/hr/).waitFor()
  await page.keyboard.press('Escape')

  // And of a month, by the day.
  await person.goTo('/calendar?view=month&on=2026-03-11')
  await answered(page)
  const day = (await page.getByRole('columnheader').first().boundingBox())?.width ?? 0
  await drag(page, bar(/Review, Isar/), {x: day})
  await bar(/Review, Isar, 12 Mar.*13:00–14:00/).waitFor()
  expect(await wrongWith(v, looksAt(1))).toEqual([])
})
