/** Point 2: screens and routes. */

import type {PlacedName} from '../../document/bullets.ts'
import type {Place} from '../../document/finding.ts'
import type {Block, Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import type {Sentence} from '../template.ts'

export type Shows =
  | {readonly kind: 'page'}
  | {readonly kind: 'dashboard'}
  | {readonly kind: 'settings'}
  | {readonly kind: 'list' | 'record' | 'form' | 'inbox'; readonly entity: string}
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

/** Which records an address selects through its parameters. */
export type ScreenAddress =
  | {readonly kind: 'plain'}
  /** One record, by a unique field. */
  | {readonly kind: 'record'; readonly key: string}
  /** The record of the acting person. */
  | {readonly kind: 'me'}
  /** The records that match every parameter. */
  | {readonly kind: 'some'; readonly filters: readonly RouteFilter[]}

/** A parameter is the value of a field, or the key of the record that the field refers to. */
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

/** Field names starting at a record and following references. */
export type FieldPath = readonly string[]

export interface ScreenSort {
  readonly path: FieldPath
  readonly descending: boolean
}

/** Records of another entity whose field refers to the record shown. */
export interface Related {
  readonly entity: string
  readonly by: string
}

/** Empty lists and nulls mean that the document says nothing and the screen kind decides. */
export interface Details {
  readonly where: {readonly core: Core; readonly text: Text} | null
  readonly columns: readonly FieldPath[]
  readonly sort: readonly ScreenSort[]
  readonly filters: readonly FieldPath[]
  readonly search: readonly FieldPath[]
  readonly groupBy: FieldPath | null
  readonly fields: readonly FieldPath[]
  readonly related: readonly Related[]
  /** Which of the related records are shown. */
  readonly relatedWhere: Details['where']
  /** Their order, where it is not that of their list. */
  readonly relatedSort: readonly ScreenSort[]
  /** The record alone, to be read from afar, in the colour of this field if there is one. Null: an ordinary page. */
  readonly display: {readonly colour: FieldPath | null} | null
  readonly actions: readonly string[]
  /** The text of an empty list. */
  readonly empty: string | null
  /** The text where the entity has no records at all. */
  readonly firstRun: string | null
  /** The confirmation for a person who submitted the form but cannot see the record. */
  readonly thanks: string | null
  /** What a record in time is called for people who may read none of its columns. */
  readonly hiddenAs: string | null
  readonly time: TimeDetails
  readonly inbox: InboxDetails
  /** Null: what this kind of screen usually has. */
  readonly feeds: readonly FeedFormat[] | null
  /** The field of a form whose options are shown as cards. */
  readonly choices: CardChoices | null
  /** Fields of a form that it has only while a condition holds for what is filled in. */
  readonly applies: readonly FieldCondition[]
  /** A filter for the records of a list that are free at a time. */
  readonly free: FreeTime | null
  /** The fields of a list of public holidays that those of a country fill in. */
  readonly publicHolidays: PublicHolidays | null
  /** Records that a list offers to begin with. */
  readonly starter: StarterRows | null
}

export interface StarterRows {
  /** What adding them is called. */
  readonly label: string
  readonly fields: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The fields with texts that people read, which are translated. */
  readonly texts: ReadonlySet<string>
}

export interface PublicHolidays {
  readonly day: string
  readonly name: string
  /** A reference to whom the days are for; null where they are for everyone. */
  readonly per: string | null
}

/** The records that take up time of those in the list: a record is free where none of them lies in the period. */
export interface FreeTime {
  readonly entity: string
  readonly from: string
  readonly to: string
  /** The field that leads to the record of the list. */
  readonly per: string
  /** Which of them count. */
  readonly where: Details['where']
}

/** How a screen is read by programs: iCalendar, Atom, JSON Feed. */
export const feedFormats = ['ics', 'atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

/** Options as cards, each with the first of the texts whose fields have values. */
export interface CardChoices {
  readonly field: string
  readonly as: 'cards' | 'list'
  readonly texts: readonly Sentence[]
}

export interface FieldCondition {
  readonly field: string
  readonly condition: NonNullable<Details['where']>
}

/** What the panel of an inbox shows beside the fields of a record, and the summary of a form beside what is filled in. */
export interface InboxDetails {
  readonly figures: readonly InboxFigure[]
  readonly strip: InboxStrip | null
  /** Whose rules are shown with their outcome: those about the record and the actions of the screen, or those of some actions alone. */
  readonly checks: 'all' | readonly string[] | null
  /** Other records with the same value in this field. */
  readonly earlier: FieldPath | null
  /** The records on the second tab of an inbox: those that need no decision any more. */
  readonly decided: Details['where']
  /** Of a form: the dates of a record for several, such as a series, and those of them that are taken. Both are computed lists. */
  readonly dates: {readonly all: string; readonly taken: string | null; readonly says: string | null} | null
  /** Of a form: fields with other values of which a rule that is broken would hold. */
  readonly instead: readonly string[]
  /** The order in which they are offered, by the record as it would be with each. */
  readonly insteadSort: readonly InsteadSort[]
}

export interface InsteadSort {
  readonly path: FieldPath
  /** `same`: those that leave the value at this path as it is come first. */
  readonly order: 'ascending' | 'descending' | 'same'
}

/** A number of the record: what it is, what the decision makes of it, and the whole that it is part of. */
export interface InboxFigure {
  readonly value: FieldPath
  readonly after: FieldPath | null
  readonly of: FieldPath | null
}

/** A timeline of the same entity around the dates of the record. */
export interface InboxStrip {
  readonly from: string
  readonly to: string | null
  readonly per: string
  /** Rows and bars are those with the same value as the record. */
  readonly same: FieldPath | null
  /** The daily total that must not be passed. */
  readonly limit: FieldPath | null
  readonly where: Details['where']
}

/** Details of calendars and timelines; boards have colours too. */
export interface TimeDetails {
  /** The field that gives bars and cards their colour. Null: the first that has one. */
  readonly colourBy: FieldPath | null
  /** The states in which nothing is decided yet. Null: those that wait for people. */
  readonly requested: readonly string[] | null
  /** Two yes/no fields: the first day begins at midday, the last day ends at midday. */
  readonly halfDays: readonly [FieldPath, FieldPath] | null
  /** Which records get a row in a timeline. */
  readonly rows: Details['where']
  /** Days on which nothing is expected. */
  readonly daysOff: MarkedDays | null
  /** Days on which nothing is possible. */
  readonly closedDays: MarkedDays | null
}

/** The days from one date of a record to another (or the same): for everyone, or for the rows with the same value in a field. */
export interface MarkedDays {
  readonly entity: string
  readonly from: string
  readonly to: string
  readonly per: string | null
}

export const periods = ['week', 'month', 'quarter', 'year'] as const
export type CardPeriod = (typeof periods)[number]

export const cardLooks = [
  'number',
  'bars',
  'line',
  'donut',
  'ring',
  'meters',
  'table',
  'rows',
  'next',
  'people',
  'strip',
] as const
export type CardLook = (typeof cardLooks)[number]

/** A count of records or the sum of a field, optionally grouped. */
export interface CardFigure {
  readonly kind: 'figure'
  readonly entity: string
  readonly where: Details['where']
  /** Null: counts records. Of several parts the first. */
  readonly sum: FieldPath | null
  /** The fields that make up a whole, where the card shows several. */
  readonly parts: readonly FieldPath[]
  readonly by: {readonly path: FieldPath; readonly period: CardPeriod | null} | null
}

export interface CardList {
  readonly kind: 'list'
  readonly entity: string
  readonly where: Details['where']
  readonly sort: readonly ScreenSort[]
  readonly columns: readonly FieldPath[]
  readonly limit: number | null
  /** Where the records lie in time, and whose they are. */
  readonly dates: CardDates | null
  /** How many weeks a strip shows. */
  readonly weeks: number | null
  /** The actions offered in each row; whether they exist is checked with those of screens. */
  readonly actions: readonly PlacedName[]
}

export interface CardDates {
  readonly from: FieldPath
  /** Null where everything is on one day. */
  readonly to: FieldPath | null
  readonly per: FieldPath | null
}

/** One card of a dashboard. */
export interface Card extends Place {
  readonly name: string
  readonly shows: CardFigure | CardList
  readonly as: CardLook
  /** It is left out where it has nothing to show. */
  readonly ifAny: boolean
}

export interface Screen extends Place {
  readonly name: string
  readonly route: Route
  readonly address: ScreenAddress
  readonly shows: Shows
  readonly for: For
  /** The places in the document; null for derived screens. */
  readonly written: {readonly route: Place; readonly roles: readonly PlacedName[]} | null
  readonly menu: boolean
  /** The heading in the menu that it is under; null leaves it to the roles. */
  readonly menuGroup: string | null
  /** It is in the menu of those who find a record on it. */
  readonly menuIfAny: boolean
  /** A number beside its entry in the menu: its records, or those that fulfil a condition besides. */
  readonly menuCount: {readonly where: Details['where']} | null
  /** The name of an icon; null where the kind of the screen decides. */
  readonly icon: string | null
  readonly details: Details
  /** The cards of a dashboard; empty on other screens. */
  readonly cards: readonly Card[]
  /** The prose under the screen's heading, without the bullets that declare something. */
  readonly prose: readonly Block[]
}

export interface Screens {
  readonly screens: readonly Screen[]
}
