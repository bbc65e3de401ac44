/** What was changed in a record, in words for people: each field with what it was and what it is now. */
import type {Json} from '../feel/core.ts'
import type {Messages} from '../messages/index.ts'
import {fieldOf, targetOf} from '../points/entities/lookup.ts'
import type {Entity, Field} from '../points/entities/model.ts'
import {namesOf} from './list/names.ts'
import {localeOf} from './lookup.ts'
import type {ReadContext} from './read-context.ts'
import type {FieldChange} from './write/history.ts'

/** Too long to be told twice in a line, or nothing that a line could hold. */
const unspoken: ReadonlySet<string> = new Set(['area', 'rich', 'file'])

/** `changes` are those that the reader may see. Empty where nothing of it can be said. */
export async function changesText(
  reader: ReadContext,
  entity: Entity,
  {changes, words}: {readonly changes: readonly FieldChange[]; readonly words: Messages},
): Promise<string> {
  const known = changes.flatMap(change => {
    const field = fieldOf(entity, change.field)
    return field ? [{...change, field}] : []
  })
  const names = await namesIn(reader, known)
  const said = known.map(({field, before, after}) => {
    if (unspoken.has(field.type.control.control) || (before === null && after === null)) return field.label
    const text = (json: Json) => textOf(reader, field, {json, names}) || words.forms.empty
    return words.records.fromTo(field.label, text(before), text(after))
  })
  return said.join(', ')
}

type Changes = readonly {readonly field: Field; readonly before: Json; readonly after: Json}[]

async function namesIn(reader: ReadContext, changes: Changes): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const byTarget = Map.groupBy(changes, ({field}) => targetOf(field))
  for (const [entity, some] of byTarget) {
    if (entity === null) continue
    const ids = some.flatMap(({before, after}) => [...idsIn(before), ...idsIn(after)])
    for (const [id, name] of await namesOf(reader, reader.sight, {entity, ids})) names.set(id, name)
  }
  return names
}

function idsIn(json: Json): string[] {
  const items = Array.isArray(json) ? json : [json]
  return items.flatMap(item => (typeof item === 'string' ? [item] : []))
}

function textOf(
  reader: ReadContext,
  field: Field,
  {json, names}: {json: Json; names: ReadonlyMap<string, string>},
): string {
  if (json === null) return ''
  if (targetOf(field) !== null)
    return idsIn(json)
      .map(id => names.get(id) ?? '…')
      .join(', ')
  const locale = localeOf(reader.moment)
  const judged = field.type.fromJson(json, locale)
  if (!judged.ok || judged.value === null) return ''
  const text = field.type.toText(judged.value, locale)
  return field.type.control.words ? text.replaceAll('_', ' ') : text
}
