/** The activity feed of a record: changes and comments, newest first. */

import {personOf} from '../../engine/actor.ts'
import {exactText, whenText} from '../../engine/display/dates.ts'
import {localeOf} from '../../engine/lookup.ts'
import type {HistoryData} from '../../engine/page/cells.ts'
import {namesOf} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/read-context.ts'
import {saysOf} from '../../engine/said.ts'
import {type EarlierValue, fillSentences, type SentenceAbout} from '../../engine/sentences.ts'
import type {FieldChange, HistoryEntry} from '../../engine/write/history.ts'
import type {Json} from '../../feel/core.ts'
import {isList, type Value} from '../../feel/value.ts'
import type {MailMessages} from '../../messages/en/mail.ts'
import {listed} from '../../messages/grammar.ts'
import {mailMessagesFor} from '../../messages/mail.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {datesOfSpan, fieldOf, fieldsOfSpan, targetOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {computedFromJson} from '../../points/entities/types.ts'
import {labelOf} from '../../points/entities/values/choices.ts'
import {readEnd, showSpan} from '../../points/entities/values/spans.ts'
import type {OnRecord} from '../forms/record-forms.ts'
import {commentsData, saidAs} from './comments.ts'
import type {CompiledRelated} from './compiled-record.ts'

// Changes as text: each field with its old and new value.

/** Too long to show twice in a line, or not text at all. */
const unspoken: ReadonlySet<string> = new Set(['area', 'file'])

/**
 * Continues the name of a person: “moved the first day from Mon 13 Apr to Tue 14 Apr and edited the note”. `changes`
 * are those that the reader may see. Empty if none of them can be shown.
 */
export const changesText = (reader: ReadContext, entity: Entity, changes: readonly FieldChange[]): Promise<string> =>
  saidChanges(reader, {entity, changes, words: mailMessagesFor(reader.moment.language).changes})

/** The same before it happens: “Days: 12.5 instead of 25”. */
export const comingText = (reader: ReadContext, entity: Entity, changes: readonly FieldChange[]): Promise<string> =>
  saidChanges(reader, {entity, changes, words: mailMessagesFor(reader.moment.language).coming})

interface SaidChanges {
  readonly entity: Entity
  readonly changes: readonly FieldChange[]
  readonly words: MailMessages['coming']
}

async function saidChanges(reader: ReadContext, {entity, changes, words}: SaidChanges): Promise<string> {
  const known = changes.flatMap(change => {
    const field = fieldOf(entity, change.field)
    return field ? [{...change, field}] : []
  })
  const names = await namesIn(reader, known)
  const spans = movedSpans(reader, entity, changes)
  const within = new Set(spans.flatMap(({fields}) => fields))
  const kind = inSentence(entity.label, reader.moment.language)
  const moved = spans.map(({before, after, label, isTimed}) =>
    words.movedSpan(before, isTimed ? withoutDay(after, before) : after, {kind, label, isTimed}),
  )
  const others = known.filter(({field}) => !within.has(field.name))
  const said = others.map(({field, before, after}) => {
    const {kind} = field.type.type
    const named = {label: field.label, isNumber: kind === 'number'}
    const part = (text: string, hasList = false) => ({text, hasList})
    if (unspoken.has(field.type.control.control) || (before === null && after === null))
      return part(words.edited(named))
    const isTyped = field.type.name === 'text'
    const [was, is] = [before, after].map(json => {
      const text = textOf(reader, field, {json, names})
      return isTyped && text !== '' ? words.quoted(text) : text
    })
    if (!is) return part(words.cleared(named))
    const isMoved = kind === 'date' || kind === 'date and time'
    const hasList = !isMoved && !isTyped && (kind === 'list' || `${was}${is}`.includes(','))
    if (!was || kind === 'boolean') return part(words.set(named, is), hasList)
    return isMoved ? part(words.moved(named, withoutYear(was, is), is)) : part(words.changed(named, was, is), hasList)
  })
  const all = [...moved, ...said.map(({text}) => text)]
  return all.length === 0 ? '' : words.all(all, {haveLists: said.some(({hasList}) => hasList)})
}

interface MovedSpan {
  readonly label: string
  /** With times of day. */
  readonly isTimed: boolean
  readonly before: string
  readonly after: string
  /** Its ends, its half days and what is counted of it. */
  readonly fields: readonly string[]
}

/** The spans of which both ends were moved. */
function movedSpans({moment}: ReadContext, entity: Entity, changes: readonly FieldChange[]): MovedSpan[] {
  const locale = localeOf(moment)
  return [...entity.spans.values()].flatMap(span => {
    const isTimed = fieldOf(entity, span.from)?.type.type.kind !== 'date'
    const valuesAt = (when: 'before' | 'after') =>
      datesOfSpan(span).map(name => changes.find(({field}) => field === name)?.[when])
    const textAt = (when: 'before' | 'after') => {
      const [first, last, startsMidday, endsMidday] = valuesAt(when)
      if (typeof first !== 'string' || typeof last !== 'string') return ''
      const half = {startsMidday: startsMidday === true, endsMidday: endsMidday === true}
      return showSpan({first: readEnd(first), last: readEnd(last), ...half}, locale)
    }
    const [before, after] = [textAt('before'), textAt('after')]
    if (before === '' || after === '' || before === after) return []
    return [{label: span.label, isTimed, before, after, fields: fieldsOfSpan(span)}]
  })
}

/** “12:00–13:00” after “Wed 25 Nov, 10:00–11:00”, on the same day. */
function withoutDay(text: string, other: string): string {
  const day = text.slice(0, text.lastIndexOf(', ') + 2)
  return day !== '' && other.startsWith(day) && other.lastIndexOf(', ') + 2 === day.length
    ? text.slice(day.length)
    : text
}

/** “13 Apr” beside “14 Apr 2026”. */
function withoutYear(text: string, other: string): string {
  const [, day, year] = /^(.+?),? (\d{4})$/.exec(text) ?? []
  return day !== undefined && other.endsWith(` ${year}`) ? day : text
}

/** The values before these changes, as text; `changes` are those that the reader may see. */
async function textsBefore(reader: ReadContext, entity: Entity, changes: readonly FieldChange[]): Promise<string[]> {
  const known = changes.flatMap(change => {
    const field = fieldOf(entity, change.field)
    return field ? [{...change, field}] : []
  })
  const names = await namesIn(reader, known)
  return changes.map(({field: name, before}) => {
    const field = fieldOf(entity, name)
    return field ? textOf(reader, field, {json: before, names}) : ''
  })
}

/** Values of fields, as history keeps them, as text; only those of fields that the document still has. */
export async function earlierValues(
  reader: ReadContext,
  entity: Entity,
  values: Readonly<Record<string, Json>>,
): Promise<ReadonlyMap<string, EarlierValue>> {
  const known = Object.entries(values).map(([field, before]) => ({field, before, after: null}))
  const texts = await textsBefore(reader, entity, known)
  return new Map(known.map(({field, before}, index) => [field, {text: texts[index] ?? '', value: before}]))
}

type Changes = readonly {readonly field: Field; readonly before: Json; readonly after: Json}[]

async function namesIn(reader: ReadContext, changes: Changes): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const byTarget = Map.groupBy(changes, ({field}) => targetOf(field))
  for (const [entity, some] of byTarget) {
    if (entity === null) continue
    const ids = some.flatMap(({before, after}) => [...idsIn(before), ...idsIn(after)])
    for (const [id, name] of await namesOf(reader, reader.visibility, {entity, ids})) names.set(id, name)
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
  const locale = localeOf(reader.moment)
  if (targetOf(field) !== null)
    return listed(
      idsIn(json).map(id => names.get(id) ?? '…'),
      locale.language,
    )
  const value = valueFromJson(field, json, locale)
  if (value === null) return ''
  const text =
    isList(value) && !field.computed
      ? listed(
          value.map(item => field.type.toText([item], locale)),
          locale.language,
        )
      : field.type.toText(value, locale)
  return field.type.control.words ? text.replaceAll('_', ' ') : text
}

function valueFromJson({computed, type}: Field, json: Json, locale: Locale): Value {
  if (computed) return computedFromJson(type.type, json, locale)
  const judged = type.fromJson(json, locale)
  return judged.ok ? judged.value : null
}

// The feed.

const mostShown = 60

/** With the comments that the person may see. */
export async function historyData(
  at: OnRecord,
  entries: readonly HistoryEntry[],
  comments: readonly CompiledRelated[],
): Promise<HistoryData[]> {
  const says = await saidOf(at, entries)
  const happened = await Promise.all(
    entries.flatMap((entry, index) =>
      isSaidByAction(entry, entries[index - 1], says)
        ? []
        : [eventData(at, entry, {says: says.get(entry) ?? null, before: entries[index + 1] ?? null})],
    ),
  )
  const said = (
    await Promise.all(comments.map(list => commentsData(at, list, comments.length > 1 ? list.entity.label : null)))
  ).flat()
  return [...said, ...happened].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, mostShown)
}

/** Created and submitted in one step: the sentence of the action tells both. */
function isSaidByAction(entry: HistoryEntry, next: HistoryEntry | undefined, says: SaidOf): boolean {
  return entry.action === 'create' && next?.at === entry.at && says.has(next)
}

/** What the document says of an entry. */
interface Said {
  readonly says: string
  /** The values before it, if the sentence has all the new ones. */
  readonly was: string | null
}

type SaidOf = ReadonlyMap<HistoryEntry, Said>

/** The document's sentence for each action, with the values at the time. Newest entry first. */
async function saidOf({reader, context, entity, record}: OnRecord, entries: readonly HistoryEntry[]): Promise<SaidOf> {
  const actions = context.specification.actions.actions.get(entity.name)
  const stateField = context.specification.states.machines.get(entity.name)?.field
  const templates = entries.map(entry => {
    const action = actions?.get(entry.action)
    const moved = entry.changes.find(({field}) => field === stateField)
    return action ? saysOf(action, {from: stateIn(moved?.before), to: stateIn(moved?.after)}) : null
  })
  if (templates.every(each => each === null)) return new Map()
  const changes = entries.flatMap(entry => entry.changes)
  const before = await textsBefore(reader, entity, changes)
  const values = new Map<string, EarlierValue>()
  const wanted: (SentenceAbout & {entry: HistoryEntry})[] = []
  const moved: (SentenceAbout & {entry: HistoryEntry})[] = []
  const me = personOf(reader.actor)?.id
  for (const [index, entry] of entries.entries()) {
    const template = templates[index] ?? null
    const said = await earlierValues(reader, entity, entry.said)
    const byReader = me !== undefined && entry.by.id === me
    const about = {entity: entity.name, record: record.id, values: new Map([...values, ...said]), byReader}
    if (template !== null) wanted.push({...about, template, entry})
    for (const change of entry.changes)
      values.set(change.field, {text: before[changes.indexOf(change)] ?? '', value: change.before})
    const changed = template === null ? null : saidTogether(template, entity, askedChanges(reader, entity, entry))
    if (changed !== null) moved.push({...about, values: new Map(values), template: changed, entry})
  }
  const texts = await fillSentences(reader, [...wanted, ...moved])
  const was = new Map(moved.map(({entry}, index) => [entry, texts[wanted.length + index] ?? '']))
  return new Map(wanted.map(({entry}, index) => [entry, {says: texts[index] ?? '', was: was.get(entry) ?? null}]))
}

/**
 * The part of a sentence that names every changed field: `{dates}`, or both fields of `changed the opening hours to
 * {opens}–{closes}`. Null if no part names them all.
 */
function saidTogether(template: string, {spans}: Entity, changes: readonly FieldChange[]): string | null {
  const parts = template.match(/\{[^{}]*\}(?: ?[–-] ?\{[^{}]*\})*/g) ?? []
  const fieldsIn = (part: string) =>
    [...part.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) => {
      const span = spans.get(name)
      return span ? fieldsOfSpan(span) : [name]
    })
  const isSaid = (part: string) => changes.every(({field}) => fieldsIn(part).includes(field))
  return changes.length === 0 ? null : (parts.find(isSaid) ?? null)
}

function stateIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

interface FeedContext {
  /** What the document says of it. */
  readonly says: Said | null
  /** What happened to the record before. */
  readonly before: HistoryEntry | null
}

async function eventData(at: OnRecord, entry: HistoryEntry, {says, before}: FeedContext): Promise<HistoryData> {
  const {reader, context, entity} = at
  const {id, name} = entry.by
  const states = context.display.states.get(entity.name)
  const to = entry.changes.find(({field}) => field === states?.machine.field)?.after
  const state = states && typeof to === 'string' ? {label: states.label(to), tone: states.tones[to] ?? 'idle'} : null
  const what = await withAsked(at, entry, says ?? {says: await whatHappened(at, entry, before), was: null})
  const told = toldBy(at, entry, what)
  return {
    id: entry.id,
    at: entry.at,
    when: whenText(entry.at, reader.moment),
    exact: exactText(entry.at, reader.moment),
    who: id === null ? null : {id, name},
    ...told,
    // The sentence already contains it.
    state: entry.action === 'create' || entry.action === undoAction || says !== null ? null : state,
    ...saidWith(at, entry),
  }
}

/** Who acted and what they did, as one sentence to the reader. */
function toldBy({context, reader}: OnRecord, entry: HistoryEntry, what: string): Pick<HistoryData, 'by' | 'what'> {
  const {records} = context.words
  const {id, name} = entry.by
  if (id !== null && id === personOf(reader.actor)?.id) return {by: records.you, what: records.byYou(what)}
  if (id !== null && name !== '') return {by: name, what}
  const nobody = nobodyOf(entry)
  if (nobody === 'automatic' && what !== '') return {by: '', what: records.alone(what)}
  return {by: records[nobody], what}
}

/** The text if no person is named; it reveals nothing about a person the reader may not see. */
function nobodyOf({by}: HistoryEntry): 'loaded' | 'operator' | 'someone' | 'automatic' {
  if (by.kind === 'person') return 'someone'
  return by.kind === 'demo' ? 'loaded' : by.kind === 'operator' ? 'operator' : 'automatic'
}

/** As `undoChange` writes it. */
const undoAction = 'undo'

async function whatHappened(at: OnRecord, entry: HistoryEntry, before: HistoryEntry | null): Promise<string> {
  const {reader, context, entity} = at
  const {action, changes, by} = entry
  const declared = context.specification.actions.actions.get(entity.name)?.get(action)
  const {records} = context.words
  const kind = inSentence(entity.label, reader.moment.language)
  if (declared) return isToldByState(at, entry) ? '' : records.did(declared.label)
  const isDecided = (context.specification.states.machines.get(entity.name)?.states.length ?? 0) > 0
  if (action === 'create' && nobodyOf(entry) === 'automatic') return records.createdAutomatically
  if (action === 'create' && by.kind !== 'demo') return (isDecided ? records.created : records.added)(kind)
  if (action === 'create') return ''
  if (action === undoAction) return undone(at, entry, before)
  if (action !== 'update') return labelOf(action)
  return (await changesText(reader, entity, changes)) || records.updated(kind)
}

/** What an undo brought back: the record, or its state. It follows what it takes back. */
function undone({context, entity, reader}: OnRecord, {changes}: HistoryEntry, before: HistoryEntry | null): string {
  const {records} = context.words
  const states = context.display.states.get(entity.name)
  const to = changes.find(({field}) => field === states?.machine.field)?.after
  if (before?.action === 'delete') return records.restored(inSentence(entity.label, reader.moment.language))
  return states && typeof to === 'string' ? records.undidTo(states.label(to)) : records.undidChange
}

/**
 * The inputs that an action changed: “moved the booking (moved the start from … to …)”. Fields that were empty before
 * are left out.
 */
async function withAsked({reader, entity}: OnRecord, entry: HistoryEntry, {says: what, was}: Said): Promise<string> {
  const words = mailMessagesFor(reader.moment.language).changes
  // A sentence may name them itself.
  if (was !== null && what.includes(was)) return what
  if (was !== null) return what.endsWith(')') ? `${what}, ${words.was(was)}` : `${what} (${words.was(was)})`
  const changes = askedChanges(reader, entity, entry)
  const [span, ...more] = movedSpans(reader, entity, changes)
  const alone = span && more.length === 0 && changes.every(({field}) => span.fields.includes(field))
  if (alone && what !== '') return `${what} (${words.fromTo(span.before, span.after)})`
  const text = changes.length === 0 ? '' : await changesText(reader, entity, changes)
  return text === '' || what === '' ? what || text : `${what} (${text})`
}

/** Of the changes by an action, those of fields that it asked for and that were not empty before. */
export function askedChanges(
  {specification}: ReadContext,
  entity: Entity,
  entry: Pick<HistoryEntry, 'action' | 'changes'>,
): readonly FieldChange[] {
  const rows = specification.actions.actions.get(entity.name)?.get(entry.action)?.rows ?? []
  const asked = new Set(rows.flatMap(row => row.asks.filter(({own}) => !own).map(({field}) => field.name)))
  const isSpoken = (name: string) => !unspoken.has(fieldOf(entity, name)?.type.control.control ?? 'file')
  return entry.changes.filter(({field, before}) => asked.has(field) && before !== null && isSpoken(field))
}

/** If only one action leads to the new state, the state alone is shown: “Approved”, not “Approved, Approve”. */
function isToldByState({context, entity}: OnRecord, {changes}: HistoryEntry): boolean {
  const {states, actions} = context.specification
  const machine = states.machines.get(entity.name)
  const to = changes.find(({field}) => field === machine?.field)?.after
  if (typeof to !== 'string') return false
  const leading = [...(actions.actions.get(entity.name)?.values() ?? [])].filter(({rows}) =>
    rows.some(row => row.to === to),
  )
  return leading.length === 1
}

/** The long text input of an action; the texts of a new record are on its page anyway. */
function saidWith({context, entity}: OnRecord, {action, changes}: HistoryEntry): Pick<HistoryData, 'comment' | 'rich'> {
  const asks =
    context.specification.actions.actions
      .get(entity.name)
      ?.get(action)
      ?.rows.flatMap(row => row.asks) ?? []
  const isSaid = (field: Field | undefined) =>
    field?.type.control.control === 'area' && asks.some(asked => asked.field.name === field.name)
  const said = changes.find(({field, after}) => isSaid(entity.fields.get(field)) && typeof after === 'string')
  const field = said && entity.fields.get(said.field)
  return typeof said?.after === 'string' && field ? saidAs(field, said.after) : {comment: null}
}
