/** Functions that take dates apart, and our own periods to group by; making dates is in moments.ts. */
import {addDays, CalendarDate, DateTime, dayOfYear, weekdayOf, weekOfYear} from '../calendar.ts'
import type {Environment} from '../environment.ts'
import {type Day, dayOf, wall} from '../moment.ts'
import {MonthsDuration, type Value} from '../value.ts'
import {type Declarations, type Run, run} from './declaration.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Whole months from one to the other; the time of day counts where both have one. */
function monthsBetween(from: Day, to: Day, environment: Environment): Value {
  const [a, b] = [dayOf(from, environment), dayOf(to, environment)]
  if (a === null || b === null) return null
  const months = (b.year - a.year) * 12 + b.month - a.month
  const late = a.day - b.day || secondOf(from, environment) - secondOf(to, environment)
  if (months > 0 && late > 0) return new MonthsDuration(months - 1)
  return new MonthsDuration(months < 0 && late < 0 ? months + 1 : months)
}

const secondOf = (at: Day, environment: Environment): number =>
  at instanceof DateTime ? (wall(at, environment)?.time.second ?? 0) : 0

const ofDay = (body: (date: CalendarDate) => Value): Run =>
  run<[Day]>(([at], environment) => {
    const date = dayOf(at, environment)
    return date === null ? null : body(date)
  })

const of = (gives: string): string[] => [`(date: date / date and time): ${gives}`]

export const dateFunctions = {
  'day of week': {signatures: of('text'), sql: true, run: ofDay(date => WEEKDAYS[weekdayOf(date) - 1] ?? null)},
  'day of year': {signatures: of('number'), sql: true, run: ofDay(dayOfYear)},
  'month of year': {signatures: of('text'), sql: true, run: ofDay(date => MONTHS[date.month - 1] ?? null)},
  'week of year': {signatures: of('number'), sql: true, run: ofDay(weekOfYear)},
  'years and months duration': {
    signatures: ['(from: date / date and time, to: date / date and time): months duration'],
    sql: true,
    run: run<[Day, Day]>(([from, to], environment) => monthsBetween(from, to, environment)),
  },
  week: {signatures: of('date'), sql: true, run: ofDay(date => addDays(date, 1 - weekdayOf(date)))},
  month: {signatures: of('date'), sql: true, run: ofDay(({year, month}) => new CalendarDate(year, month, 1))},
  quarter: {
    signatures: of('date'),
    sql: true,
    run: ofDay(({year, month}) => new CalendarDate(year, month - ((month - 1) % 3), 1)),
  },
  year: {signatures: of('number'), sql: true, run: ofDay(({year}) => year)},
} as const satisfies Declarations
