/**
 * How entities are kept in a database, as far as expressions need to know: which table and column a field has and
 * how its values are written there. The store makes these descriptions; nothing here touches a database.
 */
import type {Core} from '../core.ts'

/** What a column holds; dialect.ts says how each database writes it. */
export type Representation =
  | {readonly as: 'boolean'}
  /** Digits after the point, 0 for whole numbers. */
  | {readonly as: 'number'; readonly places: number}
  | {readonly as: 'text'}
  | {readonly as: 'date'}
  | {readonly as: 'time'}
  | {readonly as: 'date and time'}
  /** Seconds. */
  | {readonly as: 'days duration'}
  | {readonly as: 'months duration'}
  /** A record's id, its own or another's. */
  | {readonly as: 'id'}
  /** `any of`: a JSON array of words. */
  | {readonly as: 'words'}

export type FieldTable =
  | {readonly kind: 'column'; readonly column: string; readonly holds: Representation; readonly required: boolean}
  | {readonly kind: 'computed'; readonly core: Core}
  /** `list of Comment by ticket`: the records of `entity` whose column `by` names this one. */
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
