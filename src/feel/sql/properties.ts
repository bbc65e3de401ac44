/** `.year`, `.hour`, … of dates, times, dates with times and durations. */
import {sql} from 'kysely'
import type {PropertyCore} from '../core.ts'
import {zoneOf} from './calendar-arithmetic.ts'
import type {Compiler} from './compiler.ts'
import {literal} from './constant.ts'
import {counted} from './convert.ts'
import {MOST, scaled, textForm} from './form.ts'
import {exactCall, floored, isScaled, plus, remaining, type ScaledTerm} from './numbers.ts'
import {once, type Term, term} from './term.ts'

type Read = (of: Term, at: Compiler) => Term

/** A count of a form that is scaled by its nature. */
function scaledCount(of: Term, at: Compiler): ScaledTerm {
  const count = counted(of, at.dialect)
  if (!isScaled(count)) throw new Error('A date, time or instant is always a scaled count.')
  return count
}

const LONGEST_YEAR = 1_000_000_000n

/** One of our functions on days, which gives a whole number. */
const ofDays =
  (name: string, limit: bigint): Read =>
  (of, at) =>
    term(at.dialect.call(name, counted(of, at.dialect).sql), scaled(0, limit), of.nullable)

const weekday: Read = (of, at) => {
  const shifted = plus('add', scaledCount(of, at), term(sql.raw('3'), scaled(0, 3n), false), at.dialect)
  const rest = isScaled(shifted) ? remaining(shifted, 7, at.dialect) : shifted
  return plus('add', rest, term(sql.raw('1'), scaled(0, 1n), false), at.dialect)
}

export const dateReads: Readonly<Record<string, Read>> = {
  year: ofDays('year_of', LONGEST_YEAR),
  month: ofDays('month_of', 12n),
  day: ofDays('day_of', 31n),
  weekday,
}

/** What the clocks of TIME_ZONE show at an instant, as a count of the same form. */
function wallClock(of: Term, at: Compiler): ScaledTerm {
  const instant = scaledCount(of, at)
  const form = scaled(3, instant.form.limit + 100_000_000n)
  return {sql: at.dialect.call('wall', instant.sql, zoneOf(at)), form, nullable: of.nullable}
}

/** The day of a date, or of an instant on those clocks. */
export function dayOf(of: Term, kind: string, at: Compiler): Term {
  return kind === 'date and time' ? floored(wallClock(of, at), 86_400, at.dialect) : counted(of, at.dialect)
}

export const timeOfDay = (of: Term, at: Compiler): ScaledTerm => remaining(wallClock(of, at), 86_400, at.dialect)

const timeReads: Readonly<Record<string, Read>> = {
  hour: (of, at) => floored(scaledCount(of, at), 3600, at.dialect),
  minute: (of, at) => floored(remaining(scaledCount(of, at), 3600, at.dialect), 60, at.dialect),
  second: (of, at) => remaining(scaledCount(of, at), 60, at.dialect),
}

const offset: Read = (of, at) =>
  once(counted(of, at.dialect), at, instant => plus('subtract', wallClock(instant, at), instant, at.dialect))

/** A time or date of a document is not placed in any zone; an instant is seen in one. */
const nowhere: Read = (_, at) => constant(null, at)
const zoneName: Read = (of, at) => {
  const name = constant(at.context.zone, at)
  if (!of.nullable) return name
  return term(sql`(case when ${of.sql} is not null then ${name.sql} end)`, name.form, true)
}

function constant(value: string | null, at: Compiler): Term {
  const found = literal(value, {kind: 'text'}, at.dialect)
  if (found === undefined) throw new Error('A text is always a constant.')
  return found
}

const instantReads: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(
    Object.entries(dateReads).map(([name, read]): [string, Read] => [
      name,
      (of, at) => read(dayOf(of, 'date and time', at), at),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(timeReads).map(([name, read]): [string, Read] => [name, (of, at) => read(timeOfDay(of, at), at)]),
  ),
  'time offset': offset,
  timezone: zoneName,
}

/** A unit's share of a duration, rounded as the evaluator rounds it. */
const share =
  (unit: 'days' | 'hours' | 'minutes' | 'seconds'): Read =>
  (of, at) =>
    exactCall('share', [of], at.dialect, at.dialect.bind(unit, textForm))

const monthsPart =
  (sign: '/' | '%'): Read =>
  of =>
    term(sql`(${of.sql} ${sql.raw(sign)} 12)`, scaled(0, MOST / 12n), of.nullable)

const reads: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  date: dateReads,
  time: {...timeReads, 'time offset': nowhere, timezone: nowhere},
  'date and time': instantReads,
  'days duration': {days: share('days'), hours: share('hours'), minutes: share('minutes'), seconds: share('seconds')},
  'months duration': {years: monthsPart('/'), months: monthsPart('%')},
}

export function propertyValue(core: PropertyCore, at: Compiler): Term {
  const read = reads[core.of.type.kind]?.[core.name]
  if (read !== undefined) return read(at.value(core.of), at)
  throw new Error(`There is no SQL for the property ${core.name}.`)
}
