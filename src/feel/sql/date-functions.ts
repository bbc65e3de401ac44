/** Functions that take dates apart, working days, and the periods that figures are grouped by. */
import {sql} from 'kysely'
import type {CallCore, Core} from '../core.ts'
import {isAbsent} from './absent.ts'
import {MOST_DAYS, realDays} from './calendar-arithmetic.ts'
import type {Compiler} from './compiler.ts'
import {counted} from './convert.ts'
import type {Sql} from './dialect.ts'
import {MOST_IN_COLUMN, scaled, textForm} from './form.ts'
import {plus} from './numbers.ts'
import {dateReads, dayOf, timeOfDay} from './properties.ts'
import {itemTerm, selectFrom} from './rows.ts'
import {once, type Term, term} from './term.ts'

type Call = (core: CallCore, at: Compiler) => Term

/** A date as its column or bound value holds it, so that an index can lead to others beside it; undefined for anything else. */
function plainDate(core: CallCore, index: number, at: Compiler): Term | undefined {
  const arg = argument(core, index)
  const found = arg.type.kind === 'date' ? at.value(arg) : undefined
  return found?.form.as === 'date' && found.simple === true ? found : undefined
}

function day(core: CallCore, index: number, at: Compiler): Term {
  const arg = argument(core, index)
  return dayOf(at.value(arg), arg.type.kind, at)
}

function argument(core: CallCore, index: number): Core {
  const arg = core.args[index]
  if (arg === undefined) throw new Error(`${core.name} lacks an argument.`)
  return arg
}

const names = {
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  month: 'January February March April May June July August September October November December'.split(' '),
}

const named =
  (part: 'weekday' | 'month'): Call =>
  (core, at) => {
    const of = day(core, 0, at)
    const index = dateReads[part]?.(of, at) ?? of
    const cases = names[part].map((name, i) => sql`when ${sql.lit(i + 1)} then ${at.dialect.bind(name, textForm)}`)
    return term(sql`(case ${index.sql} ${sql.join(cases, sql` `)} end)`, textForm, of.nullable)
  }

/** One of our functions from days to a whole number or to other days. */
const ofDays =
  (name: string, limit: bigint): Call =>
  (core, at) => {
    const of = day(core, 0, at)
    return term(at.dialect.call(name, of.sql), scaled(0, limit), of.nullable)
  }

/** The Monday of the week: one less than the weekday before it. */
const week: Call = (core, at) =>
  once(day(core, 0, at), at, of => {
    const weekday = dateReads.weekday?.(of, at) ?? of
    const monday = plus('add', plus('subtract', of, weekday, at.dialect), one, at.dialect)
    return realDays(monday, at.dialect)
  })

const one: Term = term(sql.raw('1'), scaled(0, 1n), false)

const monthsBetween: Call = (core, at) => {
  const parts = [0, 1].flatMap(index => [day(core, index, at).sql, secondsOf(argument(core, index), at)])
  return term(at.dialect.call('months_between', ...parts), scaled(0, MOST_IN_COLUMN), true)
}

/** The second of the day; a date alone is its midnight. */
function secondsOf(of: Core, at: Compiler): Sql {
  if (of.type.kind !== 'date and time') return at.dialect.whole(sql.raw('0'))
  return at.dialect.call('whole_seconds', timeOfDay(at.value(of), at).sql)
}

/** Working days of the period, less the distinct holidays on working days in it. */
const workingDays: Call = (core, at) => {
  const week = [...new Set(at.context.workingWeek)]
  const holidays = core.args[2]
  const [low, high] = [plainDate(core, 0, at), plainDate(core, 1, at)]
  const alone = holidays === undefined || isAbsent(holidays)
  if (alone && !(low && high)) return workedBetween(day(core, 0, at), day(core, 1, at), {week, at})
  return namedDay(low, day(core, 0, at), at, from =>
    namedDay(high, day(core, 1, at), at, to => {
      if (alone) return worked(from, to, week)
      const off = holidaysBetween(holidays, {from, to, week, plain: [low, high]}, at)
      return plus('subtract', worked(from, to, week), off, at.dialect)
    }),
  )
}

/** The day of a date that is held as it is costs less to work out again than to give it a name. */
function namedDay(plain: Term | undefined, of: Term, at: Compiler, use: (of: Term) => Term): Term {
  return plain ? use(of) : once(of, at, use)
}

type Week = readonly number[]

/** A Monday so long ago that no day is before it: from there, counting needs no care for what is negative. */
const monday = sql.raw('7000000000003')

/** Of days that have to be worked out themselves: a function names each of them once, however deep they stand in one another. */
function workedBetween(from: Term, to: Term, {week, at}: {week: Week; at: Compiler}): Term {
  const mask = sql.lit(week.reduce((bits, weekday) => bits | (1 << weekday), 0))
  const days = at.dialect.call('working_days', from.sql, to.sql, mask)
  return term(days, scaled(0, MOST_DAYS), from.nullable || to.nullable)
}

/** Whole weeks first, then the days of the last one; no function, because lists ask it of every row. */
function worked(from: Term, to: Term, week: Week): Term {
  const until = (day: Sql): Sql => sql`((${day} + ${monday}) / 7 * ${sql.lit(week.length)} + ${ofLastWeek(day, week)})`
  const days = sql`case when ${to.sql} < ${from.sql} then 0 else ${until(to.sql)} - ${until(sql`(${from.sql} - 1)`)} end`
  return term(sql`(${days})`, scaled(0, MOST_DAYS), from.nullable || to.nullable)
}

/** How many of its week up to this day are worked. */
function ofLastWeek(day: Sql, week: Week): Sql {
  const upTo = [1, 2, 3, 4, 5, 6].map(last => week.filter(weekday => weekday <= last).length)
  const cases = upTo.map((count, index) => sql`when ${sql.lit(index)} then ${sql.lit(count)}`)
  return sql`case (${day} + ${monday}) % 7 ${sql.join(cases, sql` `)} else ${sql.lit(week.length)} end`
}

/** By bits: for a list of more than two, SQLite would make a table every time it is asked. */
function isWorked(day: Sql, week: Week): Sql {
  const bits = week.reduce((all, weekday) => all | (1 << (weekday - 1)), 0)
  return sql`((${sql.lit(bits)} >> cast((${day} + ${monday}) % 7 as integer)) & 1) = 1`
}

interface Period {
  readonly from: Term
  readonly to: Term
  readonly week: Week
  /** Its ends as they are held, where they are. */
  readonly plain: readonly [Term | undefined, Term | undefined]
}

function holidaysBetween(list: Core, {from, to, week, plain: [low, high]}: Period, at: Compiler): Term {
  const rows = at.rows(list)
  const item = itemTerm(rows.item, at)
  const count = counted(item, at.dialect)
  const isDate = item.form.as === 'date'
  // Said twice: counts are exact for whatever a day is, and bare columns lead an index to the few that matter.
  const led = low && high && isDate ? [sql`${item.sql} between ${low.sql} and ${high.sql}`] : []
  const within = [...led, sql`${count.sql} between ${from.sql} and ${to.sql}`, isWorked(count.sql, week)]
  // Told apart as they are held: an index has them in order already.
  const apart = isDate ? item.sql : count.sql
  const found = selectFrom(rows, at.dialect.whole(sql`count(distinct ${apart})`), at, within)
  return term(found, scaled(0, MOST_DAYS), false)
}

/** The clock is known when a statement is written, so no statement asks for it. */
const clock: Call = core => {
  throw new Error(`${core.name}() is a constant of the request.`)
}

export const dateSql = {
  'day of week': named('weekday'),
  'day of year': ofDays('day_of_year', 366n),
  'month of year': named('month'),
  'week of year': ofDays('week_of_year', 53n),
  'years and months duration': monthsBetween,
  'working days': workingDays,
  week,
  month: ofDays('month_start', MOST_DAYS),
  quarter: ofDays('quarter_start', MOST_DAYS),
  year: ofDays('year_of', 1_000_000_000n),
  now: clock,
  today: clock,
} satisfies Record<string, Call>
