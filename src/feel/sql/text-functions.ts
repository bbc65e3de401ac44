/** Functions of texts. Positions and lengths count code points. */
import {sql} from 'kysely'
import type {CallCore} from '../core.ts'
import {isAbsent} from './absent.ts'
import type {Compiler} from './compiler.ts'
import {exactly, textual} from './convert.ts'
import {booleanForm, exactForm, type Form, scaled, textForm} from './form.ts'
import {type Term, term} from './term.ts'

type Call = (core: CallCore, at: Compiler) => Term

const textsOf = (core: CallCore, at: Compiler): readonly Term[] =>
  core.args.map(arg => textual(at.value(arg), at.dialect))

/** A function of our own on texts; null where one of them is. */
const ofTexts =
  (name: string, form: Form): Call =>
  (core, at) => {
    const texts = textsOf(core, at)
    const args = texts.map(of => of.sql)
    return term(
      at.dialect.call(name, ...args),
      form,
      texts.some(of => of.nullable),
    )
  }

const length: Call = (core, at) => {
  const [text] = textsOf(core, at)
  if (text === undefined) throw new Error('string length is given a text.')
  return term(at.dialect.whole(sql`length(${text.sql})`), scaled(0, 1_000_000_000n), text.nullable)
}

/** More code points than any text has. */
const LONGEST = '2000000'

const substring: Call = (core, at) => {
  const [text, start, count] = core.args
  if (text === undefined || start === undefined) throw new Error('substring is given a text and a position.')
  const from = [textual(at.value(text), at.dialect).sql, exactly(at.value(start), at.dialect).sql]
  // A length that is null is one that was left out.
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
} satisfies Record<string, Call>
