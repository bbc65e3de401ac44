/** Rows as lists of values in the order of a statement's columns: the quickest that the driver gives. */
import {CompiledQuery} from 'kysely'
import type {Db} from './database.ts'

export type ValueRow = readonly unknown[]

/** A statement that has been written, and its values. */
export interface WrittenQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Who wrote it, for those who watch what is asked. */
  readonly queryId?: CompiledQuery['queryId']
}

/** What answers it without a detour, where there is such a thing. */
export type Direct = (query: WrittenQuery) => ValueRow[]

const direct = new WeakMap<Db, Direct>()

/** `db` answers by this from now on. */
export function answerBy(db: Db, answer: Direct): void {
  direct.set(db, answer)
}

export const answersDirectly = (db: Db): boolean => direct.has(db)

export async function valuesOf(db: Db, query: WrittenQuery): Promise<readonly ValueRow[]> {
  const answer = direct.get(db)
  if (answer) return answer(query)
  const {rows} = await db.executeQuery({...CompiledQuery.raw(query.sql, [...query.parameters]), ...query})
  return rows.map(row => Object.values(row as object))
}
