/** A function beside the standard's: working days. */
import {CalendarDate, toDays, weekdayOf} from '../calendar.ts'
import type {Environment} from '../environment.ts'
import {type Day, dayOf} from '../moment.ts'
import type {List} from '../value.ts'
import {type Declarations, run} from './declaration.ts'

/** Working days among the first `days` days of a week that starts on `weekday`. */
function inPartWeek(weekday: number, days: number, week: ReadonlySet<number>): number {
  let count = 0
  for (let i = 0; i < days; i++) if (week.has(((weekday - 1 + i) % 7) + 1)) count++
  return count
}

/** Days from first to last, both counted, that lie in the working week and are no holidays. */
function workingDays(first: CalendarDate, last: CalendarDate, holidays: List, environment: Environment): number {
  const [from, to] = [toDays(first), toDays(last)]
  if (to < from) return 0
  const week = new Set(environment.workingWeek)
  const days = to - from + 1
  const worked = Math.floor(days / 7) * week.size + inPartWeek(weekdayOf(first), days % 7, week)
  const off = new Set<number>()
  for (const holiday of holidays) {
    if (!(holiday instanceof CalendarDate) || !week.has(weekdayOf(holiday))) continue
    const day = toDays(holiday)
    if (day >= from && day <= to) off.add(day)
  }
  return worked - off.size
}

export const workingDayFunctions = {
  'working days': {
    signatures: ['(first: date / date and time, last: date / date and time, holidays?: list of date): number'],
    sql: true,
    run: run<[Day, Day, List | null]>(([first, last, holidays], environment) => {
      const [from, to] = [dayOf(first, environment), dayOf(last, environment)]
      return from === null || to === null ? null : workingDays(from, to, holidays ?? [], environment)
    }),
  },
} as const satisfies Declarations
