/** CSV export of an entity's records as the actor may read them, streamed, or written to a file for slow clients. */
import {randomUUID} from 'node:crypto'
import {open, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setImmediate as othersToo} from 'node:timers/promises'
import {type RawBuilder, sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {limitTo} from '../../store/sql.ts'
import type {Actor} from '../actor.ts'
import type {Engine} from '../engine.ts'
import {bytesOf} from '../files/folder.ts'
import {localeOf} from '../lookup.ts'
import {contextOf, tableOf} from '../query/select.ts'
import {entityOf, type ReadContext} from '../read-context.ts'
import {byteOrderMark, csvLine} from './csv-format.ts'
import {type ExportColumn, exportColumn, fieldsToExport, linkCells} from './export-columns.ts'

// Records that the actor may read and export, a few hundred at a time, in the order of creation.

export interface ExportRequest {
  readonly entity: string
  /** Which fields, in this order; by default everything that an import accepts. */
  readonly fields?: readonly Field[]
  /** Conditions beyond what is permitted. */
  readonly where?: readonly Core[]
  /** Field names where nothing is said; labels are for people. */
  readonly header?: 'names' | 'labels'
}

const atOnce = 500
const row = 'r'

/** Piece by piece; all of it shows one moment, that of the reader. */
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

/**
 * Written to a file first, which has no name any more when it is sent: a reader that takes an hour must not hold a moment of the
 * database for an hour.
 */
export function exportFile(engine: Engine, actor: Actor, request: ExportRequest): Promise<ExportedFile> {
  return writeExportFile(engine, actor, reader => exportCsv(reader, request))
}

export async function writeExportFile(
  engine: Engine,
  actor: Actor,
  pieces: (reader: ReadContext) => AsyncIterable<string>,
): Promise<ExportedFile> {
  const path = join(tmpdir(), `nonet-export-${randomUUID()}`)
  const handle = await open(path, 'ax+', 0o600)
  try {
    // A connection that breaks is replaced, and everything is read again.
    const write = async (reader: ReadContext) => {
      await handle.truncate(0)
      await handle.appendFile(byteOrderMark)
      for await (const piece of pieces(reader)) await handle.appendFile(piece)
    }
    await engine.read(actor, write, {long: true})
    const {size} = await handle.stat()
    return {size, bytes: bytesOf(handle, {first: 0, last: size - 1})}
  } catch (error) {
    await handle.close()
    throw error
  } finally {
    await rm(path, {force: true})
  }
}
