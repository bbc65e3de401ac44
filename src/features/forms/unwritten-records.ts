/**
 * The record of a form, and the rows of its parts, as records that are not written: what is computed from them and the
 * rules about them follow what is typed. A row counts once its required fields are filled in.
 */

import {isListOfReferences} from '../../engine/base/entity-reads.ts'
import type {HypotheticalRecord, UnwrittenRecords} from '../../engine/query/hypothetical-record.ts'
import {entityOf, type ReadContext} from '../../engine/query/read-context.ts'
import {type FieldValues, readStored} from '../../engine/query/stored.ts'
import {abilities} from '../../engine/records/abilities.ts'
import type {PartRequest} from '../../engine/transaction/change.ts'
import {withOwnFields} from '../../engine/write/create.ts'
import {defaultValue, validateInput} from '../../engine/write/validate-input.ts'
import {isReference, type Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {isEmptyValue} from '../../points/entities/run.ts'

/** A new record as it would be stored: the given values, and defaults for the rest. */
export async function recordToCreate(
  reader: ReadContext,
  entity: Entity,
  given: ReadonlyMap<string, Value>,
): Promise<FieldValues> {
  const kept = [...entity.fields.values()].filter(
    ({computed, type}) => computed === null && type.storage.kind === 'column',
  )
  const lists = [...entity.fields.values()].filter(isListOfReferences)
  const values = new Map<string, Value>(lists.map(({name}) => [name, given.get(name) ?? []]))
  for (const field of kept) values.set(field.name, given.get(field.name) ?? (await defaultValue(reader, field)))
  return values
}

/** The lists of parts of a form, by name, each with its changes. */
export type PartChangesOfForm = ReadonlyMap<string, readonly PartRequest[]>

export const noParts: PartChangesOfForm = new Map()

// The rows of parts of a form.

/** Null if the person may not make one of the changes, so that nothing is revealed to them. */
export async function unwrittenParts(
  reader: ReadContext,
  owner: HypotheticalRecord,
  parts: PartChangesOfForm,
): Promise<readonly UnwrittenRecords[] | null> {
  if (parts.size === 0) return []
  const itself: UnwrittenRecords = {
    entity: owner.entity,
    records: new Map([[owner.id, owner.record]]),
    listed: false,
  }
  const found: UnwrittenRecords[] = [itself]
  for (const [list, requests] of parts) {
    const storage = owner.entity.fields.get(list)?.type.storage
    if (storage?.kind !== 'other side' || requests.length === 0) continue
    const place = {entity: entityOf(reader, storage.entity), by: storage.by, owner, itself}
    const records = new Map<string, FieldValues>()
    const removed: string[] = []
    for (const request of requests) {
      const change = await unwrittenPart(reader, place, request)
      if (change === null) return null
      if (change.record === null) removed.push(change.id)
      else records.set(change.id, change.record)
    }
    found.push({entity: place.entity, records, removed, listed: true})
  }
  return found
}

interface PartPlace {
  readonly entity: Entity
  /** The field that refers to the owner. */
  readonly by: string
  readonly owner: HypotheticalRecord
  readonly itself: UnwrittenRecords
}

interface UnwrittenPart {
  readonly id: string
  /** Null if it is removed, or not filled in yet. */
  readonly record: FieldValues | null
}

/** Null if it is not allowed. */
function unwrittenPart(reader: ReadContext, place: PartPlace, request: PartRequest): Promise<UnwrittenPart | null> {
  return request.kind === 'create' ? newPart(reader, place, request) : changedPart(reader, place, request)
}

async function newPart(
  reader: ReadContext,
  {entity, by, owner, itself}: PartPlace,
  {fields}: Pick<PartRequest, 'fields'>,
): Promise<UnwrittenPart | null> {
  const {values} = await validateInput(reader, entity, {fields, before: null})
  const made = new Map(await recordToCreate(reader, entity, withoutUnread(values, fields)))
  made.set(by, {entity: owner.entity.name, id: owner.id})
  const record = withOwnFields(reader, made)
  const would = {entity, id: reader.newId(), record, before: null, beside: [itself]}
  const {any, covers} = await abilities(reader, entity.name).on(would, 'create')
  if (!any || [...fields.keys()].some(name => !covers(name))) return null
  return {id: would.id, record: isComplete(entity, record) ? record : null}
}

async function changedPart(
  reader: ReadContext,
  {entity, by, owner, itself}: PartPlace,
  {kind, id = '', fields}: PartRequest,
): Promise<UnwrittenPart | null> {
  const before = await readStored(reader, entity, id, reader.visibility.records(entity.name))
  const belongsTo = before?.get(by) ?? null
  if (!before || belongsTo === null || !isReference(belongsTo) || belongsTo.id !== owner.id) return null
  const may = abilities(reader, entity.name)
  if (kind === 'delete') return (await may.can(id, {act: 'delete'})) ? {id, record: null} : null
  const now = await may.on(id, 'update')
  const {values} = await validateInput(reader, entity, {fields, before})
  const record = new Map([...before, ...withoutUnread(values, fields)])
  const then = await may.on({entity, id, record, before, beside: [itself]}, 'update')
  const mayChange = (name: string) => now.covers(name) && then.covers(name)
  if (!now.any || !then.any || ![...fields.keys()].every(mayChange)) return null
  return {id, record: isComplete(entity, record) ? record : null}
}

/** What cannot be read counts as empty. */
const withoutUnread = (values: FieldValues, fields: PartRequest['fields']): FieldValues =>
  new Map([...values, ...[...fields.keys()].flatMap(name => (values.has(name) ? [] : [[name, null] as const]))])

/** Files are uploaded, and what the engine sets is set, when the form is saved. */
function isComplete(entity: Entity, record: FieldValues): boolean {
  return [...entity.fields.values()].every(
    ({name, required, computed, setByEngine, type}) =>
      !required ||
      computed !== null ||
      setByEngine ||
      type.control.control === 'file' ||
      !isEmptyValue(record.get(name) ?? null),
  )
}
