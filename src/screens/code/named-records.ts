/** Fields that take records by a value of theirs, `tags by name, new ones too`: people write the values as a text. */
import {type NamedReference, namedRecords} from '../../engine/calls/body.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {readStored} from '../../engine/query/stored.ts'
import {cellAt} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Form} from '../../engine/reply.ts'
import type {Input} from '../../engine/transaction/change.ts'
import type {WriteContext} from '../../engine/transaction/context.ts'
import type {FormFieldData} from '../../features/forms/data.ts'
import {isList, type Value} from '../../feel/value.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {OwnActionRow} from '../../points/screens/own/model.ts'
import type {Specification} from '../../points/specification.ts'

export interface KeyedField extends NamedReference {
  readonly entity: Entity
}

export function namedFields({named}: OwnActionRow, of: Entity, {entities}: Specification): readonly KeyedField[] {
  return named.flatMap(({field: name, by, creates}) => {
    const field = of.fields.get(name)
    const entity = field && entities.entities.get(entityReferredTo(field) ?? '')
    const key = entity?.fields.get(by)
    return field && entity && key ? [{field, entity, by: key, creates}] : []
  })
}

const isSeveral = ({field}: Pick<KeyedField, 'field'>): boolean => field.type.type.kind === 'list'

/** One control may have several values, and each several names. */
function namesIn(named: KeyedField, texts: readonly string[]): readonly string[] {
  const names = isSeveral(named) ? texts.flatMap(text => text.split(',')) : texts
  return names.map(each => each.trim()).filter(each => each !== '')
}

/** A line of text; `record`: with the values of this record. */
export async function namedFieldData(
  reader: ReadContext,
  named: KeyedField,
  {sent, record, of}: {readonly sent: Form | null; readonly record: string | null; readonly of: Entity},
): Promise<FormFieldData> {
  const {field} = named
  const texts = sent
    ? sent.fields.flatMap(({name, value}) => (name === field.name && typeof value === 'string' ? [value] : []))
    : record === null
      ? []
      : await keysOn(reader, named, {of, record})
  return {
    name: field.name,
    label: field.label,
    help: field.meaning,
    required: field.required,
    control: 'line',
    attributes: {},
    options: null,
    values: [namesIn(named, texts).join(', ')],
  }
}

async function keysOn(
  reader: ReadContext,
  {field, entity, by}: KeyedField,
  {of, record}: {readonly of: Entity; readonly record: string},
): Promise<readonly string[]> {
  const stored = await readStored(reader, of, record, reader.visibility.records(of.name))
  const value = stored?.get(field.name) ?? null
  const ids = (isList(value) ? value : [value]).flatMap(idOf)
  const found = await records(entity, {at: cellAt([[by.name]])}).byIds(reader, ids)
  return ids.flatMap(id => found.get(id)?.at([by.name]).text ?? [])
}

const idOf = (value: Value): readonly string[] =>
  typeof value === 'object' && value !== null && 'id' in value ? [String(value.id)] : []

/** In the transaction of the change: records that are missing are created by it. */
export async function namedInput(
  context: WriteContext,
  named: KeyedField,
  {form}: {readonly form: readonly string[]},
): Promise<Input> {
  const names = namesIn(named, form)
  return {value: await namedRecords(context, named, isSeveral(named) ? names : (names[0] ?? null))}
}
