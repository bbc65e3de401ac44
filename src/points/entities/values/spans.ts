/**
 * Spans: two dates, or two dates with times, as one value. How they are formatted, and how they are read from an
 * interval.
 */
import {CalendarDate, DateTime, toDays, toMillis} from '../../../feel/calendar.ts'
import {encodeValue, readDate, readDateTime} from '../../../feel/format.ts'
import type {Value} from '../../../feel/value.ts'
import {languageOf} from '../../../messages/languages.ts'
import type {Locale} from '../field-type.ts'
import {atMidnight, showDate, showInstant, withYear, writtenOnce} from './calendar-text.ts'
import {dateFormat, numberFormat} from './formats.ts'

/** Between the names of the two fields: `first_day..last_day`. */
export const spanDots = '..'

export interface SpanValue {
  readonly first: Value
  readonly last: Value
  /** The first day starts at midday; the last day ends at midday. */
  readonly startsMidday?: boolean
  readonly endsMidday?: boolean
}

/** `16–18 Dec`, `Wed 16 Dec`, `Wed 16 Dec, afternoon`, `16 Dec (from noon) – 18 Dec`, `16–18 Dec (until noon)`, `16–18 Dec (noon to noon)`. Empty if neither end is known. */
export function showSpan({first, last, startsMidday = false, endsMidday = false}: SpanValue, locale: Locale): string {
  if (first instanceof DateTime || last instanceof DateTime) return showMoments(first, last, locale)
  const [from, to] = [first ?? last, last ?? first]
  if (!(from instanceof CalendarDate) || !(to instanceof CalendarDate)) return ''
  const {noon} = languageOf(locale.language).values
  if (toDays(from) === toDays(to)) {
    const half = startsMidday === endsMidday ? '' : `, ${startsMidday ? noon.afternoon : noon.morning}`
    return showDate(from, locale) + half
  }
  if (startsMidday && !endsMidday) return showDays(from, to, locale, noon.from)
  const half = startsMidday ? noon.both : endsMidday ? noon.until : ''
  return showDays(from, to, locale) + (half === '' ? '' : ` (${half})`)
}

/** With `begins`, the first day is followed by when it begins. */
function showDays(from: CalendarDate, to: CalendarDate, {language, year}: Locale, begins = ''): string {
  const other = from.year !== year || to.year !== year
  return writtenOnce(`${toDays(from)} ${toDays(to)} ${other} ${language} ${begins}`, () => {
    const day = {day: 'numeric', month: 'short', timeZone: 'UTC'} as const
    const format = dateFormat(language, other ? {...withYear, timeZone: 'UTC'} : day)
    if (begins === '') return tidyRange(format.formatRange(atMidnight(from), atMidnight(to)))
    // One year is said once, as in a range without half days.
    const first = (from.year === to.year ? dateFormat(language, day) : format).format(atMidnight(from))
    return `${first} (${begins}) – ${format.format(atMidnight(to))}`
  })
}

/** `Wed 16 Dec, 14:00–15:30` */
function showMoments(first: Value, last: Value, locale: Locale): string {
  const [from, to] = [first ?? last, last ?? first]
  if (!(from instanceof DateTime) || !(to instanceof DateTime)) return ''
  const {language, zone, year} = locale
  const [start, end] = [toMillis(from), toMillis(to)]
  if (start === end) return showInstant(from, locale)
  return writtenOnce(`${start} ${end} ${language} ${zone} ${year}`, () => {
    const format = dateFormat(language, {year: 'numeric', timeZone: zone})
    const isOther = [start, end].some(at => Number(format.format(at)) !== year)
    const day = isOther ? ({year: 'numeric'} as const) : ({weekday: 'short'} as const)
    const options = {
      ...day,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    } as const
    return tidyRange(dateFormat(language, options).formatRange(start, end))
  })
}

/** `16–18 Dec`, but `30 Nov – 4 Dec`; ordinary spaces everywhere. */
export function tidyRange(text: string): string {
  return text.replace(/[\u2009\u202f\u00a0]/g, ' ').replace(/^(\d+\.?) – (?=\d)/, '$1–')
}

/** `3 days`, `1 day`, `2.5 days`, `½ day`. */
export function showDayCount(days: number, language: string): string {
  return writtenOnce(`${days} days ${language}`, () => {
    const format = numberFormat(language, dayCount)
    return days === 0.5 ? format.format(1).replace('1', '½') : format.format(days)
  })
}

/** `3 hours`, `1 hour`, `2.5 hours`. */
export function showHourCount(hours: number, language: string): string {
  return numberFormat(language, {...dayCount, unit: 'hour'}).format(hours)
}

const dayCount = {style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 2} as const

/** For machines: `2026-12-16/2026-12-18`; null if neither end is known. */
export function writeSpan({first, last}: SpanValue): string | null {
  if (first === null && last === null) return null
  return `${textOf(first)}/${textOf(last)}`
}

const textOf = (value: Value): string => (value === null ? '' : String(encodeValue(value)))

export function readSpan(text: string): SpanValue {
  const [first = '', last = ''] = text.split('/')
  return {first: readEnd(first), last: readEnd(last)}
}

export function readEnd(text: string): Value {
  return text.includes('T') ? readDateTime(text) : readDate(text)
}
