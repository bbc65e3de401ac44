/** What happens to tables and columns between two schemas, as data; `steps.ts` tells it, `work.ts` does it. */
import type {Stored} from '../points/entities/field-type.ts'
import type {DatabaseName} from './database.ts'
import type {Check, Column, Counter, ForeignKey, Index, Table} from './schema.ts'

export type TableChange =
  | {readonly kind: 'made'; readonly to: Table}
  | {readonly kind: 'removed'; readonly from: Table}
  | ChangedTable

export interface ChangedTable {
  readonly kind: 'changed'
  readonly from: Table
  /** With the names that its indexes and constraints have kept. */
  readonly to: Table
  readonly columns: readonly ColumnChange[]
  readonly dropped: TableParts
  readonly added: TableParts
  /** Counters whose first number is another now. */
  readonly raised: readonly Counter[]
}

export interface TableParts {
  readonly indexes: readonly Index[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly checks: readonly Check[]
  readonly counters: readonly Counter[]
}

export type ColumnChange =
  /** `rewrite`: other values in the same column. */
  | {readonly kind: 'kept'; readonly from: Column; readonly to: Column; readonly rewrite: Rewrite | null}
  /** Other values in a column of another type. */
  | {readonly kind: 'converted'; readonly from: Column; readonly to: Column; readonly rewrite: Rewrite}
  | {readonly kind: 'added'; readonly to: Column; readonly fill: Fill}
  /** `links`: its references go to this table of pairs first. */
  | {readonly kind: 'removed'; readonly from: Column; readonly links?: string}

/** What the records that are there already get in a new column. */
export type Fill =
  | {readonly kind: 'nothing'; readonly why: string | null}
  | {readonly kind: 'value'; readonly shown: string; readonly stored: Readonly<Record<DatabaseName, Stored>>}
  | {readonly kind: 'numbers'; readonly from: number}

/** A stored value, never null, as it will be; or what it is for people, where it does not fit. */
export type Rewrite = (stored: unknown, database: DatabaseName) => Rewritten

export type Rewritten =
  | {readonly ok: true; readonly stored: Stored}
  | {readonly ok: false; readonly shown: string; readonly problem: string}

export const noParts: TableParts = {indexes: [], foreignKeys: [], checks: [], counters: []}

/** Whether anything has to be done at all. */
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
