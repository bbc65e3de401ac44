/** The files in a field of a record, with their sizes and the addresses they are fetched from. */
import {sql} from 'kysely'
import {isList, isReference, type Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/files.ts'
import type {ShownCell} from '../../ui/records.ts'
import type {Reader} from '../engine.ts'
import type {Cell, Path} from '../list/request.ts'
import {coveredBy} from '../may.ts'
import {tableOf} from '../select.ts'
import {readStored} from '../stored.ts'

export interface HeldFile {
  readonly id: string
  readonly text: string
  readonly size: string
  readonly href: string
}

/** By the name of the field. Of a field that the actor may not read there is no file. */
export async function filesIn(
  reader: Reader,
  {entity, id}: {entity: Entity; id: string},
  fields: readonly Field[],
): Promise<ReadonlyMap<string, readonly HeldFile[]>> {
  const kept = fields.filter(({type}) => type.control.control === 'file')
  if (kept.length === 0) return new Map()
  const {covers} = await coveredBy(reader, 'read', {entity: entity.name, id})
  const stored = await readStored(reader, entity, id, reader.sight.records(entity.name))
  const ids = new Map(kept.map(({name}) => [name, covers(name) ? idsIn(stored?.get(name) ?? null) : []]))
  const known = await readFiles(reader, [...ids.values()].flat())
  const held = (field: string, file: string): HeldFile[] => {
    const found = known.get(file)
    const href = hrefOf([entity.name, id, field, file])
    return found ? [{id: file, href, ...found}] : []
  }
  return new Map([...ids].map(([field, files]) => [field, files.flatMap(file => held(field, file))]))
}

export async function fileCells(
  reader: Reader,
  {entity, id}: {entity: Entity; id: string},
  paths: readonly Path[],
): Promise<ReadonlyMap<string, ShownCell>> {
  const fields = paths.flatMap(path => (path.length === 1 ? (entity.fields.get(path[0] ?? '') ?? []) : []))
  const files = await filesIn(reader, {entity, id}, fields)
  return new Map(
    [...files].map(([name, links]) => [name, {text: links.map(({text}) => text).join(', '), value: null, links}]),
  )
}

/** A cell of a list whose files can be fetched from it. */
export function withFileLinks(cell: Cell, {entity, id}: {entity: string; id: string}, path: Path = []): ShownCell {
  const {files, ...plain} = cell
  const [field, ...more] = path
  if (!files || more.length > 0) return plain
  return {...plain, links: files.map(file => ({text: file.name, href: hrefOf([entity, id, field ?? '', file.id])}))}
}

const hrefOf = (parts: readonly string[]): string => `/_nonet/file/${parts.join('/')}`

function idsIn(value: Value): string[] {
  return (isList(value) ? value : [value]).filter(isReference).map(({id}) => id)
}

/** Only of ids that stand in a field which the actor has read. */
async function readFiles(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, {readonly text: string; readonly size: string}>> {
  if (ids.length === 0) return new Map()
  const {rows} = await sql<
    Record<string, unknown>
  >`select id, name, size from ${sql.table(tableOf(reader, fileEntity))} where id in (${sql.join(ids)})`.execute(
    reader.db,
  )
  const {language} = reader.moment
  return new Map(
    rows.map(({id, name, size}) => [String(id), {text: String(name), size: sizeText(Number(size), language)}]),
  )
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function sizeText(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1000 ** 2 ? 1 : bytes < 1000 ** 3 ? 2 : 3
  const options = {style: 'unit', unit: units[step] ?? 'byte', maximumFractionDigits: step > 1 ? 1 : 0} as const
  return new Intl.NumberFormat(language, options).format(bytes / 1000 ** step)
}
