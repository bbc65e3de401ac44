/**
 * The one error of the store: a code that programs can decide on, a sentence that is safe to show to an operator,
 * and the database's own error as the cause, for the log alone.
 */

/** What each code means to an operator. */
export const storeErrors = {
  /** Other writers kept the database busy for the whole of our patience. */
  BUSY: 'The database is busy. Nothing was changed.',
  /** Changes that touch each other kept colliding, more often than we try again. */
  CONFLICT: 'Too many changes to the same records at once. Nothing was changed.',
  /** No connection could be made. */
  UNREACHABLE: 'The database cannot be reached. Nothing was changed.',
  /** The connection broke before the change was confirmed to be durable or undone. */
  LOST: 'The connection to the database was lost. Nothing was changed.',
  /** The connection or the disk failed while the change was being made durable. */
  OUTCOME_UNKNOWN: 'Saving broke off: the database or its disk failed. The change may or may not have been kept.',
  FULL: 'There is no room left for the database. Nothing was changed.',
  DISK: 'The disk of the database reports an error. Nothing was changed.',
  REPLACED: 'The database file was moved, removed or replaced while in use. Nothing is saved until a restart.',
  DAMAGED: 'The database file is damaged or is no database of this application.',
  READ_ONLY: 'The database can only be read, not written.',
  BAD_ADDRESS: 'This is no address of a database. Write sqlite:FILE or postgres://USER@HOST/NAME.',
  CLOSED: 'The database was closed.',
  NOT_EMPTY: 'The target already holds data.',
  NOT_OURS: 'This database was not made by this application.',
  EMPTY: 'There is nothing in this database yet.',
  MISMATCH: 'The copy differs from the original, so it was thrown away.',
  BAD_BACKUP: 'This is no backup, or it is damaged.',
} as const satisfies Record<string, string>

export type StoreErrorCode = keyof typeof storeErrors

export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, options: {cause?: unknown; detail?: string} = {}) {
    const message = options.detail === undefined ? storeErrors[code] : `${storeErrors[code]} ${options.detail}`
    super(message, options.cause === undefined ? {} : {cause: options.cause})
    this.name = 'StoreError'
    this.code = code
  }
}
