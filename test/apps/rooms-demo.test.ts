/** The demonstration data of room booking: an office that satisfies its own rules on any day. */

import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {files} from '../../scripts/demo-data-rooms/files.ts'
import {select} from '../../src/engine/query/select.ts'
import {documentGrants, documentRules, loadDemo, operator, runSystemActions} from '../../src/screens/testing.ts'
import {instantAt} from '../../src/store/sql.ts'
import {documentOf} from '../kit/documents.ts'
import {condition, engineOf} from '../kit/engine.ts'
import {sqlite} from '../kit/store-databases.ts'
import {onDay, type Row, readCsv} from './demo-files.ts'

const folder = new URL('../../apps/rooms/', import.meta.url)
const document = readFileSync(new URL('app.md', folder), 'utf8')
const text = (entity: string) => readFileSync(new URL(`demo/${entity}.csv`, folder), 'utf8')
const entities = [
  'Building',
  'Room',
  'User',
  'Day',
  'Closure',
  'Holiday',
  'Series',
  'Booking',
  'Task',
  'History',
] as const
type Name = (typeof entities)[number]
const written = new Map(entities.map(name => [name, readCsv(text(name))]))

/** Every day of the week, the days with a clock change, a leap day, and New Year. */
const todays = [
  ...['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15'],
  ...['2027-03-28', '2027-10-31', '2028-02-29', '2026-12-31', '2027-01-01'],
]

const officeOn = (today: string) => (name: Name) => (written.get(name) ?? []).map(row => onDay(row, today))
const of = (row: Row, field: string): string => row[field] ?? ''
const holds = new Set(['planned', 'waiting', 'confirmed', 'in_use'])

test('the files match the output of the generator, one per entity', () => {
  expect([...files().keys()].toSorted()).toEqual(entities.map(name => `${name}.csv`).toSorted())
  for (const [name, made] of files()) expect(text(name.replace('.csv', '')), name).toBe(made)
})

test('there are twelve rooms, thirty people and about three hundred bookings', () => {
  expect([written.get('Room')?.length, written.get('User')?.length]).toEqual([12, 30])
  const bookings = written.get('Booking') ?? []
  expect(bookings.length).toBeGreaterThanOrEqual(280)
  expect(new Set(bookings.map(row => of(row, 'status')))).toEqual(
    new Set(['waiting', 'confirmed', 'over', 'no_show', 'cancelled', 'refused']),
  )
})

describe.each(todays)('loaded on %s', today => {
  const rows = officeOn(today)
  const rooms = new Map(rows('Room').map(row => [of(row, 'name'), row]))
  const buildings = new Map(rows('Building').map(row => [of(row, 'name'), row]))
  const bookings = rows('Booking')
  const closed = new Set(
    rows('Day')
      .filter(row => row.open === 'no')
      .map(row => of(row, 'day')),
  )

  test('no two bookings overlap in a room, past or future', () => {
    const byRoom = Map.groupBy(
      bookings.filter(row => holds.has(of(row, 'status')) || of(row, 'status') === 'over'),
      row => of(row, 'room'),
    )
    for (const some of byRoom.values()) {
      const ordered = some.toSorted((one, other) => of(one, 'starts').localeCompare(of(other, 'starts')))
      for (const [index, row] of ordered.entries())
        expect(of(row, 'starts') >= of(ordered[index - 1] ?? {}, 'ends'), `${row.number} ${row.room}`).toBe(true)
    }
  })

  test('bookings are within the opening hours, in rooms with enough seats, and future ones on open days', () => {
    for (const row of bookings) {
      const room = rooms.get(of(row, 'room')) ?? {}
      const {opens = '', closes = ''} = buildings.get(of(room, 'building')) ?? {}
      expect(of(row, 'starts').slice(11) >= opens && of(row, 'ends').slice(11) <= closes, row.number).toBe(true)
      expect(of(row, 'starts').slice(0, 10)).toBe(of(row, 'ends').slice(0, 10))
      expect(Number(row.people)).toBeLessThanOrEqual(Number(room.seats))
      const day = of(row, 'starts').slice(0, 10)
      // Nobody works at the weekend, unless the day of loading is one.
      if (day !== today) expect(new Date(day).getUTCDay() % 6, row.number).not.toBe(0)
      if (day < today || !holds.has(of(row, 'status'))) continue
      const closure = rows('Closure').find(
        each =>
          (each.building === '' || each.building === room.building) &&
          of(each, 'first_day') <= day &&
          of(each, 'last_day') >= day,
      )
      expect([closed.has(day), closure], row.number).toEqual([false, undefined])
    }
  })

  test('they were created before today and before they start, and nobody has more than eight future bookings', () => {
    for (const row of bookings)
      expect(of(row, 'created') < today && of(row, 'created') < of(row, 'starts'), row.number).toBe(true)
    const ahead = bookings.filter(row => row.series === '' && of(row, 'ends') >= today && holds.has(of(row, 'status')))
    for (const some of Map.groupBy(ahead, row => of(row, 'person')).values()) expect(some.length).toBeLessThanOrEqual(8)
  })

  test('past bookings are over, and future ones are not', () => {
    for (const row of bookings) {
      const day = of(row, 'starts').slice(0, 10)
      // Today's data covers the whole day; events after the time of loading have not happened then.
      if (row.status === 'over') expect(day <= today, row.number).toBe(true)
      if (row.status === 'no_show') expect(day < today, row.number).toBe(true)
      if (['waiting', 'confirmed'].includes(of(row, 'status'))) expect(day >= today, row.number).toBe(true)
    }
  })
})

test('the history follows the transitions of the document and ends in the state of each record', () => {
  const actions = documentOf(document).specification.actions.actions
  for (const entity of ['Booking', 'Series', 'Task'] as const) {
    const ways = new Set(
      [...(actions.get(entity)?.values() ?? [])].flatMap(({name, rows}) =>
        rows.flatMap(({from, to}) => (from ?? []).map(state => `${name} ${state} → ${to}`)),
      ),
    )
    const events = Map.groupBy(written.get('History') ?? [], row => `${row.entity} ${row.record}`)
    for (const record of written.get(entity) ?? []) {
      const known: Record<string, string> = {}
      for (const {action, field = '', before = '', after = ''} of events.get(`${entity} ${record.number}`) ?? []) {
        if (field === 'status' && action !== 'create') expect(ways).toContain(`${action} ${before} → ${after}`)
        expect(known[field] ?? '').toBe(before)
        known[field] = after
      }
      const {number, created, created_by, ...fields} = record
      expect(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')), number).toEqual(known)
    }
  }
})

// On one database: rules are compared on both elsewhere, and loading takes long.
describe('the demonstration data of rooms', () => {
  const {make} = sqlite

  test('loads completely through the write path, and the system finds nothing to correct', async () => {
    const rules = documentRules(documentOf(document).specification)
    const {engine, clock} = await engineOf({document, address: await make(document), grants: documentGrants, rules})
    clock.now = Date.parse('2026-11-15T10:00:00Z')
    const {problems, records, events, leftOut} = await loadDemo(
      engine,
      fileURLToPath(new URL('demo', folder)),
      engine.moment(),
    )
    expect([problems, leftOut]).toEqual([[], 0])
    const all = entities
      .filter(name => name !== 'History')
      .reduce((sum, name) => sum + (written.get(name) ?? []).length, 0)
    expect(records).toBe(all)
    expect(events).toBeGreaterThan(800)
    expect((await runSystemActions(engine)).refused).toEqual([])
  }, 120_000)

  // A Monday, in Hamburg time: before the first meeting, during one, and in the evening.
  test.each([
    ['2026-11-15T23:38:00Z', 0, 0],
    ['2026-11-16T07:45:00Z', 8, 0],
    ['2026-11-16T19:30:00Z', 0, 28],
  ])(
    'R4: loaded at %s, current bookings are in use, %i of them, and %i of today are over',
    async (now, used, over) => {
      const rules = documentRules(documentOf(document).specification)
      const {engine, clock} = await engineOf({document, address: await make(document), grants: documentGrants, rules})
      clock.now = Date.parse(now)
      const {problems} = await loadDemo(engine, fileURLToPath(new URL('demo', folder)), engine.moment())
      expect(problems).toEqual([])
      await runSystemActions(engine)
      const [row] = await engine.read(operator, reader =>
        select(reader, {
          from: reader.visibility.records('Building'),
          columns: [
            'count(Booking[status = "in_use"])',
            'count(Booking[status = "in_use" and starts <= now() + CHECK_IN_FROM and ends > now() and arrived_at <= now()])',
            'count(Room[busy_now])',
            'count(Booking[status = "over" and date(starts) = date("2026-11-16")])',
            'count(Booking[status = "no_show" and date(starts) = date("2026-11-16")])',
          ].map(text => condition(engine.specification, 'Building', text)),
          limit: 1,
        }),
      )
      expect(row).toEqual([used, used, used, over, 0])
      const history = await engine.read(operator, async ({db}) =>
        sql<{n: number}>`select count(*) as n from nonet_history where at > ${instantAt(clock.now)}`.execute(db),
      )
      expect(Number(history.rows[0]?.n)).toBe(0)
    },
    120_000,
  )
})
