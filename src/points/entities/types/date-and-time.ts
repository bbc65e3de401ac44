/** `date and time`: an instant, kept in UTC, read and shown by the clocks of TIME_ZONE. */
import {CalendarDate, DateTime, epochOf, fromMillis, inZone, toMillis} from '../../../feel/calendar.ts'
import {formatDate, formatDateTime} from '../../../feel/format.ts'
import {dateTimeType} from '../../../feel/type.ts'
import type {Value} from '../../../feel/value.ts'
import {offsetAt} from '../../../feel/zone.ts'
import {defineType} from '../define-type.ts'
import type {Judged, Locale} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {showInstant} from '../values/calendar-text.ts'
import {column, storedText} from '../values/column.ts'
import {instantOf, readInstant, wallText} from '../values/instant.ts'
import {word} from '../values/plain-word.ts'

export const dateAndTime = defineType({
  name: 'date and time',
  examples: ['date and time'],
  elsewhere: ['datetime', 'timestamp', 'date time', 'instant', 'datetime-local'],
  read: word('date and time'),
  shows: type => (type.kind === 'date and time' ? {options: null} : null),
  use: () => ({
    written: 'date and time',
    type: dateTimeType,
    keeps: column({sqlite: 'TEXT', postgres: 'timestamptz(3)', holds: {as: 'date and time'}}),
    control: {control: 'date and time'},
    filter: {filter: 'range', control: {control: 'date and time'}},
    sort: {sort: 'value'},
    extent: {set: 'date and time'},
    is: (value: Value): value is DateTime => value instanceof DateTime,
    // Of one width, so that the order of texts is the order of time.
    check: (name, database) =>
      database === 'sqlite' ? `length(${name}) = 24 and ${name} like '____-__-__T__:__:__.___Z'` : null,
    fromText: judge,
    fromJson: (json, locale) => judge(typeof json === 'string' ? json : '', locale),
    fit: value => fitted(instantOf(value)),
    takes: (value, locale) => (value instanceof CalendarDate ? midnight(value, locale) : null),
    toText: (value, {language, zone}) => showInstant(value, language, zone),
    toForm: (value, {zone}) => [wallText(value, zone)],
    toCsv: (value, {zone}) => withOffset(value, zone),
    toJson: inUtc,
    toColumn: inUtc,
    fromColumn: stored => fromStored(stored),
  }),
})

function judge(text: string, locale: Locale): Judged {
  const read = readInstant(text, locale.zone, locale.language)
  if (read.ok) return accepted(read.instant)
  return refused(read.code, read.code === 'NO_SUCH_TIME' ? {} : {example: '2026-12-31 14:30'})
}

/** A day alone begins at midnight of the zone; where its clocks skip midnight, an hour later. */
function midnight(day: CalendarDate, locale: Locale): Judged {
  const at = (time: string) => judge(`${formatDate(day)}T${time}`, locale)
  const found = at('00:00')
  return found.ok ? found : at('01:00')
}

function fitted(instant: DateTime | null): Judged {
  return instant === null ? refused('NOT_A_DATE_AND_TIME', {example: '2026-12-31 14:30'}) : accepted(instant)
}

/** By the zone's clocks and with their offset, which tells the two half past twos of an autumn night apart. */
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

/** SQLite gives the text that we gave it. PostgreSQL writes `2026-12-31 13:30:00+00`, by the clocks of its session. */
function fromStored(stored: unknown): DateTime | null {
  if (stored instanceof Date) return fromMillis(stored.getTime())
  const text = storedText(stored)
  if (text.length === 24 && text.endsWith('Z')) return fromMillis(Date.parse(text))
  const read = readInstant(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'), 'UTC', 'en')
  return read.ok ? read.instant : null
}
