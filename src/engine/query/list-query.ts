/** What a list is asked for and what it answers, as plain data: what the screen says, what the person adds, a page of rows. */
import type {Core, Json} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {FreeTime} from '../../points/screens/model.ts'

/** Fields from a record on, through references: `person.team`. */
export type Path = readonly string[]

export interface Sorting {
  readonly path: Path
  readonly descending: boolean
}

/** What a screen says about its list. */
export interface ListDefinition {
  readonly entity: string
  /** The document's own condition: it is asked as far as the actor sees what it reads. */
  readonly condition?: Core | null
  /** What else must hold, asked as it is. */
  readonly where: Core | null
  /** Only records with the value of the parameter `by` in this field of theirs. */
  readonly by?: {readonly name: string; readonly type: Type}
  readonly columns: readonly Path[]
  readonly sort: readonly Sorting[]
  /** By which people may filter. */
  readonly filters: readonly Path[]
  readonly search: readonly Path[]
  /** Choices, states and dates that are searched by what people call their values. */
  readonly searchValues?: readonly Path[]
  readonly groupBy: Path | null
  /** What takes up the time of the records, where people may ask which of them are free. */
  readonly free?: FreeTime | null
  /** Records on a page. */
  readonly size: number
}

/** What a person adds to it, in the address. */
export interface ListQuery {
  /** Empty: as the screen says. */
  readonly sort: readonly Sorting[]
  readonly filters: readonly Filtering[]
  readonly search: string
  readonly place: PagePlace | null
}

/** The page that follows a record or comes before it. */
export interface PagePlace {
  readonly side: 'after' | 'before'
  readonly cursor: string
}

export interface Filtering {
  readonly path: Path
  readonly by: FilterBy
}

/** `none`: also the records that have nothing there. */
export type FilterBy =
  | {readonly filter: 'text'; readonly text: string}
  | {readonly filter: 'yes/no'; readonly yes: boolean}
  | {readonly filter: 'empty or not'; readonly filled: boolean}
  /** Both ends belong to it; null leaves an end open. */
  | {readonly filter: 'range'; readonly low: Value; readonly high: Value}
  | {readonly filter: 'choice'; readonly words: readonly string[]; readonly none: boolean}
  | {readonly filter: 'record'; readonly ids: readonly string[]; readonly none: boolean}
  /** Records by a part of their names. */
  | {readonly filter: 'name'; readonly text: string}
  /** Nothing takes up their time from `low` to `high`. */
  | {readonly filter: 'free'; readonly low: Value; readonly high: Value; readonly time: FreeTime; readonly type: Type}

export const emptyQuery: ListQuery = {sort: [], filters: [], search: '', place: null}

export interface ListRequest {
  readonly screen: ListDefinition
  readonly asked: ListQuery
}

export interface ListResult {
  readonly rows: readonly ListRow[]
  /** Cursors for the page after this one and before it; null where there is none. */
  readonly next: string | null
  readonly previous: string | null
  readonly count: Count
  /** The groups that begin on this page or go on here, in order, where the list is grouped. */
  readonly groups: readonly Cell[] | null
}

export interface ListRow {
  readonly id: string
  readonly version: number
  /** One for each column of the screen. */
  readonly cells: readonly Cell[]
  /** Which of the groups it belongs to. */
  readonly group: number | null
}

/** A value as JSON, and as people read it. Nothing tells an empty value from one that may not be seen. */
export interface Cell {
  readonly value: Json
  readonly text: string
  /** The files in it, one by one: they are fetched through the field they are in. */
  readonly files?: readonly {readonly id: string; readonly name: string}[]
  /** What is said beside it: the number of days of a span. */
  readonly note?: string
  /** The colour and icon of the record it names, as far as the actor sees them. */
  readonly mark?: CellMark
}

/** A hue by name, and an icon as the data of an SVG path. */
export interface CellMark {
  readonly colour?: string
  readonly icon?: string
}

export type Count = {readonly exact: number} | {readonly moreThan: number}

/** Counting stops here. */
export const mostCounted = 1000
