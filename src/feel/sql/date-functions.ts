/** Dates in SQL: parts of dates and times, working days, and the periods to group by. */

import {sql} from 'kysely'
import type {CallCore, Core, PropertyCore} from '../core.ts'
import {MOST_DAYS, realDays, zoneOf} from './arithmetic.ts'
import {isAbsent, type SqlCompiler, type SqlFunction} from './compiler.ts'
import {constantTerm} from './constant.ts'
import {asCount, idAsText} from './convert.ts'
import {
  type DatePart,
  eachOnce,
  MOST,
  MOST_IN_COLUMN,
  once,
  type ScaledForm,
  type Sql,
  scaled,
  type Term,
  term,
  textForm,
} from './dialect.ts'
import {exactCall, floored, isScaled, plus, remaining, type ScaledTerm} from './numbers.ts'
import {itemTerm, selectFrom} from './records.ts'

// `.year`, `.hour`, … of dates, times, instants and durations.

type ReadTerm = (of: Term, at: SqlCompiler) => Term

/** The count of a term with a scaled form. */
function scaledCount(of: Term, at: SqlCompiler): ScaledTerm {
  const count = asCount(of, at.dialect)
  if (!isScaled(count)) throw new Error('A date, time or instant is always a scaled count.')
  return count
}

const LONGEST_YEAR = 1_000_000_000n

/** One of our functions on days that returns a whole number. */
const propertyOfDays =
  (name: string, limit: bigint): ReadTerm =>
  (of, at) =>
    term(at.dialect.call(name, asCount(of, at.dialect).sql), scaled(0, limit), of.nullable)

const weekdaySql: ReadTerm = (of, at) => {
  const shifted = plus('add', scaledCount(of, at), term(sql.raw('3'), scaled(0, 3n), false), at.dialect)
  const rest = isScaled(shifted) ? remaining(shifted, 7, at.dialect) : shifted
  return plus('add', rest, term(sql.raw('1'), scaled(0, 1n), false), at.dialect)
}

/** A stored date is read without a function of ours. */
const partOfDate =
  (part: DatePart, limit: bigint, computed: ReadTerm): ReadTerm =>
  (of, at) =>
    of.form.as === 'date' ? term(at.dialect.datePart(part, of.sql), scaled(0, limit), of.nullable) : computed(of, at)

const dateReads: Readonly<Record<string, ReadTerm>> = {
  year: partOfDate('year', 9999n, propertyOfDays('year_of', LONGEST_YEAR)),
  month: partOfDate('month', 12n, propertyOfDays('month_of', 12n)),
  day: partOfDate('day', 31n, propertyOfDays('day_of', 31n)),
  weekday: weekdaySql,
}

/** The local time in TIME_ZONE of an instant, as a count of the same form. */
function wallClock(of: Term, at: SqlCompiler): ScaledTerm {
  const instant = scaledCount(of, at)
  const form = scaled(3, instant.form.limit + 100_000_000n)
  return {sql: at.dialect.call('wall', instant.sql, zoneOf(at)), form, nullable: of.nullable}
}

/** The day of a date, or of an instant in local time. */
export function dayTerm(of: Term, kind: string, at: SqlCompiler): Term {
  return kind === 'date and time' ? floored(wallClock(of, at), 86_400, at.dialect) : asCount(of, at.dialect)
}

export const timeOfDay = (of: Term, at: SqlCompiler): ScaledTerm => remaining(wallClock(of, at), 86_400, at.dialect)

const timeReads: Readonly<Record<string, ReadTerm>> = {
  hour: (of, at) => floored(scaledCount(of, at), 3600, at.dialect),
  minute: (of, at) => floored(remaining(scaledCount(of, at), 3600, at.dialect), 60, at.dialect),
  second: (of, at) => remaining(scaledCount(of, at), 60, at.dialect),
}

const offset: ReadTerm = (of, at) =>
  once(asCount(of, at.dialect), at, instant => plus('subtract', wallClock(instant, at), instant, at.dialect))

/** A time or date of a document has no zone; an instant is shown in TIME_ZONE. */
const nowhere: ReadTerm = (_, at) => constant(null, at)
const zoneName: ReadTerm = (of, at) => {
  const name = constant(at.context.zone, at)
  if (!of.nullable) return name
  return term(sql`(case when ${of.sql} is not null then ${name.sql} end)`, name.form, true)
}

function constant(value: string | null, at: SqlCompiler): Term {
  const found = constantTerm(value, {kind: 'text'}, at.dialect)
  if (found === undefined) throw new Error('A text is always a constant.')
  return found
}

const instantReads: Readonly<Record<string, ReadTerm>> = {
  ...Object.fromEntries(
    Object.entries(dateReads).map(([name, read]): [string, ReadTerm] => [
      name,
      (of, at) => read(dayTerm(of, 'date and time', at), at),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(timeReads).map(([name, read]): [string, ReadTerm] => [
      name,
      (of, at) => read(timeOfDay(of, at), at),
    ]),
  ),
  'time offset': offset,
  timezone: zoneName,
}

/** The component of a duration for one unit, rounded like the evaluator. */
const shareOfDuration =
  (unit: 'days' | 'hours' | 'minutes' | 'seconds'): ReadTerm =>
  (of, at) =>
    exactCall('share', [of], at.dialect, at.dialect.bind(unit, textForm))

const monthsPart =
  (sign: '/' | '%'): ReadTerm =>
  of =>
    term(sql`(${of.sql} ${sql.raw(sign)} 12)`, scaled(0, MOST / 12n), of.nullable)

const reads: Readonly<Record<string, Readonly<Record<string, ReadTerm>>>> = {
  date: dateReads,
  time: {...timeReads, 'time offset': nowhere, timezone: nowhere},
  'date and time': instantReads,
  'days duration': {
    days: shareOfDuration('days'),
    hours: shareOfDuration('hours'),
    minutes: shareOfDuration('minutes'),
    seconds: shareOfDuration('seconds'),
  },
  'months duration': {years: monthsPart('/'), months: monthsPart('%')},
}

export function propertyValue(core: PropertyCore, at: SqlCompiler): Term {
  const read = reads[core.of.type.kind]?.[core.name]
  if (read !== undefined) return read(at.value(core.of), at)
  throw new Error(`There is no SQL for the property ${core.name}.`)
}

/** A date in the form of its column or bound value, so that an index can be used; undefined for anything else. */
function plainDate(core: CallCore, index: number, at: SqlCompiler): Term | undefined {
  const arg = dateArgument(core, index)
  const found = arg.type.kind === 'date' ? at.value(arg) : undefined
  return found?.form.as === 'date' && found.simple === true ? found : undefined
}

function day(core: CallCore, index: number, at: SqlCompiler): Term {
  const arg = dateArgument(core, index)
  return dayTerm(at.value(arg), arg.type.kind, at)
}

function dateArgument(core: CallCore, index: number): Core {
  const arg = core.args[index]
  if (arg === undefined) throw new Error(`${core.name} lacks an argument.`)
  return arg
}

const names = {
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  month: 'January February March April May June July August September October November December'.split(' '),
}

const named =
  (part: 'weekday' | 'month'): SqlFunction =>
  (core, at) => {
    const of = day(core, 0, at)
    const index = dateReads[part]?.(of, at) ?? of
    const cases = names[part].map((name, i) => sql`when ${sql.lit(i + 1)} then ${at.dialect.bind(name, textForm)}`)
    return term(sql`(case ${index.sql} ${sql.join(cases, sql` `)} end)`, textForm, of.nullable)
  }

/** One of our functions from days to a whole number or to other days. */
const ofDays =
  (name: string, limit: bigint): SqlFunction =>
  (core, at) => {
    const of = day(core, 0, at)
    return term(at.dialect.call(name, of.sql), scaled(0, limit), of.nullable)
  }

/** The Monday of the week: the weekday minus one days earlier. */
const week: SqlFunction = (core, at) =>
  once(day(core, 0, at), at, of => {
    const weekday = dateReads.weekday?.(of, at) ?? of
    const monday = plus('add', plus('subtract', of, weekday, at.dialect), one, at.dialect)
    return realDays(monday, at.dialect)
  })

const one: Term = term(sql.raw('1'), scaled(0, 1n), false)

const monthsBetweenSql: SqlFunction = (core, at) => {
  const parts = [0, 1].flatMap(index => [day(core, index, at).sql, secondsOf(dateArgument(core, index), at)])
  return term(at.dialect.call('months_between', ...parts), scaled(0, MOST_IN_COLUMN), true)
}

/** The second of the day; 0 for a date. */
function secondsOf(of: Core, at: SqlCompiler): Sql {
  if (of.type.kind !== 'date and time') return at.dialect.whole(sql.raw('0'))
  return at.dialect.call('whole_seconds', timeOfDay(at.value(of), at).sql)
}

/** Working days of the period, minus the distinct holidays on working days in it. */
const workingDaysSql: SqlFunction = (core, at) => {
  const pattern = core.args[3]
  if (pattern !== undefined && !isAbsent(pattern)) return workedByPattern(core, pattern, at)
  const week = [...new Set(at.context.workingWeek)]
  const holidays = core.args[2]
  const [low, high] = [plainDate(core, 0, at), plainDate(core, 1, at)]
  const alone = holidays === undefined || hasNoItem(holidays)
  if (alone && !(low && high)) return workedBetween(day(core, 0, at), day(core, 1, at), {week, at})
  return namedDay(low, day(core, 0, at), at, from =>
    namedDay(high, day(core, 1, at), at, to => {
      if (alone) return worked(from, to, week)
      const off = holidaysBetween(holidays, {from, to, week, plain: [low, high]}, at)
      return without(worked(from, to, week), off, at)
    }),
  )
}

/** The days of a period, working or not. */
function atMostBetween({form: from}: Term, {form: to}: Term): ScaledForm {
  if (from.as !== 'scaled' || to.as !== 'scaled') return scaled(0, MOST_DAYS)
  return scaled(0, from.limit + to.limit + 1n)
}

/** Holidays are some of the working days, so at least none are left. */
const without = (days: Term, holidays: Term, at: SqlCompiler): Term => ({
  ...plus('subtract', days, holidays, at.dialect),
  form: days.form,
})

/** The items of `[]` have no type that a database could compare with days. */
const hasNoItem = (list: Core): boolean => isAbsent(list) || (list.op === 'list' && list.items.length === 0)

/** A plain date is cheaper to repeat than to name. */
function namedDay(plain: Term | undefined, of: Term, at: SqlCompiler, use: (of: Term) => Term): Term {
  return plain ? use(of) : once(of, at, use)
}

type Week = readonly number[]

/** The weekdays come from the record: they become bits when the statement runs. By default, those of WORKING_WEEK. */
function workedByPattern(core: CallCore, pattern: Core, at: SqlCompiler): Term {
  const terms = {bits: patternBits(pattern, at), from: day(core, 0, at), to: day(core, 1, at)}
  return eachOnce(terms, at, ({bits, from, to}) => {
    const days = at.dialect.call('working_days', from.sql, to.sql, bits.sql)
    const all = term(days, atMostBetween(from, to), from.nullable || to.nullable)
    const holidays = core.args[2]
    if (holidays === undefined || hasNoItem(holidays)) return all
    const rows = at.rows(holidays)
    const stored = itemTerm(rows.item, at)
    const item = asCount(stored, at.dialect)
    const worked = sql`((${bits.sql} >> (cast((${item.sql} + ${monday}) % 7 as integer) + 1)) & 1) = 1`
    const within = [...datesBetween(stored, [from, to], at), sql`${item.sql} between ${from.sql} and ${to.sql}`, worked]
    const found = selectFrom(rows, at.dialect.whole(sql`count(distinct ${item.sql})`), at, within)
    return without(all, term(found, all.form, false), at)
  })
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const bitsOf = (week: Week): number => week.reduce((bits, weekday) => bits | (1 << weekday), 0)

function patternBits(pattern: Core, at: SqlCompiler): Term {
  const rows = at.rows(pattern)
  const {sql: word} = idAsText(itemTerm(rows.item, at), at.dialect)
  const cases = weekdayNames.map((name, index) => sql`when ${sql.lit(name)} then ${sql.lit(1 << (index + 1))}`)
  const bits = selectFrom(rows, sql`sum(distinct case ${word} ${sql.join(cases, sql` `)} else 0 end)`, at)
  const usual = sql.lit(bitsOf(at.context.workingWeek))
  return term(sql`cast(coalesce(nullif(${bits}, 0), ${usual}) as integer)`, scaled(0, 256n), false)
}

/** A Monday before all supported days, so that no count is negative. */
const monday = sql.raw('7000000000003')

/** For computed days: a function names each of them once, however deep they are nested. */
function workedBetween(from: Term, to: Term, {week, at}: {week: Week; at: SqlCompiler}): Term {
  const mask = sql.lit(bitsOf(week))
  const days = at.dialect.call('working_days', from.sql, to.sql, mask)
  return term(days, atMostBetween(from, to), from.nullable || to.nullable)
}

/** Whole weeks first, then the days of the last one; no function call, because lists evaluate it for every row. */
function worked(from: Term, to: Term, week: Week): Term {
  const until = (day: Sql): Sql => sql`((${day} + ${monday}) / 7 * ${sql.lit(week.length)} + ${ofLastWeek(day, week)})`
  const days = sql`case when ${to.sql} < ${from.sql} then 0 else ${until(to.sql)} - ${until(sql`(${from.sql} - 1)`)} end`
  return term(sql`(${days})`, atMostBetween(from, to), from.nullable || to.nullable)
}

/** The number of working days of the week up to this day. */
function ofLastWeek(day: Sql, week: Week): Sql {
  const upTo = [1, 2, 3, 4, 5, 6].map(last => week.filter(weekday => weekday <= last).length)
  const cases = upTo.map((count, index) => sql`when ${sql.lit(index)} then ${sql.lit(count)}`)
  return sql`case (${day} + ${monday}) % 7 ${sql.join(cases, sql` `)} else ${sql.lit(week.length)} end`
}

/** By bits: for a list of more than two values, SQLite would build a table on every evaluation. */
function isWorkedSql(day: Sql, week: Week): Sql {
  const bits = week.reduce((all, weekday) => all | (1 << (weekday - 1)), 0)
  return sql`((${sql.lit(bits)} >> cast((${day} + ${monday}) % 7 as integer)) & 1) = 1`
}

interface PeriodTerms {
  readonly from: Term
  readonly to: Term
  readonly week: Week
  /** Its ends in the form of their columns, if they have one. */
  readonly plain: readonly [Term | undefined, Term | undefined]
}

function holidaysBetween(list: Core, {from, to, week, plain: [low, high]}: PeriodTerms, at: SqlCompiler): Term {
  const rows = at.rows(list)
  const item = itemTerm(rows.item, at)
  const count = asCount(item, at.dialect)
  const led = datesBetween(item, [low ?? from, high ?? to], at)
  const within = [...led, sql`${count.sql} between ${from.sql} and ${to.sql}`, isWorkedSql(count.sql, week)]
  // Distinct in the stored form, which an index already orders.
  const apart = item.form.as === 'date' ? item.sql : count.sql
  const found = selectFrom(rows, at.dialect.whole(sql`count(distinct ${apart})`), at, within)
  return term(found, atMostBetween(from, to), false)
}

/** Besides the exact condition on counts: bare columns can use an index. */
function datesBetween(item: Term, ends: readonly [Term, Term], at: SqlCompiler): Sql[] {
  if (item.form.as !== 'date') return []
  const [low, high] = ends.map(end => (end.form.as === 'date' ? end.sql : at.dialect.dateOf(end.sql)))
  return [sql`${item.sql} between ${low} and ${high}`]
}

/** The clock is known when a statement is compiled, so no statement reads it. */
const requestClock: SqlFunction = core => {
  throw new Error(`${core.name}() is a constant of the request.`)
}

export const dateSql = {
  'day of week': named('weekday'),
  'day of year': ofDays('day_of_year', 366n),
  'month of year': named('month'),
  'week of year': ofDays('week_of_year', 53n),
  'years and months duration': monthsBetweenSql,
  'working days': workingDaysSql,
  week,
  month: ofDays('month_start', MOST_DAYS),
  quarter: ofDays('quarter_start', MOST_DAYS),
  year: ofDays('year_of', 1_000_000_000n),
  now: requestClock,
  today: requestClock,
} satisfies Record<string, SqlFunction>
