/** A file by the record and field it is in: whoever may read that field of that record may have it, and nobody else. */
import {sql} from 'kysely'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {ReadContext} from '../read-context.ts'
import {contextOf, tableOf} from '../select.ts'
import type {SentFile} from './file-store.ts'

export interface FileAddress {
  readonly entity: string
  readonly record: string
  readonly field: string
  readonly file: string
}

/** Null for what is not there and for what may not be read, without a difference. */
export async function findFile(reader: ReadContext, at: FileAddress): Promise<SentFile | null> {
  const entity = reader.entities.entities.get(at.entity)
  const ids = [readId(at.record), readId(at.file)]
  const link = entity ? linkOf(reader, entity, at.field) : null
  const [record = null, file = null] = ids
  if (!entity || !link || record === null || file === null) return null
  const context = contextOf(reader, {this: {alias: 'r'}})
  const seen = [reader.sight.records(entity.name).where, reader.sight.seesField(entity.name, at.field)]
  const {rows} = await sql<
    Record<string, unknown>
  >`select f.name, f.media_type, f.size, f.content from ${sql.table(tableOf(reader, entity.name))} as r ${link} where r.id = ${record} and f.id = ${file} and ${sql.join(
    seen.map(core => toPredicate(core, context)),
    sql` and `,
  )}`.execute(reader.db)
  const [found] = rows
  return found ? sentFile(found) : null
}

function sentFile(row: Readonly<Record<string, unknown>>): SentFile {
  const {name, media_type: mediaType, size, content} = row
  return {name: String(name), mediaType: String(mediaType), size: Number(size), content: String(content)}
}

function linkOf(reader: ReadContext, entity: Entity, name: string) {
  const field = entity.fields.get(name)
  const kept = reader.tables.get(entity.name)?.fields.get(name)
  if (!field || targetOf(field) !== fileEntity) return null
  const files = sql.table(tableOf(reader, fileEntity))
  if (kept?.kind === 'column') return sql`join ${files} as f on f.id = ${sql.ref(`r.${kept.column}`)}`
  if (kept?.kind !== 'many') return null
  return sql`join ${sql.table(kept.table)} as p on ${sql.ref(`p.${kept.owner}`)} = r.id join ${files} as f on f.id = ${sql.ref(`p.${kept.target}`)}`
}
