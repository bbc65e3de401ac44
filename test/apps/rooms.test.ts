/** Room booking: no two bookings overlap in a room, however they are made; series, clock changes and system actions. */

import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {invitation} from '../../src/engine/feeds/feed-formats.ts'
import {notificationTexts} from '../../src/engine/links/notification-text.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {CalendarData} from '../../src/features/planning/calendar-data.ts'
import type {TimelineData} from '../../src/features/planning/timeline-data.ts'
import type {DisplayData, RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {Mail} from '../../src/mail/mailer.ts'
import type {GalleryData} from '../../src/screens/gallery/data.ts'
import type {InboxData} from '../../src/screens/inbox/data.ts'
import {notificationCourier} from '../../src/screens/notifications/mail.ts'
import {
  type Actor,
  deliverAll,
  documentGrants,
  type Engine,
  listNotifications,
  nobody,
  operator,
  runSystemActions,
} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {stores, storesOfStories} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'
import {tally} from './parallel.ts'

const document = readFileSync(new URL('../../apps/rooms/app.md', import.meta.url), 'utf8')
type Fields = Readonly<Record<string, Json>>

/** Tuesday, 10 March 2026, 10:00 in Berlin. */
async function office(address: string, more: {readonly mailsNotices?: boolean} = {}) {
  const open = () => engineOf({document, address, grants: documentGrants, rules: rulesOfDocument, ...more})
  const made = await open()
  const {engine} = made
  const make = async (entity: string, fields: Fields) => done(await engine.change(operator, [creating(entity, fields)]))
  const employee = async (name: string) => {
    const {id} = await make('User', {name, email: `${name.toLowerCase()}@example.com`, roles: ['Employee']})
    return {kind: 'person', id, name, roles: ['Employee']} as const
  }
  const building = await make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
  const room = await make('Room', {name: 'Elbe', building: building.id, seats: 8})
  const anywhere = {entity: 'Room', id: room.id}
  const held = () =>
    shown(engine, anywhere, 'count(Booking[room = this and status in ("planned", "waiting", "confirmed")])')
  return {...made, open, make, employee, building, room, held}
}

/** The form's one button: creates and books in one step. */
const book = (engine: Engine, who: Actor, fields: Fields) =>
  engine.change(who, [
    {...creating('Booking', {title: 'Meeting', ...fields}), perform: {action: 'book', inputs: new Map()}},
  ])

const at = (time: string, day = '2026-03-11') => `${day}T${time}:00+01:00`

describe.each(stores)('taking rooms, on $name', ({make: place}) => {
  it('gives the room to one of fifty parallel attempts, over two database connections, even if they only share one hour', async () => {
    const {engine, open, employee, room, held} = await office(await place(document))
    const engines = [engine, (await open()).engine] as const
    const people = await Promise.all(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'].map(employee))
    const attempts = Array.from({length: 50}, (_, index) => async () => {
      const who = people[index % 5] ?? operator
      // All of them contain the minutes from 9:40 to 10:00.
      const times = {
        starts: at(`09:${['00', '10', '20', '30', '40'][index % 5]}`),
        ends: at(`10:${index % 2 ? '00' : '30'}`),
      }
      const outcome = await book(engines[index % 2 ? 1 : 0], who, {room: room.id, ...times})
      return outcome.ok ? 'booked' : outcome.code
    })
    expect(await tally(attempts)).toEqual({booked: 1, ROOM_TAKEN: 49})
    expect(await held()).toBe('1')
  }, 120_000)

  it('gives the room to one of twenty parallel form posts', async () => {
    const {engine, employee, room, held} = await office(await place(document))
    const ann = await employee('Ann')
    const pages = pagesOf(engine)
    const fields = {room: room.id, title: 'Meeting', starts: '2026-03-11T09:00', ends: '2026-03-11T10:00', people: '2'}
    const attempts = Array.from({length: 20}, () => async () => {
      const {redirect, status} = await pages.post<unknown>(ann, '/bookings/new', {
        ...fields,
        private: 'no',
        _action: 'book',
      })
      if (redirect !== undefined) return 'booked'
      return status === 503 ? 'BUSY' : String(status)
    })
    expect(await tally(attempts)).toEqual({booked: 1, 409: 19})
    expect(await held()).toBe('1')
  }, 120_000)

  it('books a series at the same local time, skips closed days, and books all dates or none', async () => {
    const {engine, employee, make, room} = await office(await place(document))
    const [ann, ben] = [await employee('Ann'), await employee('Ben')]
    // Mondays; the clocks go forward on 29 March.
    for (const day of ['2026-03-16', '2026-03-23', '2026-03-30', '2026-04-13']) await make('Day', {day})
    await make('Day', {day: '2026-04-06', open: false, note: 'Easter Monday'})
    await make('Day', {day: '2026-03-17'})
    const plan = {
      room: room.id,
      title: 'Weekly',
      first_day: '2026-03-16',
      last_day: '2026-04-13',
      begins: '10:00',
      finishes: '11:00',
    }
    const bookAll = (fields: Fields) =>
      engine.change(ann, [
        {...creating('Series', {...plan, ...fields}), perform: {action: 'book_all', inputs: new Map()}},
      ])
    const series = done(await bookAll({}))
    expect(await shown(engine, series, 'meetings')).toBe('4')
    expect(await shown(engine, series, 'count(bookings[starts = @"2026-03-23T09:00:00Z"])')).toBe('1')
    expect(await shown(engine, series, 'count(bookings[starts = @"2026-03-30T08:00:00Z"])')).toBe('1')
    // Nothing is tentative until the system's next check.
    expect(await shown(engine, series, 'count(bookings[status = "confirmed"])')).toBe('4')
    expect((await runSystemActions(engine)).refused).toEqual([])

    // Every other week from the 23rd: the 23rd is taken, so the 6th is not booked either.
    expect(refusals(await bookAll({first_day: '2026-03-23', begins: '10:30', every_weeks: 2}))).toEqual([
      'SERIES_TAKEN',
    ])
    expect(await shown(engine, series, 'count(Booking)')).toBe('4')
    const second = done(await bookAll({first_day: '2026-03-23', begins: '11:00', finishes: '12:00', every_weeks: 2}))
    expect(await shown(engine, second, 'meetings')).toBe('1')
    expect(refusals(await act(engine, ben, series, 'stop'))).toEqual(['FORBIDDEN'])
    done(await act(engine, ann, series, 'stop'))
    expect(await shown(engine, series, 'meetings')).toBe('0')
    done(await book(engine, ben, {room: room.id, starts: '2026-03-16T09:00:00Z', ends: '2026-03-16T10:00:00Z'}))
  })
})

describe.each(storesOfStories)('rooms on $name', ({make: place}) => {
  it('fills every hour once if fifty people want ten of them; adjacent bookings do not conflict', async () => {
    const {engine, employee, room, held} = await office(await place(document))
    const people = await Promise.all(['Ann', 'Ben', 'Cleo'].map(employee))
    const hour = (index: number) => String(8 + (index % 10)).padStart(2, '0')
    const attempts = Array.from({length: 50}, (_, index) => async () => {
      const times = {starts: at(`${hour(index)}:00`), ends: at(`${hour(index)}:59`)}
      const outcome = await book(engine, people[index % 3] ?? operator, {room: room.id, ...times})
      return outcome.ok ? 'booked' : outcome.code
    })
    // A fast person may have reached the maximum number of bookings.
    const {booked, ROOM_TAKEN: taken = 0, TOO_MANY_BOOKINGS: many = 0} = await tally(attempts)
    expect([booked, taken + many]).toEqual([10, 40])
    expect(await held()).toBe('10')
    const free = {room: room.id, starts: at('18:00'), ends: at('18:30')}
    done(await book(engine, await employee('Dora'), free))
    done(await book(engine, await employee('Emil'), {...free, starts: at('18:30'), ends: at('19:00')}))
  }, 120_000)

  it('shows rule violations while a person types, including rules that apply on booking', async () => {
    const {engine, employee, room} = await office(await place(document))
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const hints = async (day: string) => {
      const times = {starts: `${day}T11:00`, ends: `${day}T12:00`}
      const typed = {room: room.id, title: 'Meeting', people: '2', private: 'no', ...times, _action: '_preview'}
      return (await pages.post<FormScreenData>(ann, '/bookings/new', typed)).data.hints?.problems.map(
        ({message}) => message,
      )
    }
    expect(await hints('2026-03-12')).toEqual([])
    expect(await hints('2026-03-09')).toEqual(['This time is in the past.'])
    expect(await hints('2026-07-01')).toEqual(['Rooms can be booked up to 90 days in advance.'])
  })

  it('reports all problems of a booking at once, each at its field', async () => {
    const {engine, employee, make, room} = await office(await place(document))
    const ann = await employee('Ann')
    await make('Day', {day: '2026-03-12', open: false, note: 'Company outing'})
    const wrong = await book(engine, ann, {
      ...{room: room.id, people: 9},
      ...{starts: at('06:00', '2026-03-12'), ends: at('17:00', '2026-03-12')},
    })
    expect(refusals(wrong)).toEqual([
      'ends: TOO_LONG_BOOKING',
      'starts: BUILDING_CLOSED',
      'starts: DAY_CLOSED',
      'people: TOO_FEW_SEATS',
    ])
    const over = {room: room.id, starts: at('08:00', '2026-03-10'), ends: at('09:00', '2026-03-10')}
    expect(refusals(await book(engine, ann, over))).toEqual(['IN_THE_PAST'])
    // Ninety days ahead is 8 June, 11:00 in summer time.
    const far = {room: room.id, starts: '2026-06-08T11:01:00+02:00', ends: '2026-06-08T12:00:00+02:00'}
    expect(refusals(await book(engine, ann, far))).toEqual(['TOO_FAR_AHEAD'])
    done(await book(engine, ann, {...far, starts: '2026-06-08T11:00:00+02:00'}))
  })

  it('limits everyone to eight future bookings of their own', async () => {
    const {engine, employee, room} = await office(await place(document))
    const ann = await employee('Ann')
    const one = (hour: number) => book(engine, ann, {room: room.id, starts: at(`${hour}:00`), ends: at(`${hour}:30`)})
    for (const hour of [10, 11, 12, 13, 14, 15, 16]) done(await one(hour))
    const last = done(await one(17))
    expect(refusals(await one(18))).toEqual(['TOO_MANY_BOOKINGS'])
    done(await act(engine, ann, last, 'cancel'))
    done(await one(18))
  })

  it('R1: finds rooms that are free at a time with enough seats, and keeps the query in the address', async () => {
    const {engine, make, employee, building, room} = await office(await place(document))
    const ann = await employee('Ann')
    await make('Room', {name: 'Alster', building: building.id, seats: 4})
    await make('Room', {name: 'Saal', building: building.id, seats: 40, active: false})
    done(await book(engine, ann, {room: room.id, starts: at('14:00'), ends: at('15:00')}))
    const cancelled = done(await book(engine, ann, {room: room.id, starts: at('09:00'), ends: at('10:00')}))
    done(await act(engine, ann, cancelled, 'cancel'))
    const pages = pagesOf(engine)
    const free = async (query: string) => {
      const {data} = await pages.get<GalleryData>(ann, `/rooms?${query}`)
      const [{value = '', control = ''} = {}] = data.filterBar.filters
      return [data.cards.map(({name}) => name).join(' '), control, value]
    }
    expect((await free(''))[0]).toBe('Alster Elbe')
    // As sent by the form without JavaScript, in the time zone of the office.
    const asked = 'free.from=2026-03-11T14:30&free.to=2026-03-11T15:30'
    expect(await free(asked)).toEqual(['Alster', 'times', '2026-03-11T13:30:00Z..2026-03-11T14:30:00Z'])
    expect((await free('free=2026-03-11T13:30:00Z..2026-03-11T14:30:00Z&seats.from=5'))[0]).toBe('')
    expect((await free('free=2026-03-11T14:00:00Z..2026-03-11T15:00:00Z'))[0]).toBe('Alster Elbe')
    // A start alone is the hour from there; so is an end that the start has passed.
    const hour = ['Alster', 'times', '2026-03-11T13:10:00Z..2026-03-11T14:10:00Z']
    expect(await free('free.from=2026-03-11T14:10')).toEqual(hour)
    expect(await free('free.from=2026-03-11T14:10&free.to=2026-03-11T11:00')).toEqual(hour)
    // Cancelled bookings take no time.
    expect((await free('free.from=2026-03-11T09:10&free.to=2026-03-11T09:20'))[0]).toBe('Alster Elbe')
    expect((await free('free.from=whenever'))[0]).toBe('Alster Elbe')
    // Before the building opens, until after it closes, over night, on a closed day, on a holiday and in a closure.
    const mill = await make('Building', {name: 'Old Mill', address: 'Mühlenweg 3', opens: '06:00', closes: '22:00'})
    await make('Room', {name: 'Weir', building: mill.id, seats: 4})
    await make('Day', {day: '2026-03-14', open: false})
    await make('Holiday', {building: building.id, day: '2026-03-16', name: 'Founders’ Day'})
    await make('Closure', {name: 'Painting', building: mill.id, first_day: '2026-03-17', last_day: '2026-03-18'})
    await make('Closure', {name: 'Company retreat', first_day: '2026-03-19', last_day: '2026-03-20'})
    const at10 = (day: string) => free(`free.from=2026-03-${day}T10:00&free.to=2026-03-${day}T11:00`)
    expect((await free('free.from=2026-03-11T06:30&free.to=2026-03-11T07:30'))[0]).toBe('Weir')
    expect((await free('free.from=2026-03-11T19:30&free.to=2026-03-11T20:30'))[0]).toBe('Weir')
    expect((await free('free.from=2026-03-11T21:30&free.to=2026-03-12T06:30'))[0]).toBe('')
    const found = await Promise.all(['12', '14', '16', '17', '18', '19', '20'].map(at10))
    expect(found.map(([names]) => names)).toEqual([
      'Alster Elbe Weir',
      '',
      'Weir',
      'Alster Elbe',
      'Alster Elbe',
      '',
      '',
    ])
  })

  it('R2, R3: rejects a conflict, skips the taken dates of a series, and repeats on weekdays and by month', async () => {
    const {engine, make, employee, room} = await office(await place(document))
    const ann = await employee('Ann')
    done(await book(engine, ann, {room: room.id, starts: at('10:00', '2026-03-18'), ends: at('11:00', '2026-03-18')}))
    const again = await book(engine, ann, {
      room: room.id,
      starts: at('10:30', '2026-03-18'),
      ends: at('11:30', '2026-03-18'),
      people: 5,
    })
    expect(refusals(again)).toEqual(['room: ROOM_TAKEN'])
    for (let day = 11; day <= 31; day++) {
      const date = `2026-03-${day}`
      await make('Day', {day: date, open: ![0, 6].includes(new Date(date).getUTCDay())})
    }
    const bookAll = (fields: Fields) => {
      const plan = {room: room.id, title: 'Weekly', first_day: '2026-03-11', last_day: '2026-03-31'}
      const series = {...plan, begins: '10:30', finishes: '11:30', ...fields}
      return engine.change(ann, [{...creating('Series', series), perform: {action: 'book_all', inputs: new Map()}}])
    }
    const refused = await bookAll({})
    expect(refusals(refused)).toEqual(['SERIES_TAKEN'])
    expect(JSON.stringify(refused)).toMatch(/"taken_on":"[^"]*18 Mar/)
    const skipping = done(await bookAll({skip_taken: true}))
    // Three Wednesdays, of which the second is taken.
    expect(await shown(engine, skipping, 'meetings')).toBe('2')
    const daily = {repeats: 'weekdays', begins: '16:00', finishes: '16:30', last_day: '2026-03-20'}
    expect(await shown(engine, done(await bookAll(daily)), 'meetings')).toBe('8')
    const monthly = {repeats: 'monthly', begins: '17:00', finishes: '17:30'}
    expect(await shown(engine, done(await bookAll(monthly)), 'meetings')).toBe('1')
  })

  it('R2: shows the dates of a series before booking, marks taken ones, and offers alternatives', async () => {
    const {engine, clock, employee, make, building, room} = await office(await place())
    const [ann, ben, pages] = [await employee('Ann'), await employee('Ben'), pagesOf(engine)]
    const isar = await make('Room', {name: 'Isar', building: building.id, seats: 8})
    // Too small, and with approval: neither is suitable.
    await make('Room', {name: 'Alster', building: building.id, seats: 2})
    const kim = await make('User', {name: 'Kim', email: 'kim@example.com', roles: ['Employee']})
    await make('Room', {name: 'Oder', building: building.id, seats: 8, needs_approval: true, keeper: kim.id})
    for (const day of ['2026-03-16', '2026-03-23', '2026-03-30']) await make('Day', {day})
    const taken = {room: room.id, starts: '2026-03-23T09:30:00Z', ends: '2026-03-23T10:30:00Z'}
    done(await book(engine, ben, taken))
    const typed = {
      ...{room: room.id, title: 'Weekly', first_day: '2026-03-16', last_day: '2026-03-30', begins: '10:00'},
      ...{finishes: '11:00', repeats: 'weekly', every_weeks: '1', people: '4', skip_taken: 'no', other_room: ''},
    }
    const summaryOf = async (more: Readonly<Record<string, string>>) => {
      const sent = {...typed, ...more, _action: '_preview'}
      return (await pages.post<FormScreenData>(ann, '/series/new', sent)).data.hints?.summary
    }
    const summary = await summaryOf({})
    expect(summary?.series).toMatchObject({label: 'Dates', count: '3 dates, 1 taken', more: null})
    expect(summary?.series?.dates.map(({text, taken: mark}) => [text, mark])).toEqual([
      ['Mon 16 Mar', ''],
      ['Mon 23 Mar', 'Taken'],
      ['Mon 30 Mar', ''],
    ])
    const [check] = summary?.checks ?? []
    expect([check?.outcome, check?.text]).toEqual([
      'blocks',
      expect.stringContaining('Elbe is already booked on Mon 23 Mar'),
    ])
    expect(check?.fixes).toEqual([
      {label: 'End on Mon 16 Mar', values: {first_day: '2026-03-16', last_day: '2026-03-16'}},
      {label: 'Skip dates when the room is booked', values: {skip_taken: 'yes'}},
      {label: 'Alternative room: Isar', values: {other_room: isar.id}},
      {label: 'Use Isar instead', values: {room: isar.id}},
    ])
    const fixed = await summaryOf({other_room: isar.id})
    expect(fixed?.checks.filter(({outcome}) => outcome === 'blocks')).toEqual([])
    // The effect on that date is shown once it is decided.
    const markIn = (shownSummary: typeof summary) => shownSummary?.series?.dates[1]?.taken
    expect(markIn(fixed)).toBe('Alternative room')
    expect(markIn(await summaryOf({skip_taken: 'yes'}))).toBe('Skipped')

    // A series on Mondays that begins later still begins on one of its Mondays.
    const late = await summaryOf({first_day: '2026-03-09', room: isar.id})
    expect(late?.checks.filter(({outcome}) => outcome === 'blocks').map(({fixes}) => fixes[0]?.label)).toEqual([
      'Start on Mon 16 Mar',
    ])

    // Without JavaScript, the returned form shows the same.
    const checked = await pages.post<FormScreenData>(ann, '/series/new', {...typed, _action: '_check'})
    expect(checked.data.hints?.summary?.series?.count).toBe('3 dates, 1 taken')
    const refused = await pages.post<FormScreenData>(ann, '/series/new', {...typed, _action: 'book_all'})
    expect([refused.status, refused.data.hints?.summary?.checks[0]?.fixes.length]).toEqual([409, 4])

    const booked = await pages.post<FormScreenData>(ann, '/series/new', {
      ...{...typed, other_room: isar.id},
      _action: 'book_all',
    })
    expect(booked.redirect).toMatch(/^\/series\/\d+$/)
    const anywhere = {entity: 'Room', id: isar.id}
    expect(await shown(engine, anywhere, 'count(Booking[series != null and room.name = "Elbe"])')).toBe('2')
    expect(await shown(engine, anywhere, 'Booking[series != null and room.name = "Isar"][1].starts')).toContain('23')

    // A booking names the rooms that are suitable.
    const one = {...{room: room.id, title: 'Talk', starts: '2026-03-23T11:05', ends: '2026-03-23T11:20'}, people: '4'}
    const form = await pages.post<FormScreenData>(ann, '/bookings/new', {...one, private: 'no', _action: '_preview'})
    expect(form.data.hints?.summary?.checks[0]?.fixes.map(({label}) => label)).toEqual([
      'Move to 11:30–11:45',
      'Use Isar instead',
      'Use Oder instead',
    ])

    // Where the room is also too small, no room is named that is free but too small, or large enough but taken.
    await make('Room', {name: 'Saale', building: building.id, seats: 20})
    const many = await pages.post<FormScreenData>(ann, '/bookings/new', {
      ...{...one, people: '9', private: 'no'},
      _action: '_preview',
    })
    const fixes = (many.data.hints?.summary?.checks ?? []).filter(({outcome}) => outcome === 'blocks')
    expect(fixes.map(check => check.fixes.map(({label}) => label))).toEqual([
      ['Move to 11:30–11:45', 'Use Saale instead'],
      ['Use Saale instead'],
    ])

    // After its last date the series is ended.
    const state = () => shown(engine, anywhere, 'Series[1].status')
    expect(await state()).toBe('running')
    clock.now = Date.parse('2026-03-31T06:00:00Z')
    await runSystemActions(engine)
    expect(await state()).toBe('ended')
  })

  it('R3: shows the day of the chosen room on the form: taken and free times, and a free time instead of a taken one', async () => {
    const {engine, employee, room, make, building} = await office(await place())
    const [ann, ben, pages] = [await employee('Ann'), await employee('Ben'), pagesOf(engine)]
    const isar = await make('Room', {name: 'Isar', building: building.id, seats: 8})
    const secret = {room: room.id, title: 'Payroll', private: true, starts: at('10:30'), ends: at('11:30')}
    done(await book(engine, ben, secret))
    const form = {room: room.id, title: 'Talk', people: '2', private: 'no'}
    const sent = async (values: Readonly<Record<string, string>>, action = '_preview') => {
      const reply = await pages.post<FormScreenData>(ann, '/bookings/new', {...form, ...values, _action: action})
      const day = reply.data.hints?.summary?.day
      return {reply, summary: reply.data.hints?.summary, day: day && 'date' in day ? day : null}
    }
    expect((await sent({room: ''})).summary?.day).toEqual({prompt: expect.stringMatching(/room/)})
    // Today until a time is chosen, from now on: it is 10:00.
    const today = (await sent({})).day
    expect([today?.label, today?.date, today?.free, today?.chosen]).toEqual([
      'Elbe',
      '2026-03-10',
      [{begins: 600, ends: 1200, text: 'Free 10:00–20:00'}],
      null,
    ])
    const fits = await sent({starts: '2026-03-11T09:00', ends: '2026-03-11T10:30'})
    expect([fits.summary?.amount, fits.summary?.dates]).toEqual([
      {number: '1.5', unit: 'hours'},
      expect.stringContaining('09:00'),
    ])
    expect(fits.day).toMatchObject({
      day: 'Wed 11 Mar',
      // The hours in which the building is open.
      hours: {first: 7, now: null},
      // A private title is not shown.
      taken: [{begins: 630, ends: 690, when: '10:30–11:30', text: 'Taken'}],
      free: [{text: 'Free 07:00–10:30'}, {text: 'Free 11:30–20:00'}],
      closed: [],
      chosen: {begins: 540, ends: 630, clashes: false},
      length: 90,
    })
    // A rejected form shows the day, the nearest free time and another room.
    const taken = {starts: '2026-03-11T11:00', ends: '2026-03-11T12:00'}
    for (const action of ['_preview', '_check', 'book']) {
      const {reply, day, summary} = await sent(taken, action)
      expect([action, reply.status, day?.chosen?.clashes]).toEqual([action, action === 'book' ? 409 : 200, true])
      expect(summary?.checks[0]).toMatchObject({
        text: 'Elbe is already booked at this time.',
        fixes: [
          {label: 'Move to 11:30–12:30', values: {starts: '2026-03-11T11:30', ends: '2026-03-11T12:30'}},
          {label: 'Use Isar instead'},
        ],
      })
    }
    // If no other room is free, none is offered.
    done(await book(engine, ben, {...secret, room: isar.id}))
    expect((await sent(taken)).summary?.checks[0]?.fixes.map(({label}) => label)).toEqual(['Move to 11:30–12:30'])
    // Outside the opening hours it is closed, and so is a whole day when the office is.
    const early = await sent({starts: '2026-03-11T05:30', ends: '2026-03-11T06:30'})
    expect(early.day?.closed).toEqual([{begins: 300, ends: 420, text: 'Closed'}])
    expect(early.day?.free[0]).toMatchObject({begins: 420})
    // Over midnight, a time of the same length is offered.
    const late = await sent({starts: '2026-03-11T22:30', ends: '2026-03-12T00:30'})
    expect(late.summary?.checks[0]?.fixes[0]?.label).toBe('Move to 18:00–20:00')
    await make('Day', {day: '2026-03-14', open: false})
    const saturday = await sent({starts: '2026-03-14T10:00', ends: '2026-03-14T11:00'})
    expect([saturday.day?.free, saturday.day?.closed]).toEqual([[], [{begins: 480, ends: 1080, text: 'Closed'}]])
    expect(saturday.summary?.blocked).not.toBeNull()
    // A booking is not in its own way.
    const own = done(await book(engine, ann, {room: room.id, title: 'Mine', starts: at('15:00'), ends: at('16:00')}))
    const number = await shown(engine, own, 'number')
    const edit = await pages.get<FormScreenData>(ann, `/bookings/${number}?edit`)
    const shownDay = edit.data.hints?.summary?.day
    expect(shownDay && 'date' in shownDay ? [shownDay.taken.length, shownDay.chosen?.clashes] : null).toEqual([
      1,
      false,
    ])
  })

  it('shows in the list of rooms which are free at the chosen time, with their seats, also without JavaScript', async () => {
    const {engine, employee, room, make, building} = await office(await place())
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const isar = await make('Room', {name: 'Isar', building: building.id, seats: 4})
    const aula = await make('Room', {name: 'Aula', building: building.id, seats: 90, needs_approval: true})
    done(await book(engine, ann, {room: room.id, starts: at('10:00'), ends: at('11:00')}))
    const notes = async (query: string, ids = [room.id, isar.id]) => {
      const {data} = await pages.get<FormScreenData>(ann, `/bookings/new${query}`)
      return ids.map(id => data.hints?.notes?.['room']?.[id])
    }
    expect(await notes('')).toEqual(['Seats 8, Harbour House', 'Seats 4, Harbour House'])
    const taken = '?starts=2026-03-11T10:30&ends=2026-03-11T11:30'
    expect(await notes(taken)).toEqual(['Taken, seats 8, Harbour House', 'Free, seats 4, Harbour House'])
    expect(await notes(taken, [aula.id])).toEqual(['Free, needs approval, seats 90, Harbour House'])
    expect(await pages.html(ann, `/bookings/new${taken}`)).toMatch(/<option[^>]*>Elbe – Taken, seats 8, Harbour House</)
  })

  it('lists rooms that are taken, too small or closed after those that can be booked', async () => {
    const {engine, employee, room, make, building} = await office(await place())
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const isar = await make('Room', {name: 'Isar', building: building.id, seats: 4})
    const aula = await make('Room', {name: 'Aula', building: building.id, seats: 90, needs_approval: true})
    const mill = await make('Building', {name: 'Old Mill', address: 'Mill Lane 1', opens: '12:00', closes: '18:00'})
    const weir = await make('Room', {name: 'Weir', building: mill.id, seats: 20})
    done(await book(engine, ann, {room: room.id, starts: at('10:00'), ends: at('11:00')}))
    const refused = async (path: string, more: Record<string, string>) => {
      const typed = {title: 'Retrospective', people: '2', ...more, _action: '_preview'}
      return (await pages.post<FormScreenData>(ann, path, typed)).data.hints?.refused?.['room'] ?? []
    }
    const time = {starts: '2026-03-11T10:30', ends: '2026-03-11T11:30'}
    expect(new Set(await refused('/bookings/new', time))).toEqual(new Set([room.id, weir.id]))
    expect(await refused('/bookings/new', {...time, people: '10'})).toHaveLength(3)
    expect(await refused('/bookings/new', {starts: '2026-03-11T14:00', ends: '2026-03-11T15:00'})).toEqual([])
    // A time in the past is nothing that another room would solve.
    expect(await refused('/bookings/new', {starts: '2026-03-01T14:00', ends: '2026-03-01T15:00'})).toEqual([])
    const html = await pages.html(ann, '/bookings/new?starts=2026-03-11T10:30&ends=2026-03-11T11:30')
    expect(html.indexOf('>Isar –')).toBeLessThan(html.indexOf('>Elbe –'))
    const series = (await pages.get<FormScreenData>(ann, '/series/new')).data.fields
    expect(series.find(({name}) => name === 'begins')?.until).toBe('finishes')
    const weekly = {first_day: '2026-03-11', last_day: '2026-03-25', begins: '10:00', finishes: '11:00'}
    const unfit = await refused('/series/new', {...weekly, repeats: 'weekly', people: '5', skip_taken: 'yes'})
    expect(new Set(unfit)).toEqual(new Set([isar.id, aula.id]))
  })

  it('proposes the next free quarter of an hour in the row of a room, never a past one', async () => {
    const {engine, clock, employee, room} = await office(await place())
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const proposed = async (path = '/') => {
      const {data} = await pages.get<TimelineData>(ann, path)
      const href = data.groups.flatMap(({rows}) => rows).find(({id}) => id === room.id)?.create ?? ''
      const query = new URL(href, 'http://x').searchParams
      return [query.get('starts'), query.get('ends')]
    }
    expect(await proposed()).toEqual(['2026-03-10T10:00', '2026-03-10T11:00'])
    clock.now = Date.parse(at('10:05', '2026-03-10'))
    done(await book(engine, ann, {room: room.id, starts: at('10:15', '2026-03-10'), ends: at('11:10', '2026-03-10')}))
    done(await book(engine, ann, {room: room.id, starts: at('11:45', '2026-03-10'), ends: at('13:00', '2026-03-10')}))
    expect(await proposed()).toEqual(['2026-03-10T11:15', '2026-03-10T11:45'])
    expect(await proposed('/?on=2026-03-12')).toEqual(['2026-03-12T09:00', '2026-03-12T10:00'])
    clock.now = Date.parse(at('19:20', '2026-03-10'))
    expect(await proposed()).toEqual(['2026-03-11T09:00', '2026-03-11T10:00'])
  })

  it('starts the form with an hour from the next full or half hour while the person’s building is open', async () => {
    const {engine, clock, make, building, employee} = await office(await place())
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const filledIn = async (who: Actor, path = '/bookings/new') => {
      const {data} = await pages.get<FormScreenData>(who, path)
      return ['starts', 'ends'].map(field => data.fields.find(({name}) => name === field)?.values[0])
    }
    const times = (day: string, ...hours: string[]) => hours.map(hour => `2026-03-${day}T${hour}`)
    expect(await filledIn(ann)).toEqual([undefined, undefined])
    for (let sweeps = 0; sweeps < 5; sweeps++) await runSystemActions(engine)
    expect(await filledIn(ann)).toEqual(times('10', '10:30', '11:30'))
    for (const [now, expected] of [
      ['10:40', times('10', '11:00', '12:00')],
      ['05:50', times('10', '09:00', '10:00')],
      ['07:10', times('10', '07:30', '08:30')],
      ['18:30', times('10', '19:00', '20:00')],
      ['18:40', times('11', '09:00', '10:00')],
      ['23:45', times('11', '09:00', '10:00')],
    ] as const) {
      clock.now = Date.parse(at(now, '2026-03-10'))
      expect(await filledIn(ann)).toEqual(expected)
    }
    // Her own building opens later, and is closed on Wednesday and Thursday.
    const mill = (await make('Building', {name: 'Old Mill', address: 'Mill Lane', opens: '11:00'})).id
    const bea = {...ann, ...(await make('User', {name: 'Bea', email: 'bea@example.com', building: mill}))}
    await make('Holiday', {building: mill, day: '2026-03-11', name: 'Mill Day'})
    await make('Closure', {name: 'Painting', first_day: '2026-03-12', last_day: '2026-03-12'})
    await make('Holiday', {building: building.id, day: '2026-03-13', name: 'Harbour Day'})
    expect(await filledIn(bea)).toEqual(times('13', '11:00', '12:00'))
    expect(await filledIn(ann, '/bookings/new?starts=2026-03-16T14:00&ends=2026-03-16T15:30')).toEqual(
      times('16', '14:00', '15:30'),
    )
  })

  it('notifies people who are invited, moved and cancelled in the words of the document, and lists the meeting among their bookings', async () => {
    const {engine, store, clock, employee, make, room} = await office(await place(), {mailsNotices: true})
    const [ann, ben] = [await employee('Ann'), await employee('Ben')]
    const [cleo, dan] = [await employee('Cleo'), await employee('Dan')]
    const pages = pagesOf(engine)
    const told = async (who: typeof ann) => {
      const texts = await engine.read(who, async reader =>
        notificationTexts(reader, await listNotifications(reader, who.id, {skip: 0, most: 10})),
      )
      return texts.map(each => each?.sentence)
    }
    const sent: string[] = []
    const entered: string[] = []
    const mailer = {
      send: async ({to, subject, calendar}: Mail) => {
        sent.push(`${to} ${subject}`)
        const text = calendar && invitation(calendar, {name: 'Rooms', email: 'rooms@example.com'})
        const [method, , sequence, start] =
          /METHOD:(\w+).*(SEQUENCE:(\d+)).*DTSTART:\d+T(\d{4})/s.exec(text ?? '')?.slice(1) ?? []
        if (text) entered.push(`${to} ${method} ${sequence} ${start}`)
      },
    }
    const entries = () => entered.splice(0).toSorted()
    const courier = notificationCourier({engine: () => engine, mailer, origin: () => 'https://rooms.example'})
    const mails = async () => {
      const delivery = {store, couriers: {notice: courier}, now: () => clock.now, random: () => 0}
      await deliverAll({
        ...delivery,
        failed: ({cause}) => {
          throw cause
        },
      })
      return sent.splice(0).toSorted()
    }
    const mine = async (who: Actor) => {
      const {records} = (await pages.get<ListData>(who, '/mine')).data
      return records.map(({cells}) => cells[1]?.text)
    }
    const fields = {room: room.id, title: 'Plan', private: true, starts: at('10:00'), ends: at('11:00')}
    const booked = done(await book(engine, ann, {...fields, invited: [ben.id, cleo.id]}))
    expect(await told(ben)).toEqual(['Ann invited you to Plan: Elbe, Wed 11 Mar, 10:00–11:00.'])
    // The person who books has a confirmation, too.
    const confirmed = 'Your booking is confirmed: Plan, Elbe, Wed 11 Mar, 10:00–11:00'
    expect([await told(ann), await told(dan)]).toEqual([[`${confirmed}.`], []])
    expect(await mails()).toEqual([
      `ann@example.com ${confirmed}`,
      'ben@example.com Ann invited you to Plan: Elbe, Wed 11 Mar, 10:00–11:00',
      'cleo@example.com Ann invited you to Plan: Elbe, Wed 11 Mar, 10:00–11:00',
    ])
    // Each mail enters the meeting into the calendar of its recipient, in universal time.
    expect(entries()).toEqual([
      'ann@example.com REQUEST 1 0900',
      'ben@example.com REQUEST 1 0900',
      'cleo@example.com REQUEST 1 0900',
    ])
    // It is private, but not for invited people.
    expect([await mine(ann), await mine(ben), await mine(dan)]).toEqual([['Plan'], ['Plan'], []])
    const number = await shown(engine, booked, 'number')
    expect(await pages.html(ben, `/bookings/${number}`)).toContain('Plan')
    expect(await pages.html(dan, `/bookings/${number}`)).not.toContain('Plan')
    const calendar = await pages.get<CalendarData>(ben, '/mine/calendar?view=month&on=2026-03-11')
    expect(calendar.data.items.map(({times}) => times)).toEqual(['10:00–11:00'])

    // Moved, with one colleague added and one removed: each is notified of their part.
    const change = {starts: at('14:00'), ends: at('15:00'), invited: [ben.id, dan.id]}
    const moved = done(await engine.change(ann, [updating('Booking', booked, change)]))
    expect((await told(ben))[0]).toBe('Plan was moved: Elbe, Wed 11 Mar, 14:00–15:00.')
    expect(await told(dan)).toEqual(['Ann invited you to Plan: Elbe, Wed 11 Mar, 14:00–15:00.'])
    expect((await told(cleo))[0]).toMatch(/^You are no longer invited/)
    expect((await told(ann))[0]).toBe('You moved Plan: Elbe, Wed 11 Mar, 14:00–15:00.')
    expect(await mails()).toContain('ben@example.com Plan was moved: Elbe, Wed 11 Mar, 14:00–15:00')
    // It is moved in the calendars, and removed from that of the person who is no longer invited.
    expect(entries()).toEqual([
      'ann@example.com REQUEST 2 1300',
      'ben@example.com REQUEST 2 1300',
      'cleo@example.com CANCEL 2 0900',
      'dan@example.com REQUEST 2 1300',
    ])
    // A change of neither time nor room sends no notification.
    const noted = done(await engine.change(ann, [updating('Booking', moved, {note: 'Bring figures.'})]))
    expect([(await told(ben)).length, (await told(dan)).length]).toEqual([2, 1])

    // Dan declines, and Ann is notified; then it is cancelled.
    const declined = done(await act(engine, dan, noted, 'decline'))
    expect(await mine(dan)).toEqual([])
    expect((await told(ann))[0]).toBe('Dan declined the invitation to “Plan” (Elbe, Wed 11 Mar, 14:00–15:00).')
    done(await act(engine, ann, declined, 'cancel'))
    expect((await told(ben))[0]).toBe('Plan was cancelled: Elbe, Wed 11 Mar, 14:00–15:00.')
    expect((await told(ann))[0]).toBe('Your booking was cancelled: Elbe, Wed 11 Mar, 14:00–15:00.')
    expect(await mails()).toContain('ben@example.com Plan was cancelled: Elbe, Wed 11 Mar, 14:00–15:00')
    expect(entries()).toEqual(
      expect.arrayContaining(['ann@example.com CANCEL 3 1300', 'ben@example.com CANCEL 3 1300']),
    )
    expect([(await told(dan)).length, await mine(ben)]).toEqual([1, []])

    // Every invited person has a seat, and people who have left cannot be invited.
    const small = await make('Room', {
      name: 'Buoy',
      building: (await make('Building', {name: 'Mill', address: 'Weg 3'})).id,
      seats: 2,
    })
    const full = await book(engine, ann, {...fields, room: small.id, invited: [ben.id, cleo.id]})
    expect(refusals(full)).toEqual(['people: TOO_FEW_SEATS'])
    const typed = {room: small.id, title: 'Plan', starts: '2026-03-12T10:00', ends: '2026-03-12T11:00', people: '2'}
    const form = new URLSearchParams({...typed, private: 'no', _action: '_preview'})
    for (const {id} of [ben, cleo]) form.append('invited', id)
    const preview = await pages.post<FormScreenData>(ann, '/bookings/new', form)
    expect(preview.data.hints?.problems.map(({message}) => message)).toEqual(['Buoy seats only 2.'])
    const gone = await make('User', {name: 'Gus', email: 'gus@example.com', roles: ['Employee'], active: false})
    expect(refusals(await book(engine, ann, {...fields, invited: [gone.id]}))).toEqual(['invited: NOT_OFFERED'])
  })

  it('supports the life of a weekly meeting with plain forms: one date taken, one moved, one cancelled, then ended', async () => {
    const {engine, employee, make, building, room} = await office(await place())
    const [ann, ben, pages] = [await employee('Ann'), await employee('Ben'), pagesOf(engine)]
    const isar = await make('Room', {name: 'Isar', building: building.id, seats: 8})
    for (const day of ['2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06']) await make('Day', {day})
    done(await book(engine, ben, {room: room.id, starts: '2026-03-23T09:00:00Z', ends: '2026-03-23T10:00:00Z'}))
    const form = {
      ...{room: room.id, title: 'Weekly', first_day: '2026-03-16', last_day: '2026-04-06', begins: '10:00'},
      ...{finishes: '11:00', repeats: 'weekly', every_weeks: '1', people: '4', skip_taken: 'no', other_room: ''},
    }
    const html = await pages.html(ann, '/series/new')
    expect(html).toContain('value="_check"')

    // It is rejected with the list of its dates and suggestions, and then booked in another room on that date.
    const refused = await pages.post<FormScreenData>(ann, '/series/new', {...form, _action: 'book_all'})
    expect([refused.status, refused.data.hints?.summary?.series?.count]).toEqual([409, '4 dates, 1 taken'])
    const booked = await pages.post(ann, '/series/new', {...form, other_room: isar.id, _action: 'book_all'})
    await runSystemActions(engine)
    const meetings = async () => {
      const {data} = await pages.get<TimelineData>(ann, '/?view=month&on=2026-03-16')
      return data.groups.flatMap(({rows}) => rows.flatMap(({name, bars}) => bars.map(bar => ({...bar, room: name}))))
    }
    const own = (await meetings()).filter(({movable}) => movable !== null)
    expect(own.map(({room: name, when}) => [name, when.slice(0, 6)])).toEqual([
      ['Elbe', '16 Mar'],
      ['Elbe', '30 Mar'],
      ['Isar', '23 Mar'],
    ])

    // The first is moved to the afternoon. The time of the other booking is taken: nothing changes, and the page
    // explains why.
    const [first, third] = own
    const move = (minutes: number, version = first?.movable ?? 0) =>
      pages.post<TimelineData>(ann, '/?view=month&on=2026-03-16', {
        ...{_action: 'move', _record: first?.id ?? '', _version: String(version), _edge: 'both'},
        _minutes: String(minutes),
      })
    const clash = await move(7 * 1440)
    expect([clash.status, clash.data.problems[0]?.message]).toEqual([409, 'Elbe is already booked at this time.'])
    expect((await move(240)).redirect).toBe('/?view=month&on=2026-03-16')
    const moved = (await meetings()).find(({id}) => id === first?.id)
    expect([moved?.when.includes('14:00'), moved?.movable]).toEqual([true, (first?.movable ?? 0) + 1])
    // Only Ann may move it.
    const stranger = {_record: moved?.id ?? '', _version: String(moved?.movable), _edge: 'both', _minutes: '60'}
    expect((await pages.post(ben, '/', {...stranger, _action: 'move'})).status).toBe(403)

    // One is cancelled; the room's own calendar shows the rest.
    const cancelled = await pages.post(ann, third?.href ?? '', {_action: 'cancel', _version: String(third?.movable)})
    expect(cancelled.redirect).toBe(third?.href)
    const calendar = await pages.get<CalendarData>(ann, `/rooms/${room.id}/calendar?view=month&on=2026-03-16`)
    expect(calendar.data.items.map(({times}) => times)).toEqual(['14:00–15:00', '10:00–11:00'])

    // The series ends, and all future bookings with it.
    const series = booked.redirect ?? ''
    const shownSeries = await pages.get<RecordData>(ann, series)
    const stop = shownSeries.data.actions.find(({name}) => name === 'stop')
    expect([stop?.tone, stop?.inputs.map(({name}) => name)]).toEqual(['danger', ['message']])
    await pages.post(ann, series, {_action: 'stop', _version: String(shownSeries.data.version)})
    await runSystemActions(engine)
    expect((await meetings()).filter(({movable}) => movable !== null)).toEqual([])
  })

  it('R6: has a door display: free or busy in one colour, until when, the next booking, and no controls', async () => {
    const {engine, employee, make, room} = await office(await place(document))
    const [ann, ben] = [await employee('Ann'), await employee('Ben')]
    const pages = pagesOf(engine)
    const door = `/rooms/${room.id}/door`
    const seen = async (who: Actor) => {
      const {screen, data} = await pages.get<DisplayData>(who, door)
      const texts = data.cells.map(({text}) => text)
      return {screen, tone: data.tone, texts, next: data.related.map(({records}) => records.map(({cells}) => cells))}
    }
    expect(await seen(ben)).toEqual({screen: 'display', tone: 'hue hue-green', texts: ['Free', '', ''], next: [[]]})

    const today = (time: string) => at(time, '2026-03-10')
    const secret = {room: room.id, title: 'Payroll', starts: today('10:00'), ends: today('11:00'), private: true}
    done(await book(engine, ann, secret))
    // The later one is booked first; cancelled ones are not next.
    for (const hour of [16, 14])
      done(
        await book(engine, ann, {
          room: room.id,
          title: `At ${hour}`,
          starts: today(`${hour}:00`),
          ends: today(`${hour}:30`),
        }),
      )
    const dropped = done(await book(engine, ann, {room: room.id, starts: today('12:00'), ends: today('12:30')}))
    await act(engine, ann, dropped, 'cancel')
    const busy = await seen(ann)
    expect([busy.tone, ...busy.texts]).toEqual(['hue hue-red', 'Busy', '11:00', 'Private'])
    const lines = busy.next[0]?.map(cells => cells.map(({text}) => text).join(' '))
    expect(lines).toEqual([expect.stringContaining('At 14'), expect.stringContaining('At 16')])
    expect((await seen(ben)).texts).toEqual(['Busy', '11:00', 'Private'])
    // A private title is not shown at the door, to anyone: neither now nor among the next ones.
    done(await book(engine, ann, {...secret, starts: today('13:00'), ends: today('13:30')}))
    const {id} = await make('User', {name: 'Karin', email: 'karin@example.com', roles: ['Office manager']})
    const karin = {kind: 'person', id, name: 'Karin', roles: ['Office manager']} as const
    for (const who of [karin, ann, ben]) {
      const shown = await seen(who)
      expect([shown.texts[2], shown.next[0]?.[0]?.[0]?.text]).toEqual(['Private', 'Private'])
      expect(await pages.html(who, door)).not.toContain('Payroll')
    }
    const bars = async (who: typeof ben) => {
      const {data} = await pages.get<TimelineData>(who, '/')
      expect(data.legend).toEqual([])
      // “Private” is what a bar is called, not what a room is.
      expect([data.presentAs, ...data.groups.map(({present}) => present)]).toEqual(['', null])
      return data.groups.flatMap(({rows}) => rows.flatMap(row => row.bars.map(({text}) => text)))
    }
    expect([(await bars(ann))[0], (await bars(ben))[0]]).toEqual(['Payroll', 'Private'])

    const html = await pages.html(ben, door)
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="60"></noscript>')
    const [, body = ''] = /<div id="root">(.*)<script type="application\/json"/s.exec(html) ?? []
    expect(body).toContain('Busy')
    expect(body).not.toMatch(/<(?:a|nav|button|form)\b/)
    expect((await pages.post(ann, door, {_action: 'update', name: 'Other'})).status).toBeGreaterThanOrEqual(400)
    expect((await pages.get(ann, `${door}?edit`)).screen).toBe('display')
    expect((await pages.get(nobody, door)).screen).not.toBe('display')
    // Links lead to the ordinary page of the room.
    expect((await pages.get<GalleryData>(ann, '/rooms')).data.cards[0]?.href).toBe(`/rooms/${room.id}`)
  })

  it('offers rooms of the same building first, those without approval before those with it, those of a similar size first', async () => {
    const {engine, employee, make, building, room} = await office(await place())
    const mill = await make('Building', {name: 'Old Mill', address: 'Am Bach 2'})
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const keeper = await make('User', {name: 'Kim', email: 'kim@example.com', roles: ['Employee']})
    const more = async (name: string, where: string, seats: number, needs_approval = false) =>
      make('Room', {name, building: where, seats, needs_approval, keeper: keeper.id})
    await more('Barley', mill.id, 4)
    await more('Board Room', building.id, 16, true)
    await more('Lighthouse', building.id, 12)
    await more('Buoy', building.id, 2)
    await more('Pilot', building.id, 4)
    done(await book(engine, ann, {room: room.id, starts: at('09:00'), ends: at('10:00')}))
    const instead = async (people: string) => {
      const typed = {room: room.id, title: 'Talk', starts: '2026-03-11T09:00', ends: '2026-03-11T10:00', people}
      const {data} = await pages.post<FormScreenData>(ann, '/bookings/new', {...typed, _action: '_preview'})
      const labels = data.hints?.summary?.checks[0]?.fixes.map(({label}) => label) ?? []
      expect(labels[0]).toBe('Move to 08:00–09:00')
      return labels.slice(1)
    }
    expect(await instead('3')).toEqual(['Use Lighthouse instead', 'Use Pilot instead'])
    expect(await instead('8')).toEqual(['Use Lighthouse instead', 'Use Board Room instead'])
  })

  it('links from free rooms, and from a room, to the form with the room and time filled in', async () => {
    const {engine, employee, make, building, room} = await office(await place(document))
    const isar = await make('Room', {name: 'Isar', building: building.id, seats: 4})
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    done(await book(engine, ann, {room: room.id, starts: at('14:00'), ends: at('15:00')}))
    const asked = '/rooms?free.from=2026-03-11T14:30&free.to=2026-03-11T15:30'
    const {data: found} = await pages.get<GalleryData>(ann, asked)
    const time = 'starts=2026-03-11T14%3A30&ends=2026-03-11T15%3A30'
    const [offer] = found.cards.map(card => card.offer)
    const href = `/bookings/new?room=${isar.id}&${time}&_from=${encodeURIComponent(asked)}`
    expect([found.cards.length, offer]).toEqual([1, {label: 'Book', href}])
    expect(found.filterBar.filters.filter(({isMain}) => isMain).map(({key}) => key)).toEqual(['free'])
    // Picture 225: now, and other lengths of the time, with one click. It is ten o’clock.
    const shortcutsOf = (data: GalleryData) =>
      data.filterBar.filters[0]?.shortcuts?.map(({label, low, high, current}) => [
        `${label}${current ? ', current' : ''}`,
        `${low.slice(-5)}–${high.slice(-5)}`,
      ])
    expect(shortcutsOf(found)).toEqual([
      ['Now', '10:00–11:00'],
      ['30 minutes', '14:30–15:00'],
      ['1 hour, current', '14:30–15:30'],
      ['2 hours', '14:30–16:30'],
    ])
    expect(shortcutsOf((await pages.get<GalleryData>(ann, '/rooms')).data)?.[1]).toEqual(['30 minutes', '10:00–10:30'])
    const atNight = await pages.html(ann, '/rooms?free.from=2026-03-11T03:00')
    expect(atNight).toContain('Free: from 11 Mar 2026, 03:00 to 11 Mar 2026, 04:00')
    const html = await pages.html(ann, asked)
    expect(html).toContain('aria-label="Book: Isar"')
    expect(html).toMatch(/<form[^>]*class="bar".*name="free\.from".*<details/s)

    const {data: form} = await pages.get<FormScreenData>(ann, offer?.href ?? '')
    const values = Object.fromEntries(form.fields.map(({name, values: [value]}) => [name, value]))
    expect(values).toMatchObject({room: isar.id, starts: '2026-03-11T14:30', ends: '2026-03-11T15:30'})

    // The small form of a room would create a draft without booking it.
    const {data: page} = await pages.get<RecordData>(ann, `/rooms/${room.id}`)
    expect(page.related.map(({heading}) => heading)).toEqual(['Upcoming bookings'])
    const booking = `/bookings/new?room=${room.id}&_from=${encodeURIComponent(`/rooms/${room.id}`)}`
    expect(page.links).toEqual([
      {label: 'Book a room', href: booking},
      {label: 'Room calendar', href: `/rooms/${room.id}/calendar?view=day`},
    ])
    // One button books a room, with this one filled in.
    const roomPage = await pages.html(ann, `/rooms/${room.id}`)
    expect(roomPage.match(/<a[^>]*aria-keyshortcuts="N"[^>]*>/)?.[0]).toContain(booking.replaceAll('&', '&amp;'))
    expect(roomPage.split(`href="${booking.replaceAll('&', '&amp;')}"`)).toHaveLength(2)
    const plan = await pages.get<CalendarData>(ann, `/rooms/${room.id}/calendar?view=day`)
    expect([plan.status, plan.data.heading, plan.data.views.find(({current}) => current)?.label]).toEqual([
      200,
      'Room calendar: Elbe',
      'Day',
    ])
    expect(page.related.map(({add}) => add)).toEqual([null])
    const boss = person(
      (await make('User', {name: 'Olga', email: 'olga@example.com', roles: ['Office manager']})).id,
      'Office manager',
    )
    const {data: managed} = await pages.get<RecordData>(boss, `/rooms/${room.id}`)
    expect(managed.links?.slice(-2)).toEqual([
      {label: 'Door display', href: `/rooms/${room.id}/door`},
      {label: 'Set up on a tablet', href: `/account/subscriptions?page=%2Frooms%2F${room.id}%2Fdoor`},
    ])
  })

  it('shows upcoming bookings on the page of a room, the next one first, without cancelled and past ones', async () => {
    const {engine, employee, room, clock} = await office(await place(document))
    const [ann, pages] = [await employee('Ann'), pagesOf(engine)]
    const booked = async (title: string, starts: string, ends: string) =>
      done(await book(engine, ann, {room: room.id, title, starts, ends}))
    await booked('Later', at('09:00', '2026-03-12'), at('10:00', '2026-03-12'))
    await booked('Over', at('10:30', '2026-03-10'), at('11:00', '2026-03-10'))
    await booked('Today', at('15:00', '2026-03-10'), at('16:00', '2026-03-10'))
    const dropped = await booked('Dropped', at('13:00', '2026-03-10'), at('14:00', '2026-03-10'))
    await act(engine, ann, dropped, 'cancel')
    clock.now = Date.parse('2026-03-10T11:00:00Z')
    const {data} = await pages.get<RecordData>(ann, `/rooms/${room.id}`)
    const [bookings] = data.related
    const title = bookings?.columns.findIndex(({key}) => key === 'title') ?? -1
    expect(bookings?.records.map(({cells}) => cells[title]?.text)).toEqual(['Today', 'Later'])
  })

  it('R6: asks the facilities team for the catering of a booking', async () => {
    const {engine, employee, room} = await office(await place(document))
    const ann = await employee('Ann')
    const plain = done(await book(engine, ann, {room: room.id, starts: at('09:00'), ends: at('10:00')}))
    const fed = {room: room.id, starts: at('12:00'), ends: at('13:00'), catering: 'Lunch for six', guests: 'Ms Abe'}
    const booking = done(await book(engine, ann, fed))
    expect(await shown(engine, booking, 'tasks[1].kind + ": " + tasks[1].details')).toBe('catering: Lunch for six')
    expect(await shown(engine, plain, 'count(tasks)')).toBe('0')
  })

  it('frees the room of a person who does not show up, and ends past bookings', async () => {
    const {engine, employee, room, clock, held} = await office(await place(document))
    const [ann, ben] = [await employee('Ann'), await employee('Ben')]
    const hour = {room: room.id, starts: at('11:00', '2026-03-10'), ends: at('12:00', '2026-03-10')}
    const booking = done(await book(engine, ann, hour))
    expect(refusals(await act(engine, ann, booking, 'check_in'))).toEqual(['TOO_EARLY'])
    clock.now = Date.parse('2026-03-10T10:20:00Z')
    await runSystemActions(engine)
    expect(await shown(engine, booking, 'status')).toBe('confirmed')
    clock.now = Date.parse('2026-03-10T10:20:01Z')
    await runSystemActions(engine)
    expect(await shown(engine, booking, 'status')).toBe('no_show')
    const next = done(await book(engine, ben, {...hour, starts: at('11:30', '2026-03-10')}))
    clock.now = Date.parse('2026-03-10T10:25:00Z')
    const here = done(await act(engine, ben, next, 'check_in'))
    clock.now = Date.parse('2026-03-10T10:40:00Z')
    done(await act(engine, ben, here, 'leave'))
    expect(await shown(engine, here, 'ends = @"2026-03-10T10:40:00Z"')).toBe('true')
    // Ten minutes, with two decimals.
    expect(await shown(engine, here, 'string(hours)')).toBe('0.17')
    expect(await held()).toBe('0')
  })

  it('extends the calendar automatically, with closed weekends', async () => {
    const {engine, make} = await office(await place(document))
    const first = await make('Day', {day: '2026-03-10'})
    for (let sweeps = 0; sweeps < 6; sweeps++) await runSystemActions(engine)
    // Each day adds the next one: Wednesday to Monday.
    expect(await shown(engine, first, 'count(Day)')).toBe('7')
    expect(await shown(engine, first, 'count(Day[not(open)])')).toBe('2')
    expect(await shown(engine, first, 'count(Day[day = @"2026-03-14" and not(open)])')).toBe('1')
  })

  it('opens the calendar with the first building', async () => {
    const {engine, building} = await office(await place(document))
    for (let sweeps = 0; sweeps < 3; sweeps++) await runSystemActions(engine)
    const days = ['count(Day)', 'count(Day[day = today()])', 'count(Day[open])']
    expect(await Promise.all(days.map(each => shown(engine, building, each)))).toEqual(['4', '1', '4'])
  })

  it('shows the owner of a room what awaits approval, with the room’s other bookings, and what was decided', async () => {
    const {engine, employee, make, building} = await office(await place(document))
    const [ann, ben] = [await employee('Ann'), await employee('Ben')]
    const hall = await make('Room', {
      name: 'Hall',
      building: building.id,
      seats: 40,
      needs_approval: true,
      keeper: ben.id,
    })
    for (const day of ['2026-03-11', '2026-03-12'])
      done(await book(engine, ann, {room: hall.id, title: day, starts: at('09:00', day), ends: at('10:00', day)}))
    const pages = pagesOf(engine)
    const inbox = async (path: string) => (await pages.get<InboxData>(ben, path)).data
    const {records, selected} = await inbox('/to-decide')
    expect([records.length, selected?.figures[0]?.of]).toEqual([2, '40'])
    // The hours of that day, for every room of the building; the first of them is the room of the booking.
    const {strip} = selected ?? {}
    expect([strip?.hourly, strip?.period.replaceAll(/\s/g, ' ')]).toEqual([
      true,
      'Harbour House, Wednesday, 11 March 2026',
    ])
    expect(strip?.heads.filter((_, index) => strip.covers[index]).map(({text}) => text)).toEqual(['09:00'])
    expect(strip?.rows.map(({name, bars}) => [name, bars.length])).toEqual([
      ['Hall', 1],
      ['Elbe', 0],
    ])
    expect(strip?.legend.map(({kind}) => kind)).toEqual(['requested'])
    const sent = {_action: 'approve', _version: String(selected?.version)}
    await pages.post(ben, `/to-decide?record=${selected?.id}`, sent)
    expect((await inbox('/to-decide')).records).toHaveLength(1)
    expect((await inbox('/to-decide?tab=decided')).records).toMatchObject([{state: {label: 'Confirmed'}}])
    expect((await pages.get<InboxData>(ann, '/to-decide')).data.records).toEqual([])
  })

  it('sends invitations from the person who invites, without the message of the person who approved', async () => {
    const {engine, employee, make, building, store, clock} = await office(await place(document), {mailsNotices: true})
    const [ann, ben, cleo] = [await employee('Ann'), await employee('Ben'), await employee('Cleo')]
    const own = {building: building.id, seats: 40, needs_approval: true, keeper: ben.id}
    const hall = await make('Room', {name: 'Hall', ...own})
    const booking = done(
      await book(engine, ann, {
        room: hall.id,
        title: 'Plan',
        starts: at('09:00'),
        ends: at('10:00'),
        invited: [cleo.id],
      }),
    )
    const sent: Mail[] = []
    const mailer = {send: async (mail: Mail) => void sent.push(mail)}
    const courier = notificationCourier({engine: () => engine, mailer, origin: () => 'https://rooms.example'})
    const failed = ({cause}: {cause: unknown}) => {
      throw cause
    }
    const deliver = async () => {
      sent.splice(0)
      await deliverAll({store, couriers: {notice: courier}, now: () => clock.now, random: () => 0, failed})
      return new Map(sent.map(mail => [mail.to, mail]))
    }
    await deliver()
    done(await act(engine, ben, booking, 'approve', {answer: 'Please air the room.'}))
    const mails = await deliver()
    const [toAnn, toCleo] = ['ann', 'cleo'].map(name => mails.get(`${name}@example.com`))
    expect([toAnn?.sender, toAnn?.text.includes('Please air the room.')]).toEqual(['Ben via Rooms', true])
    expect([toCleo?.sender, toCleo?.text.includes('Please air the room.')]).toEqual(['Ann via Rooms', false])
    expect(toCleo?.text).toContain('Ann invited you to Plan')
    const told = await engine.read(cleo, async reader =>
      notificationTexts(reader, await listNotifications(reader, cleo.id, {skip: 0, most: 10})),
    )
    expect(told.map(each => each?.from?.name)).toEqual(['Ann'])
  })

  it('returns tasks of the facilities team if the booking is cancelled', async () => {
    const {engine, employee, make, room} = await office(await place(document))
    const ann = await employee('Ann')
    const fay = person(
      (await make('User', {name: 'Fay', email: 'fay@example.com', roles: ['Facilities team']})).id,
      'Facilities team',
    )
    const booking = done(await book(engine, ann, {room: room.id, starts: at('15:00'), ends: at('16:00')}))
    const soon = done(
      await book(engine, ann, {room: room.id, starts: at('13:59', '2026-03-10'), ends: at('15:00', '2026-03-10')}),
    )
    const ask = (of: string) => engine.change(ann, [creating('Task', {booking: of, details: 'Coffee for all'})])
    // Four hours before 13:59 is 9:59, a minute ago.
    expect(refusals(await ask(soon.id))).toEqual(['TASK_TOO_LATE'])
    const task = done(await ask(booking.id))
    done(await act(engine, fay, task, 'accept'))
    done(await act(engine, ann, booking, 'cancel'))
    expect(await shown(engine, task, 'status')).toBe('dropped')
  })
})
