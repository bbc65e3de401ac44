/** A chosen period, with half days at its ends: what follows from what is clicked, typed and pressed. */
import type {PeriodCalendarData} from '../../forms/panel-data.ts'
import {isoAfterDays, isoAfterMonths, monthOf} from './days.ts'

export interface ChosenPeriod {
  /** As `2026-12-21`, or empty. */
  readonly from: string
  readonly to: string
  /** Whether the first day begins at noon, and the last day ends at noon. */
  readonly halves: readonly [boolean, boolean]
}

export type PeriodBound = 'from' | 'to'

export const periodBounds: readonly PeriodBound[] = ['from', 'to']

export function periodIn({from, to, halfDays}: PeriodCalendarData, text: (name: string) => string): ChosenPeriod {
  const half = (at: 0 | 1) => halfDays !== null && text(halfDays[at]) === 'yes'
  return {from: text(from), to: text(to), halves: [half(0), half(1)]}
}

/** The last day is never before the first. */
export const endingAfterStart = (period: ChosenPeriod): ChosenPeriod =>
  period.from !== '' && period.to < period.from ? {...period, to: period.from} : period

/** From noon and until noon on the same day is the whole day, as the buttons show it. */
export function withoutTwoHalves(period: ChosenPeriod): ChosenPeriod {
  const isBoth = period.from === period.to && period.halves[0] && period.halves[1]
  return isBoth ? {...period, halves: [false, false]} : period
}

export const isOneDay = ({from, to}: ChosenPeriod): boolean => from !== '' && from === to

/** While a year is typed, the date passes through the years 2, 20 and 202: nothing follows it there. */
export const isUnfinished = ({from, to}: ChosenPeriod): boolean => from.startsWith('0') || to.startsWith('0')

/** The day in the tab order: the last focused one, as long as its month is shown. */
export function reachableDay(day: string, months: readonly string[], {from}: ChosenPeriod): string {
  if (months.includes(monthOf(day))) return day
  return months.includes(monthOf(from)) ? from : (months[0] ?? day)
}

/** Null for keys that lead to no day. */
export function dayAfterKey(key: string, iso: string, today: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return isoAfterDays(iso, -1)
    case 'ArrowRight':
      return isoAfterDays(iso, 1)
    case 'ArrowUp':
      return isoAfterDays(iso, -7)
    case 'ArrowDown':
      return isoAfterDays(iso, 7)
    case 'PageUp':
      return isoAfterMonths(iso, -1)
    case 'PageDown':
      return isoAfterMonths(iso, 1)
    case 't':
    case 'T':
      return today
    default:
      return null
  }
}

// Parts of a day.

export type DayPart = 'all' | 'morning' | 'afternoon'

export function partsFor(
  end: PeriodBound,
  period: ChosenPeriod,
  texts: PeriodCalendarData['texts'],
): readonly [DayPart, string][] {
  const isOne = isOneDay(period)
  const morning: [DayPart, string][] = isOne || end === 'to' ? [['morning', texts.morning]] : []
  const afternoon: [DayPart, string][] = end === 'from' ? [['afternoon', texts.afternoon]] : []
  return [['all', texts.allDay], ...morning, ...afternoon]
}

export function chosenPart(end: PeriodBound, period: ChosenPeriod): DayPart {
  const [first, last] = period.halves
  if (isOneDay(period)) return first === last ? 'all' : first ? 'afternoon' : 'morning'
  return end === 'from' ? (first ? 'afternoon' : 'all') : last ? 'morning' : 'all'
}

export function halvesAfter(part: DayPart, end: PeriodBound, period: ChosenPeriod): ChosenPeriod['halves'] {
  const {halves} = period
  if (isOneDay(period)) return [part === 'afternoon', part === 'morning']
  return end === 'from' ? [part === 'afternoon', halves[1]] : [halves[0], part === 'morning']
}
