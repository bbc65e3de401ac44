/** Editing a cell of a list in place: its control, the preview of a change, and saving it. Which cells: `editable-cells.ts`. */

import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {recordAt} from '../../engine/links/record-address.ts'
import {recipientsOfEdit} from '../../engine/notifications/notify.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {readStored} from '../../engine/query/stored.ts'
import {texts} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {type Form, Refused, type Reply, type Visit} from '../../engine/reply.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import {readHistory} from '../../engine/transaction/history.ts'
import type {Selected} from '../../features/collections/bulk.ts'
import {cellKey} from '../../features/collections/data.ts'
import {fieldsOfCell, fitsInCell} from '../../features/collections/editable-cells.ts'
import {type ListPlace, loadList} from '../../features/collections/list-data.ts'
import {panelFor} from '../../features/collections/list-panels.ts'
import type {FormScreenData} from '../../features/forms/data.ts'
import {recordFields} from '../../features/forms/fields.ts'
import {formInputs, problemsFor} from '../../features/forms/form-input.ts'
import {type FormReply, lookupAt} from '../../features/forms/form-page.ts'
import {
  changeableFields,
  formTexts,
  type OnRecord,
  type RefusedOutcome,
  recordForm,
} from '../../features/records/record-forms.ts'
import {userEntity} from '../../points/entities/own-fields.ts'

/** The control for one cell; `intro` names the people who are notified of a change. */
export function cellForm({named, entity, context}: ListPlace, visit: Visit): Promise<FormReply> {
  const [id = '', name = ''] = (visit.query.get(cellKey) ?? '').split('.')
  const panel = panelFor(named.panels, visit.actor)
  if (!panel) throw new Refused('NOT_FOUND')
  const at = {...panel.compiled, visit: {...visit, parameters: {...visit.parameters, id}}}
  return context.engine.read(visit.actor, async reader => {
    const record = await recordAt(reader, at)
    const values = record && (await readStored(reader, entity, record.id, reader.visibility.records(entity.name)))
    if (!record || !values) throw new Refused('NOT_FOUND')
    const on: OnRecord = {...at, reader, record, tried: null}
    const names = fieldsOfCell(entity, name)
    const changeable = await changeableFields(on)
    const fields = names.flatMap(each => changeable.find(field => field.name === each && fitsInCell(field)) ?? [])
    if (fields.length < names.length) throw new Refused('FORBIDDEN')
    const texts = await formTexts(reader, fields, values)
    const told = new Set<string>()
    for (const each of names)
      for (const person of await recipientsOfEdit(reader, {entity, id: record.id, values}, each)) told.add(person)
    const data: Pick<FormScreenData, 'heading' | 'actions' | 'intro' | 'fields'> = {
      heading: context.display.field(entity.name, [name])?.label ?? '',
      intro: await toldText(reader, [...told], context.words.lists.willBeNotified),
      fields: await recordFields(reader, {entity: entity.name, fields}, {values: texts, ...lookupAt(visit, visit.url)}),
      actions: [{name: 'update', label: context.words.forms.save, tone: 'primary'}],
    }
    return recordForm(on, data)
  })
}

/** Longer lists are counted. */
const mostNamed = 3

/** People the reader may not see are counted. */
async function toldText(
  reader: ReadContext,
  people: readonly string[],
  text: (names: readonly string[], more: number) => string,
): Promise<string> {
  if (people.length === 0) return ''
  const names = await recordNames(reader, reader.visibility, {entity: userEntity, ids: people.slice(0, mostNamed)})
  return text([...names.values()], people.length - names.size)
}

interface SentCellForm {
  readonly form: Form
  readonly selected: readonly Selected[]
}

/** Uses the write path of forms, for one record of the list. */
export async function saveCell(place: ListPlace, visit: Visit, {form, selected}: SentCellForm): Promise<Reply> {
  const {named, entity, context} = place
  const [one, ...more] = selected
  const fields = formInputs(form)
  if (!one || more.length > 0 || fields.size === 0) throw new Refused('BAD_INPUT')
  const save = (version: number) => {
    const request = {kind: 'update', entity: entity.name, id: one.id, version, fields} as const
    return context.engine.change(visit.actor, [request], confirmedOptions(visit, visit.url))
  }
  const names = [...fields.keys()]
  const first = await save(one.version)
  const merged = isConflict(first) && !(await isTouched(place, visit, {...one, names}))
  const outcome = merged && first.conflict ? await save(first.conflict.version) : first
  if (outcome.ok) return {kind: 'redirect', to: visit.url}
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const {problems, status} = problemsFor(context.specification, entity, outcome)
  const tried = isConflict(outcome)
    ? {problems: [{field: names[0] ?? null, message: await theirs(place, visit, {...one, names})}], status}
    : {problems, status}
  return loadList(named, context, {visit, tried})
}

const isConflict = (outcome: Outcome): outcome is RefusedOutcome => !outcome.ok && outcome.code === 'CONFLICT'

interface ChangedCell extends Selected {
  readonly names: readonly string[]
}

/** Whether another person has changed one of these fields since; if not, both changes are kept. */
function isTouched({entity, context}: ListPlace, visit: Visit, {id, version, names}: ChangedCell): Promise<boolean> {
  return context.engine.read(visit.actor, async reader => {
    const history = await readHistory(reader, {entity: entity.name, id})
    const since = history.filter(entry => entry.version > version)
    return since.some(({changes}) => changes.some(({field}) => names.includes(field)))
  })
}

function theirs({entity, context}: ListPlace, visit: Visit, {id, names}: ChangedCell): Promise<string> {
  return context.engine.read(visit.actor, async reader => {
    const now = await records(entity, {texts: texts(names.map(name => [name]))}).byId(reader, id)
    return context.words.lists.changedTo(now?.texts.join(', ') ?? '')
  })
}
