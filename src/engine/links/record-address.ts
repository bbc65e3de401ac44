/**
 * The addresses of records: which screen shows a record, and which record an address names, restricted to those the
 * person may see.
 */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {display} from '../../points/screens/bullets/colours.ts'
import {actions, actions as actionsBullet, where as whereBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {isFor, mayOpen} from '../../points/screens/run.ts'
import type {ValueRow} from '../../store/sql.ts'
import {type Actor, nobody, personOf} from '../base/actor.ts'
import {both, fieldCore, onlyIf, thisCore} from '../base/core-build.ts'
import {declaredScreens, screensThat, screenThat} from '../base/screens-that.ts'
import {nameForViewer, viewerNamingPaths} from '../display/record-names.ts'
import {type ByKey, firstRows, idKey, rowByKey} from '../lists/list.ts'
import {withQuery} from '../page/address.ts'
import {cameFromKey} from '../page/frame.ts'
import {isThere} from '../permissions/visible-paths.ts'
import {ColumnSet} from '../query/cells.ts'
import type {Cell, ListCondition, ListDefinition, ListRow, Path, Sorting} from '../query/list-query.ts'
import type {ReadContext} from '../query/read-context.ts'
import {bindIds, idPlaces, listed} from '../query/select.ts'
import {PlanKind, type Statement, tableOf} from '../query/statement.ts'
import type {Visit} from '../reply.ts'
import type {RecordContext} from '../screen-context.ts'

// Links: the screen of a record for an actor, and the field in its address.

export interface RecordLink {
  /** The field in the address: `id`, or a unique field. */
  readonly key: string
  readonly href: (value: string) => string
}

/** The first screen of such records, regardless of permissions. */
export function anyRecordLink(screens: readonly Screen[], entity: string): RecordLink | null {
  return linkBy(
    screens.map(screen => ({...screen, for: {kind: 'everyone'}})),
    'showOne',
    {entity, actor: nobody},
  )
}

export function recordLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  return linkBy(screens, 'showOne', {entity, actor})
}

function linkBy(
  screens: readonly Screen[],
  ability: 'showOne' | 'edit',
  {entity, actor}: {entity: string; actor: Actor},
): RecordLink | null {
  for (const screen of declaredScreens(screens, ability, entity)) {
    const {address, route, details} = screen
    if (address.kind !== 'record' || bulletOf({details}, display)) continue
    if (!isFor(screen.for, personOf(actor))) continue
    const [before = '', ...after] = route.path.split(`:${address.key}`)
    const rest = after.join(`:${address.key}`)
    return {key: address.key, href: value => `${before}${encodeURIComponent(value)}${rest}`}
  }
  return null
}

/** Links to the records whose screen the reader may open; or by `link`, for other recipients. */
export async function hrefsOf(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
  link = recordLink(reader.specification.screens.screens, entity, reader.actor),
): Promise<ReadonlyMap<string, string>> {
  const key = link && reader.visibility.field(entity, link.key)
  if (!link || !key || ids.length === 0) return new Map()
  const {visibility} = reader
  const {plan, values} = bindIds(reader, visibility, {
    kind: keysKind,
    shape: `${entity} ${key.name}`,
    entity,
    ids,
    make(context, write) {
      const columns = new ColumnSet(context)
      const value = fieldCore(thisCore(entity), entity, {name: key.name, type: key.type.type})
      columns.add(onlyIf(visibility.seesField(entity, key.name), value))
      const statement = write(sql`select r.id as id, ${listed(columns.columns)}
        from ${sql.table(tableOf(context, entity))} as r
        where r.id in (${idPlaces({entity, ids}, context)}) and ${toPredicate(visibility.records(entity).where, context)}`)
      return {statement, keyOf: row => columns.read(row)[0] ?? null}
    },
  })
  const rows = await plan.statement.run(reader, values)
  return new Map(
    rows.flatMap(([id, ...row]) => {
      const at = plan.keyOf(row)
      return at === null ? [] : [[String(id), link.href(String(at))] as const]
    }),
  )
}

interface KeysPlan {
  readonly statement: Statement
  readonly keyOf: (row: ValueRow) => Value
}

const keysKind = new PlanKind<KeysPlan>('keys in addresses')

/** The document's form that edits records of this entity, if the actor may open one. */
export function editLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  return linkBy(screens, 'edit', {entity, actor})
}

/**
 * The parent page of a record: the list of all such records; the person's inbox while they can act on it; a list that
 * contains it; otherwise the front page.
 */
export async function placeOf(
  screens: readonly Screen[],
  {
    entity,
    actor,
    can,
    isIn,
  }: {entity: string; actor: Actor; can: readonly string[]; isIn: (condition: ListCondition) => Promise<boolean>},
): Promise<Screen | null> {
  const all = screenThat(screens, 'browse', {entity, actor})
  if (all && bulletOf(all, whereBullet) === null) return all
  const some = screensThat(screens, 'showMany', {entity, actor}).filter(({kind}) => kind.can.browse || kind.can.decide)
  const waiting = some.find(({details}) => bulletOf({details}, actionsBullet).some(action => can.includes(action)))
  if (waiting) return waiting
  for (const each of some) {
    const condition = bulletOf(each, whereBullet)
    if (bulletOf(each, actions).length === 0 && (!condition || (await isIn(condition)))) return each
  }
  return some.length === 0
    ? null
    : (screens.find(each => each.route.path === '/' && mayOpen(each, personOf(actor))) ?? null)
}

/** Adds the column used in links to the records. */
export function withKey(screen: ListDefinition, link: RecordLink | null): ListDefinition {
  return link === null ? screen : {...screen, columns: [...screen.columns, [link.key]]}
}

/** Builds the link from the cell of that column. */
export function hrefOf(cell: Cell | undefined, link: RecordLink | null): string | null {
  const key = String(cell?.value ?? '')
  return link && key !== '' ? link.href(key) : null
}

// Finds the record that an address names, if the person may see it.

/** A visit to a screen of one record. */
export interface RecordAddress {
  readonly screen: Screen
  readonly entity: Entity
  readonly visit: Visit
  /** Its address, if it is not the path alone. */
  readonly here?: string
  /** The field that its own page goes by, where it is shown elsewhere: people who may not read it cannot open that page. */
  readonly linkedBy?: string
}

/** The address of the record, with further query parameters. */
export function addressWith({visit, here = visit.path}: Pick<RecordAddress, 'visit' | 'here'>, query: string): string {
  return query === '' ? here : withQuery(here, query)
}

/** The address that suggests people to mention in a text about the record. */
export const mentionsHref = (at: Pick<RecordAddress, 'visit' | 'here'>, entity: string): string =>
  addressWith(at, `mentions=${encodeURIComponent(entity)}`)

/** A record with its name. */
export interface FoundRecord {
  readonly id: string
  readonly version: number
  readonly name: string
  /** The cells of the requested paths. */
  readonly cells: ListRow['cells']
}

/** Includes the cells of some paths; null if the address names no record that this person may see. */
export async function recordAt(
  reader: ReadContext,
  at: RecordAddress,
  paths: readonly Path[] = noPaths,
): Promise<FoundRecord | null> {
  const {entity} = at
  const key = keyIn(at)
  if (!key) return null
  const naming = viewerNamingPaths(entity)
  const columns = [...paths, ...naming]
  const row = await rowByKey(reader, reader.visibility, {entity: entity.name, columns, ...key})
  if (!row) return null
  const places = new Map(naming.map((path, index) => [path.join('.'), paths.length + index]))
  const name = nameForViewer(entity, reader.actor, path => row.cells[places.get(path.join('.')) ?? -1])
  return {id: row.id, version: row.version, name, cells: row.cells.slice(0, paths.length)}
}

/** The id of the record, for callers that check permissions again before they change it. */
export async function findId(reader: ReadContext, at: RecordAddress): Promise<string | null> {
  const key = keyIn(at)
  const row = key && (await rowByKey(reader, reader.visibility, {entity: at.entity.name, columns: noPaths, ...key}))
  return row?.id ?? null
}

const noPaths: readonly Path[] = []
interface PlainListOptions {
  readonly entity: string
  readonly where: Core | null
  readonly columns: readonly Path[]
  readonly size: number
  readonly sort?: readonly Sorting[]
}

/** Records as a list shows them, without a user's query. */
export function rowsOf(reader: ReadContext, wanted: PlainListOptions): Promise<readonly ListRow[]> {
  return firstRows(reader, reader.visibility, plainList(wanted))
}

/** One record as a list shows it; null if it does not exist or is hidden. */
export function rowOf(
  reader: ReadContext,
  {entity, id, columns}: {readonly entity: string; readonly id: string; readonly columns: readonly Path[]},
): Promise<ListRow | null> {
  return rowByKey(reader, reader.visibility, {entity, key: idKey, value: id, columns})
}

export function plainList({entity, where, columns, size, sort = []}: PlainListOptions): ListDefinition {
  return {entity, where, columns, sort, filters: [], search: [], groupBy: null, size}
}

type RecordKey = Pick<ByKey, 'key' | 'value' | 'condition'>

/** The key from the address, or that of the current person; null if no record could have it. */
function keyIn({entity, screen, visit, linkedBy}: RecordAddress): RecordKey | null {
  const {address} = screen
  const key = address.kind === 'record' ? address.key : 'id'
  const text = address.kind === 'me' ? personOf(visit.actor)?.id : visit.parameters[key]
  const found = keyOf(entity, key, text ?? '')
  const link = linkedBy === undefined ? null : fieldOf(entity, linkedBy)
  const linked = link && isThere(fieldCore(thisCore(entity.name), entity.name, {name: link.name, type: link.type.type}))
  const said = [bulletOf(screen, whereBullet)?.core, linked].filter(core => core !== undefined && core !== null)
  const of = linked ? `${screen.route.path} by ${linkedBy}` : screen.route.path
  return found && said.length > 0 ? {...found, condition: {core: both(said), of}} : found
}

/** Null if no record could have it. */
export function keyOf(entity: Entity, name: string, text: string): RecordKey | null {
  const field = fieldOf(entity, name)
  const value = field && keyValue(name, field.type.type.kind, text)
  if (!field || value === null) return null
  return {key: {name, type: field.type.type}, value}
}

function keyValue(name: string, kind: string, text: string): string | number | null {
  if (name === 'id') return readId(text)
  if (kind !== 'number') return text
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The page of a record, if the actor may open it; otherwise the list of such records; null if there is neither. */
export async function recordPlace(
  {context, entity, visit}: Pick<RecordAddress, 'entity' | 'visit'> & {readonly context: RecordContext},
  id: string,
  within: ReadContext | null = null,
): Promise<string | null> {
  const link = recordLink(context.screens, entity.name, visit.actor)
  const otherwise = screenThat(context.screens, 'browse', {entity: entity.name, actor: visit.actor})?.route.path ?? null
  if (!link) return otherwise
  if (link.key === 'id') return link.href(id)
  const read = (reader: ReadContext) => rowOf(reader, {entity: entity.name, id, columns: [[link.key]]})
  const row = await (within ? read(within) : context.engine.read(visit.actor, read))
  const key = row?.cells[0]?.value
  return key === null || key === undefined ? otherwise : link.href(String(key))
}

// The page that a form was opened from is in its address, so that Cancel and a decision lead back to it, with and without JavaScript.

const nowhere = 'http://nowhere.invalid'
const longest = 1000

/** Null if it is missing or not a page of this application: the address is untrusted input. */
export function cameFrom({query, path}: Pick<Visit, 'query' | 'path'>): string | null {
  const said = query.get(cameFromKey)
  if (said === null || said.length > longest || !/^\/(?![/\\])/.test(said)) return null
  const url = URL.parse(said, nowhere)
  if (url === null || url.origin !== nowhere || url.pathname === path) return null
  // Accepts only the normalised form, so that the server and the browser read the same address.
  return `${url.pathname}${url.search}` === said ? said : null
}
