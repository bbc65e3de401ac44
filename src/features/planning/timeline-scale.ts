/**
 * The range and resolution of a timeline: months, a quarter or a year of days, weeks of half days, or one day of
 * quarter hours.
 */

import {dayNumberOf, hourOf, type RequestTime} from '../../engine/base/request-time.ts'
import {
  type Days,
  daysText,
  dayText,
  isoOf,
  type LocalTime,
  monthStart,
  monthsOn,
  secondText,
  weekdayAt,
  weekStart,
} from '../../engine/display/dates.ts'
import {usualHours} from './hours.ts'
import type {TimelineBand, TimelineData, TimelineHead} from './timeline-data.ts'

export interface Scale {
  readonly days: Days
  /** The range as text. */
  readonly text: string
  /** The start of the previous and next period. */
  readonly moved: {readonly earlier: number; readonly later: number}
  /** Hours of one day instead of days. */
  readonly hourly: boolean
  /** Minutes. */
  readonly unit: number
  /** The position of a time, in units from the start of the first day. */
  readonly start: (from: LocalTime) => number
  readonly end: (to: LocalTime) => number
  /** Clips the range to the relevant part, once the bars are known. */
  readonly cut: (bars: readonly UnitRange[]) => Cut
}

export interface UnitRange {
  readonly start: number
  readonly end: number
}

export interface Cut extends UnitRange {
  readonly bands: readonly TimelineBand[]
  readonly heads: readonly TimelineHead[]
}

const halfDay = 43_200
const wholeDay = 2 * halfDay
const minutesOfDay = 1440

/** Which days are labelled: all of them, the first of each week, or none. */
type Detail = 'days' | 'weeks' | 'none'

interface DaysShown extends Pick<Scale, 'days' | 'text' | 'moved'> {
  readonly detail: Detail
  readonly bands: 'months' | 'weeks' | null
}

/**
 * Days consist of two halves, except in a year. Times are shown on the days they touch: half a day of a week is too
 * small to point at.
 */
function daysScale({days, text, moved, detail, bands}: DaysShown, moment: RequestTime, timed: boolean): Scale {
  const unitsOfDay = detail === 'none' ? 1 : 2
  const {first, last} = days
  const count = last - first + 1
  const rounded = timed || unitsOfDay === 1
  const part = rounded ? wholeDay : halfDay
  const units = (wall: LocalTime, round: (parts: number) => number) =>
    (wall.day - first) * unitsOfDay + round(wall.second / part) * (rounded ? unitsOfDay : 1)
  return {
    days,
    text,
    moved,
    hourly: false,
    unit: minutesOfDay / unitsOfDay,
    start: wall => units(wall, Math.floor),
    end: wall => units(wall, Math.ceil),
    cut: () => ({
      start: 0,
      end: count * unitsOfDay,
      bands: bands === null ? [] : bandsOf(days, bands, {moment, unitsOfDay}),
      heads: Array.from({length: count}, (_, index) => dayHead(first + index, {moment, detail, unitsOfDay})),
    }),
  }
}

interface HeadContext {
  readonly moment: RequestTime
  readonly unitsOfDay: number
}

function bandsOf({first, last}: Days, by: 'months' | 'weeks', {moment, unitsOfDay}: HeadContext): TimelineBand[] {
  const {language} = moment
  const startOf = by === 'months' ? monthStart : (day: number) => weekStart(day, language)
  const all = Array.from({length: last - first + 1}, (_, index) => first + index)
  const byStart = Map.groupBy(all, day => startOf(day))
  return [...byStart].map(([start, days]) => ({
    key: isoOf(start),
    text: dayText(start, language, by === 'months' ? monthText(unitsOfDay) : {day: 'numeric', month: 'short'}),
    units: days.length * unitsOfDay,
  }))
}

/** Short if days are narrow enough for the months of a year to fit. */
const monthText = (unitsOfDay: number): Intl.DateTimeFormatOptions => ({
  month: unitsOfDay === 1 ? 'short' : 'long',
  year: 'numeric',
})

function dayHead(day: number, {moment, detail, unitsOfDay}: HeadContext & {readonly detail: Detail}): TimelineHead {
  const {language, workingWeek} = moment
  const now = day === dayNumberOf(moment)
  const isFirst = weekStart(day, language) === day
  const number = dayText(day, language, {day: 'numeric'}).replace(/\D/g, '')
  const text = detail === 'days' || (isFirst && detail === 'weeks') ? number : ''
  return {
    key: isoOf(day),
    short: detail === 'days' ? dayText(day, language, {weekday: 'narrow'}) : '',
    text: now && detail !== 'days' ? dayText(day, language, {weekday: 'short', day: 'numeric'}) : text,
    label: dayText(day, language, {weekday: 'long', day: 'numeric', month: 'long'}),
    units: unitsOfDay,
    now,
    off: !workingWeek.includes(weekdayAt(day)),
  }
}

/** Some weeks, starting with the week of a day. */
export function weeksScale(
  on: number,
  moment: RequestTime,
  {timed, weeks, banded = false}: {readonly timed: boolean; readonly weeks: number; readonly banded?: boolean},
): Scale {
  const {language} = moment
  const first = weekStart(on, language)
  const days = {first, last: first + weeks * 7 - 1}
  const text = daysText(days, language, {day: 'numeric', month: 'long', year: 'numeric'})
  const moved = {earlier: on - weeks * 7, later: on + weeks * 7}
  return daysScale({days, text, moved, detail: 'days', bands: banded ? 'weeks' : null}, moment, timed)
}

/** Some whole months, starting with the month of a day. */
function monthsScale(
  on: number,
  moment: RequestTime,
  {months, detail, timed}: {readonly months: number; readonly detail: Detail; readonly timed: boolean},
): Scale {
  const first = monthStart(on)
  const days = {first, last: monthsOn(first, months) - 1}
  const text = daysText(days, moment.language, {month: 'long', year: 'numeric'})
  const moved = {earlier: monthsOn(first, -months), later: monthsOn(first, months)}
  return daysScale({days, text, moved, detail, bands: months > 1 ? 'months' : null}, moment, timed)
}

const quarterHour = 900
const unitsOfHour = 4
const hours = 24

/** The hours of one day. */
export function dayScale(on: number, moment: RequestTime): Scale {
  const {language} = moment
  const nowHour = on === dayNumberOf(moment) ? hourOf(moment) : null
  const whole = unitsOfHour * hours
  return {
    days: {first: on, last: on},
    text: dayText(on, language, {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'}),
    moved: {earlier: on - 1, later: on + 1},
    hourly: true,
    unit: quarterHour / 60,
    start: ({day, second}) => (day - on) * whole + Math.floor(second / quarterHour),
    end: ({day, second}) => (day - on) * whole + Math.ceil(second / quarterHour),
    cut: bars => {
      // For bars that start on the day before or end on the day after, the end on this day must be visible.
      const here = bars.filter(({start, end}) => start >= 0 || end <= whole)
      const begins = here.map(({start, end}) => Math.floor((start >= 0 ? start : end - 1) / unitsOfHour))
      const ends = here.map(({start, end}) => Math.ceil((end <= whole ? end : start + 1) / unitsOfHour))
      const first = Math.max(0, Math.min(usualHours.first, ...begins))
      const last = Math.min(hours, Math.max(usualHours.last, ...ends))
      const heads = Array.from({length: last - first}, (_, index) => hourHead(first + index, language, nowHour))
      return {start: first * unitsOfHour, end: last * unitsOfHour, bands: [], heads}
    },
  }
}

function hourHead(hour: number, language: string, now: number | null): TimelineHead {
  const text = secondText(hour * 3600, language)
  return {key: String(hour), short: '', text, label: text, units: unitsOfHour, now: hour === now, off: false}
}

// The views of a timeline, in the order in which they are offered.

export type TimelineView = TimelineData['view']

interface TimelineViews {
  readonly views: readonly TimelineView[]
  readonly usual: TimelineView
}

/** Times are shown by the hour, or as days. */
export const timelineViews = (timed: boolean): TimelineViews =>
  timed ? {views: ['day', 'week', 'month'], usual: 'day'} : {views: ['month', 'quarter', 'year'], usual: 'quarter'}

export function scaleOf(view: TimelineView, on: number, {moment, timed}: {moment: RequestTime; timed: boolean}): Scale {
  switch (view) {
    case 'day':
      return dayScale(on, moment)
    case 'week':
      return weeksScale(on, moment, {timed, weeks: 1})
    case 'month':
      return monthsScale(on, moment, {months: 1, detail: 'days', timed})
    case 'quarter':
      return monthsScale(on, moment, {months: 3, detail: 'weeks', timed})
    case 'year':
      return monthsScale(on, moment, {months: 12, detail: 'none', timed})
  }
}

/** The position that is nearest to the current time; null if whole days are shown, or in another period. */
export function nowIn(cut: UnitRange, scale: Scale, moment: RequestTime): number | null {
  if (!scale.hourly || scale.days.first !== dayNumberOf(moment)) return null
  const at = Math.round(moment.local.time.second / 60 / scale.unit) - cut.start
  return at >= 0 && at < cut.end - cut.start ? at : null
}

/** How positions in the table map to dates. */
export const originOf = (scale: Scale, cut: UnitRange): TimelineData['origin'] => ({
  date: isoOf(scale.days.first),
  minute: cut.start * scale.unit,
  unit: scale.unit,
})
