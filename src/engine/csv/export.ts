/** CSV export of the records that the actor may read, streamed, or written to a file for slow clients. */

import {randomUUID} from 'node:crypto'
import {type FileHandle, open, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setImmediate as othersToo} from 'node:timers/promises'
import {type RawBuilder, sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type SqlContext, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {type Locale, plainLocale} from '../../points/entities/field-type.ts'
import {entityReferredTo, isSerial} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {allFields} from '../../points/entities/scope.ts'
import {columnName} from '../../points/entities/table-names.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {limitTo} from '../../store/sql.ts'
import {conjunction, fieldCore, isNo, thisCore} from '../base/core-build.ts'
import type {Engine} from '../engine.ts'
import {bytesOf} from '../files/folder.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {keyFields, localeOf} from '../query/lookup.ts'
import {allSeeing, entityOf, type ReadContext} from '../query/read-context.ts'
import {contextOf, tableOf} from '../query/select.ts'
import type {Visit} from '../reply.ts'
import {byteOrderMark, csvLine} from './csv-format.ts'
import {isKept} from './import-rows.ts'

/* The columns of an export: the fields that the actor may read and export, as SQL and as the text of a cell. */

interface ExportColumn {
  readonly field: Field
  /** Null for links, which are queried separately. */
  readonly parts: readonly RawBuilder<unknown>[] | null
  /** The condition under which the field of a record may be exported. */
  readonly seen: Core
  cell(raws: readonly unknown[], locale: Locale): string
}

interface Exporting {
  readonly entity: Entity
  readonly visibility: Visibility
  readonly context: SqlContext
  /** The alias of the row in the statement. */
  readonly alias: string
}

/** The fields that an import accepts: not the version, and no computed fields. */
export function fieldsToExport(entity: Entity): Field[] {
  return allFields(entity).filter(field => isKept(field) && field.name !== 'version')
}

/** Null for a field this actor may never see. */
function exportColumn(exporting: Exporting, field: Field): ExportColumn | null {
  const {entity, visibility} = exporting
  const seen = conjunction([
    visibility.seesField(entity.name, field.name),
    visibility.seesField(entity.name, field.name, 'export'),
  ])
  if (isNo(seen)) return null
  if (field.type.storage.kind === 'pairs') return {field, seen, parts: null, cell: () => ''}
  if (field.computed !== null) return computedColumn(exporting, field, seen)
  const target = entityReferredTo(field)
  // Files have no permissions of their own: a person who may see the field may see its file.
  if (target === null || target === fileEntity) return storedColumn(exporting, field, seen)
  return referenceColumn(exporting, {field, seen, target})
}

function computedColumn({entity, context}: Exporting, field: Field, seen: Core): ExportColumn {
  const value = toValue(
    fieldCore(thisCore(entity.name), entity.name, {name: field.name, type: field.type.type}),
    context,
  )
  const cell = (raws: readonly unknown[], locale: Locale) => field.type.toCsv(value.read(raws[0]), locale)
  return {field, seen, parts: [sql`case when ${toPredicate(seen, context)} then ${value.sql} end`], cell}
}

/** The column itself, parsed by the field's own type, without loss. */
function storedColumn({context, alias}: Exporting, field: Field, seen: Core): ExportColumn {
  const own = sql.ref(`${alias}.${columnName(field.name)}`)
  const cell = ([raw]: readonly unknown[], locale: Locale) =>
    field.type.toCsv(field.type.fromColumn(raw, context.database), locale)
  return {field, seen, parts: [sql`case when ${toPredicate(seen, context)} then ${own} end`], cell}
}

interface ToRecord {
  readonly field: Field
  readonly seen: Core
  readonly target: string
}

/** The key of the referenced record, if the actor may read it; otherwise its id. */
function referenceColumn(exporting: Exporting, {field, seen, target}: ToRecord): ExportColumn {
  const {entity, visibility, context} = exporting
  const key = keyFieldOf(visibility, target)
  const paths = [[field.name], ...(key ? [[field.name, key.name]] : [])]
  const values = paths.flatMap(path => {
    const seenPath = visibility.path(entity.name, path)
    return seenPath ? [toValue(seenPath.value, context)] : []
  })
  const cell = (raws: readonly unknown[], locale: Locale) => {
    const [reference = null, named = null] = values.map((value, index) => value.read(raws[index]))
    return field.type.toCsv(reference, {...locale, keyOf: ({id}) => keyText(key, named) || id})
  }
  return {
    field,
    seen,
    parts: values.map(value => sql`case when ${toPredicate(seen, context)} then ${value.sql} end`),
    cell,
  }
}

/** Empty if the key is hidden. */
function keyText(key: Field | null, value: Value): string {
  return key && value !== null ? key.type.toCsv(value, plainLocale) : ''
}

/** The field by which an import finds the record again: required and unique. */
function keyFieldOf(visibility: Visibility, target: string): Field | null {
  const entity = visibility.entity(target)
  if (!entity) return null
  const keys = keyFields(entity).filter(field => isSerial(field) || (field.unique && field.required))
  const [only] = entity.namedBy.parts
  const naming = only?.kind === 'path' ? only.path[0] : undefined
  return keys.find(({name}) => name === naming) ?? keys[0] ?? null
}

// The links of many records at once (`many Tag`, `files`), if the actor may see their targets.

/** The cell of each owner, by its id. */
async function linkCells(
  reader: ReadContext,
  entity: Entity,
  {field, owners}: {field: Field; owners: readonly string[]},
): Promise<ReadonlyMap<string, string>> {
  const kept = reader.tables.get(entity.name)?.fields.get(field.name)
  const target = entityReferredTo(field)
  if (kept?.kind !== 'many' || target === null || owners.length === 0) return new Map()
  // A person who may see the field may see its files; files have no permissions of their own.
  const visibility = target === fileEntity ? allSeeing(reader) : reader.visibility
  const context = contextOf(reader, {this: {alias: 't'}})
  const key = keyFieldOf(visibility, target)
  const path = key ? visibility.path(target, [key.name]) : null
  const named = path ? toValue(path.value, context) : null
  const {rows} = await sql<Record<string, unknown>>`select p.${sql.ref(kept.owner)} as owner, t.id, ${
    named ? named.sql : sql`null`
  } as named from ${sql.table(kept.table)} as p join ${sql.table(tableOf(reader, target))} as t on t.id = p.${sql.ref(
    kept.target,
  )} where p.${sql.ref(kept.owner)} in (${sql.join(owners)}) and ${toPredicate(visibility.records(target).where, context)} order by p.${sql.ref(
    kept.owner,
  )}, t.id`.execute(reader.db)
  const keys = new Map(rows.map(row => [String(row['id']), keyText(key, named?.read(row['named']) ?? null)]))
  const locale = {...localeOf(reader.moment), keyOf: ({id}: {id: string}) => keys.get(id) || id}
  const byOwner = Map.groupBy(rows, row => String(row['owner']))
  return new Map(
    [...byOwner].map(([owner, links]) => {
      const references = links.map(({id}) => ({entity: target, id: String(id)}))
      return [owner, field.type.toCsv(references, locale)]
    }),
  )
}

// Records that the actor may read and export, in batches, in the order of creation.

export interface ExportRequest {
  readonly entity: string
  /** The fields, in this order; by default everything that an import accepts. */
  readonly fields?: readonly Field[]
  /** Further conditions, besides the permission. */
  readonly where?: readonly Core[]
  /** Field names by default; labels for people. */
  readonly header?: 'names' | 'labels'
}

const atOnce = 500
const row = 'r'

/** Streamed from a single snapshot. */
export async function* exportCsv(reader: ReadContext, request: ExportRequest): AsyncGenerator<string> {
  const entity = entityOf(reader, request.entity)
  const context = contextOf(reader, {this: {alias: row}})
  const exporting = {entity, visibility: reader.visibility, context, alias: row}
  const columns = (request.fields ?? fieldsToExport(entity)).flatMap(field => exportColumn(exporting, field) ?? [])
  if (columns.length === 0) return
  yield csvLine(columns.map(({field}) => (request.header === 'labels' ? field.label : field.name)))
  const {visibility} = reader
  const conditions = [visibility.records(entity.name), visibility.records(entity.name, 'export')].map(
    ({where}) => where,
  )
  const permitted = [...conditions, ...(request.where ?? [])].map(core => toPredicate(core, context))
  let after: string | null = null
  do {
    const rows: ExportRow[] = await nextRows(reader, entity, {columns, permitted, after})
    if (rows.length > 0) yield await linesOf(reader, entity, {columns, rows})
    after = rows.length < atOnce ? null : (rows.at(-1)?.id ?? null)
    await othersToo()
  } while (after !== null)
}

interface ExportRow {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

interface ExportPage {
  readonly columns: readonly ExportColumn[]
  readonly permitted: readonly RawBuilder<unknown>[]
  readonly after: string | null
}

async function nextRows(
  reader: ReadContext,
  entity: Entity,
  {columns, permitted, after}: ExportPage,
): Promise<ExportRow[]> {
  const id = sql.ref(`${row}.id`)
  const selected = columns.flatMap(({parts}, index) =>
    (parts ?? []).map((part, at) => sql`${part} as ${sql.ref(nameOf(index, at))}`),
  )
  const further = after === null ? [] : [sql`${id} > ${after}`]
  const {rows} = await sql<
    Record<string, unknown>
  >`select ${sql.join([sql`${id} as id`, ...selected])} from ${sql.table(
    tableOf(reader, entity.name),
  )} as ${sql.ref(row)} where ${sql.join([...permitted, ...further], sql` and `)} order by ${id} ${limitTo(atOnce)}`.execute(
    reader.db,
  )
  return rows.map(values => ({id: String(values['id']), values}))
}

const nameOf = (column: number, part: number): string => `c${column}_${part}`

async function linesOf(
  reader: ReadContext,
  entity: Entity,
  {columns, rows}: {columns: readonly ExportColumn[]; rows: readonly ExportRow[]},
): Promise<string> {
  const locale = localeOf(reader.moment)
  const links = await linksOf(reader, entity, {columns, rows})
  const lines = rows.map(({id, values}) =>
    csvLine(
      columns.map(({field, parts, cell}, index) =>
        parts === null
          ? (links.get(field)?.get(id) ?? '')
          : cell(
              parts.map((_, at) => values[nameOf(index, at)]),
              locale,
            ),
      ),
    ),
  )
  return lines.join('')
}

async function linksOf(
  reader: ReadContext,
  entity: Entity,
  {columns, rows}: {columns: readonly ExportColumn[]; rows: readonly ExportRow[]},
): Promise<ReadonlyMap<Field, ReadonlyMap<string, string>>> {
  const links = new Map<Field, ReadonlyMap<string, string>>()
  for (const {field, parts, seen} of columns) {
    if (parts !== null) continue
    const owners = await seenOwners(reader, entity, {rows, seen})
    links.set(field, await linkCells(reader, entity, {field, owners}))
  }
  return links
}

async function seenOwners(reader: ReadContext, entity: Entity, {rows, seen}: {rows: readonly ExportRow[]; seen: Core}) {
  const context = contextOf(reader, {this: {alias: row}})
  const ids = rows.map(({id}) => id)
  const found = await sql<{id: unknown}>`select ${sql.ref(`${row}.id`)} as id from ${sql.table(
    tableOf(reader, entity.name),
  )} as ${sql.ref(row)} where ${sql.ref(`${row}.id`)} in (${sql.join(ids)}) and ${toPredicate(seen, context)}`.execute(
    reader.db,
  )
  return found.rows.map(({id}) => String(id))
}

// Export files for screens, whose clients may read slowly.

interface ExportedFile {
  readonly size: number
  readonly bytes: ReadableStream<Uint8Array>
}

/** Written to an unlinked file first: a client that reads for an hour must not hold a database snapshot for an hour. */
export async function writeExportFile(
  engine: Engine,
  {actor, gone}: Pick<Visit, 'actor' | 'gone'>,
  pieces: (reader: ReadContext) => AsyncIterable<string>,
  /** What spreadsheets recognise UTF-8 by. */
  {mark = byteOrderMark}: {readonly mark?: string} = {},
): Promise<ExportedFile> {
  let handle: FileHandle | null = null
  try {
    // If the connection breaks, it is replaced and everything is read again.
    const write = async (reader: ReadContext) => {
      gone?.throwIfAborted()
      handle ??= await openUnlinked()
      await handle.truncate(0)
      await handle.appendFile(mark)
      for await (const piece of pieces(reader)) {
        gone?.throwIfAborted()
        await handle.appendFile(piece)
      }
      return handle
    }
    const written = await engine.read(actor, write, {long: true})
    const {size} = await written.stat()
    return {size, bytes: bytesOf(written, {first: 0, last: size - 1})}
  } catch (error) {
    await closed(handle)
    throw error
  }
}

/** A file without a name, which is gone once it is closed. */
async function openUnlinked(): Promise<FileHandle> {
  const path = join(tmpdir(), `nonet-export-${randomUUID()}`)
  const handle = await open(path, 'ax+', 0o600)
  await rm(path, {force: true})
  return handle
}

const closed = (handle: FileHandle | null): Promise<void> | undefined => handle?.close()
