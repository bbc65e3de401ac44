/**
 * The common part of `number`, `decimal`, `money` and `serial`: exact numbers with fixed places and bounds, and
 * parsing.
 */

import type {Json} from '../../../feel/core.ts'
import {
  compareNum,
  Decimal,
  formatNum,
  makeNum,
  type Num,
  negate,
  parseNum,
  round,
  shift,
  signOf,
} from '../../../feel/decimal.ts'
import {decodeNum} from '../../../feel/format.ts'
import {numberType} from '../../../feel/type.ts'
import {isNum} from '../../../feel/value.ts'
import {plainLanguage} from '../../../messages/language.ts'
import type {Behaviour, OptionsResult} from '../define-type.ts'
import {accepted, type Database, type FieldStorage, invalid, type Locale, type ValidationResult} from '../field-type.ts'
import type {Bounds} from './bounds.ts'
import {column, storedNumber} from './column.ts'
import {kept, numberFormat, wholeText} from './formats.ts'

export interface Numeric extends Bounds {
  /** Digits after the point. */
  readonly places: number
}

const mostPlaces = 9

/** The largest magnitude that a column of whole units holds exactly. */
function farthest(places: number): Num {
  return makeNum(BigInt(Number.MAX_SAFE_INTEGER), -places) ?? 0
}

function boundsOf({places, least, most}: Numeric): {least: Num; most: Num} {
  const limit = farthest(places)
  return {least: least ?? negate(limit), most: most ?? limit}
}

type NumberChecks =
  | 'type'
  | 'storage'
  | 'display'
  | 'valueSet'
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

export function numeric(options: Numeric): Pick<Behaviour<Num>, NumberChecks> {
  const {places} = options
  const shown: Intl.NumberFormatOptions = {useGrouping: 'min2', ...digits(places)}
  const typed: Intl.NumberFormatOptions = {useGrouping: false, ...digits(places)}
  const validate = (number: Num | null, locale: Locale) => validateNumber(number, options, locale)
  return {
    type: numberType,
    storage: numberColumn(options),
    valueSet: {set: 'number', places, ...boundsOf(options)},
    display: 'number',
    sort: {sort: 'value'},
    is: isNum,
    check: (name, database) => checkOf(options, name, database),
    fromText: (text, locale) => validate(readTypedNumber(text, locale.language), locale),
    fromCsv: (text, locale) => validate(readFiledNumber(text, locale.language), locale),
    fromJson: (json, locale) => validate(numberOf(json), locale),
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

/** Intl accepts digits as text and does not round them. */
export function show(value: Num, language: string, options: Intl.NumberFormatOptions): string {
  if (typeof value === 'number') return wholeText(value, language, options)
  const written = formatNum(value)
  return isNumeric(written) ? numberFormat(language, options).format(written) : written
}

function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function numberColumn(options: Numeric): FieldStorage {
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

/** JSON numbers are floats, so their shortest text is used. */
function numberOf(json: Json): Num | null {
  if (typeof json === 'number') return decodeNum(json)
  return typeof json === 'string' ? readFiledNumber(json, plainLanguage) : null
}

function validateNumber(number: Num | null, options: Numeric, locale: Locale): ValidationResult {
  const {places} = options
  if (number === null) return invalid('NOT_A_NUMBER', {example: show(example(places), locale.language, digits(places))})
  if (number instanceof Decimal && -number.exponent > places)
    return places === 0 ? invalid('NOT_WHOLE') : invalid('TOO_PRECISE', {places: String(places)})
  return withinBounds(number, options, locale.language)
}

function example(places: number): Num {
  return makeNum(12n * 10n ** BigInt(places) + (places > 0 ? 5n * 10n ** BigInt(places - 1) : 0n), -places) ?? 12
}

function fitNumber(value: Num, options: Numeric): ValidationResult {
  return withinBounds(round(value, options.places, 'half even') ?? value, options, plainLanguage)
}

function withinBounds(number: Num, options: Numeric, language: string): ValidationResult {
  const {least, most} = boundsOf(options)
  const write = (end: Num) => show(end, language, {maximumFractionDigits: options.places, useGrouping: 'min2'})
  if (compareNum(number, least) < 0) return invalid('TOO_SMALL', {least: write(least)})
  if (compareNum(number, most) > 0) return invalid('TOO_LARGE_NUMBER', {most: write(most)})
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

/** value × 10^places. Never too large for a column. */
const scale = (value: Num, places: number): Num => shift(value, places) ?? value

// The options of numeric types: places, and bounds that fit them.

export function wholeSpan(span: Bounds, places: number): OptionsResult<Numeric> {
  for (const end of [span.least, span.most]) {
    if (end instanceof Decimal && -end.exponent > places) return tooFine(formatNum(end), places)
    if (end !== null && compareNum(magnitude(end), farthest(places)) > 0) return tooFar(formatNum(end), places)
  }
  return {ok: true, options: {places, ...span}}
}

function magnitude(number: Num): Num {
  return signOf(number) < 0 ? negate(number) : number
}

function tooFine(end: string, places: number): OptionsResult<Numeric> {
  const digits = end.split('.')[1]?.length ?? 0
  const hint =
    digits > mostPlaces
      ? `At most ${mostPlaces} decimals are stored.`
      : `Write \`decimal ${digits}, …\` for such numbers.`
  const message = places === 0 ? `\`${end}\` is not a whole number.` : `\`${end}\` has more than ${places} decimals.`
  return {ok: false, message, hint, part: end}
}

function tooFar(end: string, places: number): OptionsResult<Numeric> {
  const message = `\`${end}\` is out of range.`
  const hint = `The limit is ${formatNum(farthest(places))}. Remove the bound to allow every number.`
  return {ok: false, message, hint, part: end}
}

export function readPlaces(written: string): OptionsResult<number> {
  const places = written === '' ? Number.NaN : Number(written)
  if (Number.isInteger(places) && places >= 1 && places <= mostPlaces) return {ok: true, options: places}
  const example = 'Write it like this: `decimal 2`, `decimal 1, 0..366`.'
  if (written === '') return {ok: false, message: 'The number of decimals is missing.', hint: example}
  const message = `A decimal has 1 to ${mostPlaces} decimals, not \`${written}\`.`
  return {ok: false, message, hint: places === 0 ? 'Write `number` for whole numbers.' : example, part: written}
}

/** The bounds for form controls, as plain digits. */
export function spanAttributes({least, most}: Bounds): Record<string, string> {
  return {
    ...(least === null ? {} : {min: formatNum(least)}),
    ...(most === null ? {} : {max: formatNum(most)}),
  }
}

// Numbers as people type them: in the format of the language ("1.234,5" in German) or plain ("1234.5"). Where both
// readings are possible, forms prefer the language and files the plain format.

const longest = 60

export function readTypedNumber(text: string, language: string): Num | null {
  return readInLanguage(text, language) ?? readPlainNumber(text)
}

function readFiledNumber(text: string, language: string): Num | null {
  return readPlainNumber(text) ?? readInLanguage(text, language)
}

function readPlainNumber(text: string): Num | null {
  const plain = text.trim().replace(/^\u2212/, '-')
  return plain.length <= longest && /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) ? parseNum(plain) : null
}

function readInLanguage(text: string, language: string): Num | null {
  if (text.length > longest) return null
  const marks = marksOf(language)
  // Right-to-left languages put direction marks around the sign.
  const bare = text.replace(/[\u200e\u200f\u061c]/g, '').trim()
  const digits = [...bare].map(character => marks.digits.get(character) ?? character).join('')
  const match = marks.pattern.exec(digits)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const number = `${whole.replace(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`
  return parseNum(`${/[+]|^$/.test(sign) ? '' : '-'}${number}`)
}

interface Marks {
  readonly digits: ReadonlyMap<string, string>
  readonly pattern: RegExp
}

const known = new Map<string, Marks>()

function marksOf(language: string): Marks {
  return kept(known, language, () => makeMarks(language))
}

function makeMarks(language: string): Marks {
  const parts = numberFormat(language, {useGrouping: 'always'}).formatToParts(-1_234_567.8)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  const groups = parts.filter(each => each.type === 'integer').map(each => [...each.value].length)
  const plain = numberFormat(language, {useGrouping: false})
  const digits = Array.from({length: 10}, (_, digit) => [plain.format(digit), String(digit)] as const)
  return {digits: new Map(digits), pattern: patternOf({group: part('group'), decimal: part('decimal'), groups})}
}

function patternOf({group, decimal, groups}: {group: string; decimal: string; groups: readonly number[]}): RegExp {
  const inner = groups.length > 2 ? (groups[1] ?? 3) : 3
  const mark = groupMark(group)
  const grouped = `\\d{1,${inner}}(?:${mark}\\d{${inner}})*${mark}\\d{3}`
  return new RegExp(`^([-+\\u2212]?)(${grouped}|\\d+|(?=${literal(decimal)}\\d))(?:${literal(decimal)}(\\d+))?$`)
}

/** Any space is accepted for a thin one, and a straight apostrophe for a curly one. */
function groupMark(group: string): string {
  if (/^\s$/.test(group)) return '[\\s\\u00a0\\u202f]'
  return /['\u2019]/.test(group) ? "['\\u2019]" : literal(group)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
