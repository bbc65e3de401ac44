/** The hours of a day or week view: the hours shown, and the position of timed records. */

import {dayNumberOf, type RequestTime} from '../../engine/base/request-time.ts'
import {type Days, type LocalTime, secondText} from '../../engine/display/dates.ts'
import type {CalendarHours} from '../../engine/page/common.ts'
import {inZone} from '../../feel/calendar.ts'
import type {CalendarItem} from './calendar-data.ts'
import type {RecordInRange} from './records-in-range.ts'

const minutesOfDay = 1440
const hoursOfDay = 24
/** Always shown; earlier and later hours only if they contain records. */
export const usualHours = {first: 7, last: 20}

/** In minutes from the start of the first day; null for records that fill a day or more. */
export function minutesOfRecord({from, to}: RecordInRange, first: number): CalendarItem['minutes'] {
  const [begins, ends] = [minuteAt(from, first), minuteAt(to, first)]
  return ends - begins < minutesOfDay ? {begins, ends} : null
}

const minuteAt = ({day, second}: LocalTime, first: number): number =>
  (day - first) * minutesOfDay + Math.floor(second / 60)

interface HoursContext {
  readonly days: Days
  readonly moment: RequestTime
  /** The hours that are always shown. */
  readonly usual?: typeof usualHours
}

export function calendarHours(
  items: readonly Pick<CalendarItem, 'minutes'>[],
  {days, moment, usual = usualHours}: HoursContext,
): CalendarHours {
  const touched = items.flatMap(({minutes}) => (minutes ? hoursTouched(minutes) : []))
  const first = Math.min(usual.first, ...touched)
  const last = Math.max(usual.last, ...touched.map(hour => hour + 1))
  const labels = Array.from({length: last - first}, (_, index) => secondText((first + index) * 3600, moment.language))
  return {first, labels, now: minuteNow(days, moment)}
}

function hoursTouched({begins, ends}: NonNullable<CalendarItem['minutes']>): number[] {
  const first = Math.floor(begins / 60)
  const count = Math.max(1, Math.ceil(ends / 60) - first)
  return Array.from({length: count}, (_, index) => (first + index + hoursOfDay) % hoursOfDay)
}

function minuteNow(days: Days, moment: RequestTime): number | null {
  const today = dayNumberOf(moment)
  if (today < days.first || today > days.last) return null
  const {second} = (inZone(moment.now, moment.zone) ?? moment.now).time
  return minuteAt({day: today, second}, days.first)
}
