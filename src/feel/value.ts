/**
 * The values of expressions, the same on the server and in the browser, and how they are equal and ordered.
 * JSON forms are in json.ts, texts in format.ts.
 */
import {CalendarDate, DateTime, epochOf, offsetOf, Time, toDays, type Zone} from './calendar.ts'
import {compareNum, Decimal, type Num} from './decimal.ts'
import type {Kind} from './type.ts'

export class DaysDuration {
  readonly seconds: Num
  constructor(seconds: Num) {
    this.seconds = seconds
  }
}

export class MonthsDuration {
  readonly months: number
  constructor(months: number) {
    this.months = months
  }
}

export interface Reference {
  readonly entity: string
  readonly id: string
}

/** An absent end is open; `undefined` low or high never occurs. */
export class Range {
  readonly low: Value
  readonly high: Value
  readonly lowIncluded: boolean
  readonly highIncluded: boolean
  constructor(low: Value, high: Value, included: {low: boolean; high: boolean}) {
    this.low = low
    this.high = high
    this.lowIncluded = included.low
    this.highIncluded = included.high
  }
}

/** Only `nonet feel` meets these, through the objects given with `--with`. */
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
export const isReference = (value: Value): value is Reference => kindOf(value) === 'reference'

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

export function kindOf(value: Value): ValueKind {
  if (value === null) return 'null'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return kinds.get(value.constructor) ?? 'reference'
}

/**
 * The standard's `=`: null equals only null; values of different kinds cannot be compared, so the answer is null.
 */
export function equal(a: Value, b: Value): boolean | null {
  if (a === b) return true
  if (a === null || b === null) return false
  if (isList(a) && isList(b)) return equalLists(a, b)
  if (a instanceof Map && b instanceof Map) return equalContexts(a, b)
  if (a instanceof Range && b instanceof Range) return equalRanges(a, b)
  if (isReference(a) && isReference(b)) return a.id === b.id && a.entity === b.entity
  const kind = kindOf(a)
  if (kind !== kindOf(b)) return null
  if (kind === 'boolean' || !alikePlaced(a, b)) return false
  return compare(a, b) === 0
}

/** A time with an offset, one in a named zone and one that is placed nowhere are never equal. */
function alikePlaced(a: Value, b: Value): boolean {
  const [x, y] = [zoneIn(a), zoneIn(b)]
  return typeof x === typeof y
}

const zoneIn = (value: Value): Zone =>
  value instanceof DateTime ? value.time.zone : value instanceof Time ? value.zone : null

function equalLists(a: List, b: List): boolean | null {
  if (a.length !== b.length) return false
  let answer: boolean | null = true
  for (const [i, item] of a.entries()) {
    const same = equal(item, b[i] ?? null)
    if (same === false) return false
    if (same === null) answer = null
  }
  return answer
}

function equalContexts(a: Context, b: Context): boolean | null {
  if (a.size !== b.size || [...a.keys()].some(key => !b.has(key))) return false
  const keys = [...a.keys()]
  return equalLists(
    keys.map(key => a.get(key) ?? null),
    keys.map(key => b.get(key) ?? null),
  )
}

function equalRanges(a: Range, b: Range): boolean | null {
  if (a.lowIncluded !== b.lowIncluded || a.highIncluded !== b.highIncluded) return false
  return equalLists([a.low, a.high], [b.low, b.high])
}

/** Negative, zero or positive; null for what has no order. */
export function compare(a: Value, b: Value): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (isNum(a) && isNum(b)) return compareNum(a, b)
  if (a instanceof CalendarDate && b instanceof CalendarDate) return toDays(a) - toDays(b)
  if (a instanceof DateTime && b instanceof DateTime) return compareDateTimes(a, b)
  if (a instanceof Time && b instanceof Time) return compareTimes(a, b)
  if (a instanceof DaysDuration && b instanceof DaysDuration) return compareNum(a.seconds, b.seconds)
  if (a instanceof MonthsDuration && b instanceof MonthsDuration) return a.months - b.months
  return null
}

/** By code point, as both databases order text; JavaScript's own order is by UTF-16 unit. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const end = Math.min(a.length, b.length)
  for (let i = 0; i < end; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return surrogatesLast(x) - surrogatesLast(y)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others, yet their units are below U+E000. */
const surrogatesLast = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

function compareDateTimes(a: DateTime, b: DateTime): number | null {
  if ((a.time.zone === null) !== (b.time.zone === null)) return null
  return epochOf(a) - epochOf(b) || a.time.nano - b.time.nano
}

/** Times with offsets are compared as of one day, on the clocks of Greenwich. */
function compareTimes(a: Time, b: Time): number | null {
  if ((a.zone === null) !== (b.zone === null)) return null
  return a.second - timeOffset(a) - (b.second - timeOffset(b)) || a.nano - b.nano
}

const someDay = new CalendarDate(1970, 1, 1)

/** A zone's offset for a time without a date is its offset on 1 January 1970, for want of a better day. */
export const timeOffset = (time: Time): number => offsetOf(new DateTime(someDay, time)) ?? 0
