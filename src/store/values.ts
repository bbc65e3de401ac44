/** Rows as lists of values in the order of a statement's columns: the quickest that the driver gives. */
import type {Db} from './database.ts'

export type ValueRow = readonly unknown[]

/** A statement that has been written, and its values. */
export interface WrittenQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What answers it without a detour, where there is such a thing. */
export type Direct = (query: WrittenQuery) => ValueRow[]

const direct = new WeakMap<Db, Direct>()

/** `db` answers by this from now on. */
export function answerBy(db: Db, answer: Direct): void {
  direct.set(db, answer)
}

export const answersDirectly = (db: Db): boolean => direct.has(db)

/** `compiled` is what the database's own way takes. */
export async function valuesOf(
  db: Db,
  compiled: Parameters<Db['executeQuery']>[0] & WrittenQuery,
): Promise<readonly ValueRow[]> {
  const answer = direct.get(db)
  if (answer) return answer(compiled)
  const {rows} = await db.executeQuery(compiled)
  return rows.map(row => Object.values(row as object))
}
