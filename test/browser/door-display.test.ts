/**
 * The display at the door of a room, in a browser: it fits its tablet whatever the title of a meeting, is available in
 * German, and follows the clock without interaction.
 */
import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {beforeAll, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {emailOf, Life} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'

const rooms = readFileSync('apps/rooms/app.md', 'utf8')

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

const at = (time: string) => `2026-03-10T${time}:00+01:00`
const long = 'Quarterly planning with everyone who has ever worked on the harbour extension and their advisers'

it('R6: shows a room with long names on a tablet, in both orientations, without scrolling, and turns red when a meeting starts', async () => {
  const life = await Life.begin({document: rooms, assets, browser, javaScriptEnabled: true})
  await life.add('Ada Byron', 'Employee')
  const person = (await findByEmail(life.fixture.engine, emailOf('Ada')))?.id ?? ''
  const building = await life.make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
  const name = 'The large conference room beside the northern lighthouse'
  const room = await life.make('Room', {name, building, seats: 8})
  for (const [begin, end] of [
    ['10:30', '12:00'],
    ['13:00', '14:00'],
    ['14:00', '15:00'],
    ['15:00', '16:00'],
    ['16:00', '17:00'],
  ] as const)
    await life.make('Booking', {
      ...{room, title: long, people: 4, person, status: 'confirmed'},
      ...{starts: at(begin), ends: at(end)},
    })
  const {page, goTo} = await (async () => {
    const ada = await life.signedIn('Ada Byron')
    return {page: ada.page, goTo: (path: string) => ada.goTo(path)}
  })()
  const scrolled = () =>
    page.evaluate(() => {
      const {scrollHeight, scrollWidth, clientHeight, clientWidth} = document.documentElement
      return [scrollHeight > clientHeight, scrollWidth > clientWidth]
    })
  /**
   * In screen pixels: a letter of 5 mm is readable from three metres, and a tablet has about 6 pixels per millimetre.
   */
  const height = (text: string) =>
    page
      .getByRole('article')
      .getByText(text, {exact: true})
      .first()
      .evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
  for (const size of [
    {width: 1024, height: 600},
    {width: 800, height: 1280},
  ]) {
    await page.setViewportSize(size)
    await goTo(`/rooms/${room}/door`)
    await page.getByRole('heading', {level: 1, name}).waitFor()
    expect([size, await scrolled()]).toEqual([size, [false, false]])
    expect(await height('Free')).toBeGreaterThanOrEqual(90)
    expect(await page.getByRole('button').or(page.getByRole('link')).count()).toBe(0)
  }

  // On a phone, the times of the availability filter wrap.
  await page.setViewportSize({width: 390, height: 844})
  await goTo('/rooms')
  await page.getByRole('link', {name}).first().waitFor()
  expect((await scrolled())[1]).toBe(false)
  // What can be done with a booking is below its title and the bell, over the whole width.
  await goTo('/bookings/1001')
  const edit = await page.getByRole('link', {name: 'Edit', exact: true}).boundingBox()
  const bell = await page
    .getByRole('main')
    .getByRole('link', {name: /^Notifications/})
    .boundingBox()
  expect(edit && bell && [edit.y >= bell.y + bell.height, edit.x + edit.width]).toEqual([true, 390 - 16])
  await page.setViewportSize({width: 800, height: 1280})

  // A meeting starts: without interaction, the next refresh shows it.
  life.fixture.clock.now += 31 * 60_000
  await page.clock.install()
  await goTo(`/rooms/${room}/door`)
  await page.getByText('Busy', {exact: true}).waitFor()
  life.fixture.clock.now += 60 * 60_000 + 30 * 60_000
  await page.clock.fastForward('02:00')
  await page.getByText('Free', {exact: true}).waitFor()
  expect(await scrolled()).toEqual([false, false])
}, 60_000)
