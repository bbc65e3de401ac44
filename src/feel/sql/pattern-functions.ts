/**
 * Functions with regular expressions. SQLite calls the evaluator's own; PostgreSQL is given the program that the evaluator's engine
 * made of the pattern, which therefore stands in the document or comes with the request.
 */
import {sql} from 'kysely'
import type {CallCore, Core} from '../core.ts'
import {pattern} from '../functions/patterns.ts'
import {isAbsent} from './absent.ts'
import type {Compiler, Rows} from './compiler.ts'
import {textual} from './convert.ts'
import type {Sql} from './dialect.ts'
import {booleanForm, type Form, textForm} from './form.ts'
import {programOf} from './pattern-program.ts'
import {type Term, term} from './term.ts'

type Call = (core: CallCore, at: Compiler) => Term

const textOf = (core: Core | undefined, at: Compiler): Sql => {
  if (core === undefined) throw new Error('A function with a pattern is given a text.')
  return textual(at.value(core), at.dialect).sql
}

const flagsOf = (core: Core | undefined, at: Compiler): Sql => {
  const none = at.dialect.bind('', textForm)
  return core === undefined || isAbsent(core) ? none : sql`coalesce(${textOf(core, at)}, ${none})`
}

interface Given {
  readonly name: 'matches' | 'replace' | 'split'
  readonly form: Form
  /** Which arguments are the texts besides the pattern and the flags. */
  readonly texts: readonly number[]
  readonly flags: number
}

const called =
  ({name, form, texts, flags}: Given): Call =>
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

/** Null where the pattern is none, or nothing. */
function programSql(core: CallCore, flags: number, at: Compiler): readonly Sql[] | null {
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

const refusePattern = (name: string, at: Compiler): never =>
  at.refuse({
    code: 'N093',
    message: `The pattern of “${name}” is known only to the record, which PostgreSQL cannot read as one.`,
    hint: `Write the pattern itself: ${name}(…, "[A-Z]+").`,
    called: name,
  })

export const patternSql = {
  matches: called({name: 'matches', form: booleanForm, texts: [0], flags: 2}),
  replace: called({name: 'replace', form: textForm, texts: [0, 2], flags: 3}),
} satisfies Record<string, Call>

const splitWords = called({name: 'split', form: {as: 'words'}, texts: [0], flags: 2})

export function splitRows(core: CallCore, at: Compiler): Rows {
  const words = splitWords(core, at)
  const alias = at.alias()
  const column = (name: string): Sql => sql.ref(`${alias}.${name}`)
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
