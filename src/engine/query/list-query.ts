/** The request and result of a list as plain data: the screen's definition, the person's query, a page of rows. */

import type {Text} from '../../document/raw.ts'
import type {Core, Json} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {FreeTime} from '../../points/screens/bullets/free-time.ts'

/** Fields from a record through references: `person.team`. */
export type Path = readonly string[]

export interface Sorting {
  readonly path: Path
  readonly descending: boolean
}

/** A screen's definition of its list. */
export interface ListDefinition {
  readonly entity: string
  /** The document's own condition, restricted to data the actor sees. */
  readonly condition?: ListCondition | null
  /** A further condition, used as it is. */
  readonly where: Core | null
  /** Only records with the value of the parameter `by` in this field. */
  readonly by?: {readonly name: string; readonly type: Type}
  readonly columns: readonly Path[]
  readonly sort: readonly Sorting[]
  /** The fields people may filter by. */
  readonly filters: readonly Path[]
  readonly search: readonly Path[]
  /** Choices, states and dates that can be searched by their labels. */
  readonly searchValues?: readonly Path[]
  readonly groupBy: Path | null
  /** The bookings of the records, if people may search for free ones. */
  readonly free?: FreeTime | null
  /** Records per page. */
  readonly size: number
}

/** A list without a screen: by default without a condition, an order and columns. */
export function plainList(list: Pick<ListDefinition, 'entity' | 'size'> & Partial<ListDefinition>): ListDefinition {
  return {where: null, columns: [], sort: [], filters: [], search: [], groupBy: null, ...list}
}

/** A condition of the document. Its text and place identify the statements that it is part of. */
export interface ListCondition {
  readonly core: Core
  readonly text: Text
}

/** The person's query, from the address. */
export interface ListQuery {
  /** Empty: as defined by the screen. */
  readonly sort: readonly Sorting[]
  readonly filters: readonly Filtering[]
  readonly search: string
  readonly place: PagePlace | null
}

/** The page after or before a record. */
export interface PagePlace {
  readonly side: 'after' | 'before'
  readonly cursor: string
}

export interface Filtering {
  readonly path: Path
  readonly by: FilterBy
}

/** `none`: also records without a value. */
export type FilterBy =
  | {readonly filter: 'text'; readonly text: string}
  | {readonly filter: 'yes/no'; readonly yes: boolean}
  | {readonly filter: 'empty or not'; readonly filled: boolean}
  /** Both ends are included; null leaves an end open. */
  | {readonly filter: 'range'; readonly low: Value; readonly high: Value}
  | {readonly filter: 'choice'; readonly words: readonly string[]; readonly none: boolean}
  | {readonly filter: 'record'; readonly ids: readonly string[]; readonly none: boolean}
  /** Records by part of their name. */
  | {readonly filter: 'name'; readonly text: string}
  /** Free from `low` to `high`. */
  | {readonly filter: 'free'; readonly low: Value; readonly high: Value; readonly time: FreeTime; readonly type: Type}

export const emptyQuery: ListQuery = {sort: [], filters: [], search: '', place: null}

export interface ListRequest {
  readonly screen: ListDefinition
  readonly asked: ListQuery
}

export interface ListResult {
  readonly rows: readonly ListRow[]
  /** Cursors of the next and previous page; null at either end. */
  readonly next: string | null
  readonly previous: string | null
  readonly count: Count
  /** The groups on this page, in order, if the list is grouped. */
  readonly groups: readonly Cell[] | null
}

export interface ListRow {
  readonly id: string
  readonly version: number
  /** One per column of the screen. */
  readonly cells: readonly Cell[]
  /** The index of its group. */
  readonly group: number | null
}

/** A value as JSON and as text. An empty value cannot be told from a hidden one. */
export interface Cell {
  readonly value: Json
  readonly text: string
  /** The files of the field: they are fetched through the field. */
  readonly files?: readonly {readonly id: string; readonly name: string}[]
  /** A note beside the value, such as the number of days of a span. */
  readonly note?: string
  /** The colour and icon of the record it names, if visible. */
  readonly mark?: CellMark
}

/** The name of a hue, and an icon as SVG path data. */
export interface CellMark {
  readonly colour?: string
  readonly icon?: string
}

export type Count = {readonly exact: number} | {readonly moreThan: number}

/** Counting stops here. */
export const mostCounted = 1000
