/** The period of a summary in words: how much it is, its dates, and when a person is back. */

import {type Days, daysText, dayText, isoOf, readDay, todayIn} from '../../engine/display/dates.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Span} from '../../points/entities/model.ts'
import {showDayCount, showHourCount} from '../../points/entities/values/spans.ts'
import type {SummaryData} from '../forms/panel-data.ts'
import type {FilledRecord} from '../forms/preview.ts'
import {type SamePeriod, workingDays} from '../planning/same-period.ts'
import {numberIn} from '../planning/strip.ts'

/** Three weeks cover public holidays and weekends until a person is back. */
export const ahead = 21

export function daysIn({from, to}: Span, cell: (path: Path) => Cell): Days | null {
  const [first, last] = [from, to].map(name => readDay(textIn(cell([name]))))
  return typeof first === 'number' && typeof last === 'number' && last >= first ? {first, last} : null
}

/** The minutes between both times; null for days. */
export function minutesIn({from, to}: Span, cell: (path: Path) => Cell): number | null {
  const [begin = Number.NaN, end = Number.NaN] = [from, to].map(name => {
    const text = textIn(cell([name])) ?? ''
    return text.includes('T') ? Date.parse(text) : Number.NaN
  })
  return end > begin ? Math.round((end - begin) / 60_000) : null
}

/** `1.5 hours`, `45 minutes`. */
export function lengthOf(
  minutes: number,
  words: RecordContext['words']['forms'],
  {moment}: ReadContext,
): SummaryData['amount'] {
  const written = (count: number) => new Intl.NumberFormat(moment.language, {maximumFractionDigits: 2}).format(count)
  const hours = minutes / 60
  return minutes < 60 ? words.minutes(minutes, written(minutes)) : words.hours(hours, written(hours))
}

const textIn = ({value}: Cell): string | null => (typeof value === 'string' ? value : null)

export function amountOf(
  {count, hours}: Span,
  cell: (path: Path) => Cell,
  {moment}: ReadContext,
): SummaryData['amount'] {
  const numberOf = (name: string | null) => (name === null ? null : numberIn(cell([name])))
  const [days, inHours] = [numberOf(count), numberOf(hours)]
  if (days === null && inHours === null) return null
  const text = inHours === null ? showDayCount(days ?? 0, moment.language) : showHourCount(inHours, moment.language)
  const [number = '', ...unit] = text.split(/\s/)
  return {number, unit: unit.join(' ')}
}

interface DatesContext {
  readonly cell: (path: Path) => Cell
  readonly filled: FilledRecord
  readonly reader: ReadContext
}

/** With weekdays, which help to choose, and the year if it is another one; half days as everywhere else. */
export function datesText(span: Span, days: Days, {cell, filled, reader}: DatesContext): string {
  const hasHalf = span.halfDays?.some(name => filled.record.get(name) === true) === true
  if (hasHalf || days.first === days.last) return cell([span.name]).text
  const isThisYear = yearOf(days.last) === yearOf(todayIn(reader))
  const options = {weekday: 'short', day: 'numeric', month: 'short'} as const
  return daysText(days, reader.moment.language, isThisYear ? options : {...options, year: 'numeric'})
}

const yearOf = (day: number): string => isoOf(day).slice(0, 4)

interface BackContext extends DatesContext {
  readonly period: SamePeriod
  readonly context: RecordContext
}

/** Null for a few hours: people are back on the same day. */
export function backText(span: Span, days: Days, {cell, period, filled, reader, context}: BackContext): string | null {
  const {forms} = context.words
  const written = (day: number) =>
    dayText(day, reader.moment.language, {weekday: 'short', day: 'numeric', month: 'short'})
  if (span.halfDays && filled.record.get(span.halfDays[1]) === true) return forms.backAtNoon(written(days.last))
  const isHalf = span.halfDays !== null && filled.record.get(span.halfDays[0]) === true
  const count = span.count === null ? null : numberIn(cell([span.count]))
  if (!isHalf && days.first === days.last && count !== null && count > 0 && count < 1) return null
  const [next] = workingDays({first: days.last + 1, last: days.last + ahead}, reader, period)
  return next === undefined ? null : forms.back(written(next))
}
