/** The record that an address names, and the addresses of records and of their lists, as far as the person may see them. */

import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions, actions as actionsBullet, where as whereBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {conjunction, fieldCore, thisCore} from '../base/core-build.ts'
import {screensThat, screenThat} from '../base/screens-that.ts'
import type {ByKey} from '../lists/list.ts'
import {withQuery} from '../page/address.ts'
import {cameFromKey} from '../page/frame.ts'
import {presentCore} from '../permissions/visible-paths.ts'
import type {ListCondition} from '../query/list-query.ts'
import type {ReadContext} from '../query/read-context.ts'
import {hrefWith, recordHref, recordName} from '../records/properties.ts'
import {type RecordLink, recordLink} from '../records/record-links.ts'
import {type RecordIn, type RecordShape, type Records, records} from '../records/records.ts'
import type {Visit} from '../reply.ts'
import type {RecordContext} from '../screen-context.ts'

/** Links to the records whose screen the reader may open; or by `link`, for other recipients. */
export async function hrefsOf(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
  link?: RecordLink | null,
): Promise<ReadonlyMap<string, string>> {
  const declared = reader.visibility.entity(entity)
  if (!declared || ids.length === 0 || link === null) return new Map()
  const linked = records(declared, {href: link ? hrefWith(link) : recordHref})
  const found = [...(await linked.byIds(reader, ids)).values()]
  return new Map(found.flatMap(({id, href}) => (href === null ? [] : [[id, href] as const])))
}

/**
 * The parent page of a record: the list of all such records; the person's inbox while they can act on it; a list that
 * contains it; otherwise the front page.
 */
export async function parentPage(
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
}

/** Null if the address names no record that this person may see. */
export function recordAt(reader: ReadContext, at: RecordAddress): Promise<FoundRecord | null> {
  return recordsAt(reader, at, records(at.entity, {name: recordName}))
}

/** The same, with other properties. */
export async function recordsAt<S extends RecordShape>(
  reader: ReadContext,
  at: RecordAddress,
  wanted: Records<S>,
): Promise<RecordIn<Records<S>> | null> {
  const key = keyIn(at)
  return key && wanted.byKey(reader, key)
}

/** The id of the record, for callers that check permissions again before they change it. */
export async function findId(reader: ReadContext, at: RecordAddress): Promise<string | null> {
  return (await recordsAt(reader, at, records(at.entity, {})))?.id ?? null
}

type RecordKey = Pick<ByKey, 'key' | 'value' | 'condition'>

/** The key from the address, or that of the current person; null if no record could have it. */
function keyIn({entity, screen, visit, linkedBy}: RecordAddress): RecordKey | null {
  const {address} = screen
  const key = address.kind === 'record' ? address.key : 'id'
  const text = address.kind === 'me' ? personOf(visit.actor)?.id : visit.parameters[key]
  const found = keyInAddress(entity, key, text ?? '')
  const link = linkedBy === undefined ? null : fieldOf(entity, linkedBy)
  const linked =
    link && presentCore(fieldCore(thisCore(entity.name), entity.name, {name: link.name, type: link.type.type}))
  const said = [bulletOf(screen, whereBullet)?.core, linked].filter(core => core !== undefined && core !== null)
  const of = linked ? `${screen.route.path} by ${linkedBy}` : screen.route.path
  return found && said.length > 0 ? {...found, condition: {core: conjunction(said), of}} : found
}

/** Null if no record could have it. */
export function keyInAddress(entity: Entity, name: string, text: string): RecordKey | null {
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
  const read = (reader: ReadContext) => records(entity, {href: recordHref}).byId(reader, id)
  const found = await (within ? read(within) : context.engine.read(visit.actor, read))
  return found?.href ?? otherwise
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
