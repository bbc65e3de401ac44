/** Files as records: what a field of files becomes when a form brings new ones and keeps some of the old. */
import {isList, isReference, type Reference, type Value} from '../../feel/value.ts'
import type {Judged} from '../../points/entities/field-type.ts'
import {accepted, refused} from '../../points/entities/judged.ts'
import type {Field} from '../../points/entities/model.ts'
import {fileFields, ownFields, userEntity} from '../../points/entities/own-fields.ts'
import {fileEntity} from '../../points/entities/values/files.ts'
import {tableOf} from '../select.ts'
import type {Writing} from '../writing.ts'
import type {FileInput} from './file-input.ts'
import type {SentFile} from './file-store.ts'

/** `before`: what the field holds. Only from there and from this very request can a file come, or any id would open any file. */
export async function fileValue(
  writing: Writing,
  field: Field,
  {before, keep, add}: FileInput & {readonly before: Value},
): Promise<Judged> {
  const old = (isList(before) ? before : [before]).filter(isReference)
  const kept = old.filter(({id}) => keep.includes(id))
  if (new Set(keep).size !== kept.length) return refused('NO_SUCH_RECORD')
  const choices = acceptedTypes(field)
  if (choices !== null && add.some(({mediaType}) => !choices.includes(mediaType)))
    return refused('NOT_A_CHOICE', {choices: choices.map(type => type.replace(/^image\//, '')).join(', ')})
  const added: Reference[] = []
  for (const sent of add) added.push(await insertFile(writing, sent))
  return field.type.type.kind === 'list'
    ? field.type.fit([...kept, ...added])
    : accepted(added.at(-1) ?? kept[0] ?? null)
}

function acceptedTypes({type}: Field): readonly string[] | null {
  const accept = type.control.attributes?.['accept']
  return typeof accept === 'string' ? accept.split(',') : null
}

/** Inside the transaction that links it: a file that nothing refers to is swept away. */
export async function insertFile(writing: Writing, sent: SentFile): Promise<Reference> {
  const {actor, moment, database} = writing
  const id = writing.newId()
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
  await writing.db.insertInto(tableOf(writing, fileEntity)).values(Object.fromEntries(stored)).execute()
  return {entity: fileEntity, id}
}

function fieldNamed(name: string): Field {
  const field = ownFields.get(name) ?? fileFields.get(name)
  if (!field) throw new Error(`files have no ${name}`)
  return field
}
