/** The fields of a form: which control edits each, what it may be, and what stands in it. */
import type {Field} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import type {FormFieldData} from '../../ui/records.ts'
import type {Reader} from '../engine.ts'
import {list} from '../list/list.ts'
import {type ListScreen, nothingAsked} from '../list/request.ts'

/** More records than this are not offered one by one. */
const mostOffered = 200

export async function formFields(
  reader: Reader,
  fields: readonly Field[],
  values: ReadonlyMap<string, readonly string[]>,
): Promise<FormFieldData[]> {
  const offered = new Map<string, FormFieldData['options']>()
  for (const {type} of fields) {
    const {entity} = type.control
    if (entity !== undefined && !offered.has(entity)) offered.set(entity, await recordOptions(reader, entity))
  }
  return fields.map(field => formField(field, offered, values.get(field.name) ?? []))
}

function formField(
  field: Field,
  offered: ReadonlyMap<string, FormFieldData['options']>,
  values: readonly string[],
): FormFieldData {
  const {control, attributes = {}, words, entity} = field.type.control
  const choices = words?.map(word => ({value: word, label: wordLabel(word)}))
  return {
    name: field.name,
    label: field.label,
    help: field.meaning,
    required: field.required,
    control,
    attributes,
    options: choices ?? (entity === undefined ? null : (offered.get(entity) ?? [])),
    values,
  }
}

export function wordLabel(word: string): string {
  const spoken = word.replaceAll('_', ' ')
  return spoken.charAt(0).toUpperCase() + spoken.slice(1)
}

export async function recordOptions(reader: Reader, name: string): Promise<FormFieldData['options']> {
  const entity = reader.sight.entity(name)
  if (!entity) return []
  const columns = entity.namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  const sort = columns.slice(0, 1).map(path => ({path, descending: false}))
  const screen: ListScreen = {
    entity: name,
    where: null,
    columns,
    sort,
    filters: [],
    search: [],
    groupBy: null,
    size: mostOffered,
  }
  const {rows} = await list(reader, reader.sight, {screen, asked: nothingAsked})
  return rows.map(row => {
    const texts = new Map(columns.map((path, index) => [path, row.cells[index]?.text ?? '']))
    return {value: row.id, label: nameOfRecord(entity, path => texts.get(path) ?? '')}
  })
}
