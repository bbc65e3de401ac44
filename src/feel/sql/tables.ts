/**
 * How entities are stored in a database, as needed by expressions: the table and column of a field, and the format of
 * its values. The store creates these descriptions; nothing here accesses a database.
 */
import type {Core} from '../core.ts'

/** The content of a column; dialect.ts defines how each database writes it. */
export type Representation =
  | {readonly as: 'boolean'}
  /** `places`: of decimals, 0 for whole numbers. `most`: the largest magnitude, if a check of the column bounds it. */
  | {readonly as: 'number'; readonly places: number; readonly most?: number}
  | {readonly as: 'text'}
  | {readonly as: 'date'}
  | {readonly as: 'time'}
  | {readonly as: 'date and time'}
  /** Seconds. */
  | {readonly as: 'days duration'}
  | {readonly as: 'months duration'}
  /** The id of a record, its own or a referenced one. */
  | {readonly as: 'id'}
  /** `any of`: a JSON array of words. */
  | {readonly as: 'words'}

export type FieldTable =
  | {readonly kind: 'column'; readonly column: string; readonly holds: Representation; readonly required: boolean}
  | {readonly kind: 'computed'; readonly core: Core}
  /** `list of Comment by ticket`: the records of `entity` whose column `by` refers to this one. */
  | {readonly kind: 'list'; readonly entity: string; readonly by: string}
  /** `many Tag`: `table` holds the pairs. */
  | {
      readonly kind: 'many'
      readonly entity: string
      readonly table: string
      readonly owner: string
      readonly target: string
    }

export interface EntityTable {
  readonly table: string
  /** The id's column. */
  readonly id: string
  readonly fields: ReadonlyMap<string, FieldTable>
}

export type Tables = ReadonlyMap<string, EntityTable>
