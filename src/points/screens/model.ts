/** Point 2: screens and routes. */

import type {PlacedName} from '../../document/bullets.ts'
import type {Finding, Place} from '../../document/finding.ts'
import type {Block, RawSection, Text} from '../../document/raw.ts'
import type {TableKind} from '../../document/table.ts'
import type {BulletList, NamedByBullets, ValuesOf} from './bullets/bullet.ts'
import type {CardFigure} from './figure.ts'
import type {OwnContext, OwnScreen} from './own/model.ts'
import type {Site} from './own/site.ts'
import type {FieldPath, PathContext, ScreenCondition, ScreenSort} from './paths.ts'
import type {ArrangingField, ScreenAbilities, Shows, ShowsOf} from './shows.ts'

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

export interface CardList {
  readonly kind: 'list'
  readonly entity: string
  readonly where: ScreenCondition | null
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
  /** The component of own code that draws it: `code SalesMap`. Without its code, it has its look. */
  readonly shownBy: Text | null
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
  readonly menuCount: {readonly where: ScreenCondition | null} | null
  /** The name of an icon; null for the default of the screen kind. */
  readonly icon: string | null
  /** The component of the author around it; null for the product's menu and header. */
  readonly layout: Text | null
  /** The values of its bullets, which depend on its kind: see bulletOf. */
  readonly details: object
  /** What its bullets name, with places. */
  readonly named: NamedByBullets
  /** The cards of a dashboard; empty on other screens. */
  readonly cards: readonly Card[]
  /** What a screen of own code declares; null on other screens. */
  readonly own: OwnScreen | null
  /** The text under the screen's heading, without the bullets that declare something. */
  readonly prose: readonly Block[]
}

/** A screen of one kind: with exactly the bullets that the kind lists. */
export type ScreenOf<Name extends Shows['kind']> = Screen & {
  readonly shows: ShowsOf<Name>
  readonly details: Name extends keyof BulletsByKind ? ValuesOf<BulletsByKind[Name]> : object
}

/** The bullets of screens of a kind, by the name of the kind, which adds them in its folder. */
// biome-ignore lint/suspicious/noEmptyInterface: kinds add to it.
export interface BulletsByKind {}

/** The cards of a kind that has some: the table that declares them, and how it is read. */
export interface CardsOfKind {
  readonly table: TableKind<string>
  readonly read: (section: RawSection, context: PathContext, findings: Finding[]) => Card[]
  /** The finding about a screen without cards. */
  readonly missing: (screen: Text) => Finding
}

/** How own code is declared: its tables, and how they are read. `place`: the name of the screen. */
export interface OwnOfKind {
  readonly tables: readonly TableKind<string>[]
  readonly read: (
    section: RawSection,
    at: {readonly bullet: (key: string) => Text | null; readonly place: Text},
    context: OwnContext,
  ) => OwnScreen
}

/** A kind of screen, as far as documents and the kernel know it. */
export interface ScreenKind<Name extends Shows['kind'] = Shows['kind']> {
  readonly name: Name
  /** How authors write it; used in hints. */
  readonly written: string
  /** Its names in other products. */
  readonly synonyms: readonly string[]
  readonly read: (text: string) => ShowsOf<Name> | null
  /** What a screen of these records shows that no document has written. */
  readonly showing: (entity: string) => ShowsOf<Name>
  /** The fields that arrange its records. */
  readonly arrangedBy: (screen: Pick<Screen, 'shows'>) => readonly ArrangingField[]
  /** Those under the heading of its screens. */
  readonly bullets: BulletList
  readonly cards: CardsOfKind | null
  /** The tables under the heading of its screens, if they say what own code reads. */
  readonly own: OwnOfKind | null
  readonly can: ScreenAbilities
  /** The name of its icon in the menu. */
  readonly icon: string
  /** Whether it shows the text under its heading: always, not at all, or as its only content. */
  readonly prose: 'above' | 'none' | 'all'
}

export interface Screens {
  readonly site: Site
  readonly screens: readonly Screen[]
}
