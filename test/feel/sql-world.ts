/** Records of the small schema: generated, held in memory for the evaluator and in both databases for SQL. */
import fc from 'fast-check'
import {sql} from 'kysely'
import {CalendarDate, DateTime, fromMillis, Time, toMillis} from '../../src/feel/calendar.ts'
import {formatNum, multiply, type Num, parseNum} from '../../src/feel/decimal.ts'
import {formatDate, formatTime, readDate, readDateTime} from '../../src/feel/format.ts'
import {compile, type Environment, type Reference, type Value, type World} from '../../src/feel/index.ts'
import type {SqlContext} from '../../src/feel/sql/compiler.ts'
import type {Representation} from '../../src/feel/sql/tables.ts'
import {DaysDuration, isList, isNum, isReference, MonthsDuration} from '../../src/feel/value.ts'
import type {DatabaseName, OpenDatabase} from '../kit/databases.ts'
import {computedCores, entities, levels, type StoredField, skills, stored, tables} from './sql-schema.ts'

export type Record_ = Readonly<Record<string, Value>>

export interface SmallWorld {
  readonly records: Readonly<Record<string, readonly Record_[]>>
  /** Pairs of indexes: the tags of each item. */
  readonly tags: readonly (readonly [number, number])[]
  readonly now: number
  readonly zone: string
  readonly workingWeek: readonly number[]
  readonly me: number | null
}

const counts: Readonly<Record<string, number>> = {Person: 5, Tag: 4, Item: 10}
const offsets: Readonly<Record<string, number>> = {Person: 100, Tag: 200, Item: 300}

export const idOf = (entity: string, place: number): string =>
  `0190a5e0-0000-7000-8000-${String((offsets[entity] ?? 0) + place).padStart(12, '0')}`

export const days = ['2024-02-29', '2023-02-28', '2026-03-29', '2025-10-26', '2026-03-28', '2025-12-31', '2026-01-01']
const farDays = ['0001-01-01', '9999-12-31', '1900-02-28', '1582-10-15', '1969-12-31', '2400-02-29', '2026-06-15']
export const instants = [
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-10-26T01:30:00Z',
  '2025-10-26T02:00:00Z',
  '2026-03-08T06:59:59Z',
  '2026-03-08T07:00:00Z',
  '2024-02-29T23:30:00.001Z',
  '2025-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '1969-12-31T23:59:59.5Z',
]
const farInstants = ['0001-01-02T00:00:00Z', '9999-12-30T23:59:59.999Z', '1890-06-15T12:00:00Z', '2120-07-01T12:00:00Z']
export const texts = [
  '',
  'a',
  'B',
  'b',
  'Éa',
  'e\u0301',
  'straße',
  'İi',
  'ΟΔΟΣ',
  '😀',
  'a😀b',
  'z\u{10FFFF}',
  '\uFFFD',
  "it's",
  '"q"',
  'a%_b',
  ' x ',
  '10',
  '9',
  'ŉ',
  '2024-02-29',
  '👩‍👩‍👧',
]
const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe', 'America/St_Johns']

const MOST = 9_007_199_254_740_991n

/** `limit`: the largest magnitude, in units of the last place. */
function numbers(places: number, limit = MOST): fc.Arbitrary<Num> {
  const unit = parseNum(`1e-${places}`) ?? 1
  const scaled = (n: bigint): Num => multiply(parseNum(n.toString()) ?? 0, unit) ?? 0
  return fc.oneof(
    fc.constantFrom(0n, 1n, -1n, 5n, 10n, -15n, 25n, 100n, 2026n, limit, -limit, limit - 1n).map(scaled),
    fc.bigInt({min: -2000n, max: 2000n}).map(scaled),
    fc.bigInt({min: -limit, max: limit}).map(scaled),
  )
}

const limitOf = ({places, most}: Representation & {as: 'number'}): bigint =>
  most === undefined ? MOST : BigInt(most) * 10n ** BigInt(places)

const known = <T>(value: T | null): T => {
  if (value === null) throw new Error('The fixture is wrong.')
  return value
}

function valuesOf(field: StoredField): fc.Arbitrary<Value> {
  switch (field.holds.as) {
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numbers(field.holds.places, limitOf(field.holds))
    case 'date':
      return fc.oneof(fc.constantFrom(...days), fc.constantFrom(...days, ...farDays)).map(text => known(readDate(text)))
    case 'time':
      return fc.constantFrom(0, 1, 3599, 3600, 43_200, 86_399).map(second => new Time(second))
    case 'date and time':
      return fc
        .oneof(fc.constantFrom(...instants), fc.constantFrom(...instants, ...farInstants))
        .map(text => known(fromMillis(toMillis(known(readDateTime(text))))))
    case 'days duration':
      return fc
        .oneof(fc.constantFrom(0, 1, -1, 3600, 86_400, -90_000, 1_209_600), fc.integer({min: -1e9, max: 1e9}))
        .map(n => new DaysDuration(n))
    case 'months duration':
      return fc.constantFrom(0, 1, -1, 11, 12, 13, -25, 1200, 240_000).map(n => new MonthsDuration(n))
    case 'words':
      return fc.uniqueArray(fc.constantFrom(...skills), {maxLength: 3})
    case 'id':
      return referenceOf(field)
    case 'text':
      return field.type.kind === 'choice' ? fc.constantFrom(...levels) : fc.oneof(fc.constantFrom(...texts), unicode)
  }
}

const unicode = fc.string({unit: 'grapheme', maxLength: 6}).filter(text => !text.includes('\0') && text.isWellFormed())

function referenceOf({type}: StoredField): fc.Arbitrary<Reference> {
  const entity = type.kind === 'reference' ? type.entity : ''
  return fc.nat({max: (counts[entity] ?? 1) - 1}).map(place => ({entity, id: idOf(entity, place)}))
}

function recordsOf(entity: string): fc.Arbitrary<readonly Record_[]> {
  const fields = (stored[entity] ?? []).map((field): [string, fc.Arbitrary<Value>] => [
    field.name,
    field.required === true ? valuesOf(field) : fc.option(valuesOf(field), {freq: 3, nil: null}),
  ])
  const count = counts[entity] ?? 0
  return fc.array(fc.record(Object.fromEntries(fields)), {minLength: count, maxLength: count})
}

export const worlds: fc.Arbitrary<SmallWorld> = fc.record({
  records: fc.record(Object.fromEntries(entities.map(entity => [entity, recordsOf(entity)]))),
  tags: fc.uniqueArray(fc.tuple(fc.nat({max: 9}), fc.nat({max: 3})), {maxLength: 12, selector: String}),
  now: fc.constantFrom(...instants).map(text => toMillis(known(readDateTime(text)))),
  zone: fc.constantFrom(...zones),
  workingWeek: fc.constantFrom([1, 2, 3, 4, 5], [7, 1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7], []),
  me: fc.constantFrom(0, 1, null),
})

export const inputs: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['given', 7],
  ['words', 'a'],
  ['when', new CalendarDate(2026, 3, 29)],
  ['person', {entity: 'Person', id: idOf('Person', 2)}],
])

/** The evaluator's view of the records. */
export function environmentOf(world: SmallWorld, place: number): Environment {
  const environment: Environment = {
    world: {
      all: entity => (world.records[entity] ?? []).map((_, at) => ({entity, id: idOf(entity, at)})),
      field: (reference, name) => fieldOf(reference, name),
    },
    this: {entity: 'Item', id: idOf('Item', place)},
    me: world.me === null ? null : {entity: 'Person', id: idOf('Person', world.me)},
    old: {entity: 'Item', id: idOf('Item', 0)},
    inputs,
    now: known(fromMillis(world.now)),
    zone: world.zone,
    workingWeek: world.workingWeek,
  }
  const memory: World = environment.world
  return environment

  function fieldOf(reference: Reference, name: string): Value {
    if (name === 'id') return reference.id
    const core = computedCores.get(`${reference.entity}.${name}`)
    if (core !== undefined) return compile(core)({...environment, this: reference})
    if (name === 'parts') return memory.all('Item').filter(item => isSame(fieldOf(item, 'parent'), reference))
    if (name === 'items') return memory.all('Item').filter(item => isSame(fieldOf(item, 'owner'), reference))
    if (name === 'tags') return tagsOf(world, reference)
    return world.records[reference.entity]?.[placeOf(reference)]?.[name] ?? null
  }
}

const isSame = (value: Value, reference: Reference): boolean => isReference(value) && value.id === reference.id

const placeOf = (reference: Reference): number => Number(reference.id.slice(-12)) - (offsets[reference.entity] ?? 0)

const tagsOf = (world: SmallWorld, item: Reference): Value =>
  world.tags
    .filter(([place]) => place === placeOf(item))
    .map(([, tag]) => tag)
    .sort((a, b) => a - b)
    .map(tag => ({entity: 'Tag', id: idOf('Tag', tag)}))

/** SQL's view of the same records, from the row `r` of items. */
export function contextOf(world: SmallWorld, database: DatabaseName): SqlContext {
  return {
    database,
    tables,
    this: {alias: 'r'},
    me: {entity: 'Person', id: world.me === null ? null : idOf('Person', world.me)},
    old: {entity: 'Item', id: idOf('Item', 0)},
    inputs,
    now: known(fromMillis(world.now)),
    zone: world.zone,
    workingWeek: world.workingWeek,
  }
}

/** Replaces the records in a database. */
export async function fill({db, name}: OpenDatabase, world: SmallWorld): Promise<void> {
  await db.transaction().execute(async transaction => {
    for (const table of [...entities.map(entity => entity.toLowerCase()), 'item_tags']) {
      await sql`delete from ${sql.table(table)}`.execute(transaction)
    }
    for (const entity of entities) {
      const rows = (world.records[entity] ?? []).map((record, at) => rowOf(entity, record, at, name))
      if (rows.length > 0) await transaction.insertInto(entity.toLowerCase()).values(rows).execute()
    }
    const pairs = world.tags.map(([item, tag]) => ({item: idOf('Item', item), tag: idOf('Tag', tag)}))
    if (pairs.length > 0) await transaction.insertInto('item_tags').values(pairs).execute()
  })
}

function rowOf(entity: string, record: Record_, at: number, name: DatabaseName): Record<string, unknown> {
  const columns = (stored[entity] ?? []).map(field => [
    field.name,
    columnValue(record[field.name] ?? null, field.holds, name),
  ])
  return {id: idOf(entity, at), ...Object.fromEntries(columns)}
}

function columnValue(value: Value, holds: Representation, name: DatabaseName): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (isNum(value)) return numberIn(value, holds, name)
  if (value instanceof CalendarDate) return formatDate(value)
  if (value instanceof Time) return formatTime(value)
  if (value instanceof DateTime) return new Date(toMillis(value)).toISOString()
  if (value instanceof DaysDuration) return formatNum(value.seconds)
  if (value instanceof MonthsDuration) return value.months
  if (isList(value)) return JSON.stringify(value)
  return isReference(value) ? value.id : value
}

function numberIn(value: Num, holds: Representation, name: DatabaseName): unknown {
  if (name === 'postgres' || holds.as !== 'number') return formatNum(value)
  return BigInt(formatNum(known(multiply(value, 10 ** holds.places))))
}
