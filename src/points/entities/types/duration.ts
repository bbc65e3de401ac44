/** `duration`: a length of time in days, hours, minutes and seconds. Months vary in length and are not accepted. */

import {compareNum, multiply, type Num, parseNum, round, toInteger} from '../../../feel/decimal.ts'
import {formatDays, readDays} from '../../../feel/format.ts'
import {daysType} from '../../../feel/type.ts'
import {DaysDuration, type Value} from '../../../feel/value.ts'
import {plainLanguage} from '../../../messages/language.ts'
import {defineType, word} from '../define-type.ts'
import {accepted, invalid, type ValidationResult} from '../field-type.ts'
import {column, storedNumber} from '../values/column.ts'
import {kept, numberFormat} from '../values/formats.ts'
import {readTypedNumber} from '../values/numeric.ts'

/** Ten thousand years, in seconds. */
const most = 315_576_000_000
const example = 90 * 60

export const duration = defineType({
  name: 'duration',
  examples: ['duration'],
  synonyms: ['zeitspanne', 'dauer', 'interval', 'timespan', 'length of time', 'period'],
  read: word('duration'),
  shows: type => (type.kind === 'days duration' ? {options: null} : null),
  use: () => ({
    written: 'duration',
    type: daysType,
    storage: column({sqlite: 'INTEGER', postgres: 'bigint', holds: {as: 'days duration'}}),
    control: {control: 'line', attributes: {duration: true}},
    display: 'text',
    filter: {filter: 'range', control: {control: 'line', attributes: {duration: true}}},
    sort: {sort: 'value'},
    valueSet: {set: 'duration'},
    is: (value: Value): value is DaysDuration => value instanceof DaysDuration,
    check: name => `${name} between ${-most} and ${most}`,
    literal: written => durationLiteral(written),
    fromText: (text, {language}) => validateDuration(readDuration(text, language), language),
    fromJson: json =>
      validateDuration(typeof json === 'string' ? readDuration(json, plainLanguage) : null, plainLanguage),
    fit: ({seconds}) => validateDuration(round(seconds, 0, 'half even'), plainLanguage),
    toText: (value, {language}) => showDuration(secondsOf(value), language),
    toForm: (value, {language}) => [typeable(secondsOf(value), language)],
    toCsv: formatDays,
    toColumn: value => BigInt(secondsOf(value)),
    fromColumn: stored => new DaysDuration(storedNumber(stored)),
  }),
})

function validateDuration(seconds: Num | null, language: string): ValidationResult {
  if (seconds === null || toInteger(seconds) === null)
    return invalid('NOT_A_DURATION', {example: showDuration(example, language)})
  if (compareNum(seconds, most) > 0) return invalid('TOO_LARGE_NUMBER', {most: showDuration(most, language)})
  if (compareNum(seconds, -most) < 0) return invalid('TOO_SMALL', {least: showDuration(-most, language)})
  return accepted(new DaysDuration(seconds))
}

/** Some languages write "two hours" without a digit; a text that could not be read back is shown in English. */
function typeable(seconds: number, language: string): string {
  const text = showDuration(seconds, language)
  return readDuration(text, language) === seconds ? text : showDuration(seconds, plainLanguage)
}

/** `2 days` and `PT8H` are literals; a number alone is not. */
function durationLiteral(written: string): Value | undefined {
  const seconds = /^[-\d]|^P/.test(written) ? readDuration(written, plainLanguage) : null
  return seconds === null ? undefined : new DaysDuration(seconds)
}

function secondsOf({seconds}: DaysDuration): number {
  return toInteger(seconds) ?? 0
}

// Durations as text: `1 day, 4 hours`, `90 min`, `1:30` in the language of the document, and ISO 8601.

const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
type Unit = (typeof units)[number][0]

/** Seconds, or null if it is not a duration. Weeks are accepted and shown as days. */
function readDuration(text: string, language: string): Num | null {
  const written = text.trim()
  if (written.length > 100) return null
  return readDays(written.toUpperCase())?.seconds ?? readClock(written) ?? readWords(written, language)
}

/** `1:30` is an hour and a half. */
function readClock(text: string): number | null {
  const match = /^(-?)(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (match === null) return null
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? '0')
  return match[1] === '-' ? 0 - seconds : seconds
}

function readWords(text: string, language: string): Num | null {
  const sign = /^[-\u2212]/.test(text) ? -1 : 1
  const parts = [
    ...text.replace(/^[-\u2212]/, '').matchAll(/([\d.,\u00a0\u202f]*\d)\s*(\p{L}[\p{L}.\p{M}]*)([^\d]*)/gu),
  ]
  if (parts.length === 0 || parts.map(part => part[0]).join('') !== text.replace(/^[-\u2212]/, '')) return null
  let total = 0
  for (const [, count = '', word = '', between = ''] of parts) {
    const seconds = unitOf(word, language)
    const number = readTypedNumber(count, language)
    const product = seconds === null || number === null ? null : multiply(number, seconds)
    // Only whole seconds are accepted.
    if (typeof product !== 'number' || !isBetween(between)) return null
    total += product
  }
  return Number.isSafeInteger(total) ? parseNum(String(sign * total)) : null
}

/** Parts are separated by commas or one short word: `1 hour and 30 minutes`. */
function isBetween(text: string): boolean {
  return /^\s*,?\s*(?:\p{L}{1,4}\s+)?$/u.test(text)
}

const words = new Map<string, ReadonlyMap<string, number>>()

/** Also the common `hrs` and `mins`. */
function unitOf(word: string, language: string): number | null {
  const folded = fold(word)
  const names = [folded, folded.replace(/s$/, '')]
  const found = [language, plainLanguage].flatMap(each => names.map(name => wordsOf(each).get(name)))
  return found.find(seconds => seconds !== undefined) ?? null
}

function wordsOf(language: string): ReadonlyMap<string, number> {
  const make = () => units.flatMap(([unit, seconds]) => namesOf(unit, language).map(name => [name, seconds] as const))
  return kept(words, language, () => new Map(make()))
}

/** Languages have up to six plural forms; these numbers cover all of them. */
function namesOf(unit: Unit, language: string): string[] {
  return (['long', 'short', 'narrow'] as const).flatMap(unitDisplay =>
    [1, 2, 3, 5, 11, 100].map(count =>
      fold(
        numberFormat(language, {style: 'unit', unit, unitDisplay})
          .formatToParts(count)
          .filter(part => part.type === 'unit')
          .map(part => part.value)
          .join(''),
      ),
    ),
  )
}

function fold(word: string): string {
  return word.toLowerCase().replace(/\.$/, '').trim()
}

/** `1 day, 4 hours`; nothing is rounded. */
function showDuration(seconds: number, language: string): string {
  if (seconds === 0) return oneUnit(0, 'minute', language)
  let left = Math.abs(seconds)
  const parts: string[] = []
  for (const [unit, size] of units.slice(1)) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(oneUnit(count, unit, language))
  }
  const text = new Intl.ListFormat(language, {type: 'unit'}).format(parts)
  return seconds < 0 ? `-${text}` : text
}

function oneUnit(count: number, unit: Unit, language: string): string {
  return numberFormat(language, {style: 'unit', unit, unitDisplay: 'long', useGrouping: false}).format(count)
}
