/** Statements over the engine's own tables, with values in them: written once for each place in the code that asks one. */
import type {Db} from './database.ts'
import {answersDirectly, type ValueRow, valuesOf} from './values.ts'

interface Texts {
  readonly sqlite: string
  readonly postgres: string
}

const texts = new WeakMap<TemplateStringsArray, Texts>()

function textsOf(parts: TemplateStringsArray): Texts {
  const known = texts.get(parts)
  if (known) return known
  const [first = '', ...rest] = parts
  const made = {
    sqlite: [first, ...rest].join('?'),
    postgres: rest.reduce((text, part, index) => `${text}$${index + 1}${part}`, first),
  }
  texts.set(parts, made)
  return made
}

/** ``asked(db)`select name from nonet_view where id = ${id}` ``: the rows, as lists of values. */
export function asked(db: Db): (parts: TemplateStringsArray, ...values: unknown[]) => Promise<readonly ValueRow[]> {
  const which = answersDirectly(db) ? 'sqlite' : 'postgres'
  return (parts, ...values) => valuesOf(db, {sql: textsOf(parts)[which], parameters: values})
}
