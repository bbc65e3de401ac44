/** What a screen of own code declares: the values of its address, the records that it reads, and what it does. */
import type {Finding, Place} from '../../../document/finding.ts'
import type {Text} from '../../../document/raw.ts'
import type {TableKind} from '../../../document/table.ts'
import type {Core} from '../../../feel/core.ts'
import type {Type} from '../../../feel/type.ts'
import type {TypeSettings} from '../../entities/field-type.ts'
import {isFile} from '../../entities/lookup.ts'
import type {Entity} from '../../entities/model.ts'
import {userEntity} from '../../entities/own-fields.ts'
import type {Actions, Transition} from '../../states/model.ts'
import type {NamedByBullets} from '../bullets/bullet.ts'
import type {CardFigure} from '../figure.ts'
import type {FieldPath, PathContext, ScreenCondition, ScreenSort} from '../paths.ts'

/** What it is read with. */
export interface OwnContext extends PathContext {
  readonly settings: TypeSettings
  readonly actions: Actions
  /** Of the route. */
  readonly parameters: readonly string[]
  /** For the checks against the rest of the document. */
  readonly named: NamedByBullets
  readonly findings: Finding[]
}

export interface OwnScreen {
  readonly address: readonly AddressValue[]
  readonly head: OwnHead
  readonly data: readonly OwnData[]
  readonly actions: readonly OwnActionRow[]
}

/** What programs read of the page: texts with values of single records, `{article.title}`. Null if it is not written. */
export interface OwnHead {
  readonly title: string | null
  readonly description: string | null
  /** The address of a picture, or a field that has one. */
  readonly image: string | null
}

export const noHead: OwnHead = {title: null, description: null, image: null}

/** A value in the address: a parameter of the route, or of the query. */
export interface AddressValue extends Place {
  readonly name: string
  readonly type: Type
  readonly in: 'path' | 'query'
  /** Of a value that is missing or malformed; null for none. It reads no records. */
  readonly default: Core | null
}

interface OwnRow extends Place {
  /** `rooms`; of a nested list, its field: `bookings`. */
  readonly name: string
  /** As people read it. */
  readonly label: string
}

export interface OwnList extends OwnRow {
  /** `first`: one record, which may be missing; `one`: without it the page is missing. */
  readonly kind: 'rows' | 'pages' | 'one' | 'first'
  readonly entity: string
  readonly where: ScreenCondition | null
  readonly sort: readonly ScreenSort[]
  readonly columns: readonly OwnColumn[]
  /** At most so many records, or those of a page. */
  readonly size: number
  /** Whether the document says how many. */
  readonly isBounded: boolean
  readonly nested: readonly NestedList[]
}

/** The records that refer to one of the list above it. */
export interface NestedList extends OwnList {
  readonly kind: 'rows'
  /** The reference. */
  readonly by: string
}

export interface OwnFigure extends OwnRow {
  readonly kind: 'number' | 'groups'
  readonly figure: CardFigure
}

export type OwnData = OwnList | OwnFigure

export type OwnColumn =
  | {readonly kind: 'field'; readonly path: FieldPath}
  | {readonly kind: 'computed'; readonly name: string; readonly core: Core; readonly type: Type; readonly text: Text}

export const isOwnList = (data: OwnData): data is OwnList => data.kind !== 'number' && data.kind !== 'groups'

/** Whether `?page=` is a value of its address. */
export const isPaged = ({data}: Pick<OwnScreen, 'data'>): boolean => data.some(({kind}) => kind === 'pages')

/** All lists, with those inside others. */
export const listsOfOwn = ({data}: OwnScreen): readonly OwnList[] =>
  data.filter(isOwnList).flatMap(list => [list, ...list.nested])

/** What may be done from the page: a row of the table `Action`. */
export interface OwnActionRow extends OwnRow {
  readonly does: OwnDeed
  /** The only fields that it takes; inputs of an action may be no fields of the record. */
  readonly fields: readonly string[]
  /** Those of them that take records by the value of a field of theirs. */
  readonly named: readonly FieldByKey[]
  readonly sets: readonly OwnSet[]
  /** The screen that it leads to; null for its own page. */
  readonly leadsTo: Text | null
}

export type OwnDeed =
  /** `follows`: the action after it, in the same step. */
  | {readonly kind: 'create'; readonly entity: string; readonly follows: string | null}
  | {readonly kind: 'update' | 'delete'; readonly entity: string}
  | {readonly kind: 'action'; readonly entity: string; readonly action: string}
  | {readonly kind: AccountDeed; readonly entity: typeof userEntity}

/** What people do with their account. */
export type AccountDeed = 'sign in' | 'sign up' | 'sign out'

export const isAccountDeed = (kind: OwnDeed['kind']): kind is AccountDeed => kind.startsWith('sign ')

interface OwnAt {
  readonly own: OwnScreen | null
  readonly route: {readonly path: string}
}

/** The path of the first screen whose action does this. Null if it is a page of the product. */
export function accountPath(screens: readonly OwnAt[], deed: AccountDeed): string | null {
  return screens.find(({own}) => own?.actions.some(({does}) => does.kind === deed))?.route.path ?? null
}

/** `tags by name, new ones too`. */
export interface FieldByKey {
  readonly field: string
  /** The unique field by which they are found. */
  readonly by: string
  /** Whether records that do not exist yet are created. */
  readonly creates: boolean
}

/** A new password of one's own, beside the fields of the person. */
export const isOwnPassword = (
  {does}: Pick<OwnActionRow, 'does'>,
  field: string,
  {fields}: Pick<Entity, 'fields'>,
): boolean => does.kind === 'update' && does.entity === userEntity && field === 'password' && !fields.has(field)

/** A value that the page does not choose. It may use what was filled in, as inputs. */
export interface OwnSet extends Place {
  readonly field: string
  readonly core: Core
}

/** What is set in the record itself, as the person may; `rows`: of the action after it, whose inputs need no grant. */
export function setInRecord(
  {does, sets}: Pick<OwnActionRow, 'does' | 'sets'>,
  rows: readonly Transition[],
): readonly OwnSet[] {
  if (does.kind !== 'create') return does.kind === 'update' ? sets : []
  const asked = rows.flatMap(({asks}) => asks.filter(({own, field}) => own || isFile(field)))
  return sets.filter(each => asked.every(({field}) => field.name !== each.field))
}

export const actionTable: TableKind<'Action' | 'Does' | 'Fields' | 'Sets' | 'Leads to'> = {
  called: 'actions of a page',
  required: ['Action', 'Does'],
  optional: ['Fields', 'Sets', 'Leads to'],
}

export const dataTable: TableKind<'Data' | 'Shows'> = {called: 'data', required: ['Data', 'Shows'], optional: []}

/** In the words of another language; an action of point 4 has its own label. */
export function translatedOwn(own: OwnScreen, text: (original: string) => string, screen = text): OwnScreen {
  const labelled = <Row extends OwnRow>(row: Row): Row => ({...row, label: text(row.label)})
  const dataWith = (data: OwnData): OwnData =>
    isOwnList(data) ? {...labelled(data), nested: data.nested.map(labelled)} : labelled(data)
  const actionWith = (row: OwnActionRow): OwnActionRow => ({
    ...(row.does.kind === 'action' ? row : labelled(row)),
    leadsTo: row.leadsTo && {...row.leadsTo, text: screen(row.leadsTo.text)},
  })
  const {title, description, image} = own.head
  const head = {title: title && text(title), description: description && text(description), image}
  return {...own, head, data: own.data.map(dataWith), actions: own.actions.map(actionWith)}
}

/** The name of a value, a row of data or an action, as code writes it. */
export {isCodeName as isOwnName} from '../../entities/names.ts'
