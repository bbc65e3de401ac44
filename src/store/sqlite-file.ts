/** Opening SQLite files: every connection of this application is opened here, with the same settings. */
import {closeSync, existsSync, openSync, statSync} from 'node:fs'
import {DatabaseSync} from 'node:sqlite'
import {failureOf} from './failure.ts'
import {retry} from './retry.ts'
import {installSqliteFunctions} from './sqlite-functions.ts'
import {StoreError} from './store-error.ts'

/** Shown in the file's header, so that a foreign database is not taken for ours: the letters `NONE`. */
export const applicationId = 0x4e4f4e45

/**
 * Milliseconds SQLite itself waits for a lock. Short, because it stands still with the whole process; longer waiting
 * is done between attempts, where others can work meanwhile.
 */
const waitsInside = 50

export interface Writing {
  /** Whether references are watched: not where tables are made anew, because they are away for a moment. */
  readonly references: boolean
}

/** A connection that writes. Makes the file if there is none. */
export async function openForWriting(file: string, {references}: Writing = {references: true}): Promise<DatabaseSync> {
  makePrivate(file)
  const database = open(file, {readOnly: false, references})
  try {
    await retry(async () => prepareFile(database), {attempts: 200, within: 10_000, judge: busyOnly})
    // What a savepoint needs to undo a few records would be written to a file of its own, made and removed each time.
    if (references) database.exec('pragma temp_store = memory')
  } catch (cause) {
    database.close()
    throw asStoreError(cause, file)
  }
  return database
}

/**
 * Makes a new file that only its owner can read: SQLite would make one that every account of the machine can. Its WAL takes the same mode. A
 * file that exists is never opened here: closing it would end the locks that connections of this process hold on it.
 */
export function makePrivate(file: string): void {
  if (existsSync(file)) return
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // Another process was faster, or the folder cannot be written: SQLite opens it next and says so with a code of its own.
  }
}

function prepareFile(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // A foreign file is refused before anything is written to it.
  const id = numberOf(database, 'pragma application_id')
  if (id === applicationId) return
  if (id !== 0 || numberOf(database, 'select count(*) from sqlite_schema') > 0) throw new StoreError('NOT_OURS')
  database.exec(`pragma application_id = ${applicationId}`)
}

/** A connection that cannot write, whatever it is asked. */
export function openForReading(file: string): DatabaseSync {
  if (!existsSync(file)) throw new StoreError('UNREACHABLE', {detail: `There is no file ${file}.`})
  return open(file, {readOnly: true, references: true})
}

function open(file: string, {readOnly, references}: Writing & {readOnly: boolean}): DatabaseSync {
  try {
    const database = new DatabaseSync(file, {readOnly, timeout: waitsInside, enableForeignKeyConstraints: references})
    database.exec('pragma cache_size = -16000')
    installSqliteFunctions(database)
    return database
  } catch (cause) {
    throw asStoreError(cause, file)
  }
}

/** Which file a path leads to; null where there is none. Another file under the same path has another identity. */
export function identityOf(file: string): string | null {
  const found = statSync(file, {throwIfNoEntry: false})
  return found ? `${found.dev} ${found.ino}` : null
}

export function numberOf(database: DatabaseSync, query: string): number {
  const [value] = Object.values(database.prepare(query).get() ?? {})
  return Number(value)
}

const busyOnly = (error: unknown) => (failureOf(error).kind === 'again' ? 'again' : 'stop')

function asStoreError(cause: unknown, file: string): unknown {
  const failure = failureOf(cause)
  if (cause instanceof StoreError || failure.kind === 'other') return cause
  return new StoreError(failure.code, {cause, detail: `(${file})`})
}
