/**
 * What an action with `previews` would do, shown before it is performed: it is performed with everything that it makes
 * due, looked at, and rolled back.
 */

import {fieldAt} from '../../engine/display/field-display.ts'
import {fieldCells} from '../../engine/query/field-texts.ts'
import {namesOf} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/read-context.ts'
import type {Form} from '../../engine/reply.ts'
import type {ChangedRecord} from '../../engine/write/change.ts'
import {type FieldChange, readHistory} from '../../engine/write/history.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Action} from '../../points/states/model.ts'
import type {AboutRecord} from '../forms/data.ts'
import type {RecordVisit} from './compiled-record.ts'
import {comingText} from './history.ts'
import type {ActionPreview} from './record-forms.ts'

export function declaredAction(
  {context, entity}: Pick<RecordVisit, 'context' | 'entity'>,
  name: string,
): Action | null {
  return context.specification.actions.actions.get(entity.name)?.get(name) ?? null
}

/** What was typed, to compare it with what is sent after the preview. */
export function typedText({fields}: Form): string {
  const typed = fields.flatMap(({name, value}) =>
    name.startsWith('_') || typeof value !== 'string' ? [] : [[name, value] as const],
  )
  return JSON.stringify(typed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

const mostNamed = 20

/** In the transaction of the action, before it is rolled back. `acted`: the records that the system changed. */
export async function previewIn(
  {context, entity}: RecordVisit,
  reader: ReadContext,
  {id, action, acted, form}: {id: string; action: Action; acted: readonly ChangedRecord[]; form: Form},
): Promise<ActionPreview> {
  const paths = action.form?.previews ?? []
  const cells = (await fieldCells(reader, {entity: entity.name, ids: [id], paths})).get(id) ?? []
  const facts = paths.flatMap((path, index) => {
    const text = cells[index]?.text ?? ''
    const field = fieldAt(context.specification.entities, entity.name, path)?.field
    return field && text !== '' ? [{label: field.label, text}] : []
  })
  const others = [...new Map(acted.map(each => [`${each.entity} ${each.id}`, each])).values()]
  const about: AboutRecord[] = []
  for (const each of others) if (each.id !== id) about.push(...(await changedRecord(reader, context, each)))
  const more = about.length - mostNamed
  return {
    facts,
    about: about.slice(0, mostNamed),
    ...(more > 0 ? {aboutMore: more} : {}),
    ...(about.length > 0 ? {aboutText: context.words.forms.alsoChanges(about.length)} : {}),
    seen: typedText(form),
  }
}

/** Its name, and its new state or what else changes; empty if the reader sees nothing of it. */
async function changedRecord(
  reader: ReadContext,
  {specification, screens, display}: RecordVisit['context'],
  {entity: name, id}: ChangedRecord,
): Promise<AboutRecord[]> {
  const entity = reader.entities.entities.get(name)
  const entries = await readHistory(reader, {entity: name, id})
  const now = entries.filter(({at, action}) => at === entries[0]?.at && action !== 'create').toReversed()
  const called = (await namesOf(reader, reader.visibility, {entity: name, ids: [id]})).get(id)
  if (!entity || called === undefined || now.length === 0) return []
  const changes = new Map<string, FieldChange>()
  for (const change of now.flatMap(entry => entry.changes))
    changes.set(change.field, {...change, before: changes.get(change.field)?.before ?? change.before})
  const state = changes.get(specification.states.machines.get(name)?.field ?? '')
  if (typeof state?.after === 'string')
    return [{id, name: called, when: display.states.get(name)?.label(state.after) ?? state.after}]
  // What the page of such a record shows.
  const shown = screens.find(({shows}) => shows.kind === 'record' && shows.entity === name)?.details.fields ?? []
  const within = new Set(
    shown.flatMap(path => {
      const span = entity.spans.get(path[0] ?? '')
      return span ? datesOfSpan(span) : [path[0] ?? '']
    }),
  )
  const visible = [...changes.values()].filter(({field}) => within.size === 0 || within.has(field))
  const text = await comingText(reader, entity, visible)
  return text === '' ? [] : [{id, name: called, when: text}]
}
