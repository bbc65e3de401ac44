/** Which record a page is about: the one that its address names, as far as the person may see it. */
import type {Core} from '../../feel/core.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Screen} from '../../points/screens/model.ts'
import {personOf} from '../actor.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {type ByKey, rowByKey} from '../list/by-key.ts'
import {firstRows} from '../list/list.ts'
import type {ListRow, ListScreen, Path, Sorting} from '../list/request.ts'
import type {Visit} from '../reply.ts'
import {hasId} from '../stored.ts'
import {recordLink, screenOf} from './record-links.ts'
import type {RecordWorld} from './world.ts'

/** What a page of a record is asked with. */
export interface RecordVisit {
  readonly screen: Screen
  readonly world: RecordWorld
  readonly entity: Entity
  readonly visit: Visit
}

/** A record that was found, and what it is called. */
export interface FoundRecord {
  readonly id: string
  readonly version: number
  readonly name: string
  /** Of the paths that were asked for. */
  readonly cells: ListRow['cells']
}

/** With the cells of some paths; null where the address names no record that this person may see. */
export async function findRecord(
  reader: Reader,
  at: RecordVisit,
  paths: readonly Path[] = noPaths,
): Promise<FoundRecord | null> {
  const {entity} = at
  const key = keyIn(at)
  if (!key) return null
  const columns = columnsOf(entity, paths)
  const row = await rowByKey(reader, reader.sight, {entity: entity.name, columns, ...key})
  if (!row) return null
  const name = nameOfRecord(entity, path => row.cells[columns.indexOf(path)]?.text ?? '')
  return {id: row.id, version: row.version, name, cells: row.cells.slice(0, paths.length)}
}

/** Which record it is, for whoever looks at it again before doing anything with it. */
export async function findId(reader: Reader, at: RecordVisit): Promise<string | null> {
  const key = keyIn(at)
  const row = key && (await rowByKey(reader, reader.sight, {entity: at.entity.name, columns: noPaths, ...key}))
  return row?.id ?? null
}

const noPaths: readonly Path[] = []
const columnsKnown = new WeakMap<Entity, WeakMap<readonly Path[], readonly Path[]>>()

/** What is asked for and what names the record; the same each time, so that what is kept for it is found again. */
function columnsOf(entity: Entity, paths: readonly Path[]): readonly Path[] {
  const known = columnsKnown.get(entity) ?? new WeakMap<readonly Path[], readonly Path[]>()
  columnsKnown.set(entity, known)
  const columns = known.get(paths) ?? [...paths, ...namingOf(entity)]
  known.set(paths, columns)
  return columns
}

function namingOf({namedBy}: Entity): Path[] {
  return namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
}

export interface Wanted {
  readonly entity: string
  readonly where: Core | null
  readonly columns: readonly Path[]
  readonly size: number
  readonly sort?: readonly Sorting[]
}

/** Records as a list shows them, without anything a person could ask of it. */
export function rowsOf(reader: Reader, wanted: Wanted): Promise<readonly ListRow[]> {
  return firstRows(reader, reader.sight, plainList(wanted))
}

export function plainList({entity, where, columns, size, sort = []}: Wanted): ListScreen {
  return {entity, where, columns, sort, filters: [], search: [], groupBy: null, size}
}

type Key = Pick<ByKey, 'key' | 'value' | 'where' | 'condition'>

/** The key that the address names, or that of the person who asks; null where no record could have it. */
function keyIn({entity, screen, visit}: RecordVisit): Key | null {
  const {address} = screen
  const key = address.kind === 'record' ? address.key : 'id'
  const text = address.kind === 'me' ? personOf(visit.actor)?.id : visit.parameters[key]
  const found = keyOf(entity, key, text ?? '')
  const said = screen.details.where?.core
  return found && said ? {...found, condition: said} : found
}

/** Null where no record could have it. */
export function keyOf(entity: Entity, name: string, text: string): Key | null {
  const field = fieldOf(entity, name)
  const value = field && keyValue(name, field.type.type.kind, text)
  if (!field || value === null) return null
  const {type} = field.type
  const own = fieldCore(thisCore(entity.name), entity.name, {name, type})
  return {key: name, value, where: meant => compared(own, '=', valueCore(type, meant))}
}

function keyValue(name: string, kind: string, text: string): string | number | null {
  if (name === 'id') return readId(text)
  if (kind !== 'number') return text
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Where a record is shown by itself, for somebody who may see that; else the list of such records; null where there is none. */
export async function recordPlace(
  {world, entity, visit}: Pick<RecordVisit, 'world' | 'entity' | 'visit'>,
  id: string,
  within: Reader | null = null,
): Promise<string | null> {
  const link = recordLink(world.screens, entity.name, visit.actor)
  const otherwise = screenOf(world.screens, 'list', {entity: entity.name, actor: visit.actor})?.route.path ?? null
  if (!link) return otherwise
  if (link.key === 'id') return link.href(id)
  const read = (reader: Reader) =>
    rowsOf(reader, {entity: entity.name, where: hasId(entity.name, id), columns: [[link.key]], size: 1})
  const [row] = await (within ? read(within) : world.engine.read(visit.actor, read))
  const key = row?.cells[0]?.value
  return key === null || key === undefined ? otherwise : link.href(String(key))
}
