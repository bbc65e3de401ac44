/**
 * For each document, people in every role and relation, and a record for every state and guard. It is Tuesday, 10 March
 * 2026, 9:00 UTC.
 */

import {readFileSync} from 'node:fs'
import type {Json} from '../../src/feel/core.ts'
import {type Actor, documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, updating} from '../kit/engine.ts'
import {rulesOfDocument} from '../kit/time-off.ts'
import type {Stage, StagedRecord} from './truth-table.ts'

type Fields = Readonly<Record<string, Json>>

interface Building {
  /** Returns the id. */
  make(entity: string, fields: Fields): Promise<string>
  person(name: string, roles: readonly string[], more?: Fields): Promise<Actor & {kind: 'person'}>
  /** A new record that changes before anything is tried. */
  change(entity: string, id: string, fields: Fields): Promise<void>
  /** A record whose actions are tried. */
  stage(entity: string, fields: Fields, rules?: StagedRecord['rules']): Promise<string>
}

type Build = (building: Building) => Promise<{inputs: Stage['inputs']}>

const root = new URL('../../', import.meta.url)

async function staged(document: string, address: string, build: Build): Promise<Stage> {
  const {engine, clock} = await engineOf({document, address, grants: documentGrants, rules: rulesOfDocument})
  const people: Actor[] = [{kind: 'nobody'}]
  const records: StagedRecord[] = []
  const make = async (entity: string, fields: Fields) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const {inputs} = await build({
    make,
    async change(entity, id, fields) {
      done(await engine.change(operator, [updating(entity, {id, version: 1}, fields)]))
    },
    async person(name, roles, more = {}) {
      const id = await make('User', {name, email: `${name.toLowerCase()}@example.com`, roles: [...roles], ...more})
      const actor = {kind: 'person', id, name, roles} as const
      people.push(actor)
      return actor
    },
    async stage(entity, fields, rules = {}) {
      const id = await make(entity, fields)
      records.push({at: {entity, id}, rules})
      return id
    },
  })
  return {document, engine, now: clock.now, people, records, inputs}
}

const timeOff: Build = async ({make, person, stage}) => {
  const team = await make('Team', {name: 'Core', most_away: 2})
  const holiday = await make('Kind', {name: 'Holiday', notice: 14})
  const sickness = await make('Kind', {name: 'Sickness', needs_approval: false, uses_allowance: false})
  const hana = await person('Hana', ['HR'])
  const ines = await person('Ines', ['Employee', 'HR'])
  const max = await person('Max', ['Employee'], {manager: hana.id})
  const ada = await person('Ada', ['Employee'], {manager: max.id, team})
  await person('Bo', ['Employee'], {manager: max.id, team})
  for (const {id} of [ada, max, hana, ines]) await make('Allowance', {person: id, kind: holiday, year: 2026, days: 200})
  const on = (day: string) => ({person: ada.id, kind: holiday, first_day: day, last_day: day})
  // One Monday each: nothing overlaps, and no one else in the team is away.
  const mondays = ['04-13', '04-20', '04-27', '05-04', '05-11', '05-18', '05-25', '06-01', '08-17', '08-24'].map(
    day => `2026-${day}`,
  )
  const settled = ['cancel_asked', 'rejected', 'withdrawn', 'cancelled', 'taken', 'recorded']
  const states = ['draft', 'submitted', 'pre-approved', 'approved', ...settled]
  for (const [index, status] of states.entries()) await stage('Request', {...on(mondays[index] ?? ''), status})
  await stage('Request', {...on('2026-06-08'), kind: sickness, status: 'draft'})
  await stage('Request', {...on('2026-06-15'), person: hana.id, status: 'draft'})
  // 1 to 22 July are sixteen working days, and need a second approval.
  const long = {...on('2026-07-01'), last_day: '2026-07-22'}
  await stage('Request', {...long, status: 'submitted'})
  await stage('Request', {...on('2026-08-03'), status: 'pre-approved', decided_by: hana.id})
  // Yesterday to Thursday: it has started. Until September there is other leave.
  const started = {...on('2026-03-09'), last_day: '2026-03-12', kind: sickness, status: 'recorded'}
  await stage('Request', started, {change_end: 'OVERLAP'})
  await stage('Request', {...on('2026-03-02'), last_day: '2026-03-06', status: 'approved'})
  await stage('Request', {...on('2026-08-10'), person: max.id, status: 'submitted'})
  const days = {first_day: '2026-09-07', last_day: '2026-09-07', first_half: 'no', last_half: 'no'}
  return {
    inputs: {
      answer: 'Because.',
      limit_reason: 'Because.',
      note: 'A reason.',
      ...days,
      new_first_day: '2026-09-14',
      new_last_day: '2026-09-14',
    },
  }
}

const rooms: Build = async ({make, change, person, stage}) => {
  const ann = await person('Ann', ['Employee'])
  const ben = await person('Ben', ['Employee'])
  const kim = await person('Kim', ['Employee'])
  await person('Fay', ['Facilities team'])
  await person('Olga', ['Office manager'])
  const building = await make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
  const room = (name: string, more: Fields = {}) => make('Room', {name, building, ...more})
  const elbe = await room('Elbe')
  const board = await room('Board Room', {needs_approval: true, keeper: kim.id})
  const loft = await room('Loft', {needs_approval: true})
  // Mondays of the office calendar, for series.
  for (const day of ['2026-03-16', '2026-03-23']) await make('Day', {day})
  const booking = (day: string, hour: string, more: Fields = {}) => ({
    ...{room: elbe, title: 'Meeting', person: ann.id, created: '2026-03-01T09:00:00Z'},
    ...{starts: `${day}T${hour}:00Z`, ends: `${day}T${hour.replace(/:\d\d/, ':45')}:00Z`, ...more},
  })
  const states = ['planned', 'waiting', 'confirmed', 'in_use', 'over', 'cancelled', 'refused', 'no_show']
  for (const [index, status] of states.entries())
    await stage('Booking', booking('2026-03-12', `${String(8 + index).padStart(2, '0')}:00`, {status}))
  await stage('Booking', booking('2026-03-13', '09:00', {room: board, status: 'planned'}))
  await stage('Booking', booking('2026-03-13', '10:00', {room: loft, status: 'planned', person: ben.id}))
  await stage('Booking', booking('2026-03-13', '11:00', {room: board, status: 'planned', person: kim.id}))
  await stage('Booking', booking('2026-03-13', '12:00', {room: board, status: 'waiting', private: true}))
  // It starts in ten minutes, and started five minutes ago.
  await stage('Booking', booking('2026-03-10', '09:10', {status: 'confirmed'}))
  await stage(
    'Booking',
    booking('2026-03-10', '08:55', {room: loft, status: 'confirmed', ends: '2026-03-10T09:30:00Z'}),
  )
  await stage(
    'Booking',
    booking('2026-03-10', '08:50', {room: board, status: 'waiting', person: ben.id, ends: '2026-03-10T09:30:00Z'}),
  )
  const series = {title: 'Weekly', person: ann.id, first_day: '2026-03-16', last_day: '2026-03-30'}
  for (const status of ['draft', 'running', 'ended', 'cancelled'])
    await stage('Series', {...series, room: elbe, begins: '18:00', finishes: '19:00', status})
  // A room that needs approval only since the series was planned: otherwise the series could not be a draft.
  const attic = await room('Attic')
  await stage('Series', {...series, room: attic, status: 'draft'})
  await change('Room', attic, {needs_approval: true, keeper: kim.id})
  // The calendar has no Tuesday, so there would be no meeting.
  await stage('Series', {...series, room: elbe, first_day: '2026-03-17', status: 'draft'}, {book_all: 'NO_MEETINGS'})
  const [host, begun] = [
    await make('Booking', booking('2026-03-14', '09:00', {status: 'confirmed', person: ben.id})),
    await make(
      'Booking',
      booking('2026-03-10', '08:50', {status: 'in_use', room: await room('Den'), ends: '2026-03-10T10:00:00Z'}),
    ),
  ]
  const task = {details: 'Coffee for all', asked_by: ann.id, created: '2026-03-01T09:00:00Z'}
  for (const status of ['asked', 'accepted', 'done', 'declined', 'dropped'])
    await stage('Task', {...task, booking: host, status})
  await stage('Task', {...task, booking: begun, status: 'accepted'})
  return {inputs: {answer: 'Because.'}}
}

const helpdesk: Build = async ({person, stage}) => {
  const rita = await person('Rita', ['Requester'])
  await person('Otto', ['Requester'])
  const abe = await person('Abe', ['Agent'])
  await person('Amy', ['Agent'])
  await person('Lea', ['Lead'])
  const ticket = {subject: 'The printer', body: 'It is on fire.', requester: rita.id}
  const resolved = {...ticket, status: 'resolved', assignee: abe.id, resolution: 'Water.'}
  await stage('Ticket', {...ticket, status: 'new'})
  await stage('Ticket', {...ticket, status: 'new', assignee: abe.id})
  await stage('Ticket', {...ticket, status: 'open'})
  await stage('Ticket', {...ticket, status: 'open', assignee: abe.id})
  await stage('Ticket', {...ticket, status: 'waiting'})
  await stage('Ticket', {...ticket, status: 'waiting', assignee: abe.id})
  // Exactly fourteen days back is in time, a minute more is not.
  await stage('Ticket', {...resolved, resolved_at: '2026-02-24T09:00:00Z'})
  await stage('Ticket', {...resolved, resolved_at: '2026-02-24T08:59:00Z'})
  await stage('Ticket', {...resolved, status: 'closed', resolved_at: '2026-03-01T09:00:00Z'})
  return {inputs: {comment: 'Say more.', resolution: 'Water.', assignee: abe.id}}
}

const stock: Build = async ({make, person, stage}) => {
  const bea = await person('Bea', ['Buyer'])
  await person('Bob', ['Buyer'])
  await person('Sam', ['Storekeeper'])
  const hugo = await person('Hugo', ['Head', 'Buyer'])
  await person('Hedy', ['Head'])
  const stan = await person('Stan', ['Staff'])
  const supplier = await make('Supplier', {name: 'Nordstahl', email: 'orders@example.com'})
  const bolt = await make('Product', {sku: 'BLT-1', name: 'Bolt', supplier})
  await make('Movement', {product: bolt, quantity: 10, why: 'counted'})
  const lines = new Map<string, string>()
  const order = async (quantity: number, fields: Fields, rules?: StagedRecord['rules']) => {
    const id = await stage('Order', {supplier, buyer: bea.id, ...fields}, rules)
    if (quantity > 0) lines.set(id, await make('Line', {order: id, product: bolt, quantity, price: 10}))
    return id
  }
  // A hundred pieces cost a thousand, which a buyer may spend; one more needs approval.
  await order(100, {status: 'draft'})
  await order(101, {status: 'draft'})
  await order(0, {status: 'draft'}, {send: 'NO_LINES'})
  await order(200, {status: 'asked'})
  await order(200, {status: 'asked', buyer: hugo.id})
  await order(5, {status: 'ordered', ordered_on: '2026-03-09'})
  const partly = await order(5, {status: 'ordered', ordered_on: '2026-03-09'})
  await make('Movement', {product: bolt, quantity: 2, why: 'goods received', line: lines.get(partly) ?? null})
  for (const status of ['received', 'rejected', 'cancelled']) await order(1, {status})
  const wish = {product: bolt, person: stan.id, purpose: 'A shelf'}
  for (const status of ['noted', 'asked', 'handed_out', 'refused', 'dropped'])
    await stage('Withdrawal', {...wish, status})
  // Twelve are in stock.
  await stage('Withdrawal', {...wish, quantity: 12, status: 'noted'})
  await stage('Withdrawal', {...wish, quantity: 13, status: 'noted'}, {hand_out: 'NOT_ON_HAND'})
  return {inputs: {answer: 'Because.', arrived: '1'}}
}

export interface NamedStage {
  readonly name: string
  readonly entities: readonly string[]
  /** The number of attempts, and how many are allowed: a table that shrinks unnoticed proves less. */
  readonly cases: readonly [tried: number, allowed: number]
  readonly document: string
  readonly set: (address: string) => Promise<Stage>
}

function stageOf(name: string, path: string, build: Build): Pick<NamedStage, 'name' | 'document' | 'set'> {
  const document = readFileSync(new URL(path, root), 'utf8')
  return {name, document, set: address => staged(document, address, build)}
}

export const stages: readonly NamedStage[] = [
  {
    ...stageOf('time off', 'apps/time-off/app.md', timeOff),
    entities: ['Request'],
    cases: [1989, 95],
  },
  {
    ...stageOf('rooms', 'apps/rooms/app.md', rooms),
    entities: ['Booking', 'Series', 'Task'],
    cases: [936, 43],
  },
  {
    ...stageOf('helpdesk', 'test/documents/helpdesk/app.md', helpdesk),
    entities: ['Ticket'],
    cases: [288, 23],
  },
  {
    ...stageOf('stock', 'test/documents/stock/app.md', stock),
    entities: ['Order', 'Withdrawal'],
    cases: [502, 26],
  },
]
