/** The floor plan in the application: what people see and do there follows from the document. */
import {startApp} from 'nonet/testing'
import {expect, test} from 'vitest'

test('a room is booked on the floor plan, and then it is taken for the others', async () => {
  const app = await startApp({now: '2026-03-09T08:00:00Z'})
  const house = await app.records.create('Building', {name: 'Harbour House', address: 'Am Kai 14, Hamburg'})
  const fields = {building: house.id}
  const elbe = await app.records.create('Room', {name: 'Elbe', building: house.id, floor: 1, seats: 8})
  const ann = await app.person({name: 'Ann Miller', roles: ['Employee'], fields})
  const ben = await app.person({name: 'Ben Cole', roles: ['Employee'], fields})

  const address = {day: '2026-03-11', from: '10:00:00', until: '11:00:00', room: elbe.id}
  const page = await ann.open('Floor plan', address)
  expect(page.data.rooms.rows.map(({name, bookings}) => [name, bookings.rows.length])).toEqual([['Elbe', 0]])
  const booked = await page.act('book', null, {room: elbe.id, title: 'Review', people: 4})
  expect(booked).toMatchObject({ok: true, problems: []})
  const [booking] = booked.page.data.rooms.rows[0]?.bookings.rows ?? []
  expect(booking).toMatchObject({door_title: 'Review', mine: true, overlaps: true})

  const theirs = await ben.open('Floor plan', address)
  const [seen] = theirs.data.rooms.rows[0]?.bookings.rows ?? []
  expect(theirs.can('cancel', seen)).toBe(false)
  const again = await theirs.act('book', null, {room: elbe.id, title: 'Mine', people: 2})
  expect(again).toMatchObject({ok: false, status: 409, problems: [{message: 'Elbe is already booked at this time.'}]})
  // A form that was not offered is refused, too.
  expect(seen && (await theirs.act('cancel', seen))).toMatchObject({ok: false})
  expect(await theirs.html()).toContain('data-own="FloorPlan"')

  const [stored] = await app.records.list('Booking')
  expect(stored).toMatchObject({title: 'Review', price: 10})
  expect(app.failures).toEqual([])
})
