/** What may be done from a page of own code, over HTTP: what is offered, what is sent, and what is refused. */
import {describe, expect, test} from 'vitest'
import type {CodeData, CodeRow} from '../../../src/screens/code/data.ts'
import type {Actor} from '../../../src/screens/testing.ts'
import {floors, floorsOf} from '../../kit/floors.ts'
import {stores} from '../../kit/store-databases.ts'

type Floors = Awaited<ReturnType<typeof floorsOf>>

const plan = ({buildings}: Floors) => `/floors/${buildings.main}/1`
const shownTo = async (made: Floors, who: Actor) => (await made.pages.get<CodeData>(who, plan(made))).data

async function bookingIn(made: Floors, who: Actor, title: string): Promise<CodeRow> {
  const {rooms} = (await shownTo(made, who)).data
  const rows = rooms !== null && typeof rooms === 'object' && 'rows' in rooms ? (rooms.rows as readonly CodeRow[]) : []
  const lists = rows.flatMap(({bookings}) =>
    typeof bookings === 'object' && bookings !== null && 'rows' in bookings
      ? (bookings.rows as readonly CodeRow[])
      : [],
  )
  const found = lists.find(row => row.title === title)
  if (!found) throw new Error(`there is no booking ${title}`)
  return found
}

const on = ({id, version}: CodeRow) => ({_record: id, _version: String(version)})

describe.each(stores)('the actions of own code on $name', ({make}) => {
  test('are offered to those who may perform them, record by record', async () => {
    const made = await floorsOf(await make())
    const {ada, eve, gus} = made
    const {actions} = await shownTo(made, ada)
    expect(Object.values(actions).map(({name, label, tone, of, can}) => [name, label, tone, of, can])).toEqual([
      ['book', 'Book', 'primary', null, true],
      ['draft', 'Draft', 'primary', null, true],
      ['rename', 'Rename', 'plain', 'Booking', true],
      ['cancel', 'Cancel', 'plain', 'Booking', true],
      ['remove', 'Remove', 'danger', 'Booking', true],
      ['close', 'Close', 'plain', 'Building', false],
    ])
    expect(actions.book?.fields.map(({name}) => name)).toEqual(['room', 'title', 'starts'])
    expect(actions.cancel?.fields.map(({name, required}) => [name, required])).toEqual([['notes', true]])
    expect(actions.close?.fields).toEqual([])
    expect((await bookingIn(made, ada, 'Ours')).can).toEqual(['rename', 'remove'])
    expect((await bookingIn(made, ada, 'Theirs')).can).toEqual([])
    expect((await bookingIn(made, eve, 'Hidden')).can).toEqual(['rename', 'remove'])
    expect(Object.values((await shownTo(made, gus)).actions).map(({can}) => can)).toEqual(Array(6).fill(false))
  })

  test('are not offered to those who may not set what the document sets', async () => {
    const document = floors
      .replace('room, title, starts, notes, person |', 'room, title, starts, notes |')
      .replace('update Booking | title | |', 'update Booking | title | person = me |')
      .replace(
        '| remove | delete Booking',
        '| note | update Booking | title | notes = title |\n| remove | delete Booking',
      )
    const made = await floorsOf(await make(), document)
    const {actions} = await shownTo(made, made.ada)
    expect(Object.values(actions).flatMap(({name, can}) => (can ? [name] : []))).toEqual([
      'draft',
      'cancel',
      'note',
      'remove',
    ])
    expect((await bookingIn(made, made.ada, 'Ours')).can).toEqual(['note', 'remove'])
    const sent = {_action: 'book', room: made.rooms.aspen, title: 'New', starts: '2026-03-10T08:00'}
    expect((await made.pages.post(made.ada, plan(made), sent)).status).toBe(403)
  })

  test('create, change and delete records, set what the document says, and lead where it says', async () => {
    const made = await floorsOf(await make())
    const {pages, ada, rooms, engine} = made
    const sent = {_action: 'book', room: rooms.aspen, title: 'New', starts: '2026-03-10T08:00'}
    expect((await pages.post(ada, `${plan(made)}?day=2026-03-10`, sent)).redirect).toBe(`${plan(made)}?day=2026-03-10`)
    const booked = await bookingIn(made, ada, 'New')
    expect(booked).toMatchObject({status: 'booked', notes: 'for New', person: {name: 'Ada'}})
    expect(booked.can).toEqual(['rename', 'cancel'])

    const led = await pages.post(ada, plan(made), {...sent, _action: 'draft', title: 'Led'})
    expect(led.redirect).toMatch(/^\/booked\/[0-9a-f-]{36}$/)
    expect((await pages.get<CodeData>(ada, led.redirect ?? '')).data.data.booking).toMatchObject({title: 'Led'})

    expect((await pages.post(ada, plan(made), {...on(booked), _action: 'rename', title: 'Newer'})).redirect).toBe(
      plan(made),
    )
    const renamed = await bookingIn(made, ada, 'Newer')
    expect([renamed.version, renamed.notes]).toEqual([booked.version + 1, 'for New'])
    const cancelled = await pages.post(ada, plan(made), {...on(renamed), _action: 'cancel', notes: 'rain'})
    expect(cancelled.redirect).toBe(plan(made))
    expect(await bookingIn(made, ada, 'Newer')).toMatchObject({status: 'cancelled', notes: 'rain', can: ['rename']})
    const ours = await bookingIn(made, ada, 'Led')
    expect((await pages.post(ada, plan(made), {...on(ours), _action: 'remove'})).redirect).toBe(plan(made))
    await expect(bookingIn(made, ada, 'Led')).rejects.toThrow('there is no booking Led')
    expect(engine.specification.purpose.title).toBe('Rooms')
  })

  test('a refusal is shown at its form and its record, with what was typed', async () => {
    const made = await floorsOf(await make())
    const {pages, ada, rooms} = made
    const empty = await pages.post<CodeData>(ada, plan(made), {
      _action: 'book',
      room: rooms.aspen,
      title: '',
      starts: 'soon',
    })
    expect(empty.status).toBe(422)
    expect(empty.data.actions.book?.refused).toMatchObject({record: null})
    expect(empty.data.actions.book?.refused?.problems.map(({field}) => field)).toEqual(['title', 'starts'])
    expect(empty.data.actions.book?.refused?.fields.find(({name}) => name === 'starts')?.values).toEqual(['soon'])
    expect(empty.data.actions.draft?.refused).toBeNull()
    const ours = await bookingIn(made, ada, 'Ours')
    const stale = await pages.post<CodeData>(ada, plan(made), {
      ...on(ours),
      _version: '9',
      _action: 'rename',
      title: 'x',
    })
    expect([stale.status, stale.data.actions.rename?.refused?.record]).toEqual([409, ours.id])
    expect((await bookingIn(made, ada, 'Ours')).version).toBe(1)
  })

  test('the form of a record opens with its values', async () => {
    const made = await floorsOf(await make())
    const {pages, ada, eve, bookings} = made
    const opened = async (who: Actor, id: string, action = 'rename') =>
      (await pages.get<CodeData>(who, `${plan(made)}?_open=${action}&_record=${id}`)).data.actions[action]?.refused
    expect((await opened(ada, bookings.ours))?.fields.map(({name, values}) => [name, values])).toEqual([
      ['title', ['Ours']],
    ])
    // What a person may not read is not in the form.
    expect((await opened(ada, bookings.hidden))?.fields).toEqual([])
    // An action that creates a record shows nothing of another one.
    const create = await opened(eve, bookings.hidden, 'book')
    expect(create?.fields.flatMap(({values}) => values) ?? []).not.toContain('Hidden')
    expect((await opened(eve, bookings.hidden))?.fields.map(({values}) => values)).toEqual([['Hidden']])
  })
})

describe.each(stores)('what is forged on $name', ({make}) => {
  test('is refused, and changes nothing', async () => {
    const made = await floorsOf(await make())
    const {pages, ada, gus, rooms, bookings, buildings} = made
    const ours = await bookingIn(made, ada, 'Ours')
    const theirs = await bookingIn(made, ada, 'Theirs')
    const post = (who: Actor, fields: Record<string, string>, path = plan(made)) =>
      pages.post<CodeData>(who, path, fields).then(({status, redirect}) => redirect ?? status)
    const book = {_action: 'book', room: rooms.aspen, title: 'Forged', starts: '2026-03-10T08:00'}
    // Fields that the action does not take: of the record, set by the document, or of every object.
    expect(await post(ada, {...book, notes: 'mine'})).toBe(422)
    expect(await post(ada, {...book, person: ada.kind === 'person' ? ada.id : ''})).toBe(422)
    expect(await post(ada, {...book, secret: 'yes'})).toBe(422)
    expect(await post(ada, {...book, status: 'booked'})).toBe(422)
    expect(await post(ada, {...book, hasOwnProperty: 'x'})).toBe(422)
    expect(await post(ada, {...on(ours), _action: 'rename', title: 'x', starts: '2026-01-01T00:00'})).toBe(422)
    // Records of others, hidden ones, of another entity, and none.
    expect(await post(ada, {...on(theirs), _action: 'rename', title: 'x'})).toBe(403)
    expect(await post(ada, {...on(theirs), _action: 'remove'})).toBe(403)
    expect(await post(ada, {...on(ours), _record: bookings.hidden, _action: 'rename', title: 'x'})).toBe(404)
    expect(await post(ada, {...on(ours), _record: rooms.aspen, _action: 'rename', title: 'x'})).toBe(404)
    expect(await post(ada, {...on(ours), _record: '__proto__', _action: 'rename', title: 'x'})).toBe(404)
    expect(await post(ada, {_action: 'rename', title: 'x'})).toBe(404)
    expect(await post(ada, {_action: 'close', _record: buildings.main, _version: '1', closed: 'yes'})).toBe(403)
    expect(await post(ada, {...on(ours), _action: 'cancel', notes: 'x'})).not.toBe(plan(made))
    // Without the version that the person has seen.
    expect(await post(ada, {_record: ours.id, _action: 'rename', title: 'x'})).not.toBe(plan(made))
    // Actions that are not of this page.
    for (const _action of ['create', 'update', 'delete', 'constructor', '__proto__', 'toString', ''])
      expect(await post(ada, {...on(ours), _action, title: 'x'})).not.toBe(plan(made))
    // From a page that the person may not open.
    expect(await post(gus, book)).not.toBe(plan(made))
    expect(await post(gus, book, `/floors/${buildings.annex}/1`)).toBe(404)
    expect(await post({kind: 'nobody'}, book)).not.toBe(plan(made))
    expect(await post(ada, book, `/floors/${buildings.main}/first`)).toBe(404)
    const after = await shownTo(made, ada)
    expect(JSON.stringify(after.data)).not.toContain('Forged')
    expect([(await bookingIn(made, ada, 'Ours')).version, (await bookingIn(made, ada, 'Theirs')).version]).toEqual([
      1, 1,
    ])
  })
})
