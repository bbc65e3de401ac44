/** Files as records: storing uploaded files, and finding a file by its record and field. */
import {sql} from 'kysely'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import {isList, isReference, type Value} from '../../feel/value.ts'
import {accepted, invalid, type ValidationResult} from '../../points/entities/field-type.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {fileFields, ownFields, userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {type FileInput, type SentFile, sizeText} from '../files/file-store.ts'
import type {ReadContext} from '../query/read-context.ts'
import {contextOf, tableOf} from '../query/select.ts'
import type {WriteContext} from './context.ts'

// Storing: the value of a file field when a form adds new files and keeps some of the old ones.

/** A file uploaded with a request: its row is inserted when the record is written. */
export interface NewFile {
  readonly id: string
  readonly sent: SentFile
}

interface FileChange extends FileInput {
  /**
   * The current files of the field. A file must come from there or from this request; otherwise any id would open any
   * file.
   */
  readonly before: Value
}

/** Appends to `files`: files of earlier fields count towards the quota. */
export async function fileValue(
  context: ReadContext,
  field: Field,
  {before, keep, add}: FileChange,
  files: NewFile[],
): Promise<ValidationResult> {
  const old = (isList(before) ? before : [before]).filter(isReference)
  const kept = old.filter(({id}) => keep.includes(id))
  if (new Set(keep).size !== kept.length) return invalid('NO_SUCH_RECORD')
  const choices = acceptedTypes(field)
  if (choices !== null && add.some(({mediaType}) => !choices.includes(mediaType)))
    return invalid('NOT_A_CHOICE', {choices: choices.map(type => type.replace(/^image\//, '')).join(', ')})
  if (add.length > 0 && context.actor.kind === 'nobody') return invalid('NO_FILES')
  const full = add.length > 0 ? await overQuota(context, [...files.map(({sent}) => sent), ...add]) : null
  if (full) return full
  const added = add.map(sent => ({id: context.newId(), sent}))
  files.push(...added)
  const references = added.map(({id}) => ({entity: fileEntity, id}))
  return field.type.type.kind === 'list'
    ? field.type.fit([...kept, ...references])
    : accepted(references.at(-1) ?? kept[0] ?? null)
}

function acceptedTypes({type}: Field): readonly string[] | null {
  const accept = type.control.attributes?.['accept']
  return typeof accept === 'string' ? accept.split(',') : null
}

/** People have a quota each and in total; operators and the engine have none. */
async function overQuota(reader: ReadContext, add: readonly SentFile[]): Promise<ValidationResult | null> {
  const {actor, specification} = reader
  if (actor.kind !== 'person') return null
  const {UPLOADS_PER_PERSON: each, UPLOADS_IN_ALL: all} = specification.limits.settings
  const more = add.reduce((sum, {size}) => sum + size, 0)
  const files = sql.table(tableOf(reader, fileEntity))
  const {rows} = await sql<Record<'own' | 'total', unknown>>`
    select coalesce(sum(case when created_by = ${actor.id} then size end), 0) as own, coalesce(sum(size), 0) as total from ${files}
  `.execute(reader.db)
  const [own, total] = [Number(rows[0]?.own ?? 0), Number(rows[0]?.total ?? 0)]
  if (own + more > each) return invalid('QUOTA', {limit: sizeText(each)})
  return total + more > all ? invalid('QUOTA_IN_ALL', {limit: sizeText(all)}) : null
}

/** In the transaction that links them: a file that nothing refers to is removed later. */
export async function insertFiles(writing: WriteContext, files: readonly NewFile[]): Promise<void> {
  for (const file of files) await insertFile(writing, file)
}

async function insertFile(writing: WriteContext, {id, sent}: NewFile): Promise<void> {
  const {actor, moment, database} = writing
  const by: Value = actor.kind === 'person' ? {entity: userEntity, id: actor.id} : null
  const values: Readonly<Record<string, Value>> = {
    id,
    created: moment.now,
    created_by: by,
    updated: moment.now,
    updated_by: by,
    version: 1,
    name: sent.name,
    media_type: sent.mediaType,
    size: sent.size,
    content: sent.content,
  }
  const stored = Object.entries(values).map(([name, value]) => [name, fieldNamed(name).type.toColumn(value, database)])
  if (sent.received) writing.beforeCommit.push(sent.received)
  await writing.db.insertInto(tableOf(writing, fileEntity)).values(Object.fromEntries(stored)).execute()
}

function fieldNamed(name: string): Field {
  const field = ownFields.get(name) ?? fileFields.get(name)
  if (!field) throw new Error(`files have no ${name}`)
  return field
}

// Finds a file by its record and field: only people who may read that field of that record get it.

export interface FileAddress {
  readonly entity: string
  readonly record: string
  readonly field: string
  readonly file: string
}

export const filesPath = '/_nonet/file/'

export function fileHref({entity, record, field, file}: FileAddress): string {
  return `${filesPath}${[entity, record, field, file].join('/')}`
}

/** Null for missing and for hidden files alike. */
export async function findFile(reader: ReadContext, at: FileAddress): Promise<SentFile | null> {
  const entity = reader.entities.entities.get(at.entity)
  const ids = [readId(at.record), readId(at.file)]
  const link = entity ? linkOf(reader, entity, at.field) : null
  const [record = null, file = null] = ids
  if (!entity || !link || record === null || file === null) return null
  const context = contextOf(reader, {this: {alias: 'r'}})
  const seen = [reader.visibility.records(entity.name).where, reader.visibility.seesField(entity.name, at.field)]
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
  if (!field || entityReferredTo(field) !== fileEntity) return null
  const files = sql.table(tableOf(reader, fileEntity))
  if (kept?.kind === 'column') return sql`join ${files} as f on f.id = ${sql.ref(`r.${kept.column}`)}`
  if (kept?.kind !== 'many') return null
  return sql`join ${sql.table(kept.table)} as p on ${sql.ref(`p.${kept.owner}`)} = r.id join ${files} as f on f.id = ${sql.ref(`p.${kept.target}`)}`
}
