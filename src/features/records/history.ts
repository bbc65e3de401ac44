/** The activity feed of a record: changes and comments, newest first. */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {saysOf} from '../../engine/base/sentence-templates.ts'
import {exactText, whenText} from '../../engine/display/dates.ts'
import {type EarlierValue, fillSentences, type SentenceAbout} from '../../engine/display/fill-sentences.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {FieldChange, HistoryEntry} from '../../engine/transaction/history.ts'
import {
  askedChanges,
  changesText,
  earlierValues,
  movedSpans,
  saidChanges,
  textsBefore,
} from '../../engine/transaction/history-text.ts'
import {languageOf} from '../../messages/languages.ts'
import {fieldsOfSpan} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {choiceLabel} from '../../points/entities/values/choices.ts'
import {commentsData, saidAs} from './comments.ts'
import type {CompiledRelated} from './compiled-record.ts'
import type {HistoryData} from './data.ts'
import type {OnRecord} from './record-forms.ts'

/** The same before it happens: “Days: 12.5 instead of 25”. */
export const comingText = (reader: ReadContext, entity: Entity, changes: readonly FieldChange[]): Promise<string> =>
  saidChanges(reader, {entity, changes, words: languageOf(reader.moment.language).events.coming})

// The feed.

const mostShown = 60

/** With the comments that the person may see. */
export async function historyData(
  at: OnRecord,
  entries: readonly HistoryEntry[],
  comments: readonly CompiledRelated[],
): Promise<HistoryData[]> {
  const events = async () => {
    const says = await saidOf(at, entries)
    return atOnce(
      entries.flatMap((entry, index) =>
        isSaidByAction(entry, entries[index - 1], says)
          ? []
          : [eventData(at, entry, {says: says.get(entry) ?? null, before: entries[index + 1] ?? null})],
      ),
    )
  }
  const said = comments.map(list => commentsData(at, list, comments.length > 1 ? list.entity.label : null))
  const [happened, ...written] = await atOnce([events(), ...said])
  return [...written.flat(), ...happened]
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, mostShown)
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
  const [before, earlier] = await atOnce([
    textsBefore(reader, entity, changes),
    atOnce(entries.map(({said}) => earlierValues(reader, entity, said))),
  ])
  const values = new Map<string, EarlierValue>()
  const wanted: (SentenceAbout & {entry: HistoryEntry})[] = []
  const moved: (SentenceAbout & {entry: HistoryEntry})[] = []
  const me = personOf(reader.actor)?.id
  for (const [index, entry] of entries.entries()) {
    const template = templates[index] ?? null
    const said = earlier[index] ?? new Map()
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
  if (action !== 'update') return choiceLabel(action)
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
  const words = languageOf(reader.moment.language).events.changes
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
