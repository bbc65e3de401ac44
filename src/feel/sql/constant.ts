/**
 * Values that are known when the statement is compiled: their natural form, and the form of the column they are
 * compared with, if that is exact.
 */
import {CalendarDate, DateTime, epochOf, Time, toDays} from '../calendar.ts'
import {Decimal, formatNum, type Num} from '../decimal.ts'
import {formatDate} from '../format.ts'
import type {Type} from '../type.ts'
import {DaysDuration, isNum, isReference, MonthsDuration, type Value} from '../value.ts'
import {
  booleanForm,
  type Dialect,
  exactForm,
  fitsNumber,
  idForm,
  MOST_IN_COLUMN,
  MOST_PLACES,
  pow10,
  scaled,
  type Term,
  type TermForm,
  textForm,
} from './dialect.ts'

/** A number as coefficient and digits after the point. */
interface TermCount {
  readonly coefficient: bigint
  readonly places: number
}

/** The constant in its most suitable form; undefined if no database form can hold it. */
export function constantTerm(value: Value, type: Type, dialect: Dialect): Term | undefined {
  if (value === null)
    return {sql: dialect.unknown(formOf(type)), form: formOf(type), nullable: true, constant: null, simple: true}
  for (const form of naturalForms(value)) {
    const found = restate(value, form, dialect)
    if (found !== undefined) return found
  }
  return undefined
}

/** Any form of the right kind suits an unknown value. */
export function formOf(type: Type): TermForm {
  switch (type.kind) {
    case 'boolean':
      return booleanForm
    case 'reference':
      return idForm
    case 'date':
    case 'time':
      return {as: type.kind}
    case 'date and time':
      return {as: 'instant'}
    case 'text':
    case 'choice':
    case 'null':
      return textForm
    default:
      return scaled(0, 0n)
  }
}

function naturalForms(value: Value): readonly TermForm[] {
  if (typeof value === 'boolean') return [booleanForm]
  if (typeof value === 'string') return [textForm]
  if (isReference(value)) return [idForm]
  const column: readonly TermForm[] =
    value instanceof CalendarDate
      ? [{as: 'date'}]
      : value instanceof Time
        ? [{as: 'time'}]
        : value instanceof DateTime
          ? [{as: 'instant'}]
          : []
  // Operations on instants count milliseconds.
  if (value instanceof DateTime) return [...column, scaled(3, 0n)]
  const count = countOf(value)
  if (count === undefined) return column
  const small = count.places <= MOST_PLACES && magnitude(count.coefficient) <= MOST_IN_COLUMN
  return [...column, small ? scaled(count.places, 0n) : exactForm]
}

/** The constant in a given form; undefined if the form cannot hold it exactly. */
export function restate(value: Value, form: TermForm, dialect: Dialect): Term | undefined {
  if (value === null) return {sql: dialect.unknown(form), form, nullable: true, constant: null, simple: true}
  const held = heldIn(value, form)
  if (held === undefined) return undefined
  const own = form.as === 'scaled' && typeof held === 'bigint' ? scaled(form.places, magnitude(held)) : form
  return {sql: dialect.bind(held, own), form: own, nullable: false, constant: value, simple: true}
}

/** The content of a form for a value; undefined if it cannot hold it exactly. */
export function heldIn(value: Value, form: TermForm): string | bigint | boolean | undefined {
  return form.as === 'scaled' ? scaledTo(value, form.places) : textIn(form, value)
}

function scaledTo(value: Value, places: number): bigint | undefined {
  const count = countOf(value)
  if (count === undefined || count.places > places) return undefined
  const coefficient = count.coefficient * pow10(places - count.places)
  return fitsNumber(magnitude(coefficient)) ? coefficient : undefined
}

function textIn(form: TermForm, value: Value): string | boolean | undefined {
  switch (form.as) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'text':
      return typeof value === 'string' && isStorable(value) ? value : undefined
    case 'id':
      return idText(value)
    case 'date':
      return value instanceof CalendarDate && value.year >= 1 && value.year <= 9999 ? formatDate(value) : undefined
    case 'time':
      return value instanceof Time && value.zone === null && value.nano === 0 ? clockText(value.second) : undefined
    case 'instant':
      return value instanceof DateTime ? instantText(value) : undefined
    case 'exact':
      return exactText(value)
    default:
      return undefined
  }
}

/** No database stores half a surrogate pair, and PostgreSQL no U+0000. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function idText(value: Value): string | undefined {
  if (value !== null && typeof value !== 'string' && isReference(value)) return value.id
  // An id is a text in expressions; only valid ids are compared with the column directly.
  return typeof value === 'string' && uuid.test(value) ? value : undefined
}

const pad = (n: number): string => String(n).padStart(2, '0')
const clockText = (second: number): string =>
  `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}`

const FIRST_SECOND = -62_135_596_800
const LAST_SECOND = 253_402_300_799

function instantText(at: DateTime): string | undefined {
  const epoch = epochOf(at)
  if (at.time.zone === null || at.time.nano % 1_000_000 !== 0) return undefined
  if (epoch < FIRST_SECOND || epoch > LAST_SECOND) return undefined
  return new Date(epoch * 1000 + at.time.nano / 1_000_000).toISOString()
}

function exactText(value: Value): string | undefined {
  const count = countOf(value)
  if (count === undefined) return undefined
  return plain(count)
}

/** Digits without an exponent or trailing zeros, as written by `formatNum`. */
function plain({coefficient, places}: TermCount): string {
  if (places === 0) return coefficient.toString()
  const digits = magnitude(coefficient)
    .toString()
    .padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return coefficient < 0n ? `-${text}` : text
}

/** The count of a value: days for a date, seconds for a time, an instant and a duration. */
export function countOf(value: Value): TermCount | undefined {
  if (value === null) return undefined
  if (isNum(value)) return countOfNum(value)
  if (value instanceof DaysDuration) return countOfNum(value.seconds)
  if (value instanceof MonthsDuration) return {coefficient: BigInt(value.months), places: 0}
  if (value instanceof CalendarDate) return {coefficient: BigInt(toDays(value)), places: 0}
  if (value instanceof Time) return value.zone === null ? fine(value.second, value.nano) : undefined
  if (value instanceof DateTime) return value.time.zone === null ? undefined : fine(epochOf(value), value.time.nano)
  return undefined
}

function countOfNum(n: Num): TermCount {
  if (n instanceof Decimal) return n.exponent <= 0 ? shortest(n) : {coefficient: BigInt(formatNum(n)), places: 0}
  return {coefficient: BigInt(n), places: 0}
}

const shortest = (n: Decimal): TermCount => ({coefficient: n.coefficient, places: 0 - n.exponent})

function fine(seconds: number, nano: number): TermCount {
  if (nano === 0) return {coefficient: BigInt(seconds), places: 0}
  let [coefficient, places] = [BigInt(seconds) * 1_000_000_000n + BigInt(nano), 9]
  while (coefficient % 10n === 0n) {
    coefficient /= 10n
    places -= 1
  }
  return {coefficient, places}
}

export const magnitude = (n: bigint): bigint => (n < 0n ? -n : n)
