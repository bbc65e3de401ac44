/**
 * The differences between two schemas as data: which names continue which by `(was …)`, and the changes of tables and
 * columns. `steps.ts` describes them, `work.ts` performs them.
 */
import type {Stored} from '../../points/entities/field-type.ts'
import type {Counter, ForeignKey, Index, Table, TableCheck, TableColumn} from '../schema.ts'
import type {DatabaseName} from '../sql.ts'

// Matches old and new names by `(was …)`, whatever they name.

export interface Renamable {
  readonly name: string
  readonly was: string | null
}

export interface Match<T> {
  /** Null if it is new. */
  readonly from: T | null
  /** Null if it is removed. */
  readonly to: T | null
}

export function match<T extends Renamable>(earlier: readonly T[], later: readonly T[]): Match<T>[] {
  const before = new Map(earlier.map(each => [each.name, each]))
  const pairs = new Map<T, T>()
  const taken = new Set<T>()
  const pair = (from: T | undefined, to: T): void => {
    if (from === undefined || taken.has(from) || pairs.has(to)) return
    pairs.set(to, from)
    taken.add(from)
  }
  for (const to of renamed(before, later)) pair(before.get(to.was ?? ''), to)
  for (const to of later) pair(before.get(to.name), to)
  for (const to of later) pair(renamedBack(earlier, to, taken), to)
  const found = later.map(to => ({from: pairs.get(to) ?? null, to}))
  return [...found, ...earlier.filter(from => !taken.has(from)).map(from => ({from, to: null}))]
}

/**
 * Renames that have an effect. A `(was …)` that was applied already, or whose old name is still in use and not renamed
 * in the same document, has none: a document may keep its notes forever.
 */
function renamed<T extends Renamable>(before: ReadonlyMap<string, T>, later: readonly T[]): T[] {
  let notes = later.filter(({name, was}) => was !== null && before.has(was) && before.get(name)?.was !== was)
  for (;;) {
    const given = new Set(notes.map(({was}) => was))
    const left = notes.filter(({name}) => !before.has(name) || given.has(name))
    if (left.length === notes.length) return left
    notes = left
  }
}

/** An older document only has the older name; the newer one recorded it with `(was …)`. */
function renamedBack<T extends Renamable>(earlier: readonly T[], to: T, taken: ReadonlySet<T>): T | undefined {
  return earlier.find(from => from.was === to.name && !taken.has(from))
}

// Changes of tables and columns.

export type TableChange =
  | {readonly kind: 'made'; readonly to: Table}
  | {readonly kind: 'removed'; readonly from: Table}
  | ChangedTable

export interface ChangedTable {
  readonly kind: 'changed'
  readonly from: Table
  /** With the existing names of its indexes and constraints. */
  readonly to: Table
  readonly columns: readonly ColumnChange[]
  readonly dropped: TableParts
  readonly added: TableParts
  /** Counters whose start has changed. */
  readonly raised: readonly Counter[]
}

interface TableParts {
  readonly indexes: readonly Index[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly checks: readonly TableCheck[]
  readonly counters: readonly Counter[]
}

export type ColumnChange =
  /** `rewrite`: other values in the same column. */
  | {readonly kind: 'kept'; readonly from: TableColumn; readonly to: TableColumn; readonly rewrite: Rewrite | null}
  /** Other values in a column of another type. */
  | {readonly kind: 'converted'; readonly from: TableColumn; readonly to: TableColumn; readonly rewrite: Rewrite}
  | {readonly kind: 'added'; readonly to: TableColumn; readonly fill: Fill}
  /** `links`: its references are moved to this table of pairs first. */
  | {readonly kind: 'removed'; readonly from: TableColumn; readonly links?: string}

/** The values of existing records in a new column. */
export type Fill =
  | {readonly kind: 'nothing'; readonly why: string | null}
  | {readonly kind: 'value'; readonly shown: string; readonly stored: Readonly<Record<DatabaseName, Stored>>}
  | {readonly kind: 'numbers'; readonly from: number}

/** Converts a stored, non-null value; or returns its text, if it does not fit. */
export type Rewrite = (stored: unknown, database: DatabaseName) => Rewritten

export type Rewritten =
  | {readonly ok: true; readonly stored: Stored}
  | {readonly ok: false; readonly shown: string; readonly problem: string}

/** Whether there is anything to do. */
export function isChange(change: TableChange): boolean {
  if (change.kind !== 'changed') return true
  const {from, to, columns, dropped, added, raised} = change
  const parts = [dropped, added].some(each => Object.values(each).some(list => list.length > 0))
  return parts || raised.length > 0 || from.name !== to.name || columns.some(isColumnChange)
}

function isColumnChange(change: ColumnChange): boolean {
  if (change.kind !== 'kept') return true
  const {from, to, rewrite} = change
  return rewrite !== null || from.name !== to.name || from.required !== to.required
}
