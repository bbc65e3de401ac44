/**
 * The life of a weekly meeting, with or without JavaScript, on either database: booked as a series, one taken date gets
 * another room, one is moved, one is cancelled, and the series ends. A second series skips taken dates.
 */
import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {sharedBrowser} from './browser.ts'
import {emailOf, Life, type LifeMode, lived, type Person} from './browser-life.ts'
import {kept} from './kept.ts'

const rooms = readFileSync('apps/rooms/app.md', 'utf8')

const wednesdays = ['2026-03-11', '2026-03-18', '2026-03-25', '2026-04-01']

/** The bookings listed on the page of a series: room, date and state. */
async function meetings({page}: Person, ...expected: readonly string[]): Promise<void> {
  const rows = page.getByRole('main').getByRole('table').locator('tbody').getByRole('row')
  await expect
    .poll(async () => {
      const texts = await rows.allInnerTexts()
      return texts.flatMap(text => {
        const [room = '', day = '', state = ''] =
          /Elbe|Isar/.exec(text)?.concat(/\d+ (?:Mar|Apr)/.exec(text) ?? '', /Confirmed|Cancelled/.exec(text) ?? '') ??
          []
        return room === '' ? [] : [`${day} ${room} ${state}`]
      })
    })
    .toEqual(expected)
}

/** Fills in a series and tries to book it. */
async function wants(person: Person, title: string): Promise<void> {
  await person.goTo('/series/new')
  await person.choose('Room', 'Elbe')
  await person.fill({
    Title: title,
    'First date': '2026-03-11',
    'Last date': '2026-04-01',
    'Start time': '10:00',
    'End time': '11:00',
  })
}

/** Waits for the page of the booking: the page of the series has a link “Edit”, too. */
async function opens({page}: Person, day: string): Promise<void> {
  await page.getByRole('main').getByRole('row', {name: day}).getByRole('link').first().click()
  await page.waitForURL(/\/bookings\/\d+/)
  await page.locator('main:not([aria-busy])').waitFor()
}

export function livesOfAMeeting(lives: readonly LifeMode[]): void {
  it.each(lived(lives))(
    'a weekly meeting is booked around a taken date, moved, cancelled and ended, $mode JavaScript on $store.name',
    async ({store, script}) => {
      const [assets, browser] = [await kept('app-assets'), await sharedBrowser()]
      const life = await Life.begin({document: rooms, assets, browser, javaScriptEnabled: script, store})
      for (const name of ['Ada Byron', 'Ben Okri']) await life.add(name, 'Employee')
      const ben = (await findByEmail(life.fixture.engine, emailOf('Ben')))?.id ?? ''
      const building = await life.make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
      const elbe = await life.make('Room', {name: 'Elbe', building, seats: 8})
      await life.make('Room', {name: 'Isar', building, seats: 8})
      for (const day of wednesdays) await life.make('Day', {day})
      const taken = {starts: '2026-03-18T10:30:00+01:00', ends: '2026-03-18T11:30:00+01:00'}
      await life.make('Booking', {
        ...taken,
        room: elbe,
        title: 'Fire drill',
        people: 2,
        person: ben,
        status: 'confirmed',
      })

      // Before booking, the form lists the dates, shows which one is taken, and offers alternatives.
      const ada = await life.signedIn('Ada Byron')
      await wants(ada, 'Team weekly')
      if (!script) await ada.press('Check')
      await ada.sees('4 dates, 1 taken')
      await ada.sees(/Elbe is already booked on Wed 18 Mar/)
      await ada.sees('Skip dates when the room is booked')
      if (script) await ada.press('Alternative room: Isar')
      else {
        await ada.press('Book all dates')
        await ada.sees(/Elbe is already booked on Wed 18 Mar/)
        await ada.choose('Alternative room', 'Isar')
      }
      await ada.press('Book all dates')
      await ada.heading('Team weekly')
      await ada.hasState('Active')
      const series = ada.page.url()
      await ada.goTo(series)
      await meetings(
        ada,
        '11 Mar Elbe Confirmed',
        '18 Mar Isar Confirmed',
        '25 Mar Elbe Confirmed',
        '1 Apr Elbe Confirmed',
      )

      // One is moved: onto the other booking it is rejected, to the next day it is accepted.
      await opens(ada, '25 Mar')
      await ada.follow('Edit')
      await ada.fill({Start: '2026-03-18T11:00', End: '2026-03-18T12:00'})
      // With JavaScript the form shows the problem before it is sent.
      if (!script) await ada.press('Save')
      await ada.sees(/Elbe is already booked at this time/)
      await ada.fill({Start: '2026-03-26T14:00', End: '2026-03-26T15:00'})
      await ada.press('Save')
      await ada.sees(/26 Mar.*14:00/)

      // One is cancelled, and its room becomes free: a second series skips only the remaining bookings.
      await ada.goTo(series)
      await opens(ada, '1 Apr')
      await ada.press('Cancel booking')
      await ada.hasState('Cancelled')
      const other = await life.signedIn('Ben Okri')
      await wants(other, 'Choir')
      await other.tick('Skip dates when the room is booked')
      if (!script) await other.press('Check')
      await other.sees('4 dates, 2 taken')
      await other.press('Book all dates')
      await other.heading('Choir')
      await meetings(other, '25 Mar Elbe Confirmed', '1 Apr Elbe Confirmed')

      // The series ends, and its future bookings with it.
      await ada.goTo(series)
      await ada.act('End recurring booking', {Message: 'We meet in the café from now on.'})
      await ada.hasState('Ended early')
      await ada.goTo(series)
      await meetings(
        ada,
        '11 Mar Elbe Cancelled',
        '18 Mar Isar Cancelled',
        '26 Mar Elbe Cancelled',
        '1 Apr Elbe Cancelled',
      )
      await other.goTo('/mine')
      await meetings(other, '18 Mar Elbe Confirmed', '25 Mar Elbe Confirmed', '1 Apr Elbe Confirmed')
    },
  )
}
