/** Point 2: screens and routes. */
import type {Place} from '../../document/finding.ts'
import type {Block, Text} from '../../document/raw.ts'
import type {PlacedName} from '../../document/split-cell.ts'
import type {Core} from '../../feel/core.ts'

export type Shows =
  | {readonly kind: 'page'}
  | {readonly kind: 'dashboard'}
  | {readonly kind: 'list' | 'record' | 'form'; readonly entity: string}
  | {readonly kind: 'board'; readonly entity: string; readonly by: string}
  | {readonly kind: 'calendar'; readonly entity: string; readonly from: string; readonly to: string | null}
  | {
      readonly kind: 'timeline'
      readonly entity: string
      readonly from: string
      readonly to: string | null
      readonly per: string
    }
  | {readonly kind: 'code'; readonly component: string}

export type RouteSegment =
  | {readonly kind: 'word'; readonly word: string}
  | {readonly kind: 'parameter'; readonly name: string}

export interface Route {
  readonly path: string
  readonly segments: readonly RouteSegment[]
}

/** Which records an address is about, as its parameters say. */
export type ScreenAddress =
  | {readonly kind: 'plain'}
  /** One record, by a field that occurs once. */
  | {readonly kind: 'record'; readonly key: string}
  /** The record of the person who asks. */
  | {readonly kind: 'me'}
  /** Those that fit every parameter. */
  | {readonly kind: 'some'; readonly filters: readonly RouteFilter[]}

/** A parameter is what a field holds, or the key of the record that it leads to. */
export interface RouteFilter {
  readonly parameter: string
  readonly field: string
  readonly of: {readonly entity: string; readonly key: string} | null
}

/** Who may open a screen. Roles are names of point 6. */
export type For =
  | {readonly kind: 'everyone'}
  | {readonly kind: 'signed in'}
  | {readonly kind: 'roles'; readonly roles: readonly string[]}

/** Fields from a record on, through references. */
export type FieldPath = readonly string[]

export interface ScreenSort {
  readonly path: FieldPath
  readonly descending: boolean
}

/** Records of another entity whose field leads to the one shown. */
export interface Related {
  readonly entity: string
  readonly by: string
}

/** Empty lists and nulls: nothing is said, and the kind of screen decides. */
export interface Details {
  readonly where: {readonly core: Core; readonly text: Text} | null
  readonly columns: readonly FieldPath[]
  readonly sort: readonly ScreenSort[]
  readonly filters: readonly FieldPath[]
  readonly search: readonly FieldPath[]
  readonly groupBy: FieldPath | null
  readonly fields: readonly FieldPath[]
  readonly related: readonly Related[]
  readonly actions: readonly string[]
  /** What an empty list says. */
  readonly empty: string | null
  /** What a form says to somebody who sent it and cannot see the record. */
  readonly thanks: string | null
  readonly time: TimeDetails
}

/** What calendars and timelines know beyond their records. */
export interface TimeDetails {
  /** Fields that say yes where the first day begins at midday, and where the last one ends there. */
  readonly halfDays: readonly [FieldPath, FieldPath] | null
  /** Which of the records that a timeline has rows for get one. */
  readonly rows: Details['where']
  readonly daysOff: DaysOff | null
}

/** Days on which nothing is expected: the date of records, for everybody or for rows that have the same in a field. */
export interface DaysOff {
  readonly entity: string
  readonly by: string
  readonly per: string | null
}

export const periods = ['week', 'month', 'quarter', 'year'] as const
export type CardPeriod = (typeof periods)[number]

export const cardLooks = ['number', 'bars', 'line', 'donut', 'table'] as const
export type CardLook = (typeof cardLooks)[number]

/** How many records there are, or the sum of a field, perhaps by groups. */
export interface CardFigure {
  readonly kind: 'figure'
  readonly entity: string
  readonly where: Details['where']
  /** Null counts records. */
  readonly sum: FieldPath | null
  readonly by: {readonly path: FieldPath; readonly period: CardPeriod | null} | null
}

export interface CardList {
  readonly kind: 'list'
  readonly entity: string
  readonly where: Details['where']
  readonly sort: readonly ScreenSort[]
  readonly columns: readonly FieldPath[]
  readonly limit: number | null
}

/** One card of a dashboard. */
export interface Card extends Place {
  readonly name: string
  readonly shows: CardFigure | CardList
  readonly as: CardLook
}

export interface Screen extends Place {
  readonly name: string
  readonly route: Route
  readonly address: ScreenAddress
  readonly shows: Shows
  readonly for: For
  /** Where the document says so; null for screens that follow from its entities. */
  readonly written: {readonly route: Place; readonly roles: readonly PlacedName[]} | null
  readonly menu: boolean
  readonly details: Details
  /** What a dashboard holds; nothing on other screens. */
  readonly cards: readonly Card[]
  /** What stands under the screen's own heading, without the bullets that declare something. */
  readonly prose: readonly Block[]
}

export interface Screens {
  readonly screens: readonly Screen[]
}
