/**
 * Functions on texts in SQL, including regular expressions, and conversions to dates, times and texts. Positions and
 * lengths count code points.
 */

import {sql} from 'kysely'
import type {RE2JS} from 're2js'
import type {CallCore, Core} from '../core.ts'
import {pattern} from '../functions/text.ts'
import {instantsForm, MOST_DAYS, timesForm, zoneOf} from './arithmetic.ts'
import {isAbsent, type ListRows, type SqlCompiler, type SqlFunction} from './compiler.ts'
import {asCount, exactly, idAsText} from './convert.ts'
import {dayTerm, timeOfDay} from './date-functions.ts'
import {
  booleanForm,
  condition,
  exactForm,
  type Sql,
  scaled,
  type Term,
  type TermForm,
  term,
  textForm,
} from './dialect.ts'
import {NO_SEPARATOR} from './sqlite-functions.ts'

/* Conversions to dates, times and texts. */

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
    return term(at.dialect.call('read_date', idAsText(at.value(from), at.dialect).sql), scaled(0, MOST_DAYS), true)
  const of = at.value(from)
  return from.type.kind === 'date' ? of : dayTerm(of, from.type.kind, at)
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
  if (core.args.length === 1) return from.type.kind === 'date' ? placedInstant(of, sql.raw('0'), at) : of
  const clock = core.args[1]
  if (clock === undefined) throw new Error('date and time is given a time.')
  return placedInstant(dayTerm(of, from.type.kind, at), exactly(at.value(clock), at.dialect).sql, at)
}

/** The instant of a local day and time in TIME_ZONE. */
function placedInstant(day: Term, clock: Sql, at: SqlCompiler): Term {
  const exact = at.dialect.name === 'sqlite' ? sql`cast(${clock} as text)` : sql`cast(${clock} as numeric)`
  const found = at.dialect.call('place', asCount(day, at.dialect).sql, exact, zoneOf(at))
  return term(found, instantsForm, true)
}

/** Text of a count, by one of our functions. */
const written =
  (name: string): ((of: Term, at: SqlCompiler) => Term) =>
  (of, at) =>
    term(at.dialect.call(name, asCount(of, at.dialect).sql), textForm, of.nullable)

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
    term(at.dialect.call('write_instant', asCount(of, at.dialect).sql, zoneOf(at)), textForm, of.nullable),
  'days duration': writtenExactly('write_duration'),
  'months duration': written('write_months'),
}

const text: SqlFunction = (core, at) => {
  const from = first(core)
  const write = writers[from.type.kind]
  return write === undefined ? idAsText(at.value(from), at.dialect) : write(at.value(from), at)
}

const number: SqlFunction = (core, at) => {
  const from = first(core)
  if (from.type.kind === 'number') return at.value(from)
  const none = at.dialect.bind(NO_SEPARATOR, textForm)
  const separators = [core.args[1], core.args[2]].map(arg =>
    arg === undefined || isAbsent(arg) ? none : sql`coalesce(${idAsText(at.value(arg), at.dialect).sql}, ${none})`,
  )
  const found = at.dialect.call('read_number', idAsText(at.value(from), at.dialect).sql, ...separators)
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

const textsOf = (core: CallCore, at: SqlCompiler): readonly Term[] =>
  core.args.map(arg => idAsText(at.value(arg), at.dialect))

/** One of our own functions on texts; null if an argument is. */
const ofTexts =
  (name: string, form: TermForm): SqlFunction =>
  (core, at) => {
    const texts = textsOf(core, at)
    const args = texts.map(of => of.sql)
    return term(
      at.dialect.call(name, ...args),
      form,
      texts.some(of => of.nullable),
    )
  }

const length: SqlFunction = (core, at) => {
  const [text] = textsOf(core, at)
  if (text === undefined) throw new Error('string length is given a text.')
  return term(at.dialect.whole(sql`length(${text.sql})`), scaled(0, 1_000_000_000n), text.nullable)
}

/** Longer than any text. */
const LONGEST = '2000000'

const substring: SqlFunction = (core, at) => {
  const [text, start, count] = core.args
  if (text === undefined || start === undefined) throw new Error('substring is given a text and a position.')
  const from = [idAsText(at.value(text), at.dialect).sql, exactly(at.value(start), at.dialect).sql]
  // A null length counts as omitted.
  const all = at.dialect.bind(LONGEST, exactForm)
  const length = count === undefined || isAbsent(count) ? all : exactly(at.value(count), at.dialect).sql
  return term(at.dialect.call('substring', ...from, sql`coalesce(${length}, ${all})`), textForm, true)
}

export const textSql = {
  'string length': length,
  substring,
  'substring before': ofTexts('before', textForm),
  'substring after': ofTexts('after', textForm),
  'upper case': ofTexts('upper', textForm),
  'lower case': ofTexts('lower', textForm),
  contains: ofTexts('contains', booleanForm),
  'starts with': ofTexts('starts_with', booleanForm),
  'ends with': ofTexts('ends_with', booleanForm),
} satisfies Record<string, SqlFunction>

// The compiled program of a regular expression, as plain numbers for an interpreter in SQL.

interface Program {
  /** See postgres-texts.ts for their meaning. */
  readonly ops: readonly number[]
  readonly outs: readonly number[]
  readonly args: readonly number[]
  /** The index of each instruction's first range; the next one ends it. */
  readonly firsts: readonly number[]
  readonly ranges: readonly number[]
  readonly start: number
  /** Two for each group, the whole match first. */
  readonly captures: number
}

/** The codes of the engine's instructions. */
const op = {alt: 1, altMatch: 2, capture: 3, empty: 4, nop: 7, rune: 8, rune1: 9, any: 10, anyNotNewLine: 11} as const
const last = 0x10_ffff

interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: ArrayLike<number>
  matchRune(rune: number): boolean
}

/** Null if the program contains an instruction that the SQL interpreter does not know. */
function programOf(engine: RE2JS): Program | null {
  // The engine's type declarations do not include its program.
  const {inst, start} = engine.re2().prog as {inst: readonly Instruction[]; start: number}
  const ranges: number[] = []
  const firsts: number[] = []
  const ops: number[] = []
  for (const each of inst) {
    if (each.op > op.anyNotNewLine) return null
    firsts.push(ranges.length)
    ranges.push(...rangesOf(each))
    ops.push(each.op === op.altMatch ? op.alt : Math.min(each.op, op.rune))
  }
  firsts.push(ranges.length)
  const captures = 2 * (engine.groupCount() + 1)
  return {ops, outs: inst.map(({out}) => out), args: inst.map(({arg}) => arg), firsts, ranges, start, captures}
}

function rangesOf(each: Instruction): readonly number[] {
  if (each.op === op.any) return [0, last]
  if (each.op === op.anyNotNewLine) return [0, 9, 11, last]
  if (each.op !== op.rune && each.op !== op.rune1) return []
  const [first = 0] = Array.from(each.runes)
  if (each.runes.length !== 1) return Array.from(each.runes)
  // A letter may match its other cases, too.
  return [...new Set([first, ...casedLetters()])].filter(rune => each.matchRune(rune)).flatMap(rune => [rune, rune])
}

let letters: readonly number[] | null = null

/** Every letter that has another case. */
function casedLetters(): readonly number[] {
  letters ??= Array.from({length: 0x1_ffff}, (_, point) => point).filter(point => {
    if (point >= 0xd800 && point <= 0xdfff) return false
    const letter = String.fromCodePoint(point)
    return letter.toUpperCase() !== letter || letter.toLowerCase() !== letter
  })
  return letters
}

// Regular expressions. SQLite calls the evaluator's functions; PostgreSQL gets the program compiled by the evaluator's
// engine, so the pattern must be known from the document or the request.

const textOf = (core: Core | undefined, at: SqlCompiler): Sql => {
  if (core === undefined) throw new Error('A function with a pattern is given a text.')
  return idAsText(at.value(core), at.dialect).sql
}

const flagsOf = (core: Core | undefined, at: SqlCompiler): Sql => {
  const none = at.dialect.bind('', textForm)
  return core === undefined || isAbsent(core) ? none : sql`coalesce(${textOf(core, at)}, ${none})`
}

interface PatternCallOptions {
  readonly name: 'matches' | 'replace' | 'split'
  readonly form: TermForm
  /** The arguments that are texts, besides the pattern and the flags. */
  readonly texts: readonly number[]
  readonly flags: number
}

const called =
  ({name, form, texts, flags}: PatternCallOptions): SqlFunction =>
  (core, at) => {
    const given = texts.map(index => textOf(core.args[index], at))
    const [text, ...more] = given
    if (text === undefined) throw new Error(`${name} is given a text.`)
    if (at.dialect.name === 'sqlite') {
      const all = [text, textOf(core.args[1], at), ...more, flagsOf(core.args[flags], at)]
      return term(at.dialect.call(name, ...all.slice(0, name === 'split' ? 2 : all.length)), form, true)
    }
    const program = programSql(core, flags, at)
    return program === null
      ? term(at.dialect.unknown(form), form, true)
      : term(at.dialect.call(name, text, ...more, ...program), form, true)
  }

/** Null for an invalid or missing pattern. */
function programSql(core: CallCore, flags: number, at: SqlCompiler): readonly Sql[] | null {
  const [source, flagged] = [core.args[1], core.args[flags]].map(arg =>
    arg === undefined ? {value: null} : at.known(arg),
  )
  if (!source || !flagged || !('value' in source) || !('value' in flagged)) return refusePattern(core.name, at)
  if (typeof source.value !== 'string') return null
  const engine = pattern(source.value, typeof flagged.value === 'string' ? flagged.value : '')
  const program = engine && programOf(engine)
  if (!program) return null
  const numbers = (all: readonly number[]) => sql`cast(${`{${all.join()}}`} as integer[])`
  const {ops, outs, args, firsts, ranges, start, captures} = program
  return [...[ops, outs, args, firsts, ranges].map(numbers), sql.lit(start), sql.lit(captures)]
}

const refusePattern = (name: string, at: SqlCompiler): never =>
  at.refuse({
    code: 'N093',
    message: `The pattern of “${name}” is known only to the record, which PostgreSQL cannot read as one.`,
    hint: `Write the pattern itself: ${name}(…, "[A-Z]+").`,
    called: name,
  })

export const patternSql = {
  matches: called({name: 'matches', form: booleanForm, texts: [0], flags: 2}),
  replace: called({name: 'replace', form: textForm, texts: [0, 2], flags: 3}),
} satisfies Record<string, SqlFunction>

const splitWords = called({name: 'split', form: {as: 'words'}, texts: [0], flags: 2})

export function splitRows(core: CallCore, at: SqlCompiler): ListRows {
  const words = splitWords(core, at)
  const alias = at.alias()
  const column = (name: string): Sql => sql.id(alias, name)
  const from =
    at.dialect.name === 'sqlite'
      ? sql`(select key as n, value as x from json_each(${words.sql})) as ${sql.id(alias)}`
      : sql`(select n, x from jsonb_array_elements_text(${words.sql}) with ordinality as e(x, n)) as ${sql.id(alias)}`
  return {
    from,
    where: [],
    item: {term: {sql: column('x'), form: textForm, nullable: false, simple: true}},
    order: column('n'),
    absent: sql`(${words.sql} is null)`,
  }
}
