/** Editing a record: its form, and what is sent with it. Whoever was slower sees both versions and loses nothing. */

import type {FormData} from '../../contract/form.ts'
import type {Field} from '../../points/entities/model.ts'
import {actOnChanged} from '../actions/act.ts'
import {type ChangeRequest, type Outcome, problem} from '../change.ts'
import {type Repeatable, repeatable} from '../idempotency.ts'
import {localeOf} from '../lookup.ts'
import {type Form, Refused} from '../reply.ts'
import {readStored} from '../stored.ts'
import {formFields, wordLabel} from './form-fields.ts'
import {hintsOf, workOutHints} from './form-hints.ts'
import {type FormReply, soughtIn} from './form-lookup.ts'
import {partListsOf, partsData} from './form-parts.ts'
import {formWords} from './form-words.ts'
import {conflictData} from './record-conflict.ts'
import {filesIn} from './record-files.ts'
import {changeableFields, type OnRecord, recordForm} from './record-form.ts'
import type {RecordVisit} from './record-place.ts'
import {findRecord, recordPlace} from './record-place.ts'
import {inputsOf, typedIn, versionIn} from './sent.ts'
import {sentParts} from './sent-parts.ts'
import {withPeriods} from './span-fields.ts'

export async function editPage(at: OnRecord): Promise<FormReply> {
  const {reader, entity, record, world, tried} = at
  const fields = await changeableFields(at)
  const owner = {entity: entity.name, id: record.id}
  const sent = tried?.form ?? null
  const lists = partListsOf(reader.entities.entities, entity)
  const isForm = at.screen.shows.kind === 'form'
  const address = isForm ? at.visit.path : `${at.visit.path}?edit`
  const asking = {address, sought: soughtIn(at.visit)}
  const parts = (await Promise.all(lists.map(list => partsData(reader, list, {owner, sent, ...asking})))).flat()
  if (fields.length === 0 && parts.length === 0) throw new Refused('FORBIDDEN')
  const now = await textsOf(at, fields)
  const names = fields.map(({name}) => name)
  const typed = sent ? new Map([...now, ...typedIn(names.filter(isSent(sent)), sent)]) : now
  const files = await filesIn(reader, {entity, id: record.id}, fields)
  const plain = fields.filter(({type}) => type.control.control !== 'file')
  return recordForm(at, {
    ...(isForm ? await formAround(at) : {heading: world.words.forms.editing(record.name)}),
    fields: withPeriods(
      await formFields(reader, fields, {values: typed, files, ...asking}),
      world.specification,
      entity.name,
    ),
    parts,
    conflict: await conflictData({at, fields: plain, now, typed}),
    actions: savingActions(at),
    hints: hintsOf(reader, {entity, fields, actions: formActions(at), id: record.id}),
  })
}

/** What a form of the document does after saving; on the page of a record, actions have buttons of their own. */
const formActions = ({screen}: RecordVisit): readonly string[] =>
  screen.shows.kind === 'form' ? screen.details.actions : []

function savingActions(at: RecordVisit): FormData['actions'] {
  const save = {name: 'update', label: at.world.words.forms.save}
  return [...formActions(at).map(name => ({name, label: wordLabel(name)})), save].map((action, index) => ({
    ...action,
    tone: index === 0 ? 'lead' : 'plain',
  }))
}

/** Around a form with an address of its own: it leads back to the record. */
async function formAround(at: OnRecord): Promise<Pick<FormData, 'heading' | 'back' | 'cancel' | 'html'>> {
  const {record, screen, world} = at
  const href = (await recordPlace(at, record.id)) ?? '/'
  return {
    heading: `${screen.name}: ${record.name}`,
    back: {label: record.name, href},
    cancel: href,
    ...formWords(screen, world).above(),
  }
}

/** What would follow from what stands in the form; for whoever may not edit the record, nothing. */
export async function previewEdit(at: OnRecord, form: Form): Promise<FormReply> {
  const {reader, entity, record, world} = at
  const fields = await changeableFields(at)
  const hinted = {entity, fields, actions: formActions(at), id: record.id}
  const hints = await workOutHints(reader, hinted, inputsOf(form))
  return recordForm(at, {heading: world.words.forms.editing(record.name), actions: [], hints})
}

function isSent(sent: Form): (name: string) => boolean {
  const names = new Set(sent.fields.map(({name}) => name))
  return name => names.has(name)
}

/** What stands in the record, as the form writes it. */
async function textsOf(
  {reader, entity, record}: OnRecord,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const stored = await readStored(reader, entity, record.id, reader.sight.records(entity.name))
  const locale = localeOf(reader.moment)
  return new Map(
    fields.map(({name, type}) => {
      const value = stored?.get(name) ?? null
      return [name, value === null ? [] : type.toForm(value, locale)]
    }),
  )
}

/** Fields for which somebody said that the other version holds are left as they are. */
export async function updateSent(at: RecordVisit, form: Form, action: string | null = null): Promise<Outcome> {
  const {world, entity, visit} = at
  const {engine} = world
  const read = await engine.read(visit.actor, async reader => {
    const record = await findRecord(reader, at)
    const owner = record && {entity: entity.name, id: record.id}
    const lists = partListsOf(reader.entities.entities, entity)
    return owner && {owner, lists, parts: await sentParts(reader, lists, {owner, sent: form})}
  })
  if (!read) return {ok: false, code: 'NOT_FOUND', problems: [{...problem('NOT_FOUND'), at: 0}]}
  const {owner, lists, parts} = read
  const names = lists.map(list => list.name)
  const fields = new Map([...inputsOf(form, names)].filter(([name]) => form.text(`_take.${name}`) !== 'theirs'))
  const plain: ChangeRequest = {kind: 'update', ...owner, version: versionIn(form), fields}
  const request = {...plain, ...parts.changes}
  const isForm = at.screen.shows.kind === 'form'
  const place: Repeatable['leadsTo'] = (writing, [record]) =>
    recordPlace(at, record?.id ?? '', writing).then(found => found ?? '/')
  const once = repeatable(visit, isForm ? place : visit.path)
  const outcome =
    action === null
      ? await engine.change(visit.actor, [request], once)
      : await actOnChanged(engine, visit.actor, {change: request, action, inputs: new Map(), ...once})
  return outcome.ok
    ? outcome
    : {...outcome, problems: outcome.problems.map(each => ({...each, field: parts.fieldOf(each.field)}))}
}
