/** Functions that make dates, times and texts of other values. */
import {sql} from 'kysely'
import type {CallCore, Core} from '../core.ts'
import {instantsForm, MOST_DAYS, timesForm, zoneOf} from './arithmetic.ts'
import {isAbsent, type SqlCompiler, type SqlFunction} from './compiler.ts'
import {counted, exactly, textual} from './convert.ts'
import {dayOf, timeOfDay} from './date-functions.ts'
import {condition, exactForm, type Sql, scaled, type Term, term, textForm} from './dialect.ts'
import {NO_SEPARATOR} from './sqlite-texts.ts'

function first(core: CallCore): Core {
  const [arg] = core.args
  if (arg === undefined) throw new Error(`${core.name} is given a value.`)
  return arg
}

const numbers = (core: CallCore, count: number, at: SqlCompiler): readonly Sql[] =>
  core.args.slice(0, count).map(arg => exactly(at.value(arg), at.dialect).sql)

const date: SqlFunction = (core, at) => {
  const from = first(core)
  if (core.args.length > 1)
    return term(at.dialect.call('make_date', ...numbers(core, 3, at)), scaled(0, MOST_DAYS), true)
  if (isText(from))
    return term(at.dialect.call('read_date', textual(at.value(from), at.dialect).sql), scaled(0, MOST_DAYS), true)
  const of = at.value(from)
  return from.type.kind === 'date' ? of : dayOf(of, from.type.kind, at)
}

const isText = (core: Core): boolean => core.type.kind === 'text' || core.type.kind === 'choice'

const time: SqlFunction = (core, at) => {
  const from = first(core)
  if (!isAbsent(core.args[3])) return refuseZones(at)
  if (core.args.length > 1) return term(at.dialect.call('make_time', ...numbers(core, 3, at)), timesForm, true)
  if (isText(from)) return refuseText(core.name, at)
  const of = at.value(from)
  if (from.type.kind === 'time') return of
  if (from.type.kind === 'date and time') return timeOfDay(of, at)
  return term(sql`(case when ${of.sql} is not null then 0 end)`, scaled(0, 0n), of.nullable)
}

const refuseZones = (at: SqlCompiler): never =>
  at.refuse({
    code: 'N092',
    message: 'A time with a time zone cannot be stored.',
    hint: 'Remove the offset.',
  })

const refuseText = (name: string, at: SqlCompiler): never =>
  at.refuse({
    code: 'N093',
    message: `\`${name}(…)\` can only read a text that is written out.`,
    hint: `Store the value in a field of type \`${name}\`.`,
  })

const moment: SqlFunction = (core, at) => {
  const from = first(core)
  if (isText(from)) return refuseText(core.name, at)
  const of = at.value(from)
  if (core.args.length === 1) return from.type.kind === 'date' ? placed(of, sql.raw('0'), at) : of
  const clock = core.args[1]
  if (clock === undefined) throw new Error('date and time is given a time.')
  return placed(dayOf(of, from.type.kind, at), exactly(at.value(clock), at.dialect).sql, at)
}

/** The instant at which the clocks of TIME_ZONE show a day and a time. */
function placed(day: Term, clock: Sql, at: SqlCompiler): Term {
  const exact = at.dialect.name === 'sqlite' ? sql`cast(${clock} as text)` : sql`cast(${clock} as numeric)`
  const found = at.dialect.call('place', counted(day, at.dialect).sql, exact, zoneOf(at))
  return term(found, instantsForm, true)
}

/** Text of a count, by one of our functions. */
const written =
  (name: string): ((of: Term, at: SqlCompiler) => Term) =>
  (of, at) =>
    term(at.dialect.call(name, counted(of, at.dialect).sql), textForm, of.nullable)

const writtenExactly =
  (name: string): ((of: Term, at: SqlCompiler) => Term) =>
  (of, at) =>
    term(at.dialect.call(name, exactly(of, at.dialect).sql), textForm, of.nullable)

const writers: Readonly<Record<string, (of: Term, at: SqlCompiler) => Term>> = {
  boolean: (of, _) =>
    term(sql`(case ${of.sql} when true then 'true' when false then 'false' end)`, textForm, of.nullable),
  number: writtenExactly('write_number'),
  date: written('write_date'),
  time: writtenExactly('write_time'),
  'date and time': (of, at) =>
    term(at.dialect.call('write_instant', counted(of, at.dialect).sql, zoneOf(at)), textForm, of.nullable),
  'days duration': writtenExactly('write_duration'),
  'months duration': written('write_months'),
}

const text: SqlFunction = (core, at) => {
  const from = first(core)
  const write = writers[from.type.kind]
  return write === undefined ? textual(at.value(from), at.dialect) : write(at.value(from), at)
}

const number: SqlFunction = (core, at) => {
  const from = first(core)
  if (from.type.kind === 'number') return at.value(from)
  const none = at.dialect.bind(NO_SEPARATOR, textForm)
  const separators = [core.args[1], core.args[2]].map(arg =>
    arg === undefined || isAbsent(arg) ? none : sql`coalesce(${textual(at.value(arg), at.dialect).sql}, ${none})`,
  )
  const found = at.dialect.call('read_number', textual(at.value(from), at.dialect).sql, ...separators)
  return term(found, exactForm, true)
}

const isDefined: SqlFunction = (core, at) => condition(sql`(${at.value(first(core)).sql} is not null)`, false)

export const conversionSql = {
  date,
  time,
  'date and time': moment,
  string: text,
  number,
  'is defined': isDefined,
} satisfies Record<string, SqlFunction>
