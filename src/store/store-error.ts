/**
 * The store's error: a code for programs, a message that is safe to show to an operator, and the database's own error
 * as the cause, for the log only. The only file with SQLite's and PostgreSQL's error codes.
 */
/** The message of each code for operators. */
export const storeErrors = {
  /** Other writers kept the database busy for longer than the timeout. */
  BUSY: 'The database is busy. Nothing was changed.',
  /** Conflicting changes kept colliding beyond the maximum number of retries. */
  CONFLICT: 'Too many changes to the same records at once. Nothing was changed.',
  /** No connection could be made. */
  UNREACHABLE: 'The database cannot be reached. Nothing was changed.',
  /** The connection broke before the change was confirmed as committed or rolled back. */
  LOST: 'The connection to the database was lost. Nothing was changed.',
  /** The connection or the disk failed during the commit. */
  OUTCOME_UNKNOWN: 'Saving broke off: the database or its disk failed. The change may or may not have been kept.',
  FULL: 'There is no room left for the database. Nothing was changed.',
  DISK: 'The disk of the database reports an error. Nothing was changed.',
  REPLACED: 'The database file was moved, removed or replaced while in use. Nothing is saved until a restart.',
  DAMAGED: 'The database file is damaged or is no database of this application.',
  READ_ONLY: 'The database can only be read, not written.',
  /** The role of the connection lacks a right. */
  NOT_PERMITTED: 'The database does not permit this to its role. Nothing was changed.',
  BAD_ADDRESS: 'This is no address of a database. Write sqlite:FILE or postgres://USER@HOST/NAME.',
  CLOSED: 'The database was closed.',
  NOT_EMPTY: 'The target already holds data.',
  NOT_OURS: 'This database was not made by this application.',
  EMPTY: 'There is nothing in this database yet.',
  MISMATCH: 'The copy differs from the original, so it was thrown away.',
  BAD_BACKUP: 'This is no backup, or it is damaged.',
} as const satisfies Record<string, string>

export type StoreErrorCode = keyof typeof storeErrors

/** What an operator can do about it, shown after the message on the command line. */
export const storeAdvice: Readonly<Partial<Record<StoreErrorCode, string>>> = {
  BUSY: 'Try again. If it lasts, look for another process that locks the database.',
  CONFLICT: 'Try again.',
  UNREACHABLE: 'Check the address, and whether the server runs or the file may be opened.',
  LOST: 'Check that the database server runs, then try again.',
  OUTCOME_UNKNOWN: 'Check what was saved before you try again.',
  FULL: 'Free some space, then try again.',
  DISK: 'Check the disk, then try again.',
  DAMAGED: 'Check the address. If it is right, restore a backup: nonet restore FOLDER --db …',
  READ_ONLY:
    'Let the user that runs this command write the file and its folder; on PostgreSQL, connect to a server that accepts changes.',
  NOT_PERMITTED:
    'Make the role the owner of the database: alter database NAME owner to ROLE. Or grant it what is named above.',
  NOT_EMPTY: 'Choose a target that is empty or does not exist yet.',
  NOT_OURS: 'Check the address. A database of a newer version needs that version.',
}

export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, options: {cause?: unknown; detail?: string} = {}) {
    const message = options.detail === undefined ? storeErrors[code] : `${storeErrors[code]} ${options.detail}`
    super(message, options.cause === undefined ? {} : {cause: options.cause})
    this.name = 'StoreError'
    this.code = code
  }
}

// The meaning of a database's error: whether to retry, the message for the operator, and the violated constraint.

type Failure =
  /** A concurrent transaction won; nothing was written, and the same work may now succeed. */
  | {readonly kind: 'again'; readonly code: 'BUSY' | 'CONFLICT'}
  /** The connection was lost, and with it the transaction. */
  | {readonly kind: 'lost'; readonly code: 'LOST' | 'UNREACHABLE'}
  | {readonly kind: 'fatal'; readonly code: StoreErrorCode}
  /** PostgreSQL: a row is in the way. One that a concurrent transaction wrote is found by the next attempt. */
  | {readonly kind: 'constraint'}
  /** A mistake in the work itself, or SQLite's constraint: handled by the caller. */
  | {readonly kind: 'other'}

export function failureOf(error: unknown): Failure {
  if (error instanceof StoreError) return {kind: 'fatal', code: error.code}
  const {code, errcode, message} = driverError(error)
  if (errcode !== null) return sqliteFailures.get(errcode & 0xff) ?? {kind: 'other'}
  if (code !== null) return postgresFailure(code)
  // All connections of the pool were in use for too long.
  if (message === 'timeout exceeded when trying to connect') return again('BUSY')
  return /^Connection terminated|^Client has encountered a connection error/.test(message) ? lost : {kind: 'other'}
}

/** Attempts at work that violates a constraint each time. */
const mostAgainstConstraint = 3

/**
 * Whether a store repeats a transaction whose work ended with this error, so that nothing in the work may go on after
 * it. A lost connection has rolled back.
 */
export function isTriedAgain(error: unknown, attempt: number): boolean {
  const {kind} = failureOf(error)
  return kind === 'again' || kind === 'lost' || (kind === 'constraint' && attempt < mostAgainstConstraint)
}

const again = (code: 'BUSY' | 'CONFLICT'): Failure => ({kind: 'again', code})
const fatal = (code: StoreErrorCode): Failure => ({kind: 'fatal', code})
const lost: Failure = {kind: 'lost', code: 'LOST'}
const unreachable: Failure = {kind: 'lost', code: 'UNREACHABLE'}

/** SQLite's primary result codes. */
const sqliteFailures = new Map<number, Failure>([
  [5, again('BUSY')],
  [6, again('BUSY')],
  [8, fatal('READ_ONLY')],
  [10, fatal('DISK')],
  [11, fatal('DAMAGED')],
  [13, fatal('FULL')],
  [14, fatal('UNREACHABLE')],
  [26, fatal('DAMAGED')],
])

const postgresFailures = new Map<string, Failure>([
  ['40001', again('CONFLICT')],
  ['40P01', again('CONFLICT')],
  ['55P03', again('BUSY')],
  // Out of memory, or of room for locks while many change at once.
  ['53200', again('BUSY')],
  ['23503', {kind: 'constraint'}],
  ['23505', {kind: 'constraint'}],
  ['57P01', lost],
  ['57P02', lost],
  ['57P05', lost],
  ['57P03', unreachable],
  ['53300', unreachable],
  ['28P01', fatal('UNREACHABLE')],
  ['28000', fatal('UNREACHABLE')],
  ['3D000', fatal('UNREACHABLE')],
  ['25006', fatal('READ_ONLY')],
  ['42501', fatal('NOT_PERMITTED')],
  ['53100', fatal('FULL')],
  ['58030', fatal('DISK')],
  ['ECONNREFUSED', unreachable],
  ['ENOTFOUND', unreachable],
  ['EAI_AGAIN', unreachable],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['EHOSTDOWN', unreachable],
  ['ENETDOWN', unreachable],
  ['ECONNRESET', lost],
  ['ECONNABORTED', lost],
  ['EPIPE', lost],
  ['ETIMEDOUT', lost],
])

function postgresFailure(code: string): Failure {
  return postgresFailures.get(code) ?? (code.startsWith('08') ? lost : {kind: 'other'})
}

interface DriverError {
  readonly code: string | null
  readonly errcode: number | null
  readonly message: string
}

export function driverError(error: unknown): DriverError {
  const message = error instanceof Error ? error.message : String(error)
  const [code, errcode] = [partOf(error, 'code'), partOf(error, 'errcode')]
  return {
    message,
    code: typeof code === 'string' ? code : null,
    errcode: typeof errcode === 'number' ? errcode : null,
  }
}

function partOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}
