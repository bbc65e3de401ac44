/** Moving bookings: with approval again where the room needs it; recurring bookings as a whole; catering once approved. */

import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {notificationTexts} from '../../src/engine/links/notification-text.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {TimelineData} from '../../src/features/planning/timeline-data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import {
  type Actor,
  documentGrants,
  type Engine,
  listNotifications,
  operator,
  runSystemActions,
} from '../../src/screens/testing.ts'
import {creating, done, engineOf, refusals, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {sqlite, storesOfStories} from '../kit/store-databases.ts'
import {act as actAt, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = readFileSync(new URL('../../apps/rooms/app.md', import.meta.url), 'utf8')
type Fields = Readonly<Record<string, Json>>

/** On the record as it is now. */
const act: typeof actAt = async (engine, who, record, ...more) => {
  const version = Number(await shown(engine, record, 'version'))
  return actAt(engine, who, {...record, version}, ...more)
}

/** In Berlin, with summer time from 29 March. */
const at = (time: string, day = '2026-03-11') => `${day}T${time}:00+0${day < '2026-03-29' ? 1 : 2}:00`

/** Tuesday, 10 March 2026, 10:00 in Berlin. Kim owns the hall, which needs approval. */
async function office(address: string) {
  const {engine} = await engineOf({document, address, grants: documentGrants, rules: rulesOfDocument})
  const make = async (entity: string, fields: Fields) => done(await engine.change(operator, [creating(entity, fields)]))
  const employee = async (name: string, role = 'Employee') => {
    const {id} = await make('User', {name, email: `${name.toLowerCase()}@example.com`, roles: [role]})
    return {kind: 'person', id, name, roles: [role]} as const
  }
  const [ann, ben, kim] = [await employee('Ann'), await employee('Ben'), await employee('Kim')]
  const building = (await make('Building', {name: 'Harbour House', address: 'Am Kai 14'})).id
  const elbe = (await make('Room', {name: 'Elbe', building, seats: 8})).id
  const isar = (await make('Room', {name: 'Isar', building, seats: 8})).id
  const hall = (await make('Room', {name: 'Hall', building, seats: 40, needs_approval: true, keeper: kim.id})).id
  const status = (record: {entity: string; id: string}) => shown(engine, record, 'status')
  const change = async (who: Actor, record: {entity: string; id: string}, fields: Fields) => {
    const version = Number(await shown(engine, record, 'version'))
    return engine.change(who, [updating(record.entity, {...record, version}, fields)])
  }
  const told = (who: Actor) => toldTo(engine, who)
  return {engine, make, employee, ann, ben, kim, elbe, isar, hall, status, change, told}
}

/** The text of a field that the page shows. */
function textOf({fields, cells}: RecordData, name: string): string | undefined {
  return cells[fields.findIndex(({key}) => key === name)]?.text
}

async function toldTo(engine: Engine, who: Actor): Promise<string[]> {
  if (who.kind !== 'person') return []
  const texts = await engine.read(who, async reader =>
    notificationTexts(reader, await listNotifications(reader, who.id, {skip: 0, most: 10})),
  )
  return texts.map(each => each?.sentence ?? '')
}

const book = (engine: Engine, who: Actor, fields: Fields) =>
  engine.change(who, [
    {...creating('Booking', {title: 'Talk', ...fields}), perform: {action: 'book', inputs: new Map()}},
  ])

describe.each(storesOfStories)('moving bookings, on $name', ({make: place}) => {
  it('stays confirmed in a room without approval, and tells the people who are invited', async () => {
    const {engine, ann, ben, elbe, isar, status, change} = await office(await place(document))
    const booking = done(
      await book(engine, ann, {room: elbe, starts: at('10:00'), ends: at('11:00'), invited: [ben.id]}),
    )
    done(await change(ann, booking, {room: isar, starts: at('12:00'), ends: at('13:00')}))
    expect(await status(booking)).toBe('confirmed')
    expect(
      refusals(await change(ann, booking, {starts: at('09:00', '2026-03-09'), ends: at('10:00', '2026-03-09')})),
    ).toEqual(['starts: IN_THE_PAST'])
    expect(refusals(await change(ben, booking, {starts: at('12:30')}))).toEqual(['FORBIDDEN'])
  })

  it('asks for approval again where more or other time of an approved booking is taken', async () => {
    const {engine, ann, kim, elbe, hall, status, change} = await office(await place(document))
    const booking = done(await book(engine, ann, {room: hall, starts: at('10:00'), ends: at('12:00')}))
    expect(await status(booking)).toBe('waiting')
    done(await act(engine, kim, booking, 'approve'))
    // A shorter meeting was approved already.
    done(await change(ann, booking, {ends: at('11:00')}))
    expect(await status(booking)).toBe('confirmed')
    done(await change(ann, booking, {ends: at('11:30')}))
    expect(await status(booking)).toBe('waiting')
    // Without approval, it is confirmed at once; and it has to be asked for when it moves back.
    done(await change(ann, booking, {room: elbe}))
    expect(await status(booking)).toBe('confirmed')
    done(await change(ann, booking, {room: hall}))
    expect(await status(booking)).toBe('waiting')
    done(await act(engine, kim, booking, 'refuse', {answer: 'Sorry.'}))
    expect(refusals(await change(ann, booking, {title: 'Another'}))).toEqual(['FORBIDDEN'])
  })

  it('says where a moved bar was and is, and in which room', async () => {
    const {engine, ann, elbe, isar} = await office(await place(document))
    const pages = pagesOf(engine)
    const booking = done(await book(engine, ann, {room: elbe, starts: at('10:00'), ends: at('11:00')}))
    const move = async (more: Readonly<Record<string, string>>) => {
      const version = await shown(engine, booking, 'version')
      const form = {_action: 'move', _record: booking.id, _version: version, _minutes: '60', _edge: 'both', ...more}
      return (await pages.post<TimelineData>(ann, '/?on=2026-03-11&view=day', form)).page?.done?.text
    }
    expect(await move({})).toBe('You moved the booking from Wed 11 Mar, 10:00–11:00 to 11:00–12:00.')
    expect(await move({_row: isar})).toBe(
      'You moved the booking from Wed 11 Mar, 11:00–12:00 to 12:00–13:00 and changed the room from Elbe to Isar.',
    )
  })

  it('says before saving who decides again, and leads a moved bar to that form', async () => {
    const {engine, ann, kim, hall, status} = await office(await place(document))
    const pages = pagesOf(engine)
    const booking = done(await book(engine, ann, {room: hall, starts: at('10:00'), ends: at('11:00')}))
    done(await act(engine, kim, booking, 'approve'))
    const {data} = await pages.get<TimelineData>(ann, '/?on=2026-03-11&view=day')
    const bar = JSON.stringify(data)
    expect(bar).toContain(booking.id)
    const version = await shown(engine, booking, 'version')
    const move = {_action: 'move', _record: booking.id, _version: version, _minutes: '60', _edge: 'both', _once: 'm1'}
    const moved = await pages.post<TimelineData>(ann, '/?on=2026-03-11&view=day', move)
    expect(moved.redirect).toMatch(/^\/bookings\/\d+\?edit=&starts=2026-03-11T11%3A00&ends=2026-03-11T12%3A00/)
    expect(await status(booking)).toBe('confirmed')
    const form = await pages.get<FormScreenData>(ann, moved.redirect ?? '')
    expect(form.data.hints?.summary?.next.map(({title}) => title)).toEqual([
      'Kim will review this booking',
      'Confirmed',
    ])
    expect(form.data.fields.find(({name}) => name === 'starts')?.values).toEqual(['2026-03-11T11:00'])
  })

  it('says why a booking cannot be changed any more, and what is fixed while it is in use', async () => {
    const {engine, ann, elbe} = await office(await place(document))
    const pages = pagesOf(engine)
    const booking = done(
      await book(engine, ann, {room: elbe, starts: at('10:10', '2026-03-10'), ends: at('11:00', '2026-03-10')}),
    )
    done(await act(engine, ann, booking, 'check_in'))
    const number = await shown(engine, booking, 'number')
    const form = await pages.get<FormScreenData>(ann, `/bookings/${number}?edit`)
    expect(form.data.intro).toMatch(/^You can’t change the .*room.* while the status is “In use”\.$/)
    expect(form.data.fields.map(({name}) => name)).toContain('ends')
    done(await act(engine, ann, booking, 'leave'))
    const page = await pages.get<RecordData>(ann, `/bookings/${number}`)
    expect([page.data.edit, page.data.note]).toEqual([null, 'This booking can no longer be changed.'])
  })
})

describe.each(storesOfStories)('recurring bookings, on $name', ({make: place}) => {
  const days = ['2026-03-11', '2026-03-18', '2026-03-25']

  async function weekly(address: string) {
    const all = await office(address)
    for (const day of days) await all.make('Day', {day})
    const plan = {
      room: all.elbe,
      title: 'Weekly',
      first_day: days[0] ?? '',
      last_day: days[2] ?? '',
      begins: '10:00',
      finishes: '11:00',
    }
    const request = creating('Series', plan)
    const series = done(
      await all.engine.change(all.ann, [{...request, perform: {action: 'book_all', inputs: new Map()}}]),
    )
    return {...all, series}
  }

  it('moves the upcoming bookings, and keeps one that was moved on its own', async () => {
    const {engine, ann, ben, isar, series, change} = await weekly(await place(document))
    const [, second] = days
    const one = await shown(engine, series, `Booking[series = this and date(starts) = @"${second}"][1].id`)
    done(await change(ann, {entity: 'Booking', id: one}, {starts: at('15:00', second), ends: at('16:00', second)}))
    expect(refusals(await change(ben, series, {title: 'Mine'}))).toEqual(['FORBIDDEN'])
    done(await change(ann, series, {title: 'Sync', begins: '13:00', finishes: '14:00', room: isar}))
    const count = (condition: string) => shown(engine, series, `count(Booking[series = this and ${condition}])`)
    expect(await count('title = "Sync" and status = "confirmed"')).toBe('3')
    expect(await count('room.name = "Isar" and time(starts) = @"13:00:00"')).toBe('2')
    expect(await count('room.name = "Elbe" and time(starts) = @"15:00:00"')).toBe('1')
  })

  it('shows taken dates before it moves, and skips them or takes another room', async () => {
    const {engine, ann, ben, elbe, isar, series, change} = await weekly(await place(document))
    const [, second] = days
    done(await book(engine, ben, {room: elbe, starts: at('13:30', second), ends: at('14:30', second)}))
    const moved = {begins: '13:00', finishes: '14:00'}
    expect(refusals(await change(ann, series, moved))).toEqual(['room: SERIES_TAKEN'])
    const pages = pagesOf(engine)
    const number = await shown(engine, series, 'number')
    const form = await pages.get<FormScreenData>(ann, `/series/${number}?edit&begins=13:00&finishes=14:00`)
    expect(form.data.hints?.summary?.series?.count).toBe('3 dates, 1 taken')
    done(await change(ann, series, {...moved, other_room: isar}))
    const count = (condition: string) => shown(engine, series, `count(Booking[series = this and ${condition}])`)
    expect(await count('room.name = "Isar" and time(starts) = @"13:00:00"')).toBe('1')
    // Back in the morning; then on the taken time again: that date keeps its time.
    done(await change(ann, series, {begins: '10:00', finishes: '11:00', other_room: null}))
    expect(await count('room.name = "Elbe" and time(starts) = @"10:00:00"')).toBe('3')
    done(await change(ann, series, {...moved, skip_taken: true}))
    expect(await count('status = "confirmed"')).toBe('3')
    expect(await count('time(starts) = @"10:00:00" and kept_time')).toBe('1')
    expect(await count('time(starts) = @"13:00:00"')).toBe('2')
    const page = await pages.get<RecordData>(ann, `/series/${number}`)
    expect(page.data.related[0]?.records).toHaveLength(3)
    expect(JSON.stringify(page.data)).toContain('Dates skipped because Elbe is taken: Wed 18 Mar')
    expect(textOf(page.data, 'kept')).toBe('Wed 18 Mar')
    // The next change finds the room free, and takes the date with it.
    done(await change(ann, series, {begins: '16:00', finishes: '17:00'}))
    expect(await count('time(starts) = @"16:00:00" and not(kept_time)')).toBe('3')
  })

  it('books dates that were skipped once the new time is free, but none that was cancelled or moved', async () => {
    const {engine, make, ann, ben, elbe, change} = await office(await place(document))
    const more = [...days, '2026-04-01']
    for (const day of [...more, '2026-03-19']) await make('Day', {day})
    const [, second = '', third = '', fourth = ''] = more
    done(await book(engine, ben, {room: elbe, starts: at('10:30', second), ends: at('11:30', second)}))
    const plan = {room: elbe, title: 'Sync', first_day: days[0] ?? '', last_day: fourth, begins: '10:00'}
    const request = creating('Series', {...plan, finishes: '11:00', skip_taken: true})
    const series = done(await engine.change(ann, [{...request, perform: {action: 'book_all', inputs: new Map()}}]))
    const count = (condition: string) => shown(engine, series, `count(Booking[series = this and ${condition}])`)
    const bookingOn = async (day: string) => ({
      entity: 'Booking',
      id: await shown(engine, series, `Booking[series = this and date(starts) = @"${day}"][1].id`),
    })
    expect(await count('status = "confirmed"')).toBe('3')
    const pages = pagesOf(engine)
    const number = await shown(engine, series, 'number')
    const page = async () => (await pages.get<RecordData>(ann, `/series/${number}`)).data
    expect(textOf(await page(), 'skipped')).toBe('Wed 18 Mar')
    done(await act(engine, ann, await bookingOn(third), 'cancel'))
    const moved = {starts: at('10:00', '2026-04-02'), ends: at('11:00', '2026-04-02')}
    done(await change(ann, await bookingOn(fourth), moved))
    const previewed = async (query: string) => {
      const form = await pages.get<FormScreenData>(ann, `/series/${number}?edit&${query}`)
      return form.data.hints?.summary?.series?.dates.map(({text, taken}) => [text, taken])
    }
    expect(await previewed('title=Sync')).toEqual([
      ['Wed 11 Mar', ''],
      ['Wed 18 Mar', 'Taken, unchanged'],
    ])
    expect(await previewed('begins=13:00&finishes=14:00')).toEqual([
      ['Wed 11 Mar', ''],
      ['Wed 18 Mar', ''],
    ])
    done(await change(ann, series, {begins: '13:00', finishes: '14:00'}))
    expect(await count('status = "confirmed" and time(starts) = @"13:00:00"')).toBe('2')
    expect(await count('status = "confirmed"')).toBe('3')
    expect(textOf(await page(), 'skipped')).toBe('')
  })
})

describe.each(storesOfStories)('changing the dates of a recurring booking, on $name', ({make: place}) => {
  /** Days from Monday, 9 March until Sunday, 19 April 2026; a weekly meeting on three Wednesdays. */
  async function planned(address: string, fields: Fields = {}) {
    const all = await office(address)
    for (let at = 0; at < 42; at += 1) {
      const day = new Date(Date.UTC(2026, 2, 9 + at))
      await all.make('Day', {day: day.toISOString().slice(0, 10), open: day.getUTCDay() % 6 !== 0})
    }
    const plan = {room: all.elbe, title: 'Sync', first_day: '2026-03-11', last_day: '2026-03-25', begins: '10:00'}
    const request = creating('Series', {...plan, finishes: '11:00', ...fields})
    const perform = {action: 'book_all', inputs: new Map()}
    const series = done(await all.engine.change(all.ann, [{...request, perform}]))
    const dates = async () => {
      const starts = 'for s in bookings[status in ("planned", "confirmed")].starts return string(date(s))'
      const booked = await shown(all.engine, series, `string join(${starts}, " ")`)
      return [...booked.matchAll(/\d{4}-\d\d-\d\d/g)]
        .map(([day]) => day)
        .toSorted()
        .join(' ')
    }
    const bookingOn = async (day: string) => ({
      entity: 'Booking',
      id: await shown(all.engine, series, `Booking[series = this and date(starts) = @"${day}"][1].id`),
    })
    return {...all, series, dates, bookingOn}
  }

  it('is extended, shortened, and moved to other weekdays', async () => {
    const {engine, make, ann, elbe, series, change, dates, status} = await planned(await place(document))
    const tenOn = (day: string) => ({starts: at('10:00', day), ends: at('11:00', day)})
    expect(await dates()).toBe('2026-03-11 2026-03-18 2026-03-25')
    done(await change(ann, series, {last_day: '2026-04-08'}))
    expect(await dates()).toBe('2026-03-11 2026-03-18 2026-03-25 2026-04-01 2026-04-08')
    done(await change(ann, series, {last_day: '2026-03-20'}))
    expect(await dates()).toBe('2026-03-11 2026-03-18')
    done(await change(ann, series, {on_days: ['Tuesday', 'Thursday'], last_day: '2026-03-26'}))
    expect(await dates()).toBe('2026-03-12 2026-03-17 2026-03-19 2026-03-24 2026-03-26')
    const page = await pagesOf(engine).get<RecordData>(ann, '/series/1')
    expect(page.data.related[0]?.records).toHaveLength(5)
    // Back again: dates that left with the old weekdays return.
    done(await change(ann, series, {on_days: []}))
    expect(await dates()).toBe('2026-03-11 2026-03-18 2026-03-25')
    done(await change(ann, series, {every_weeks: 2}))
    expect(await dates()).toBe('2026-03-11 2026-03-25')
    // Bookings that do not know what the series set, of an earlier version.
    const fields = {room: elbe, title: 'Sync', person: ann.id, series: series.id, ...tenOn('2026-04-01')}
    const old = await make('Booking', {...fields, status: 'confirmed'})
    done(await change(ann, series, {title: 'Weekly'}))
    expect(await status(old)).toBe('cancelled')
    expect(refusals(await change(ann, series, {last_day: '2026-12-24'}))).toEqual([
      'last_day: SERIES_TOO_LONG',
      'last_day: SERIES_TOO_FAR_AHEAD',
    ])
  })

  it('tells the people invited, and refuses taken dates among the new ones', async () => {
    const {engine, ann, ben, kim, elbe, series, change, dates, told} = await planned(await place(document))
    done(await change(ann, series, {invited: [ben.id]}))
    done(await book(engine, kim, {room: elbe, starts: at('10:30', '2026-04-01'), ends: at('11:30', '2026-04-01')}))
    expect(refusals(await change(ann, series, {last_day: '2026-04-08'}))).toEqual(['room: SERIES_TAKEN'])
    done(await change(ann, series, {last_day: '2026-04-08', skip_taken: true}))
    expect(await dates()).toBe('2026-03-11 2026-03-18 2026-03-25 2026-04-08')
    expect(await told(ben)).toContain('The dates of Sync have changed: Elbe, 11 Mar – 8 Apr, 10:00–11:00.')
    expect(refusals(await change(ben, series, {last_day: '2026-04-15'}))).toEqual(['FORBIDDEN'])
  })

  it('can be changed although another person took a date that was cancelled on its own', async () => {
    const {engine, ann, ben, elbe, series, change, dates, bookingOn} = await planned(await place(document))
    done(await act(engine, ann, await bookingOn('2026-03-18'), 'cancel'))
    done(await book(engine, ben, {room: elbe, starts: at('13:00', '2026-03-18'), ends: at('14:00', '2026-03-18')}))
    done(await change(ann, series, {begins: '13:00', finishes: '14:00'}))
    expect(await dates()).toBe('2026-03-11 2026-03-25')
  })

  it('repeats on several weekdays, and on the same weekday of each month', async () => {
    const both = await planned(await place(document), {on_days: ['Wednesday', 'Friday']})
    expect(await both.dates()).toBe('2026-03-11 2026-03-13 2026-03-18 2026-03-20 2026-03-25')
    const monthly = await planned(await place(document), {repeats: 'monthly_weekday', last_day: '2026-04-15'})
    expect(await monthly.dates()).toBe('2026-03-11 2026-04-08')
  })

  it('says which dates were not booked, also later when they are', async () => {
    const {engine, make, ann, ben, elbe, change} = await office(await place(document))
    for (const day of ['2026-03-11', '2026-03-18']) await make('Day', {day})
    const taken = done(
      await book(engine, ben, {room: elbe, starts: at('10:30', '2026-03-18'), ends: at('11:30', '2026-03-18')}),
    )
    const pages = pagesOf(engine)
    const plan = {room: elbe, title: 'Sync', first_day: '2026-03-11', last_day: '2026-03-18', begins: '10:00'}
    const form = {
      ...plan,
      finishes: '11:00',
      repeats: 'weekly',
      every_weeks: '1',
      people: '4',
      skip_taken: 'yes',
      other_room: '',
    }
    const made = await pages.post(ann, '/series/new', {_action: 'book_all', ...form})
    expect(made.redirect).toBeDefined()
    const history = async () => (await pages.get<RecordData>(ann, '/series/1')).data.history.map(({what}) => what)
    const said = 'booked Elbe for Sync, 11–18 Mar. Not booked: Wed 18 Mar'
    expect(await history()).toEqual([said])
    done(await act(engine, ben, taken, 'cancel'))
    done(await change(ann, {entity: 'Series', id: await shown(engine, taken, 'Series[1].id')}, {title: 'Weekly'}))
    expect(await history()).toContain(said)
    expect(await history()).toContain('Upcoming bookings updated')
  })

  it('leaves public holidays out, and cancels what was booked when one is added', async () => {
    const {engine, make, ann, ben, elbe, series, dates, told, change} = await planned(await place(document))
    const building = await shown(engine, series, 'room.building.id')
    const booking = done(
      await book(engine, ann, {room: elbe, starts: at('15:00', '2026-04-02'), ends: at('16:00', '2026-04-02')}),
    )
    done(await change(ann, booking, {invited: [ben.id]}))
    for (const [day, name] of [
      ['2026-03-18', 'Founders’ Day'],
      ['2026-04-02', 'Maundy Thursday'],
      ['2026-04-01', 'Spring Day'],
    ])
      await make('Holiday', {building, day: day ?? '', name: name ?? ''})
    await runSystemActions(engine)
    expect(await shown(engine, booking, 'status')).toBe('cancelled')
    expect(await told(ann)).toContain(
      'Your booking was cancelled because Harbour House is closed at that time: Talk, Elbe, Thu 2 Apr, 15:00–16:00.',
    )
    expect(await told(ben)).toContain(
      'Talk was cancelled because Harbour House is closed at that time: Elbe, Thu 2 Apr, 15:00–16:00.',
    )
    done(await change(ann, series, {last_day: '2026-04-08'}))
    expect(await dates()).toBe('2026-03-11 2026-03-25 2026-04-08')
    const onHoliday = {room: elbe, starts: at('15:00', '2026-04-01'), ends: at('16:00', '2026-04-01')}
    expect(refusals(await book(engine, ann, onHoliday))).toEqual(['starts: DAY_CLOSED'])
    const form = await pagesOf(engine).post<FormScreenData>(ann, '/bookings/new', {
      ...{_action: 'book', title: 'Talk', people: '2'},
      ...{room: elbe, starts: '2026-04-01T15:00', ends: '2026-04-01T16:00'},
    })
    expect(JSON.stringify(form.data)).toContain(
      'Harbour House is closed on this day. It’s a public holiday (Spring Day).',
    )
  })

  it('leaves closures out, of one building or of all, and counts what they cancel before they are saved', async () => {
    const {engine, make, ann, elbe, series, dates, change, employee} = await planned(await place(document))
    const [building, pages] = [await shown(engine, series, 'room.building.id'), pagesOf(engine)]
    const karin = await employee('Karin', 'Office manager')
    const mill = await make('Building', {name: 'Old Mill', address: 'Mühlenweg 3'})
    const days = {first_day: '2026-04-01', last_day: '2026-04-03'}
    const booking = done(
      await book(engine, ann, {room: elbe, starts: at('15:00', '2026-04-02'), ends: at('16:00', '2026-04-02')}),
    )
    const counted = async (where: string) => {
      const typed = {name: 'Painting', building: where, ...days, _action: '_preview'}
      const {data} = await pages.post<FormScreenData>(karin, '/closures/new', typed)
      return data.hints?.summary?.figures
    }
    expect(JSON.stringify(await counted(mill.id))).toContain('Bookings that will be cancelled: 0')
    expect(JSON.stringify(await counted(building))).toContain('Bookings that will be cancelled: 1')
    await make('Closure', {name: 'Painting', building: mill.id, ...days})
    await runSystemActions(engine)
    expect(await shown(engine, booking, 'status')).toBe('confirmed')
    const backwards = {name: 'Painting', first_day: '2026-04-03', last_day: '2026-04-01'}
    expect(refusals(await engine.change(karin, [creating('Closure', backwards)]))).toEqual(['last_day: LAST_FIRST'])

    await make('Closure', {name: 'Company retreat', ...days})
    await runSystemActions(engine)
    expect(await shown(engine, booking, 'status')).toBe('cancelled')
    done(await change(ann, series, {last_day: '2026-04-08'}))
    expect(await dates()).toBe('2026-03-11 2026-03-18 2026-03-25 2026-04-08')
    const form = await pages.post<FormScreenData>(ann, '/bookings/new', {
      ...{_action: 'book', title: 'Talk', people: '2'},
      ...{room: elbe, starts: '2026-04-01T15:00', ends: '2026-04-01T16:00'},
    })
    expect(JSON.stringify(form.data)).toContain('Harbour House is closed on this day. The reason is “Company retreat”.')
    const tentative = await pages.post<FormScreenData>(ann, '/bookings/new', {
      ...{_action: 'create', title: 'Talk', people: '2', private: 'no'},
      ...{room: elbe, starts: '2026-04-01T15:00', ends: '2026-04-01T16:00'},
    })
    expect(tentative.data.problems.map(({message}) => message)).toEqual([
      'Harbour House is closed on this day. The reason is “Company retreat”.',
    ])

    // The schedule of a day: all of it, with its reason; on other days, the time before it opens and after it closes.
    done(
      await act(engine, karin, {entity: 'Building', id: building}, 'change_hours', {opens: '08:00', closes: '19:00'}),
    )
    const shades = async (day: string) => {
      const {data} = await pages.get<TimelineData>(ann, `/?on=${day}`)
      const [group] = data.groups
      const marks = group?.rows[0]?.marks.map(({start, end, kind, text}) => [start, end, kind, text])
      return [marks, group?.closed.map(({text}) => text)]
    }
    const length = 13 * 4
    expect(await shades('2026-04-02')).toEqual([[[0, length, 'shut', 'Company retreat']], ['Company retreat']])
    const outside = [
      [0, 4, 'shut', 'Closed'],
      [length - 4, length, 'shut', 'Closed'],
    ]
    expect(await shades('2026-03-12')).toEqual([outside, []])

    // A weekend is closed too, and no booking is offered there until it is opened.
    const offers = async (day: string) =>
      (await pages.get<TimelineData>(ann, `/?on=${day}`)).data.groups[0]?.rows[0]?.create !== null
    const saturday = await make('Day', {day: '2026-06-13', open: false})
    await make('Day', {day: '2026-06-14', open: false, note: 'Building work'})
    expect(await shades('2026-06-13')).toEqual([[[0, length, 'shut', 'Closed']], ['Closed']])
    expect(await shades('2026-06-14')).toEqual([[[0, length, 'shut', 'Building work']], ['Building work']])
    expect(await Promise.all(['2026-04-02', '2026-06-13', '2026-03-12'].map(offers))).toEqual([false, false, true])
    done(await change(karin, saturday, {open: true}))
    expect([await shades('2026-06-13'), await offers('2026-06-13')]).toEqual([[outside, []], true])
  })
})

describe.each(storesOfStories)('utilisation, on $name', ({make: place}) => {
  it('is the share of the opening hours of the last 30 days in which the room was used', async () => {
    const {engine, make, ann, elbe} = await office(await place(document))
    const building = await shown(engine, {entity: 'Room', id: elbe}, 'building.id')
    const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']
    for (const day of days) await make('Day', {day, open: day !== '2026-03-06'})
    await make('Day', {day: '2026-03-09'})
    await make('Holiday', {building, day: '2026-03-05', name: 'Founders’ Day'})
    await make('Closure', {name: 'Painting', building, first_day: '2026-03-07', last_day: '2026-03-09'})
    const used = {room: elbe, title: 'Talk', person: ann.id, starts: at('08:00', days[0]), ends: at('17:45', days[0])}
    await make('Booking', {...used, created: at('08:00', '2026-03-01'), status: 'over'})
    // Three days of thirteen hours: 9.75 of 39 hours.
    const figures = ['used_hours', 'open_hours', 'utilisation', 'no_shows']
    const shownAs = await Promise.all(figures.map(each => shown(engine, {entity: 'Room', id: elbe}, each)))
    expect(shownAs).toEqual(['9.75', '39', '25', '0'])
  })

  it('P7: a meeting in progress counts until now, in both reports', async () => {
    const {engine, employee, make, ann, elbe} = await office(await place(document))
    const used = {room: elbe, title: 'Talk', person: ann.id, created: at('08:00', '2026-03-01')}
    await make('Booking', {...used, starts: at('08:00', '2026-03-09'), ends: at('09:30', '2026-03-09'), status: 'over'})
    // It is ten o’clock.
    await make('Booking', {
      ...used,
      starts: at('09:15', '2026-03-10'),
      ends: at('11:00', '2026-03-10'),
      status: 'in_use',
    })
    const [karin, pages] = [await employee('Karin', 'Office manager'), pagesOf(engine)]
    const reports = await pages.get<DashboardData>(karin, '/figures')
    const byRoom = reports.data.cards.find(({name}) => name === 'Hours by room, last 30 days')?.body
    expect(byRoom).toMatchObject({groups: [{label: 'Elbe', text: '2.25'}]})
    const list = await pages.get<ListData>(karin, '/utilisation')
    const column = list.data.columns.findIndex(({label}) => label === 'Hours used')
    const rows = list.data.records.map(({cells}) => [cells[0]?.text, cells[column]?.text])
    expect(rows).toContainEqual(['Elbe', '2.25'])
  })
})

describe.each(storesOfStories)('opening hours, on $name', ({make: place}) => {
  it('are changed after a page that shows the bookings outside the new ones, which are then cancelled', async () => {
    const {engine, employee, ann, elbe, status, told} = await office(await place(document))
    const [karin, pages] = [await employee('Karin', 'Office manager'), pagesOf(engine)]
    const booked = async (starts: string, ends: string) =>
      done(await book(engine, ann, {room: elbe, starts: at(starts), ends: at(ends)}))
    const [late, early] = [await booked('18:00', '19:00'), await booked('10:00', '11:00')]
    const building = {entity: 'Building', id: await shown(engine, {entity: 'Room', id: elbe}, 'building.id')}
    const hours = {opens: '08:00', closes: '18:30', _action: 'change_hours'}
    const address = `/buildings/${building.id}?action=change_hours`
    const version = await shown(engine, building, 'version')
    const first = await pages.post<FormScreenData>(karin, address, {...hours, _version: version})
    expect(first.redirect).toBeUndefined()
    expect(JSON.stringify(first.data)).toContain('Talk, Elbe')
    expect(await status(late)).toBe('confirmed')
    await pages.post(karin, address, {...hours, _version: version, _seen: first.data.seen ?? ''})
    expect([await status(late), await status(early)]).toEqual(['cancelled', 'confirmed'])
    expect(await told(ann)).toContain(
      'Your booking was cancelled because Harbour House is closed at that time: Talk, Elbe, Wed 11 Mar, 18:00–19:00.',
    )
    expect(refusals(await book(engine, ann, {room: elbe, starts: at('18:00'), ends: at('19:00')}))).toEqual([
      'starts: BUILDING_CLOSED',
    ])
  })

  it('end on weekdays by a closure, and a weekend is opened and closed again', async () => {
    const {employee, make, change} = await office(await place(document))
    const karin = await employee('Karin', 'Office manager')
    const [friday, saturday] = [
      await make('Day', {day: '2026-03-13'}),
      await make('Day', {day: '2026-03-14', open: false}),
    ]
    expect(refusals(await change(karin, friday, {open: false}))).toEqual(['open: USE_CLOSURE'])
    done(await change(karin, saturday, {open: true}))
    done(await change(karin, saturday, {open: false}))
  })
})

describe.each(storesOfStories)('deleting a room, on $name', ({make: place}) => {
  it('says before how many bookings it has', async () => {
    const {engine, employee, ann, elbe, isar} = await office(await place(document))
    const karin = await employee('Karin', 'Office manager')
    const pages = pagesOf(engine)
    done(await book(engine, ann, {room: elbe, starts: at('10:00'), ends: at('11:00')}))
    const deletion = async (room: string) => (await pages.get<RecordData>(karin, `/rooms/${room}`)).data.deletion
    expect(await deletion(elbe)).toEqual({
      heading: '“Elbe” can’t be deleted',
      warning: 'It still has 1 booking.',
      isPossible: false,
    })
    expect(await deletion(isar)).toEqual({
      heading: 'Delete room “Isar”?',
      warning: 'A copy is kept in the history.',
      isPossible: true,
    })
    const page = await pages.get<FormScreenData>(karin, `/rooms/${elbe}?delete`)
    expect([page.data.heading, page.data.intro, page.data.actions]).toEqual([
      '“Elbe” can’t be deleted',
      'It still has 1 booking.',
      [],
    ])
  })
})

it('the form of a room shows no figure that its page does not show', async () => {
  const {engine, employee, elbe} = await office(await sqlite.make(document))
  const karin = await employee('Karin', 'Office manager')
  const {data} = await pagesOf(engine).get<FormScreenData>(karin, `/rooms/${elbe}?edit`)
  expect(data.hints?.facts.map(({label}) => label)).toEqual(['Floor'])
})

describe.each(storesOfStories)('catering, on $name', ({make: place}) => {
  it('asks the facilities team once the booking is approved, and only once', async () => {
    const {engine, employee, ann, kim, hall, change, told} = await office(await place(document))
    const flo = await employee('Flo', 'Facilities team')
    const fields = {room: hall, starts: at('15:00'), ends: at('16:00'), catering: 'Coffee for eight'}
    const booking = done(await book(engine, ann, fields))
    const tasks = () => shown(engine, booking, 'count(Task[booking = this])')
    expect([await tasks(), await told(flo)]).toEqual(['0', []])
    done(await act(engine, kim, booking, 'approve'))
    expect([await tasks(), await told(flo)]).toEqual([
      '1',
      ['Ann requested catering for Hall, Wed 11 Mar, 15:00–16:00: Coffee for eight'],
    ])
    done(await change(ann, booking, {starts: at('16:00'), ends: at('17:00')}))
    expect((await told(flo)).toSorted().at(-1)).toBe(
      'Talk, with open service requests, was moved: Hall, Wed 11 Mar, 16:00–17:00.',
    )
    done(await act(engine, kim, booking, 'approve'))
    expect(await tasks()).toBe('1')
    // It is for everyone who attends, also after more people are invited.
    const forPeople = () => shown(engine, booking, 'Task[booking = this][1].head_count')
    expect(await forPeople()).toBe('2')
    done(await change(ann, booking, {people: 7}))
    expect(await forPeople()).toBe('7')
    // Nobody has accepted it yet, so everyone who was asked is notified.
    done(await act(engine, ann, booking, 'cancel'))
    await runSystemActions(engine)
    expect((await told(flo)).some(text => text.includes('was cancelled along with the booking'))).toBe(true)
    expect(
      refusals(
        await book(engine, ann, {...fields, starts: at('11:00', '2026-03-10'), ends: at('12:00', '2026-03-10')}),
      ),
    ).toEqual(['TASK_TOO_LATE'])
  })
  it('is requested with a form, from the pages of bookings that it can be requested for', async () => {
    const {engine, employee, ann, ben, elbe} = await office(await place(document))
    const pages = pagesOf(engine)
    const booking = done(await book(engine, ann, {room: elbe, starts: at('15:00'), ends: at('16:00')}))
    const path = `/bookings/${await shown(engine, booking, 'number')}`
    const offered = async (who: Actor) => {
      const {data} = await pages.get<RecordData>(who, path)
      return (data.links ?? []).map(({label}) => label)
    }
    expect([await offered(ann), await offered(ben)]).toEqual([['Request catering or equipment'], []])
    done(await book(engine, ben, {room: elbe, starts: at('17:00'), ends: at('18:00')}))
    const form = await pages.get<FormScreenData>(ann, '/tasks/new')
    expect(form.data.actions.map(({label}) => label)).toEqual(['Send request'])
    // Only her own bookings; those of the same name are told apart by their time.
    const options = form.data.fields.find(({name}) => name === 'booking')?.options ?? []
    expect(options.map(({label, note}) => [label, note])).toEqual([['Talk, Elbe', 'Wed 11 Mar, 15:00–16:00']])
    const sent = await pages.post(ann, '/tasks/new', {
      ...{_action: 'request', booking: booking.id, kind: 'furniture', details: 'Two more chairs'},
    })
    expect(sent.redirect).toBeDefined()
    expect(await shown(engine, booking, 'tasks[1].kind + " " + tasks[1].status')).toBe('furniture asked')
    const karin = await employee('Karin', 'Office manager')
    expect(await offered(karin)).toEqual(['Request catering or equipment'])
    done(await act(engine, ann, booking, 'cancel'))
    expect([await offered(ann), await offered(karin)]).toEqual([[], []])
  })
})
