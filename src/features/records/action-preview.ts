/**
 * What an action with `previews` would do, shown before it is performed: it is performed with everything that it makes
 * due, looked at, and rolled back.
 */

import {declaredScreens} from '../../engine/base/screens-that.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {fieldCells} from '../../engine/query/field-texts.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Form} from '../../engine/reply.ts'
import type {ChangedRecord} from '../../engine/transaction/change.ts'
import {type FieldChange, readHistory} from '../../engine/transaction/history.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {fields} from '../../points/screens/bullets/shared.ts'
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

/** What the action would lead to: some figures are still to be compared with those of before. */
export interface ActionOutlook {
  readonly preview: ActionPreview
  readonly compared: readonly ComparedRecord[]
}

interface ComparedRecord {
  readonly entity: string
  readonly id: string
  readonly name: string
  /** After the action. */
  readonly cells: readonly Cell[]
}

/** In the transaction of the action, before it is rolled back. `acted`: the records that the system changed. */
export async function previewIn(
  {context, entity}: RecordVisit,
  reader: ReadContext,
  {id, action, acted, form}: {id: string; action: Action; acted: readonly ChangedRecord[]; form: Form},
): Promise<ActionOutlook> {
  const paths = action.form?.previews ?? []
  const cells = (await fieldCells(reader, {entity: entity.name, ids: [id], paths})).get(id) ?? []
  const facts = paths.flatMap((path, index) => {
    const text = cells[index]?.text ?? ''
    const field = fieldAtPath(context.specification.entities, entity.name, path)?.field
    return field && text !== '' ? [{label: field.label, text}] : []
  })
  const others = [...new Map(acted.map(each => [`${each.entity} ${each.id}`, each])).values()]
  const compares = action.form?.compares ?? new Map<string, readonly Path[]>()
  const compared: ComparedRecord[] = []
  for (const [name, compare] of compares) {
    const ids = others.flatMap(each => (each.entity === name ? [each.id] : []))
    const names = await recordNames(reader, reader.visibility, {entity: name, ids})
    const after = await fieldCells(reader, {entity: name, ids, paths: compare})
    for (const [each, figures] of after)
      compared.push({entity: name, id: each, name: names.get(each) ?? '', cells: figures})
  }
  const about: AboutRecord[] = []
  for (const each of others)
    if (each.id !== id && !compares.has(each.entity)) about.push(...(await changedRecord(reader, context, each)))
  const more = about.length - mostNamed
  const preview = {
    facts,
    about: about.slice(0, mostNamed),
    ...(more > 0 ? {aboutMore: more} : {}),
    ...(about.length > 0 ? {aboutText: context.words.forms.alsoChanges(about.length)} : {}),
    seen: typedText(form),
  }
  return {preview, compared}
}

/** After it is rolled back: who gains and who loses how much, the greatest losses first. */
export async function withComparisons(
  reader: ReadContext,
  {preview, compared}: ActionOutlook,
  {context, action}: {readonly context: RecordVisit['context']; readonly action: Action},
): Promise<ActionPreview> {
  const {entities} = context.specification
  const {forms} = context.words
  const facts = [...(preview.facts ?? [])]
  const changed: (AboutRecord & {readonly by: number})[] = []
  for (const [name, paths] of action.form?.compares ?? []) {
    const own = compared.filter(({entity}) => entity === name)
    const before = await fieldCells(reader, {entity: name, ids: own.map(({id}) => id), paths})
    const labels = paths.map(path => fieldAtPath(entities, name, path)?.field.label ?? '')
    const differences = own.flatMap(each => {
      const earlier = before.get(each.id)
      return earlier ? [{...each, earlier, by: paths.map((_, at) => difference(earlier[at], each.cells[at]))}] : []
    })
    for (const [at, label] of labels.entries()) {
      const text = [
        forms.gains(
          ...sumOf(
            differences.map(({by}) => Math.max(0, by[at] ?? 0)),
            reader,
          ),
        ),
        forms.losses(
          ...sumOf(
            differences.map(({by}) => Math.max(0, -(by[at] ?? 0))),
            reader,
          ),
        ),
      ]
      const said = text.filter(each => each !== '').join(', ')
      facts.push({label, text: said === '' ? forms.noDifference : said})
    }
    for (const {id, name: called, earlier, cells, by} of differences) {
      const when = labels
        .flatMap((label, at) => {
          const [from, to] = [earlier[at]?.text ?? '', cells[at]?.text ?? '']
          return from === to ? [] : [forms.becomes(label, from, to)]
        })
        .join(', ')
      if (when !== '') changed.push({id, name: called, when, by: by.at(-1) ?? 0})
    }
  }
  const about = [...preview.about, ...changed.toSorted((a, b) => a.by - b.by).map(({by: _, ...each}) => each)]
  const more = about.length - mostNamed + (preview.aboutMore ?? 0)
  return {
    ...preview,
    facts,
    about: about.slice(0, mostNamed),
    ...(more > 0 ? {aboutMore: more} : {}),
    ...(about.length > 0 ? {aboutText: forms.alsoChanges(about.length + (preview.aboutMore ?? 0))} : {}),
  }
}

const difference = (before: Cell | undefined, after: Cell | undefined): number => {
  const by = Number(after?.value ?? 0) - Number(before?.value ?? 0)
  return Number.isNaN(by) ? 0 : Math.round(by * 1000) / 1000
}

/** How many are not zero, and their sum. */
function sumOf(numbers: readonly number[], {moment}: ReadContext): readonly [count: number, sum: string] {
  const sum = numbers.reduce((total, each) => total + each, 0)
  return [numbers.filter(each => each !== 0).length, new Intl.NumberFormat(moment.language).format(sum)]
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
  const called = (await recordNames(reader, reader.visibility, {entity: name, ids: [id]})).get(id)
  if (!entity || called === undefined || now.length === 0) return []
  const changes = new Map<string, FieldChange>()
  for (const change of now.flatMap(entry => entry.changes))
    changes.set(change.field, {...change, before: changes.get(change.field)?.before ?? change.before})
  const state = changes.get(specification.states.machines.get(name)?.field ?? '')
  if (typeof state?.after === 'string')
    return [{id, name: called, when: display.states.get(name)?.label(state.after) ?? state.after}]
  // What the page of such a record shows.
  const [page] = declaredScreens(screens, 'showOne', name)
  const shown = bulletOf(page, fields)
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
