/** One transaction of PostgreSQL from beginning to end; keeps apart, for either database, whether work or commit failed. */
import type {Kysely} from 'kysely'
import type {Db, Rows} from './database.ts'

/** The commit itself failed, so that the change may stand or not; its cause is the database's error. */
export class CommitFailed extends Error {}

export interface Isolation {
  readonly level: 'serializable' | 'repeatable read' | 'read committed'
  readonly access: 'read only' | 'read write'
}

export async function inTransaction<T>(
  db: Kysely<Rows>,
  work: (db: Db) => Promise<T>,
  {level, access}: Isolation,
): Promise<T> {
  const transaction = await db.startTransaction().setIsolationLevel(level).setAccessMode(access).execute()
  let result: T
  try {
    result = await work(transaction)
  } catch (error) {
    // What went wrong first is what the caller must hear; a broken connection has rolled back by itself.
    await transaction.rollback().execute().catch(ignore)
    throw error
  }
  try {
    await transaction.commit().execute()
  } catch (cause) {
    await transaction.rollback().execute().catch(ignore)
    throw new CommitFailed('The commit failed.', {cause})
  }
  return result
}

const ignore = (): void => {}

export function outcomeOf(error: unknown): {readonly during: 'work' | 'commit'; readonly cause: unknown} {
  if (error instanceof CommitFailed) return {during: 'commit', cause: error.cause}
  return {during: 'work', cause: error}
}
