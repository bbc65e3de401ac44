/** Editing a record. After a conflicting change, the form shows both versions, field by field. */

import {readDay, todayIn, whenText} from '../../engine/display/dates.ts'
import type {Repeatable} from '../../engine/idempotency.ts'
import {answered} from '../../engine/links/answered.ts'
import {addressWith, mentionsHref, recordAt, recordPlace} from '../../engine/links/record-address.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {namesOf} from '../../engine/query/names.ts'
import {readStored} from '../../engine/query/stored.ts'
import {stateCell, texts, values} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {type Form, Refused} from '../../engine/reply.ts'
import {type ChangeRequest, type Outcome, problem} from '../../engine/transaction/change.ts'
import {type HistoryEntry, readHistory} from '../../engine/transaction/history.ts'
import type {Value} from '../../feel/value.ts'
import {listed} from '../../messages/languages.ts'
import type {Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions} from '../../points/screens/bullets/shared.ts'
import type {ConflictData, ConflictField, FormScreenData, PeriodCalendarData} from '../forms/data.ts'
import {actionLabel, type FormReply, formFields, soughtIn} from '../forms/fields.ts'
import {filesIn} from '../forms/files.ts'
import {addressValues, inputsOf, typedIn, versionIn} from '../forms/form-input.ts'
import {partListsOf, partsData, partsInForm, sentParts} from '../forms/line-items.ts'
import {datesOf, daysKey, spanOf, withPeriods} from '../forms/periods.ts'
import {possibleChoices} from '../forms/possible-choices.ts'
import {filledRecord, type Hinted, hintsFor, noHints} from '../forms/preview.ts'
import type {RecordVisit} from './compiled-record.ts'
import {
  changeableFields,
  hintsAt,
  lockedFields,
  type OnRecord,
  recordForm,
  summaryAt,
  summaryIn,
  textsOf,
} from './record-forms.ts'

// Conflicts: the current values next to the submitted ones, field by field.

interface ConflictInput {
  readonly at: OnRecord
  readonly fields: readonly Field[]
  /** The current values in the format of the form, and the typed ones. */
  readonly now: ReadonlyMap<string, readonly string[]>
  readonly typed: ReadonlyMap<string, readonly string[]>
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
  const names = id === null ? null : await namesOf(reader, reader.visibility, {entity: 'User', ids: [id]})
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
  const address = isForm ? at.visit.path : addressWith(at, 'edit')
  const asking = {address, sought: soughtIn(at.visit)}
  const parts = (await Promise.all(lists.map(list => partsData(reader, list, {owner, sent, ...asking})))).flat()
  if (fields.length === 0 && parts.length === 0) throw new Refused('FORBIDDEN')
  const heading = {heading: context.words.forms.editing(record.name)}
  const months = readDay(at.visit.query.get(daysKey))
  if (months !== null)
    return recordForm(at, {
      ...heading,
      actions: [],
      ...(await calendarAt(at, changing(at, fields), {around: months, lookup: address})),
    })
  const changed = {...changing(at, fields), parts: await partsInForm(reader, lists, {owner, sent})}
  const now = await textsOf(at, fields)
  const names = fields.map(({name}) => name)
  const given = addressValues(at.visit, fields)
  const typed = new Map([...now, ...(sent ? typedIn(names.filter(isSent(sent)), sent) : given)])
  const files = await filesIn(reader, {entity, id: record.id}, fields)
  const plain = fields.filter(({type}) => type.control.control !== 'file')
  const saved = {entity, fields, actions: [], stored: await storedReferences(at, fields)}
  const possible = (field: Field) => possibleChoices(reader, saved, field)
  const mentionsAt = mentionsHref(at, entity.name)
  return recordForm(at, {
    ...(isForm ? await formAround(at) : heading),
    ...(await lockedIntro(at, fields)),
    fields: withPeriods(
      await formFields(reader, fields, {values: typed, files, ...asking, mentionsAt, possible}),
      context.specification,
      entity.name,
    ),
    lineItems: parts,
    conflict: await conflictData({at, fields: plain, now, typed}),
    actions: savingActions(at),
    hints: await hintsAt(at, changed, sent ? inputsOf(sent) : new Map(given.map(([name, form]) => [name, {form}]))),
    ...(asking.sought === null
      ? await calendarAt(at, changing(at, fields), {around: firstDay(at, typed), lookup: address})
      : {}),
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
  return {intro: context.words.forms.locked(listed(labels, language), states.label(state))}
}

/** The first day of the record; its months are shown first. */
export function firstDay({screen, entity, reader}: OnRecord, typed: ReadonlyMap<string, readonly string[]>): number {
  const [begins = ''] = typed.get(spanOf(screen, entity)?.from ?? '') ?? []
  return readDay(begins) ?? todayIn(reader)
}

/** If both dates can be changed: the calendar of the form for new records. */
export async function calendarAt(
  at: OnRecord,
  hinted: Hinted,
  {around, lookup}: {readonly around: number; readonly lookup: string},
): Promise<{readonly calendar?: PeriodCalendarData}> {
  const {reader, entity, record, visit, panel} = at
  const {fields} = hinted
  const summary = summaryAt(at, hinted)
  const screen = summary?.screen ?? at.screen
  const names = fields.map(({name}) => name)
  const dates = datesOf(screen, entity, names)
  if (!dates) return {}
  const hasHalves = dates.halfDays?.every(name => names.includes(name)) === true
  const span = hasHalves ? dates : {...dates, halfDays: null}
  const filled = summary && (await filledRecord(reader, hinted, new Map()))
  const request = {span, filled, around, lookup, visit, changed: record.id}
  return {calendar: await (summary ?? panel).calendar(reader, request)}
}

const changing = (at: OnRecord, fields: readonly Field[]): Hinted => ({
  entity: at.entity,
  fields,
  actions: formActions(at),
  id: at.record.id,
})

async function changingWithParts(at: OnRecord, sent: Form): Promise<Hinted> {
  const {reader, entity, record, context, screen} = at
  const lists = partListsOf(context.specification, entity, screen)
  const parts = await partsInForm(reader, lists, {owner: {entity: entity.name, id: record.id}, sent})
  return {...changing(at, await changeableFields(at)), parts}
}

/** The actions that a form of the document performs after saving; on a record page, actions have their own buttons. */
const formActions = ({screen}: RecordVisit): readonly string[] =>
  screen.kind.can.edit ? bulletOf(screen, actions) : []

function savingActions(at: RecordVisit): FormScreenData['actions'] {
  const save = {name: 'update', label: at.context.words.forms.save}
  const labelled = (name: string) => actionLabel(at.context.specification, at.entity.name, name)
  return [...formActions(at).map(name => ({name, label: labelled(name)})), save].map((action, index) => ({
    ...action,
    tone: index === 0 ? 'lead' : 'plain',
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
export async function previewEdit(at: OnRecord, form: Form, action: Hinted | null): Promise<FormReply> {
  const {reader, record, context} = at
  const hinted = action ?? (await changingWithParts(at, form))
  const filled = await filledRecord(reader, hinted, inputsOf(form))
  const summary = summaryAt(at, hinted)
  const rules = summary?.rules ?? []
  const plain = filled ? await hintsFor(reader, hinted, filled, {rules, facts: summary === null}) : noHints
  const hints = filled && summary ? {...plain, ...(await summaryIn(at, summary, filled))} : plain
  return recordForm(at, {heading: context.words.forms.editing(record.name), actions: [], hints})
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
  const fields = new Map([...inputsOf(form, names)].filter(([name]) => form.text(`_take.${name}`) !== 'theirs'))
  const plain: ChangeRequest = {kind: 'update', ...owner, version: versionIn(form), fields}
  const request = {...plain, ...parts.changes}
  const isForm = at.screen.kind.can.edit
  const place: Repeatable['leadsTo'] = (writing, [record]) =>
    recordPlace(at, record?.id ?? '', writing).then(found => found ?? '/')
  const once = answered(visit, isForm ? place : addressWith(at, ''))
  const performing = action === null ? {} : {perform: {action, inputs: new Map()}}
  const outcome = await engine.change(visit.actor, [{...request, ...performing}], once)
  return outcome.ok
    ? outcome
    : {...outcome, problems: outcome.problems.map(each => ({...each, field: parts.fieldOf(each.field)}))}
}
