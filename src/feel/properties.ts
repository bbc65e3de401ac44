/** `.year`, `.hour`, … : which kinds have them, what kind they give, and how they are read. */
import {type CalendarDate, DateTime, offsetOf, type Time, weekdayOf} from './calendar.ts'
import {add, divide, isWhole, modulo, multiply, type Num, negate, round, signOf} from './decimal.ts'
import type {Environment} from './environment.ts'
import {wall} from './moment.ts'
import type {Kind} from './type.ts'
import {DaysDuration, kindOf, type MonthsDuration, type Range, timeOffset, type Value, type ValueKind} from './value.ts'

export interface Property {
  readonly gives: Kind
  readonly read: (value: Value) => Value
}

/** The table's key has already decided the kind. */
const property = <V extends Value>(gives: Kind, read: (value: V) => Value): Property => ({
  gives,
  read: value => read(value as V),
})
const number = <V extends Value>(read: (value: V) => Num | null): Property => property<V>('number', read)

const dateProperties = {
  year: number<CalendarDate>(date => date.year),
  month: number<CalendarDate>(date => date.month),
  day: number<CalendarDate>(date => date.day),
  weekday: number<CalendarDate>(weekdayOf),
}

/** With a fraction, where the time has one. */
const secondOf = (time: Time): Num | null => {
  const fraction = divide(time.nano, 1e9)
  return fraction === null ? null : add(time.second % 60, fraction)
}

const clockProperties = {
  hour: number<Time>(time => Math.floor(time.second / 3600)),
  minute: number<Time>(time => Math.floor(time.second / 60) % 60),
  second: number<Time>(secondOf),
}

const zoneName = (time: Time): Value => (typeof time.zone === 'string' ? time.zone : null)

const timeProperties = {
  ...clockProperties,
  'time offset': property<Time>('days duration', time =>
    time.zone === null ? null : new DaysDuration(timeOffset(time)),
  ),
  timezone: property<Time>('text', zoneName),
}

const offsetDuration = (at: DateTime): Value => {
  const offset = offsetOf(at)
  return offset === null ? null : new DaysDuration(offset)
}

const through = <V extends Value>(
  of: Readonly<Record<string, Property>>,
  part: (value: V) => Value,
): Record<string, Property> =>
  Object.fromEntries(
    Object.entries(of).map(([name, {gives, read}]) => [name, property<V>(gives, value => read(part(value)))]),
  )

const dateTimeProperties: Readonly<Record<string, Property>> = {
  ...through<DateTime>(dateProperties, at => at.date),
  ...through<DateTime>(clockProperties, at => at.time),
  'time offset': property<DateTime>('days duration', offsetDuration),
  timezone: property<DateTime>('text', at => zoneName(at.time)),
}

/** One unit's share of a duration, with the duration's sign. */
function share(seconds: Num, unit: number, most: number): Num | null {
  const size = signOf(seconds) < 0 ? negate(seconds) : seconds
  const units = divide(size, unit)
  const whole = units === null ? null : isWhole(units) ? units : round(units, unit === 1 ? 9 : 0, 'down')
  const part = whole === null || most === 0 ? whole : modulo(whole, most)
  return part === null ? null : multiply(part, signOf(seconds) || 1)
}

const daysProperties = {
  days: number<DaysDuration>(({seconds}) => share(seconds, 86_400, 0)),
  hours: number<DaysDuration>(({seconds}) => share(seconds, 3600, 24)),
  minutes: number<DaysDuration>(({seconds}) => share(seconds, 60, 60)),
  seconds: number<DaysDuration>(({seconds}) => share(seconds, 1, 60)),
}

const monthsProperties = {
  years: number<MonthsDuration>(({months}) => Math.trunc(months / 12) + 0),
  months: number<MonthsDuration>(({months}) => (months % 12) + 0),
}

const rangeProperties = {
  start: property<Range>('any', range => range.low),
  end: property<Range>('any', range => range.high),
  'start included': property<Range>('boolean', range => range.lowIncluded),
  'end included': property<Range>('boolean', range => range.highIncluded),
}

export const properties: Partial<Record<ValueKind, Readonly<Record<string, Property>>>> = {
  date: dateProperties,
  time: timeProperties,
  'date and time': dateTimeProperties,
  'days duration': daysProperties,
  'months duration': monthsProperties,
  range: rangeProperties,
}

/** Null where the value has no such property. */
export function readProperty(value: Value, name: string, environment: Environment): Value {
  if (value instanceof DateTime) {
    const shown = wall(value, environment)
    return shown === null ? null : (dateTimeProperties[name]?.read(shown) ?? null)
  }
  return properties[kindOf(value)]?.[name]?.read(value) ?? null
}
