/** Dates and times: `date`, `time` and `date and time`. A date is a calendar day without a time zone. */

import {CalendarDate, DateTime, epochOf, fromMillis, inZone, offsetAt, Time, toMillis} from '../../../feel/calendar.ts'
import {formatDate, formatDateTime, formatTime, readDate, readTime} from '../../../feel/format.ts'
import {dateTimeType, dateType, timeType} from '../../../feel/type.ts'
import type {Value} from '../../../feel/value.ts'
import {plainLanguage} from '../../../messages/language.ts'
import {defineType, word} from '../define-type.ts'
import {accepted, invalid, type Locale, type ValidationResult} from '../field-type.ts'
import {
  instantOf,
  inYears,
  readDateText,
  readInstant,
  readTimeText,
  showDate,
  showInstant,
  showTime,
  someDate,
  someTime,
  wallText,
} from '../values/calendar-text.ts'
import {column, storedText} from '../values/column.ts'
import {dateFormat} from '../values/formats.ts'

export const date = defineType({
  name: 'date',
  examples: ['date'],
  synonyms: ['datum', 'day', 'calendar date'],
  read: word('date'),
  shows: type => (type.kind === 'date' ? {options: null} : null),
  use: () => ({
    written: 'date',
    type: dateType,
    storage: column({sqlite: 'TEXT', postgres: 'date', holds: {as: 'date'}}),
    control: {control: 'date'},
    display: 'time',
    filter: {filter: 'range', control: {control: 'date'}},
    sort: {sort: 'value'},
    valueSet: {set: 'date'},
    is: (value: Value): value is CalendarDate => value instanceof CalendarDate,
    check: (name, database) =>
      database === 'sqlite'
        ? `${name} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`
        : `${name} between '0001-01-01' and '9999-12-31'`,
    literal: written => inYears(readDate(written)) ?? undefined,
    fromText: (text, {language}) => validateDate(readDateText(text, language), language),
    fromJson: json => validateDate(typeof json === 'string' ? readDate(json) : null, null),
    fit: value => validateDate(value, null),
    toText: showDate,
    toCsv: formatDate,
    toColumn: formatDate,
    fromColumn: stored => readDate(storedText(stored)),
  }),
})

function validateDate(read: CalendarDate | null, language: string | null): ValidationResult {
  const value = inYears(read)
  if (value !== null) return accepted(value)
  return invalid('NOT_A_DATE', {example: language === null ? formatDate(someDate) : showNumeric(language)})
}

/** In digits, in the order of the language, as people type it. */
function showNumeric(language: string): string {
  const format = dateFormat(language, {numberingSystem: 'latn', timeZone: 'UTC'})
  return format.format(Date.UTC(someDate.year, someDate.month - 1, someDate.day))
}

// `time`: a time of day, to the second.

export const time = defineType({
  name: 'time',
  examples: ['time'],
  synonyms: ['uhrzeit', 'time of day', 'clock'],
  read: word('time'),
  shows: type => (type.kind === 'time' ? {options: null} : null),
  use: () => ({
    written: 'time',
    type: timeType,
    storage: column({sqlite: 'TEXT', postgres: 'time(0)', holds: {as: 'time'}}),
    control: {control: 'time'},
    display: 'time',
    filter: {filter: 'range', control: {control: 'time'}},
    sort: {sort: 'value'},
    valueSet: {set: 'time'},
    is: (value: Value): value is Time => value instanceof Time,
    check: (name, database) => (database === 'sqlite' ? `${name} glob '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'` : null),
    literal: written => readTimeText(written) ?? undefined,
    fromText: (text, {language}) => validateTime(readTimeText(text), language),
    fromJson: json => validateTime(typeof json === 'string' ? readTimeText(json) : null, plainLanguage),
    // Drops the zone of an expression's time.
    fit: ({second}) => accepted(new Time(second)),
    toText: (value, {language}) => showTime(value, language),
    toForm: value => [formatTime(value)],
    toCsv: formatTime,
    toColumn: formatTime,
    fromColumn: stored => readTime(storedText(stored)),
  }),
})

function validateTime(read: Time | null, language: string): ValidationResult {
  return read === null ? invalid('NOT_A_TIME', {example: showTime(someTime, language)}) : accepted(read)
}

// `date and time`: an instant, stored in UTC, read and shown in TIME_ZONE.

export const dateAndTime = defineType({
  name: 'date and time',
  examples: ['date and time'],
  synonyms: ['datetime', 'timestamp', 'date time', 'instant', 'datetime-local'],
  read: word('date and time'),
  shows: type => (type.kind === 'date and time' ? {options: null} : null),
  use: () => ({
    written: 'date and time',
    type: dateTimeType,
    storage: column({sqlite: 'TEXT', postgres: 'timestamptz(3)', holds: {as: 'date and time'}}),
    control: {control: 'date and time'},
    display: 'time',
    filter: {filter: 'range', control: {control: 'date and time'}},
    sort: {sort: 'value'},
    valueSet: {set: 'date and time'},
    is: (value: Value): value is DateTime => value instanceof DateTime,
    // Fixed width, so that text order is time order.
    check: (name, database) =>
      database === 'sqlite' ? `length(${name}) = 24 and ${name} like '____-__-__T__:__:__.___Z'` : null,
    fromText: validateInstant,
    fromJson: (json, locale) => validateInstant(typeof json === 'string' ? json : '', locale),
    fit: value => fitted(instantOf(value)),
    takes: (value, locale) => (value instanceof CalendarDate ? midnight(value, locale) : null),
    toText: showInstant,
    toForm: (value, {zone}) => [wallText(value, zone)],
    toCsv: (value, {zone}) => withOffset(value, zone),
    toJson: inUtc,
    toColumn: inUtc,
    fromColumn: stored => instantFromStored(stored),
  }),
})

function validateInstant(text: string, locale: Locale): ValidationResult {
  const read = readInstant(text, locale.zone, locale.language)
  if (read.ok) return accepted(read.instant)
  return invalid(read.code, read.code === 'NO_SUCH_TIME' ? {} : {example: '2026-12-31 14:30'})
}

/** A day without a time is midnight in the zone, or an hour later where the clocks skip midnight. */
function midnight(day: CalendarDate, locale: Locale): ValidationResult {
  const at = (time: string) => validateInstant(`${formatDate(day)}T${time}`, locale)
  const found = at('00:00')
  return found.ok ? found : at('01:00')
}

function fitted(instant: DateTime | null): ValidationResult {
  return instant === null ? invalid('NOT_A_DATE_AND_TIME', {example: '2026-12-31 14:30'}) : accepted(instant)
}

/** In the zone's time with its offset, which distinguishes the repeated hour in autumn. */
function withOffset(value: DateTime, zone: string): string {
  return formatDateTime(inZone(value, offsetAt(zone, epochOf(value))) ?? value)
}

/** `2026-12-31T13:30:00.000Z` */
function inUtc(value: DateTime): string {
  const {date, time} = fromMillis(toMillis(value)) ?? value
  const pad = (number: number, width = 2) => String(number).padStart(width, '0')
  const clock = [time.second / 3600, (time.second / 60) % 60, time.second % 60].map(part => pad(Math.floor(part)))
  const day = `${pad(date.year, 4)}-${pad(date.month)}-${pad(date.day)}`
  return `${day}T${clock.join(':')}.${pad(Math.floor(time.nano / 1_000_000), 3)}Z`
}

/** SQLite returns the stored text. PostgreSQL returns `2026-12-31 13:30:00+00`, in the zone of its session. */
function instantFromStored(stored: unknown): DateTime | null {
  if (stored instanceof Date) return fromMillis(stored.getTime())
  const text = storedText(stored)
  if (text.length === 24 && text.endsWith('Z')) return fromMillis(Date.parse(text))
  const read = readInstant(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'), 'UTC', plainLanguage)
  return read.ok ? read.instant : null
}
