/** Statements that are the same for every record but for their values: written once, and run with the values of each. */
import {type CompiledQuery, sql} from 'kysely'
import type {Sql} from '../feel/sql/to-sql.ts'
import {type ValueRow, valuesOf} from '../store/sql.ts'
import type {Reading} from './reading.ts'

/** Kept as long as the document that they follow from. */
const texts = new WeakMap<Reading['tables'], Map<string, string>>()

export interface WrittenOnce {
  /** Everything that the statement follows from, but for its values. */
  readonly key: string
  readonly values: readonly unknown[]
  /** The statement around its values, each of them once and in their order. */
  readonly written: (values: readonly Sql[]) => Sql
}

export async function runOnce(
  {db, database, tables}: Pick<Reading, 'db' | 'database' | 'tables'>,
  {key, values, written}: WrittenOnce,
): Promise<readonly ValueRow[]> {
  const known = texts.get(tables) ?? new Map<string, string>()
  texts.set(tables, known)
  const name = `${database} ${key}`
  const text = known.get(name) ?? textOf(written(values.map(value => sql`${value}`)).compile(db), values)
  known.set(name, text)
  return valuesOf(db, {sql: text, parameters: values})
}

function textOf(compiled: CompiledQuery, values: readonly unknown[]): string {
  const {parameters} = compiled
  if (parameters.length === values.length && parameters.every((value, at) => value === values[at])) return compiled.sql
  throw new Error('a statement has other values than it was given')
}
