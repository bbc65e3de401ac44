/** Which record a page is about: the one that its address names, as far as the person may see it. */
import type {Core} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import type {Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Screen} from '../../points/screens/model.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {list} from '../list/list.ts'
import {type ListRow, type ListScreen, nothingAsked, type Path, type Sorting} from '../list/request.ts'
import type {Visit} from '../reply.ts'
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
}

/** Null where the address names no record that this person may see. */
export async function findRecord(reader: Reader, at: RecordVisit): Promise<FoundRecord | null> {
  const read = await readRecord(reader, at, [])
  return read && {id: read.row.id, version: read.row.version, name: read.name}
}

export interface ReadRecord {
  readonly row: ListRow
  readonly name: string
}

/** With the cells of some paths, in one statement. */
export async function readRecord(
  reader: Reader,
  {entity, visit}: RecordVisit,
  paths: readonly Path[],
): Promise<ReadRecord | null> {
  const where = keyCondition(entity, visit.parameters)
  if (!where) return null
  const naming = entity.namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  const [row] = await rowsOf(reader, {entity: entity.name, where, columns: [...paths, ...naming], size: 1})
  if (!row) return null
  const names = new Map(naming.map((path, index) => [path, row.cells[paths.length + index]?.text ?? '']))
  return {row, name: nameOfRecord(entity, path => names.get(path) ?? '')}
}

export interface Wanted {
  readonly entity: string
  readonly where: Core | null
  readonly columns: readonly Path[]
  readonly size: number
  readonly sort?: readonly Sorting[]
}

/** Records as a list shows them, without anything a person could ask of it. */
export async function rowsOf(reader: Reader, wanted: Wanted): Promise<readonly ListRow[]> {
  return (await list(reader, reader.sight, {screen: plainList(wanted), asked: nothingAsked})).rows
}

export function plainList({entity, where, columns, size, sort = []}: Wanted): ListScreen {
  return {entity, where, columns, sort, filters: [], search: [], groupBy: null, size}
}

/** The record that the address names; null where no record could have that key. */
function keyCondition(entity: Entity, parameters: Readonly<Record<string, string>>): Core | null {
  const [name = '', text = ''] = Object.entries(parameters)[0] ?? []
  const field = fieldOf(entity, name)
  const value = field && keyValue(name, field.type.type.kind, text)
  if (!field || value === null) return null
  return compared(
    fieldCore(thisCore(entity.name), entity.name, {name, type: field.type.type}),
    '=',
    valueCore(field.type.type, value),
  )
}

function keyValue(name: string, kind: string, text: string): Value {
  if (name === 'id') return readId(text)
  if (kind !== 'number') return text
  return /^\d{1,15}$/.test(text) ? parseNum(text) : null
}
