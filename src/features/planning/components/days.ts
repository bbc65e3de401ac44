/** Days as texts, `2026-12-21`: independent of time zones. */
import type {DateNames} from '../../forms/panel-data.ts'

const dayMillis = 86_400_000

const utc = (iso: string): Date => new Date(`${iso}T00:00:00Z`)

const isoOf = (date: Date): string => date.toISOString().slice(0, 10)

export function isoAfterDays(iso: string, days: number): string {
  return isoOf(new Date(utc(iso).getTime() + days * dayMillis))
}

/** The same day of another month, or its last one. */
export function isoAfterMonths(iso: string, months: number): string {
  const date = utc(iso)
  const day = date.getUTCDate()
  // Not `Date.UTC`: it takes the year 20, which a date passes through while its year is typed, for 1920.
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const last = new Date(date)
  last.setUTCMonth(date.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()))
  return isoOf(date)
}

/** The first day of its month. */
export const monthOf = (iso: string): string => `${iso.slice(0, 7)}-01`

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (iso: string): number => ((utc(iso).getUTCDay() + 6) % 7) + 1

/** A cell of a month; cells before the first and after the last day have no number. */
export interface DayOfMonth {
  readonly key: string
  readonly iso: string
  readonly number: number | null
}

/** The weeks of a month, starting on Monday. */
export function weeksOf(month: string): readonly {readonly key: string; readonly days: readonly DayOfMonth[]}[] {
  const start = isoAfterDays(month, 1 - weekdayOf(month))
  const end = isoAfterMonths(month, 1)
  const weeks = []
  for (let week = start; week < end; week = isoAfterDays(week, 7)) {
    const days = Array.from({length: 7}, (_, index): DayOfMonth => {
      const iso = isoAfterDays(week, index)
      return {key: iso, iso, number: iso >= month && iso < end ? Number(iso.slice(8)) : null}
    })
    weeks.push({key: week, days})
  }
  return weeks
}

export type WrittenDays = ReturnType<typeof writtenWith>

/** Days as people write them, with names that came with the page. */
export function writtenWith({weekdays, shortWeekdays, months, shortMonths, ...patterns}: DateNames) {
  const written = (pattern: string) => (iso: string) => {
    const month = Number(iso.slice(5, 7)) - 1
    const parts: Readonly<Record<string, string | undefined>> = {
      weekday: weekdays[weekdayOf(iso) - 1],
      day: String(Number(iso.slice(8))),
      month: months[month],
      shortMonth: shortMonths[month],
      year: iso.slice(0, 4),
    }
    return pattern.replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? '')
  }
  return {
    day: written(patterns.dayPattern),
    full: written(patterns.fullPattern),
    month: written(patterns.monthPattern),
    weekday: weekdayOf,
    weekdays: weekdays.map((long, index) => ({short: shortWeekdays[index], long})),
  }
}
