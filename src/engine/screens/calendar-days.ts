/** Which days a calendar shows: the weeks of a month, one week, or some weeks from a day on; and where the next ones begin. */

import type {CalendarDay} from '../../contract/calendar.ts'
import {addMonths, toDays} from '../../feel/calendar.ts'
import {dayOf, type Moment} from '../moment.ts'
import {type Days, dateOf, daysText, dayText, isoOf, weekdayAt, weekStart} from './days.ts'
import type {DayOff} from './days-off.ts'

export const calendarViews = ['month', 'week', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

export interface Stretch {
  readonly days: Days
  readonly text: string
  readonly moved: {readonly earlier: number; readonly later: number}
  readonly outside: (day: number) => boolean
}

const agendaDays = 28

/** Each view declares its own days. */
export const stretchOf: Readonly<Record<CalendarView, (on: number, language: string) => Stretch>> = {
  month(on, language) {
    const {month} = dateOf(on)
    const first = on - dateOf(on).day + 1
    const last = monthsOn(first, 1) - 1
    return {
      days: {first: weekStart(first, language), last: weekStart(last, language) + 6},
      text: dayText(first, language, {month: 'long', year: 'numeric'}),
      moved: {earlier: monthsOn(first, -1), later: monthsOn(first, 1)},
      outside: day => dateOf(day).month !== month,
    }
  },
  week(on, language) {
    const first = weekStart(on, language)
    return plain({first, last: first + 6}, {earlier: on - 7, later: on + 7}, language)
  },
  agenda(on, language) {
    const days = {first: on, last: on + agendaDays - 1}
    return plain(days, {earlier: on - agendaDays, later: on + agendaDays}, language)
  },
}

function plain(days: Days, moved: Stretch['moved'], language: string): Stretch {
  const text = daysText(days, language, {day: 'numeric', month: 'long', year: 'numeric'})
  return {days, text, moved, outside: () => false}
}

function monthsOn(day: number, months: number): number {
  const moved = addMonths(dateOf(day), months)
  return moved === null ? day : toDays(moved)
}

export interface DayWorld {
  readonly moment: Moment
  readonly off: readonly DayOff[]
  readonly href: (day: number) => string
}

export function calendarDays({days, outside}: Stretch, {moment, off, href}: DayWorld): CalendarDay[] {
  const {language, workingWeek} = moment
  const notes = new Map(off.filter(each => each.shared === null).map(each => [each.day, each.text]))
  return Array.from({length: days.last - days.first + 1}, (_, index) => {
    const day = days.first + index
    const begins = dateOf(day).day === 1 || index === 0
    return {
      date: isoOf(day),
      text: begins ? dayText(day, language, {day: 'numeric', month: 'short'}) : String(dateOf(day).day),
      weekday: dayText(day, language, {weekday: 'short'}),
      label: dayText(day, language, {weekday: 'long', day: 'numeric', month: 'long'}),
      today: day === dayOf(moment),
      off: !workingWeek.includes(weekdayAt(day)) || notes.has(day),
      note: notes.get(day) ?? '',
      outside: outside(day),
      href: href(day),
    }
  })
}
