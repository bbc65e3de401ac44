/** Files as records: what a field of files becomes when a form brings new ones and keeps some of the old. */
import {sql} from 'kysely'
import {isList, isReference, type Value} from '../../feel/value.ts'
import {accepted, refused, type ValidationResult} from '../../points/entities/field-type.ts'
import type {Field} from '../../points/entities/model.ts'
import {fileFields, ownFields, userEntity} from '../../points/entities/own-fields.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {ReadContext} from '../read-context.ts'
import {tableOf} from '../select.ts'
import type {WriteContext} from '../write/context.ts'
import type {FileInput} from './file-input.ts'
import {type SentFile, sizeText} from './file-store.ts'

/** A file that came with a request: its row is inserted when the record is written. */
export interface NewFile {
  readonly id: string
  readonly sent: SentFile
}

export interface FileChange extends FileInput {
  /** What the field holds. A file comes from there or from this request, or any id would open any file. */
  readonly before: Value
}

/** `files` gains the new ones: those of earlier fields count towards the quota. */
export async function fileValue(
  context: ReadContext,
  field: Field,
  {before, keep, add}: FileChange,
  files: NewFile[],
): Promise<ValidationResult> {
  const old = (isList(before) ? before : [before]).filter(isReference)
  const kept = old.filter(({id}) => keep.includes(id))
  if (new Set(keep).size !== kept.length) return refused('NO_SUCH_RECORD')
  const choices = acceptedTypes(field)
  if (choices !== null && add.some(({mediaType}) => !choices.includes(mediaType)))
    return refused('NOT_A_CHOICE', {choices: choices.map(type => type.replace(/^image\//, '')).join(', ')})
  if (add.length > 0 && context.actor.kind === 'nobody') return refused('NO_FILES')
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

/** Files of people have a quota, for each of them and for all; operators, and the engine itself, have none. */
async function overQuota(writing: ReadContext, add: readonly SentFile[]): Promise<ValidationResult | null> {
  const {actor, specification} = writing
  if (actor.kind !== 'person') return null
  const {UPLOADS_PER_PERSON: each, UPLOADS_IN_ALL: all} = specification.limits.settings
  const more = add.reduce((sum, {size}) => sum + size, 0)
  const files = sql.table(tableOf(writing, fileEntity))
  const {rows} = await sql<Record<'own' | 'total', unknown>>`
    select coalesce(sum(case when created_by = ${actor.id} then size end), 0) as own, coalesce(sum(size), 0) as total from ${files}
  `.execute(writing.db)
  const [own, total] = [Number(rows[0]?.own ?? 0), Number(rows[0]?.total ?? 0)]
  if (own + more > each) return refused('QUOTA', {limit: sizeText(each)})
  return total + more > all ? refused('QUOTA_IN_ALL', {limit: sizeText(all)}) : null
}

/** Inside the transaction that links them: a file that nothing refers to is removed later. */
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
  if (sent.keep) writing.beforeCommit.push(sent.keep)
  await writing.db.insertInto(tableOf(writing, fileEntity)).values(Object.fromEntries(stored)).execute()
}

function fieldNamed(name: string): Field {
  const field = ownFields.get(name) ?? fileFields.get(name)
  if (!field) throw new Error(`files have no ${name}`)
  return field
}
