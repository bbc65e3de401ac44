/** Point 2: screens and routes. */

import type {PlacedName} from '../../document/bullets.ts'
import type {Place} from '../../document/finding.ts'
import type {Block, Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import type {Kind as TypeKind} from '../../feel/type.ts'
import type {Sentence} from '../template.ts'

/** What screens of a kind show, by the name of the kind, which adds it in its folder. */
export interface ShownByKind {
  readonly list: OfEntity
  readonly record: OfEntity
  readonly form: OfEntity
  readonly inbox: OfEntity
}

interface OfEntity {
  readonly entity: string
}

type DeclaredShows = {
  readonly [Name in keyof ShownByKind]: {readonly kind: Name} & ShownByKind[Name]
}[keyof ShownByKind]

export type Shows =
  | DeclaredShows
  | {readonly kind: 'page'}
  | {readonly kind: 'dashboard'}
  | {readonly kind: 'settings'}
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
  /** A list of parts among the fields of the screen. */
  readonly amongFields?: true
}

/** Empty lists and nulls mean that the document does not specify them and the screen kind decides. */
export interface Details extends TimeDetails, InboxDetails {
  readonly where: {readonly core: Core; readonly text: Text} | null
  readonly columns: readonly FieldPath[]
  readonly sort: readonly ScreenSort[]
  readonly filters: readonly FieldPath[]
  readonly search: readonly FieldPath[]
  readonly groupBy: FieldPath | null
  readonly fields: readonly FieldPath[]
  readonly related: readonly Related[]
  /** The condition on the related records. */
  readonly relatedWhere: Details['where']
  /** Their order, if it differs from that of their list. */
  readonly relatedSort: readonly ScreenSort[]
  /** Their columns, if they differ from those of their list. */
  readonly relatedColumns: readonly FieldPath[]
  /**
   * Shows the record alone, readable from a distance, in the colour of this field if given. Null for an ordinary page.
   */
  readonly display: {readonly colour: FieldPath | null} | null
  /** The route of the inbox whose figures, strip, checks and earlier records the page of a record shows. */
  readonly decision: string | null
  /** Fields of a record that its page marks as missing while they are empty. */
  readonly expects: readonly FieldPath[]
  readonly actions: readonly string[]
  /** The text of an empty list. */
  readonly empty: string | null
  /** The text if the entity has no records at all. */
  readonly firstRun: string | null
  /** The confirmation for a person who submitted the form but cannot see the record. */
  readonly thanks: string | null
  /** The caption of a timed record for people who may read none of its columns. */
  readonly hiddenAs: string | null
  /** Null for the default of this kind of screen. */
  readonly feeds: readonly FeedFormat[] | null
  /** Whether mails about a record of a calendar carry it as a calendar entry. */
  readonly mailed: boolean
  /** The field of a form whose options are shown as cards. */
  readonly choices: readonly CardChoices[]
  /** Fields that a form has only while a condition on its values holds. */
  readonly applies: readonly FieldCondition[]
  /** A filter for the records of a list that are free at a time. */
  readonly free: FreeTime | null
  /** The fields of a list that are filled with a country's public holidays. */
  readonly publicHolidays: PublicHolidays | null
  /** Starter records that a list offers. */
  readonly starter: StarterRows | null
}

export interface StarterRows {
  /** The label of the button that adds them. */
  readonly label: string
  readonly fields: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The text fields, which are translated. */
  readonly texts: ReadonlySet<string>
}

export interface PublicHolidays {
  readonly day: string
  readonly name: string
  /** The reference to the place or team of the days; null if they apply to everyone. */
  readonly per: string | null
}

/** The bookings of a list's records: a record is free if none of its bookings overlaps the period. */
export interface FreeTime {
  readonly entity: string
  readonly from: string
  readonly to: string
  /** The field that refers to the record of the list. */
  readonly per: string
  /** The condition on the bookings that count. */
  readonly where: Details['where']
  /** A condition on the record of the list; its inputs, named like the two fields, are the ends of the period. */
  readonly available: Details['where']
}

/** The feed formats: iCalendar, Atom, JSON Feed. */
export const feedFormats = ['ics', 'atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]
/** What a secret address gives: a feed, or a display on a device where no one is signed in. */
export const addressFormats = [...feedFormats, 'display'] as const
export type AddressFormat = (typeof addressFormats)[number]

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

/** The panel of an inbox next to the fields of a record, and the summary of a form. */
export interface InboxDetails {
  readonly figures: readonly InboxFigure[]
  readonly strip: InboxStrip | null
  /**
   * The rules shown with their outcome: those about the record and the actions of the screen, or those of some actions
   * only.
   */
  readonly checks: 'all' | readonly string[] | null
  /** Other records with the same value in this field. */
  readonly earlier: FieldPath | null
  /** The records on the second tab of an inbox: those that no longer need a decision. */
  readonly decided: Details['where']
  /**
   * For a form: the dates of a record that represents several, such as a series, and those already taken. Both are
   * computed lists.
   */
  readonly dates: {readonly all: string; readonly taken: string | null; readonly says: string | null} | null
  /** For a form: fields whose other values are tried if a rule is broken. */
  readonly instead: readonly string[]
  /** The order in which they are offered, evaluated on the record with each value. */
  readonly insteadSort: readonly InsteadSort[]
}

export interface InsteadSort {
  readonly path: FieldPath
  /** `same`: values that keep the value at this path come first. `nearest`: those with the nearest number. */
  readonly order: 'ascending' | 'descending' | 'same' | 'nearest'
}

/** A number of the record: its value, its value after the decision, and the total it is part of. */
export interface InboxFigure {
  readonly value: FieldPath
  readonly after: FieldPath | null
  readonly of: FieldPath | null
  /** The day on which it has this value, and its value today, which are shown where the two differ. */
  readonly on: FieldPath | null
  readonly today: FieldPath | null
}

/** A timeline of the same entity around the dates of the record. */
export interface InboxStrip {
  readonly from: string
  readonly to: string | null
  readonly per: string
  /** Rows and bars with the same value as the record. */
  readonly same: FieldPath | null
  /** The daily total that must not be exceeded. */
  readonly limit: FieldPath | null
  /** Of a form: the times between which the row can be used; without a value it is closed all day. */
  readonly open: {readonly from: FieldPath; readonly to: FieldPath} | null
  readonly where: Details['where']
}

/** Details of calendars and timelines; boards have colours too. */
export interface TimeDetails {
  /** The field that determines the colour of bars and cards. Null for the first one with colours. */
  readonly colourBy: FieldPath | null
  /** The undecided states. Null for those that wait for people. */
  readonly requested: readonly string[] | null
  /** Two boolean fields: the first day starts at midday, the last day ends at midday. */
  readonly halfDays: readonly [FieldPath, FieldPath] | null
  /** The condition on the records that get a row in a timeline. */
  readonly rows: Details['where']
  /** Days on which no work is expected. */
  readonly daysOff: MarkedDays | null
  /** Days that cannot be booked. */
  readonly closedDays: MarkedDays | null
  /** The times of a row's record from which and until which it can be used each day, except on some days. */
  readonly open: {readonly from: FieldPath; readonly to: FieldPath; readonly except: MarkedDays | null} | null
}

/** The days from one date of a record to another (or the same): for everyone, or for the rows with the same value in a field. */
export interface MarkedDays {
  readonly entity: string
  /** The condition on the records whose days are marked: `Day[not(open)] by day`. */
  readonly where: Details['where']
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
  /** Null to count records. The first of several fields. */
  readonly sum: FieldPath | null
  /** The fields that form a whole, if the card shows several. */
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
  /** The dates of the records, and their owners. */
  readonly dates: CardDates | null
  /** How many weeks a strip shows. */
  readonly weeks: number | null
  /** The actions offered in each row; whether they exist is checked with those of screens. */
  readonly actions: readonly PlacedName[]
}

export interface CardDates {
  readonly from: FieldPath
  /** Null if everything is on one day. */
  readonly to: FieldPath | null
  readonly per: FieldPath | null
}

/** One card of a dashboard. */
export interface Card extends Place {
  readonly name: string
  readonly shows: CardFigure | CardList
  readonly as: CardLook
  /** Hidden if it has nothing to show. */
  readonly ifAny: boolean
}

export interface Screen extends Place {
  readonly name: string
  readonly route: Route
  readonly address: ScreenAddress
  readonly shows: Shows
  readonly kind: ScreenKind
  readonly for: For
  /** The places in the document; null for derived screens. */
  readonly written: {readonly route: Place; readonly roles: readonly PlacedName[]} | null
  readonly menu: boolean
  /** The heading of its menu group, empty for the first one, which has none; null to group by role. */
  readonly menuGroup: string | null
  /** Shown in the menu only if it has records for the person. */
  readonly menuIfAny: boolean
  /** A count next to its menu entry: of its records, or of those matching a condition. */
  readonly menuCount: {readonly where: Details['where']} | null
  /** The name of an icon; null for the default of the screen kind. */
  readonly icon: string | null
  readonly details: Details
  /** The cards of a dashboard; empty on other screens. */
  readonly cards: readonly Card[]
  /** The text under the screen's heading, without the bullets that declare something. */
  readonly prose: readonly Block[]
}

/** What its screens are good for. Screens and the kernel find each other by this, never by the name of a kind. */
export interface ScreenAbilities {
  /** The page of one record. */
  readonly showOne?: true
  /** Several records of an entity. */
  readonly showMany?: true
  /** Records to look through: links back from a record lead here, and its columns say what matters about them. */
  readonly browse?: true
  /** Records that wait for the person, one after the other. */
  readonly decide?: true
  /** A new record. */
  readonly create?: true
  /** The record of its address in a form. */
  readonly edit?: true
  /** Records at places that their fields determine: in columns, on days, in rows. */
  readonly arrange?: true
  /** Records on the days from one date to another. */
  readonly onDays?: true
  /** Records on days in rows, one for each person, room or the like. */
  readonly inRows?: true
  /** Records in colours. */
  readonly colour?: true
  /** Figures over records. */
  readonly sum?: true
  /** Text alone. */
  readonly tell?: true
  /** The constants that people may change. */
  readonly configure?: true
}

type ShowsByName = {readonly [Name in Shows['kind']]: Extract<Shows, {readonly kind: Name}>}
export type ShowsOf<Name extends Shows['kind']> = ShowsByName[Name]

/** A screen of one kind. */
export type ScreenOf<Name extends Shows['kind']> = Screen & {readonly shows: ShowsOf<Name>}

/** A field that arranges the records of a screen, and what it must be to do so. */
export interface ArrangingField {
  readonly written: string
  /** Null if that depends on other fields. */
  readonly must: {readonly types: readonly TypeKind[]; readonly message: string; readonly hint: string} | null
}

/** A kind of screen, as far as documents and the kernel know it. */
export interface ScreenKind<Name extends Shows['kind'] = Shows['kind']> {
  readonly name: Name
  /** How authors write it; used in hints. */
  readonly written: string
  /** Its names in other products. */
  readonly synonyms?: readonly string[]
  readonly read: (text: string) => ShowsOf<Name> | null
  /** The fields that arrange its records. */
  readonly arrangedBy: (screen: Pick<Screen, 'shows'>) => readonly ArrangingField[]
  readonly can: ScreenAbilities
  /** The name of its icon in the menu. */
  readonly icon: string
  /** Whether it shows the text under its heading. */
  readonly showsProse: boolean
  /** Whether this version can show it; otherwise its address is not found, and a finding says so. */
  readonly shown: boolean
}

export interface Screens {
  readonly screens: readonly Screen[]
}
