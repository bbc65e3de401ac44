/** SQLite files: how connections are opened, their SQL functions, and copies of a file while others write to it. */
import {accessSync, closeSync, constants, existsSync, openSync, statSync} from 'node:fs'
import {open, rm} from 'node:fs/promises'
import {dirname} from 'node:path'
import {type AggregateOptions, DatabaseSync} from 'node:sqlite'
import {formatNum} from '../../feel/decimal.ts'
import {sqliteCalendar} from '../../feel/sql/sqlite-calendar.ts'
import {
  exact,
  max,
  median,
  min,
  product,
  type SqliteAggregate,
  type SqliteFunction,
  sqliteNumbers,
  sqliteTexts,
  sum,
} from '../../feel/sql/sqlite-functions.ts'
import {retry} from '../connections.ts'
import {failureOf, StoreError} from '../store-error.ts'

// The `nonet_…` functions of our SQL: exact decimals, days and instants, texts by code point. They are the evaluator's
// own, so a condition has the same meaning in SQL.

/** All are pure functions of their arguments; whole numbers are bigint, so that none is rounded. */
const options = {deterministic: true, useBigIntArguments: true, varargs: true} as const

export function installSqliteFunctions(database: DatabaseSync): void {
  for (const [name, run] of Object.entries({...sqliteNumbers, ...sqliteCalendar, ...sqliteTexts})) {
    database.function(`nonet_${name}`, options, strict(run))
  }
  gather(database, 'sum', sum)
  gather(database, 'min', min)
  gather(database, 'max', max)
  gather(database, 'median', median)
  gather(database, 'product', product)
}

/** A null argument makes the result null. */
function strict(run: SqliteFunction) {
  return (...args: readonly unknown[]): bigint | string | null => {
    const given = args.filter(arg => typeof arg === 'bigint' || typeof arg === 'string')
    return given.length === args.length ? run(...given) : null
  }
}

/** An aggregate skips nulls and is null without values. */
function gather<Gathered>(database: DatabaseSync, name: string, aggregate: SqliteAggregate<Gathered>): void {
  const step = ({gathered}: AggregateState<Gathered>, value: unknown): AggregateState<Gathered> => ({
    gathered: typeof value === 'string' ? aggregate.step(gathered, exact(value)) : gathered,
  })
  const result = ({gathered}: AggregateState<Gathered>): string | null => {
    const found = gathered === null ? null : aggregate.result(gathered)
    return found === null ? null : formatNum(found)
  }
  const whole = {start: (): AggregateState<Gathered> => ({gathered: aggregate.start}), step, result}
  // Node keeps any value between the steps; its types allow only SQLite values.
  database.aggregate(`nonet_${name}`, whole as unknown as AggregateOptions)
}

interface AggregateState<Gathered> {
  readonly gathered: Gathered | null
}

// Connections: all are opened here, with the same settings.

/** Stored in the file's header to recognise our files: the letters `NONE`. */
const applicationId = 0x4e4f4e45

/**
 * How long SQLite itself waits for a lock, in milliseconds. Short, because it blocks the whole process; longer waits
 * happen between attempts.
 */
const waitsInside = 50

interface WriteOptions {
  /** Whether foreign keys are enforced: not while tables are rebuilt, because a table is briefly missing. */
  readonly references: boolean
}

/** A connection that writes. Creates the file if it does not exist. */
export async function openForWriting(
  file: string,
  {references}: WriteOptions = {references: true},
): Promise<DatabaseSync> {
  makePrivate(file)
  // SQLite would open it for reading, and refuse the first change.
  if (existsSync(file) && !may(file, constants.W_OK)) throw new StoreError('READ_ONLY', {detail: `(${file})`})
  const database = openConnection(file, {readOnly: false, references})
  try {
    await retry(async () => prepareFile(database), {attempts: 200, within: 10_000, judge: busyOnly})
    // Savepoint journals would otherwise be written to a temporary file each time.
    if (references) database.exec('pragma temp_store = memory')
  } catch (cause) {
    database.close()
    throw asStoreError(cause, file)
  }
  return database
}

/**
 * Creates a new file that only its owner can read: SQLite would create one that every account of the machine can read.
 * Its WAL takes the same mode. An existing file is never opened here: closing it would release the locks that
 * connections of this process hold on it.
 */
function makePrivate(file: string): void {
  if (existsSync(file)) return
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // Another process created it first, or the folder is not writable: SQLite reports that with its own code when it
    // opens the file.
  }
}

function prepareFile(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // A foreign file is rejected before anything is written to it.
  const id = numberOf(database, 'pragma application_id')
  if (id === applicationId) return
  if (id !== 0 || numberOf(database, 'select count(*) from sqlite_schema') > 0) throw new StoreError('NOT_OURS')
  database.exec(`pragma application_id = ${applicationId}`)
}

/** A read-only connection. */
export function openForReading(file: string): DatabaseSync {
  if (!existsSync(file)) throw new StoreError('UNREACHABLE', {detail: `There is no file ${file}.`})
  return openConnection(file, {readOnly: true, references: true})
}

function openConnection(file: string, {readOnly, references}: WriteOptions & {readOnly: boolean}): DatabaseSync {
  try {
    const database = new DatabaseSync(file, {readOnly, timeout: waitsInside, enableForeignKeyConstraints: references})
    database.exec('pragma cache_size = -16000')
    installSqliteFunctions(database)
    return database
  } catch (cause) {
    throw asStoreError(cause, file)
  }
}

/** The identity of the file at a path; null if it does not exist. Another file at the same path has another identity. */
export function identityOf(file: string): string | null {
  const found = statSync(file, {throwIfNoEntry: false})
  return found ? `${found.dev} ${found.ino}` : null
}

function numberOf(database: DatabaseSync, query: string): number {
  const [value] = Object.values(database.prepare(query).get() ?? {})
  return Number(value)
}

const busyOnly = (error: unknown) => (failureOf(error).kind === 'again' ? 'again' : 'stop')

function asStoreError(cause: unknown, file: string): unknown {
  const failure = failureOf(cause)
  if (cause instanceof StoreError || !('code' in failure)) return cause
  return new StoreError(failure.code, {cause, detail: failure.code === 'UNREACHABLE' ? obstacle(file) : `(${file})`})
}

/** Why a file cannot be opened. */
function obstacle(file: string): string {
  if (statSync(file, {throwIfNoEntry: false})?.isDirectory()) return `${file} is a folder.`
  const folder = dirname(file)
  if (existsSync(file) && !may(file, constants.R_OK)) return `${file} may not be read by this user.`
  if (!may(folder, constants.W_OK)) return `The folder ${folder} may not be written by this user.`
  return `(${file})`
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

// Copies a snapshot of a file while others write to it; on disk when the promise resolves.

export async function copySqliteFile(file: string, target: string): Promise<void> {
  await rm(target, {force: true})
  const database = openForReading(file)
  makePrivate(target)
  try {
    database.prepare('vacuum into ?').run(target)
  } catch (cause) {
    throw asStoreError(cause, target)
  } finally {
    database.close()
  }
  await toDisk(target)
  await toDisk(dirname(target))
}

/** A file, or a folder: a rename in it is durable only then. */
export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
