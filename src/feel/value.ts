/**
 * The values of expressions, the same on the server and in the browser, with their equality and order. JSON forms and
 * texts are in format.ts.
 */

import {CalendarDate, DateTime, epochOf, offsetOf, Time, toDays, type Zone} from './calendar.ts'
import {compareNum, Decimal, type Num} from './decimal.ts'
import type {Kind} from './type.ts'

export class DaysDuration {
  declare readonly seconds: Num
  constructor(seconds: Num) {
    this.seconds = seconds
  }
}

export class MonthsDuration {
  declare readonly months: number
  constructor(months: number) {
    this.months = months
  }
}

export interface Reference {
  readonly entity: string
  readonly id: string
  /** The values of the record, if available, in the order given to `compile`. */
  readonly row?: readonly Value[]
}

/** An absent end is open; `undefined` low or high never occurs. */
export class Range {
  declare readonly low: Value
  declare readonly high: Value
  declare readonly lowIncluded: boolean
  declare readonly highIncluded: boolean
  constructor(low: Value, high: Value, included: {low: boolean; high: boolean}) {
    this.low = low
    this.high = high
    this.lowIncluded = included.low
    this.highIncluded = included.high
  }
}

/** Only used by `nonet feel`, for the objects given with `--with`. */
export type Context = ReadonlyMap<string, Value>

export type List = readonly Value[]

export type Value =
  | null
  | boolean
  | Num
  | string
  | CalendarDate
  | Time
  | DateTime
  | DaysDuration
  | MonthsDuration
  | Reference
  | Range
  | Context
  | List

export type ValueKind = Exclude<Kind, 'any' | 'choice'> | 'context'

export const isList = (value: Value): value is List => Array.isArray(value)
export const isNum = (value: Value): value is Num => typeof value === 'number' || value instanceof Decimal
export const isReference = (value: Value): value is Reference => kindOfValue(value) === 'reference'

const kinds = new Map<unknown, ValueKind>([
  [Decimal, 'number'],
  [CalendarDate, 'date'],
  [Time, 'time'],
  [DateTime, 'date and time'],
  [DaysDuration, 'days duration'],
  [MonthsDuration, 'months duration'],
  [Range, 'range'],
  [Map, 'context'],
  [Array, 'list'],
])

export function kindOfValue(value: Value): ValueKind {
  if (value === null) return 'null'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return kinds.get(value.constructor) ?? 'reference'
}

/** The standard's `=`: null equals only null; values of different kinds cannot be compared, so the result is null. */
export function equal(a: Value, b: Value): boolean | null {
  if (a === b) return true
  if (a === null || b === null) return false
  if (kindOfValue(a) !== kindOfValue(b)) return null
  if (isList(a) && isList(b)) return equalLists(a, b)
  if (isReference(a) && isReference(b)) return a.id === b.id && a.entity === b.entity
  if (a instanceof Map && b instanceof Map) return equalContexts(a, b)
  if (a instanceof Range && b instanceof Range) return equalRanges(a, b)
  // A time with an offset, one in a named zone and a local one are never equal.
  return typeof zoneIn(a) === typeof zoneIn(b) && compareValues(a, b) === 0
}

/** Whether an item equals the value. */
export const isAmong = (list: List, value: Value): boolean => list.some(item => equal(item, value) === true)

const zoneIn = (value: Value): Zone =>
  value instanceof DateTime ? value.time.zone : value instanceof Time ? value.zone : null

function equalLists(a: List, b: List): boolean | null {
  if (a.length !== b.length) return false
  const same = a.map((item, i) => equal(item, b[i] ?? null))
  return same.includes(false) ? false : same.includes(null) ? null : true
}

function equalContexts(a: Context, b: Context): boolean | null {
  const keys = [...a.keys()]
  const of = (context: Context): List => keys.map(key => context.get(key) ?? null)
  return a.size === b.size && keys.every(key => b.has(key)) && equalLists(of(a), of(b))
}

function equalRanges(a: Range, b: Range): boolean | null {
  const of = ({low, high, lowIncluded, highIncluded}: Range): List => [low, high, lowIncluded, highIncluded]
  return equalLists(of(a), of(b))
}

/** Negative, zero or positive; null if there is no order. */
export function compareValues(a: Value, b: Value): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (kindOfValue(a) !== kindOfValue(b)) return null
  const [x, y] = [rankOf(a), rankOf(b)]
  if (x === null || y === null || (zoneIn(a) === null) !== (zoneIn(b) === null)) return null
  return compareNum(x.rank, y.rank) || x.nano - y.nano
}

interface Rank {
  readonly rank: Num
  readonly nano: number
}

/** The position of a value in the order of its kind. */
function rankOf(value: Value): Rank | null {
  if (isNum(value)) return {rank: value, nano: 0}
  if (value instanceof CalendarDate) return {rank: toDays(value), nano: 0}
  if (value instanceof DateTime) return {rank: epochOf(value), nano: value.time.nano}
  // Times with offsets are compared within one day, in UTC.
  if (value instanceof Time) return {rank: value.second - timeOffset(value), nano: value.nano}
  if (value instanceof DaysDuration) return {rank: value.seconds, nano: 0}
  return value instanceof MonthsDuration ? {rank: value.months, nano: 0} : null
}

/** By code point, as both databases order text; JavaScript's own order is by UTF-16 unit. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  const end = Math.min(a.length, b.length)
  for (let i = 0; i < end; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return surrogatesLast(x) - surrogatesLast(y)
  }
  return a.length - b.length
}

/** Surrogates encode the highest code points, although their units are below U+E000. */
const surrogatesLast = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

const someDay = new CalendarDate(1970, 1, 1)

/** The offset of a zone for a time without a date is its offset on 1 January 1970. */
export const timeOffset = (time: Time): number => offsetOf(new DateTime(someDay, time)) ?? 0

/** An own property of a table; names come from texts, and every object also inherits `constructor` and others. */
export const own = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
