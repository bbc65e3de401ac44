/** The files of a record's field, with their sizes and addresses. */

import {sql} from 'kysely'
import type {ShownCell} from '../../engine/page/cells.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {runNamed, tableOfEntity} from '../../engine/query/statement.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {fileHref} from '../../engine/transaction/file-records.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {ValueRow} from '../../store/sql.ts'

export interface HeldFile {
  readonly id: string
  readonly text: string
  readonly size: string
  readonly href: string
  /** The address of a thumbnail, for images that browsers display and that are small enough to load. */
  readonly thumbnail?: string
}

/** Keyed by the name of the field. Fields that the actor may not read are left out. */
export async function filesIn(
  reader: ReadContext,
  {entity, id}: {entity: Entity; id: string},
  fields: readonly Field[],
): Promise<ReadonlyMap<string, readonly HeldFile[]>> {
  const kept = fields.filter(({type}) => type.control.control === 'file')
  if (kept.length === 0) return new Map()
  const {covers} = await abilities(reader, entity.name).on(id, 'read')
  const readable = kept.filter(({name}) => covers(name))
  const held = await readFiles(reader, {entity: entity.name, id, names: readable.map(({name}) => name)})
  return new Map(kept.map(({name}) => [name, held.get(name) ?? []]))
}

export async function fileCells(
  reader: ReadContext,
  {entity, id}: {entity: Entity; id: string},
  paths: readonly Path[],
): Promise<ReadonlyMap<string, ShownCell>> {
  const fields = paths.flatMap(path => (path.length === 1 ? (entity.fields.get(path[0] ?? '') ?? []) : []))
  const files = await filesIn(reader, {entity, id}, fields)
  return new Map(
    [...files].map(([name, links]) => [name, {text: links.map(({text}) => text).join(', '), value: null, links}]),
  )
}

/** A cell of a list with links to its files. */
export function withFileLinks(cell: Cell, {entity, id}: {entity: string; id: string}, path: Path): ShownCell {
  if (!cell.files) return cell
  const {files, ...plain} = cell
  const [field, ...more] = path
  if (more.length > 0) return plain
  const at = {entity, record: id, field: field ?? ''}
  return {...plain, links: files.map(file => ({text: file.name, href: fileHref({...at, file: file.id})}))}
}

interface FilesOfFields {
  readonly entity: string
  readonly id: string
  /** Fields that the actor may read. */
  readonly names: readonly string[]
}

/** Keyed by the name of the field. */
async function readFiles(
  reader: ReadContext,
  {entity, id, names}: FilesOfFields,
): Promise<ReadonlyMap<string, readonly HeldFile[]>> {
  const fields = reader.tables.get(entity)?.fields
  const kept = names.flatMap(name => {
    const field = fields?.get(name)
    return field?.kind === 'many' || field?.kind === 'column' ? [{name, field}] : []
  })
  if (kept.length === 0) return new Map()
  const rows = await runNamed(reader, {
    key: `files ${entity} ${names}`,
    values: [id],
    written([owner]) {
      const ofFields = kept.map(({field}, index) => {
        const [table, own, file] =
          field.kind === 'many'
            ? [field.table, field.owner, field.target]
            : [tableOfEntity(reader, entity), 'id', field.column]
        return sql`select ${sql.lit(index)} as place, f.id, f.name, f.size, f.media_type
          from ${sql.table(table)} as l join ${sql.table(tableOfEntity(reader, fileEntity))} as f
            on f.id = ${sql.ref(`l.${file}`)} where ${sql.ref(`l.${own}`)} = ${owner}`
      })
      return sql`${sql.join(ofFields, sql` union all `)} order by 1, 2`
    },
  })
  const {language} = reader.moment
  const fileIn = (field: string, [file, text, size, mediaType]: ValueRow): HeldFile => {
    const href = fileHref({entity, record: id, field, file: String(file)})
    const hasThumbnail = rasterImages.includes(String(mediaType)) && Number(size) <= largestThumbnail
    return {
      id: String(file),
      text: String(text),
      size: sizeText(Number(size), language),
      href,
      ...(hasThumbnail ? {thumbnail: href} : {}),
    }
  }
  const byPlace = Map.groupBy(rows, ([place]) => Number(place))
  return new Map(
    kept.map(({name}, index) => [name, (byPlace.get(index) ?? []).map(([_, ...file]) => fileIn(name, file))]),
  )
}

/** No SVG: it may contain scripts and links, so it is only ever downloaded. */
const rasterImages = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** In bytes. Thumbnails load the whole image, so larger images get an icon. */
const largestThumbnail = 2_000_000

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function sizeText(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1000 ** 2 ? 1 : bytes < 1000 ** 3 ? 2 : 3
  const options = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form would be `205 byte`.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(language, options).format(bytes / 1000 ** step)
}
