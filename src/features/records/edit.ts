/** Editing a record. After a conflicting change, the form shows both versions, field by field. */

import {atOnce} from '../../engine/base/at-once.ts'
import {whenText} from '../../engine/display/dates.ts'
import type {Repeatable} from '../../engine/idempotency.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {addressWith, mentionsHref, recordAt, recordPlace} from '../../engine/links/record-address.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {recordNames} from '../../engine/query/names.ts'
import {readStored} from '../../engine/query/stored.ts'
import {stateCell, texts, values} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {type Form, Refused} from '../../engine/reply.ts'
import {type ChangeRequest, type Outcome, problem} from '../../engine/transaction/change.ts'
import {type HistoryEntry, readHistory} from '../../engine/transaction/history.ts'
import type {Value} from '../../feel/value.ts'
import {listInLanguage} from '../../messages/languages.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions} from '../../points/screens/bullets/shared.ts'
import type {ConflictData, ConflictField, FormScreenData} from '../forms/data.ts'
import {actionLabel, type FormTexts, recordFields} from '../forms/fields.ts'
import {filesIn} from '../forms/files.ts'
import {addressValues, formInputs, inputsGiven, typedIn, versionIn} from '../forms/form-input.ts'
import {type FormReply, lookupAt} from '../forms/form-page.ts'
import {partListsOf, partsData, partsInForm, sentParts} from '../forms/line-items.ts'
import {possibleChoices} from '../forms/possible-choices.ts'
import {besideFields, monthsAsked, previewHints, type RecordForm} from '../forms/record-form.ts'
import type {RecordVisit} from './compiled-record.ts'
import {changeableFields, formOnRecord, lockedFields, type OnRecord, recordForm, textsOfRecord} from './record-forms.ts'

// Conflicts: the current values next to the submitted ones, field by field.

interface ConflictInput {
  readonly at: OnRecord
  readonly fields: readonly Field[]
  /** The current values in the format of the form, and the typed ones. */
  readonly now: FormTexts
  readonly typed: FormTexts
}

/** Null if no one else changed it. */
async function conflictData({at, fields, now, typed}: ConflictInput): Promise<ConflictData | null> {
  const stale = at.tried?.stale ?? null
  if (stale === null) return null
  const {reader, entity, record} = at
  const history = await readHistory(reader, {entity: entity.name, id: record.id})
  const since = history.filter(({version}) => version > stale)
  const differing = fields.filter(({name}) => !isSame(now.get(name), typed.get(name)))
  const current = records(entity, {texts: texts(differing.map(({name}) => [name]))})
  const present = await current.byId(reader, record.id)
  const rows = differing.map((field, index): ConflictField => {
    const theirs = present?.texts[index] ?? ''
    return {name: field.name, theirs, take: takes(at, field, {since, typed: typed.get(field.name)})}
  })
  return {...(await lastOf(at, since)), fields: rows}
}

async function lastOf({reader}: OnRecord, [last]: readonly HistoryEntry[]): Promise<{who: string; when: string}> {
  if (!last) return {who: '', when: ''}
  const id = last.by.id
  const names = id === null ? null : await recordNames(reader, reader.visibility, {entity: 'User', ids: [id]})
  return {who: (id !== null && names?.get(id)) || '', when: whenText(last.at, reader.moment)}
}

/** Fields changed only by the other person are preset to their value, all others to this person's value. */
function takes(
  {reader}: OnRecord,
  field: Field,
  {since, typed}: {since: readonly HistoryEntry[]; typed: readonly string[] | undefined},
): 'theirs' | 'mine' {
  // The oldest change since then contains the value that this person saw.
  const first = since.flatMap(({changes}) => changes.filter(change => change.field === field.name)).at(-1)
  if (!first) return 'mine'
  const find = (entity: string, id: string) => ({entity, id})
  const locale = {...localeOf(reader.moment), find}
  const seen = field.type.fromJson(first.before, locale)
  if (!seen.ok) return 'mine'
  return isSame(seen.value === null ? [] : field.type.toForm(seen.value, locale), typed) ? 'theirs' : 'mine'
}

function isSame(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return written(one) === written(other)
}

/** An unticked box sends `no`, a ticked one `no` and `yes`; line endings depend on the browser. */
function written(texts: readonly string[]): string {
  const filled = texts.filter(text => text !== '').map(text => text.replaceAll('\r\n', '\n'))
  return filled.length === 2 && filled[0] === 'no' && filled[1] === 'yes' ? 'yes' : filled.join('\n')
}

// The form.

export async function editPage(at: OnRecord): Promise<FormReply> {
  const {reader, entity, record, context, tried} = at
  const fields = await changeableFields(at)
  const owner = {entity: entity.name, id: record.id}
  const sent = tried?.form ?? null
  const lists = partListsOf(context.specification, entity, at.screen)
  const isForm = at.screen.kind.can.edit
  const asking = lookupAt(at.visit, isForm ? at.visit.path : addressWith(at, 'edit'))
  const {address} = asking
  const lineItems = (await atOnce(lists.map(list => partsData(reader, list, {owner, sent, ...asking})))).flat()
  if (fields.length === 0 && lineItems.length === 0) throw new Refused('FORBIDDEN')
  const heading = {heading: context.words.forms.editing(record.name)}
  const form = await changingForm(at, fields, sent)
  const months = await monthsAsked(reader, form, address)
  if (months) return recordForm(at, {...heading, actions: [], ...months})
  const now = await textsOfRecord(at, fields)
  const names = fields.map(({name}) => name)
  const given = addressValues(at.visit, fields)
  const texts = new Map([...now, ...(sent ? typedIn(names.filter(isSent(sent)), sent) : given)])
  const saved = {entity, fields, actions: [], stored: await storedReferences(at, fields)}
  const shown = await recordFields(
    reader,
    {entity: entity.name, fields},
    {
      values: texts,
      files: await filesIn(reader, {entity, id: record.id}, fields),
      ...asking,
      mentionsAt: mentionsHref(at, entity.name),
      possible: field => possibleChoices(reader, saved, field),
    },
  )
  const inputs = sent ? formInputs(sent) : inputsGiven(given)
  return recordForm(at, {
    ...(isForm ? await formAround(at) : heading),
    ...(await lockedIntro(at, fields)),
    fields: shown,
    lineItems,
    conflict: await conflictData({at, fields: fields.filter(field => !isFile(field)), now, typed: texts}),
    actions: savingActions(at),
    ...(await besideFields(reader, form, {texts, inputs, fields: shown, address})),
  })
}

/** The records that this one refers to besides those of the form, as far as the person may see them. */
async function storedReferences(at: OnRecord, fields: readonly Field[]): Promise<ReadonlyMap<string, Value>> {
  const {reader, entity, record} = at
  const others = [...entity.fields.values()].filter(
    field => field.type.type.kind === 'reference' && !field.computed && !fields.includes(field),
  )
  if (others.length === 0) return new Map()
  const visible = records(entity, {values: values(others.map(({name}) => [name]))})
  const seen = await visible.byId(reader, record.id)
  const stored = await readStored(reader, entity, record.id, reader.visibility.records(entity.name))
  return new Map(
    others.flatMap(({name}, index) => {
      const value = stored?.get(name) ?? null
      return value === null || (seen?.values[index] ?? null) === null ? [] : [[name, value]]
    }),
  )
}

/** Says which fields cannot be changed in the present state. */
async function lockedIntro(at: OnRecord, fields: readonly Field[]): Promise<Pick<FormScreenData, 'intro'> | null> {
  const {entity, record, context, reader} = at
  const states = context.display.states.get(entity.name)
  const locked = states ? await lockedFields(at, fields) : []
  if (!states || locked.length === 0) return null
  const state = (await records(entity, {state: stateCell}).byId(reader, record.id))?.state.value
  if (typeof state !== 'string') return null
  const spans = [...entity.spans.values()].filter(({from, to}) =>
    [from, to].every(name => locked.some(field => field.name === name)),
  )
  const inSpan = (name: string) => spans.some(({from, to}) => name === from || name === to)
  const {language} = reader.moment
  const labels = [...locked.filter(({name}) => !inSpan(name)), ...spans].map(({label}) => inSentence(label, language))
  return {intro: context.words.forms.locked(listInLanguage(labels, language), states.label(state))}
}

/** `sent`: what was typed into it, whose parts count. */
async function changingForm(at: OnRecord, fields: readonly Field[], sent: Form | null): Promise<RecordForm> {
  const {reader, entity, record, context, screen} = at
  const lists = partListsOf(context.specification, entity, screen)
  const parts = await partsInForm(reader, lists, {owner: {entity: entity.name, id: record.id}, sent})
  return formOnRecord(at, {fields, actions: formActions(at), parts})
}

/** The actions that a form of the document performs after saving; on a record page, actions have their own buttons. */
const formActions = ({screen}: RecordVisit): readonly string[] =>
  screen.kind.can.edit ? bulletOf(screen, actions) : []

function savingActions(at: RecordVisit): FormScreenData['actions'] {
  const save = {name: 'update', label: at.context.words.forms.save}
  const labelled = (name: string) => actionLabel(at.context.specification, at.entity.name, name)
  return [...formActions(at).map(name => ({name, label: labelled(name)})), save].map((action, index) => ({
    ...action,
    tone: index === 0 ? 'primary' : 'plain',
  }))
}

/** For a form with its own address: links back to the record. */
async function formAround(at: OnRecord): Promise<Pick<FormScreenData, 'heading' | 'back' | 'cancel' | 'html'>> {
  const {record, screen} = at
  const href = (await recordPlace(at, record.id)) ?? '/'
  return {
    heading: `${screen.name}: ${record.name}`,
    back: {label: record.name, href},
    cancel: href,
    ...at.above(),
  }
}

/** The preview of the form, or of an action with inputs; empty for people who may not edit the record. */
export async function previewEdit(at: OnRecord, sent: Form, action: RecordForm | null): Promise<FormReply> {
  const form = action ?? (await changingForm(at, await changeableFields(at), sent))
  const hints = await previewHints(at.reader, form, {sent})
  return recordForm(at, {heading: at.context.words.forms.editing(at.record.name), actions: [], hints})
}

function isSent(sent: Form): (name: string) => boolean {
  const names = new Set(sent.fields.map(({name}) => name))
  return name => names.has(name)
}

/** Leaves out the fields for which the other version was chosen. */
export async function updateSent(at: RecordVisit, form: Form, action: string | null): Promise<Outcome> {
  const {context, entity, visit} = at
  const {engine} = context
  const read = await engine.read(visit.actor, async reader => {
    const record = await recordAt(reader, at)
    const owner = record && {entity: entity.name, id: record.id}
    const lists = partListsOf(context.specification, entity, at.screen)
    return owner && {owner, lists, parts: await sentParts(reader, lists, {owner, sent: form})}
  })
  if (!read) return {ok: false, code: 'NOT_FOUND', problems: [{...problem('NOT_FOUND'), at: 0}]}
  const {owner, lists, parts} = read
  const names = lists.map(list => list.name)
  const fields = new Map([...formInputs(form, names)].filter(([name]) => form.text(`_take.${name}`) !== 'theirs'))
  const plain: ChangeRequest = {kind: 'update', ...owner, version: versionIn(form), fields}
  const request = {...plain, ...parts.changes}
  const isForm = at.screen.kind.can.edit
  const place: Repeatable['leadsTo'] = (writing, [record]) =>
    recordPlace(at, record?.id ?? '', writing).then(found => found ?? '/')
  const once = confirmedOptions(visit, isForm ? place : addressWith(at, ''))
  const performing = action === null ? {} : {perform: {action, inputs: new Map()}}
  const outcome = await engine.change(visit.actor, [{...request, ...performing}], once)
  return outcome.ok
    ? outcome
    : {...outcome, problems: outcome.problems.map(each => ({...each, field: parts.fieldOf(each.field)}))}
}
