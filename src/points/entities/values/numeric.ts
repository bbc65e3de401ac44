/** What `number`, `decimal`, `money` and `serial` have in common: exact numbers with so many places, within bounds. */
import type {Json} from '../../../feel/core.ts'
import {compareNum, Decimal, formatNum, makeNum, type Num, negate, round, shift} from '../../../feel/decimal.ts'
import {decodeNum} from '../../../feel/json.ts'
import {numberType} from '../../../feel/type.ts'
import {isNum} from '../../../feel/value.ts'
import type {Behaviour} from '../define-type.ts'
import type {Database, Judged, Keeps, Locale} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {column, storedNumber} from './column.ts'
import {numberFormat, wholeText} from './formats.ts'
import {readFiledNumber, readTypedNumber} from './read-number.ts'
import type {Span} from './span.ts'

export interface Numeric extends Span {
  /** Digits after the point. */
  readonly places: number
}

export const mostPlaces = 9

/** The farthest from zero: what a column of whole units holds exactly. */
export function farthest(places: number): Num {
  return makeNum(BigInt(Number.MAX_SAFE_INTEGER), -places) ?? 0
}

export function boundsOf({places, least, most}: Numeric): {least: Num; most: Num} {
  const limit = farthest(places)
  return {least: least ?? negate(limit), most: most ?? limit}
}

type Answers =
  | 'type'
  | 'keeps'
  | 'extent'
  | 'sort'
  | 'is'
  | 'check'
  | 'fromText'
  | 'fromCsv'
  | 'fromJson'
  | 'fit'
  | 'toText'
  | 'toForm'
  | 'toCsv'
  | 'toColumn'
  | 'fromColumn'

export function numeric(options: Numeric): Pick<Behaviour<Num>, Answers> {
  const {places} = options
  const shown: Intl.NumberFormatOptions = {useGrouping: 'min2', ...digits(places)}
  const typed: Intl.NumberFormatOptions = {useGrouping: false, ...digits(places)}
  const judge = (number: Num | null, locale: Locale) => judgeNumber(number, options, locale)
  return {
    type: numberType,
    keeps: numberColumn(options),
    extent: {set: 'number', places, ...boundsOf(options)},
    sort: {sort: 'value'},
    is: isNum,
    check: (name, database) => checkOf(options, name, database),
    fromText: (text, locale) => judge(readTypedNumber(text, locale.language), locale),
    fromCsv: (text, locale) => judge(readFiledNumber(text, locale.language), locale),
    fromJson: (json, locale) => judge(numberOf(json), locale),
    fit: value => fitNumber(value, options),
    toText: (value, {language}) => show(value, language, shown),
    toForm: (value, {language}) => [show(value, language, typed)],
    toCsv: value => formatNum(value),
    toColumn: (value, database) => toColumn(value, places, database),
    fromColumn: (stored, database) => fromColumn(stored, places, database),
  }
}

function digits(places: number): Intl.NumberFormatOptions {
  return {minimumFractionDigits: places, maximumFractionDigits: places}
}

/** Intl takes digits as text and rounds nothing that it is not told to. */
export function show(value: Num, language: string, options: Intl.NumberFormatOptions): string {
  if (typeof value === 'number') return wholeText(value, language, options)
  const written = formatNum(value)
  return isNumeric(written) ? numberFormat(language, options).format(written) : written
}

function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function numberColumn(options: Numeric): Keeps {
  const {places, least, most} = options
  const reach = least === null || most === null ? {} : {most: reachOf(least, most)}
  const postgres = places === 0 ? 'bigint' : `numeric(20,${places})`
  return column({sqlite: 'INTEGER', postgres, holds: {as: 'number', places, ...reach}})
}

function reachOf(least: Num, most: Num): number {
  return Math.ceil(Math.max(Math.abs(Number(formatNum(least))), Math.abs(Number(formatNum(most)))))
}

function checkOf(options: Numeric, name: string, database: Database): string {
  const {least, most} = boundsOf(options)
  const write = (end: Num) => formatNum(database === 'sqlite' ? scale(end, options.places) : end)
  return `${name} between ${write(least)} and ${write(most)}`
}

/** A float would have lost digits before we see it; JSON has no other numbers, and what it wrote is what counts. */
function numberOf(json: Json): Num | null {
  if (typeof json === 'number') return decodeNum(json)
  return typeof json === 'string' ? readFiledNumber(json, 'en') : null
}

function judgeNumber(number: Num | null, options: Numeric, locale: Locale): Judged {
  const {places} = options
  if (number === null) return refused('NOT_A_NUMBER', {example: show(example(places), locale.language, digits(places))})
  if (number instanceof Decimal && -number.exponent > places)
    return places === 0 ? refused('NOT_WHOLE') : refused('TOO_PRECISE', {places: String(places)})
  return withinBounds(number, options, locale.language)
}

function example(places: number): Num {
  return makeNum(12n * 10n ** BigInt(places) + (places > 0 ? 5n * 10n ** BigInt(places - 1) : 0n), -places) ?? 12
}

function fitNumber(value: Num, options: Numeric): Judged {
  return withinBounds(round(value, options.places, 'half even') ?? value, options, 'en')
}

function withinBounds(number: Num, options: Numeric, language: string): Judged {
  const {least, most} = boundsOf(options)
  const write = (end: Num) => show(end, language, {maximumFractionDigits: options.places, useGrouping: 'min2'})
  if (compareNum(number, least) < 0) return refused('TOO_SMALL', {least: write(least)})
  if (compareNum(number, most) > 0) return refused('TOO_LARGE_NUMBER', {most: write(most)})
  return accepted(number)
}

function toColumn(value: Num, places: number, database: Database): bigint | string {
  if (database === 'postgres') return formatNum(value)
  return BigInt(formatNum(scale(value, places)))
}

function fromColumn(stored: unknown, places: number, database: Database): Num {
  const number = storedNumber(stored)
  return database === 'sqlite' ? scale(number, -places) : number
}

/** value × 10^places. Never too large: no column reaches that far. */
const scale = (value: Num, places: number): Num => shift(value, places) ?? value
