/** Days as numbers since 1970, and the texts of dates and times in the language of the application. */
import {
  addMonths,
  CalendarDate,
  DAY,
  type DateTime,
  fromDays,
  fromEpoch,
  fromMillis,
  inZone,
  localToEpoch,
  toDays,
  toMillis,
} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import {formatDate, readDate} from '../../feel/format.ts'
import {dateLocaleOf, grammarOf, languageOf} from '../../messages/languages.ts'
import {thisYear, withYear} from '../../points/entities/values/calendar-text.ts'
import {dateFormat, momentText, numberFormat, relativeFormat} from '../../points/entities/values/formats.ts'
import {tidyRange} from '../../points/entities/values/spans.ts'
import {dayNumberOf, type RequestTime} from '../base/request-time.ts'
import type {ReadContext} from '../query/read-context.ts'

/** From the first day to the last, inclusive. */
export interface Days {
  readonly first: number
  readonly last: number
}

/** The days of a longer period are not looked at one by one: it is a typing error, and may have millions of them. */
export const longestPeriod = 1100

/** How many of the days are weekdays of a week, without looking at each. */
export function countWeekdays({first, last}: Days, week: readonly number[]): number {
  const length = Math.max(0, last - first + 1)
  const rest = Array.from({length: length % 7}, (_, index) => weekdayAt(first + index))
  return Math.floor(length / 7) * new Set(week).size + rest.filter(day => week.includes(day)).length
}

export function dateOfDay(day: number): CalendarDate {
  return fromDays(day) ?? new CalendarDate(1970, 1, 1)
}

export const isoOf = (day: number): string => formatDate(dateOfDay(day))

/** Databases support the years 1 to 9999, and the period around the day must fit too. */
export function readDay(text: string | null): number | null {
  const date = text === null || !/^\d{4}-\d\d-\d\d$/.test(text) ? null : readDate(text)
  return date !== null && date.year >= 2 && date.year <= 9998 ? toDays(date) : null
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayAt = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

export function weekStart(day: number, language: string): number {
  return day - ((weekdayAt(day) - firstWeekday(language) + 7) % 7)
}

function firstWeekday(language: string): number {
  // Node supports it; the types of TypeScript do not yet.
  const locale: Intl.Locale & {getWeekInfo?: () => {firstDay: number}} = new Intl.Locale(dateLocaleOf(language))
  return locale.getWeekInfo?.().firstDay ?? 1
}

/** The same day some months later or earlier. */
export function monthsOn(day: number, months: number): number {
  const moved = addMonths(dateOfDay(day), months)
  return moved === null ? day : toDays(moved)
}

export const monthStart = (day: number): number => day - dateOfDay(day).day + 1

/** The instant at which the day begins in the zone. */
export function beginningOf(day: number, zone: string): DateTime | null {
  return fromEpoch(localToEpoch(zone, day * DAY), 0, 0)
}

/** The local day and the second of the day in the zone. */
export interface LocalTime {
  readonly day: number
  readonly second: number
}

export function wallOf(instant: string, zone: string): LocalTime | null {
  const millis = Date.parse(instant)
  const at = Number.isNaN(millis) ? null : fromMillis(millis)
  const shown = at && inZone(at, zone)
  return shown && {day: toDays(shown.date), second: shown.time.second}
}

const millisOf = (day: number): number => day * DAY * 1000

export function dayText(day: number, language: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(language, {...options, timeZone: 'UTC'}).format(millisOf(day))
}

/** `16 November – 13 December 2026`. */
export function daysText({first, last}: Days, language: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(language, {...options, timeZone: 'UTC'}).formatRange(millisOf(first), millisOf(last))
  return tidyRange(grammarOf(language).dateRange(text))
}

/** The second of the day as `09:30`, in the format of forms. */
export function clockOf(second: number): string {
  const [hours, minutes] = [Math.floor(second / 3600), Math.floor(second / 60) % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The second of the day as `09:30`, localised. */
export function secondText(second: number, language: string): string {
  return dateFormat(language, {hour: '2-digit', minute: '2-digit', timeZone: 'UTC'}).format(second * 1000)
}

// Times as text: relative if recent, exact otherwise.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function whenText(iso: string, moment: RequestTime): string {
  const {language, zone} = moment
  const at = Date.parse(iso)
  const ago = toMillis(moment.now) - at
  if (ago >= 0 && ago < minute) return languageOf(language).messages.dates.justNow
  if (ago >= 0 && ago < hour) return agoText(language, Math.floor(ago / minute), 'minute')
  if (ago >= 0 && ago < day) return agoText(language, Math.floor(ago / hour), 'hour')
  const isOther = yearIn(at, zone) !== moment.local.date.year
  return momentText(dateFormat(language, {...(isOther ? withYear : thisYear), timeZone: zone}), at)
}

/** `today`, `yesterday`, `6 days ago`; the date after a month. */
export function sinceText(iso: string, moment: RequestTime): string {
  const {language, zone} = moment
  const written = fromMillis(Date.parse(iso))
  const local = written && inZone(written, zone)
  if (!local) return ''
  const ago = toDays(moment.local.date) - toDays(local.date)
  if (ago >= 0 && ago <= longestAge) return relativeFormat(language).format(-ago, 'day')
  const isOther = local.date.year !== moment.local.date.year
  return dayText(toDays(local.date), language, {
    day: 'numeric',
    month: 'short',
    ...(isOther && ({year: 'numeric'} as const)),
  })
}

/** In days; older times are shown as a date. */
const longestAge = 30

/** The year in the zone. Zones differ by less than a day, so Intl is only used around New Year. */
function yearIn(at: number, zone: string): number | null {
  const [earliest, latest] = [at - day, at + day].map(each => new Date(each).getUTCFullYear())
  if (earliest === latest) return earliest ?? null
  const written = fromMillis(at)
  return (written && inZone(written, zone)?.date.year) ?? null
}

/** `Today`, `Yesterday`, `Sat 14 Nov`: the heading of the events of one day. */
export function dayHeading(iso: string, moment: RequestTime): string {
  const {language, zone} = moment
  const written = fromMillis(Date.parse(iso))
  const local = written && inZone(written, zone)
  if (!local) return ''
  const ago = toDays(moment.local.date) - toDays(local.date)
  if (ago === 0 || ago === 1) {
    const text = relativeFormat(language).format(-ago, 'day')
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
  }
  const isOther = local.date.year !== moment.local.date.year
  const shown = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isOther && ({year: 'numeric'} as const)),
  } as const
  return dayText(toDays(local.date), language, shown)
}

/** In full, to the minute. */
export function exactText(iso: string, {language, zone}: RequestTime): string {
  return momentText(
    dateFormat(language, {dateStyle: 'full', timeStyle: 'short', timeZone: zone}),
    Math.floor(Date.parse(iso) / minute) * minute,
  )
}

/** `Monday, 7 December 2026`. */
export function dateText(date: string, {language}: RequestTime): string {
  return momentText(
    dateFormat(language, {day: 'numeric', month: 'long', weekday: 'long', year: 'numeric', timeZone: 'UTC'}),
    Date.parse(`${date}T00:00:00Z`),
  )
}

function agoText(language: string, count: number, unit: 'minute' | 'hour'): string {
  return relativeFormat(language).format(-count, unit)
}

/** `1 second`, `5 minutes`: how long to wait. */
export function waitText(millis: number, language: string): string {
  const [unit, length] = millis < minute ? (['second', 1000] as const) : (['minute', minute] as const)
  return numberFormat(language, {style: 'unit', unit, unitDisplay: 'long'}).format(Math.ceil(millis / length))
}

/** The minutes since midnight of a time of day such as `07:30:00`. */
export function minuteOf(value: Json): number | null {
  const [, hours, minutes] = typeof value === 'string' ? (/^(\d\d):(\d\d)/.exec(value) ?? []) : []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

export const todayIn = ({moment}: Pick<ReadContext, 'moment'>): number => dayNumberOf(moment)
