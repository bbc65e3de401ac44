/** `.year`, `.hour`, … : the kinds that have them, the kinds of their values, and how they are read. */
import {type CalendarDate, DateTime, exactSeconds, type Time, weekdayOf} from './calendar.ts'
import {divide, modulo, multiply, type Num, round, signOf} from './decimal.ts'
import {type Environment, wall} from './environment.ts'
import type {PlainKind} from './type.ts'
import {type DaysDuration, kindOfValue, type MonthsDuration, own, type Value, type ValueKind} from './value.ts'

export interface Property {
  readonly gives: PlainKind
  readonly read: (value: Value) => Value
}

type Properties = Readonly<Record<string, Property>>

/** Numbers read from a value or a part of it. The table's key determines the kind. */
const numbers = <V extends Value, P extends Value = V>(
  reads: Readonly<Record<string, (part: P) => Num | null>>,
  part: (value: V) => Value = value => value,
): Properties =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, {gives: 'number', read: value => read(part(value as V) as P)}]),
  )

const date = {
  year: (date: CalendarDate) => date.year,
  month: (date: CalendarDate) => date.month,
  day: (date: CalendarDate) => date.day,
  weekday: weekdayOf,
}

const clock = {
  hour: ({second}: Time) => Math.floor(second / 3600),
  minute: ({second}: Time) => Math.floor(second / 60) % 60,
  /** With a fraction, if the time has one. */
  second: ({second, nano}: Time) => exactSeconds(second % 60, nano),
}

/** The component of a duration for one unit, with the duration's sign. */
function share(seconds: Num, unit: number, most: number): Num | null {
  const units = divide(seconds, unit * (signOf(seconds) || 1))
  const whole = units === null ? null : round(units, unit === 1 ? 9 : 0, 'down')
  const part = whole === null || most === 0 ? whole : modulo(whole, most)
  return part === null ? null : multiply(part, signOf(seconds))
}

export const properties: Partial<Record<ValueKind, Properties>> = {
  date: numbers(date),
  time: numbers(clock),
  'date and time': {
    ...numbers<DateTime, CalendarDate>(date, at => at.date),
    ...numbers<DateTime, Time>(clock, at => at.time),
  },
  'days duration': numbers<DaysDuration>({
    days: ({seconds}) => share(seconds, 86_400, 0),
    hours: ({seconds}) => share(seconds, 3600, 24),
    minutes: ({seconds}) => share(seconds, 60, 60),
    seconds: ({seconds}) => share(seconds, 1, 60),
  }),
  'months duration': numbers<MonthsDuration>({
    years: ({months}) => Math.trunc(months / 12) + 0,
    months: ({months}) => (months % 12) + 0,
  }),
}

/** Null if the value has no such property. */
export function readProperty(value: Value, name: string, environment: Environment): Value {
  const shown = value instanceof DateTime ? wall(value, environment) : value
  return own(properties[kindOfValue(shown)], name)?.read(shown) ?? null
}
