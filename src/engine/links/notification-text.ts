/** The text of a notification: record, event, person and link, restricted to data the reader may see. */

import type {Json} from '../../feel/core.ts'
import {languageOf} from '../../messages/languages.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {targetAt} from '../../points/screens/field-paths.ts'
import type {PlainChange} from '../../points/states/model.ts'
import {saysOf} from '../base/sentence-templates.ts'
import {type EarlierValue, fillSentences, namesThen} from '../display/fill-sentences.ts'
import {mentionAction} from '../notifications/mentions.ts'
import {fieldCells} from '../query/field-texts.ts'
import {recordNames} from '../query/names.ts'
import type {ReadContext} from '../query/read-context.ts'
import {abilities} from '../records/abilities.ts'
import {type FieldChange, readHistory} from '../transaction/history.ts'
import {askedChanges, changesText, earlierValues} from '../transaction/history-text.ts'
import {hrefsOf} from './record-address.ts'

export interface NotifiedEvent {
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly by: string | null
  /** Its entry in the history. */
  readonly event: string
  /** The name of a deleted record. */
  readonly name: string | null
  /** The sentence for this recipient and the text of the action, with fields in braces. */
  readonly text: string | null
  readonly says: string | null
  /** What the fields held that are said in it, when it happened. */
  readonly values: Readonly<Record<string, Json>> | null
}

interface NotifyingPerson {
  readonly id: string
  readonly name: string
}

export interface NotificationText {
  /** The name of the record. */
  readonly name: string
  /** The label of its entity. */
  readonly kind: string
  /** The label of the action. */
  readonly action: string
  /** Set if it was not an action of the document; `changes` are those the reader may see, of an action those of fields it asked for. */
  readonly plain: PlainChange | null
  readonly changes: string
  /** The document's sentence; null if it has none. */
  readonly sentence: string | null
  /** Empty if the reader may not know; null if the system did it. */
  readonly by: NotifyingPerson | null
  /** The person it is from: the one that its own sentence begins with, “{person} invited you”, and otherwise the one who acted. */
  readonly from: NotifyingPerson | null
  /** Null if the reader has no screen for it. */
  readonly href: string | null
}

/** In the given order; null for records the reader may not see. */
export async function notificationTexts(
  reader: ReadContext,
  happened: readonly NotifiedEvent[],
): Promise<(NotificationText | null)[]> {
  const people = happened.flatMap(({by}) => (by === null ? [] : [by]))
  const by = await recordNames(reader, reader.visibility, {entity: userEntity, ids: people})
  const records = new Map<string, {name: string; href: string | null}>()
  for (const [entity, some] of Map.groupBy(happened, each => each.entity))
    for (const [id, found] of await recordTexts(reader, entity, [...new Set(some.map(each => each.record))]))
      records.set(id, found)
  const earlier = await readableThen(reader, happened)
  const names = await namesAtTheTime(reader, happened, earlier)
  const sentences = await sentencesOf(reader, happened, {records, earlier})
  const speakers = await speakersOf(reader, happened)
  const words = languageOf(reader.moment.language).events
  const told: (NotificationText | null)[] = []
  for (const each of happened) {
    const now = records.get(each.record) ?? (each.name === null ? null : {name: each.name, href: null})
    const found = now && {...now, name: names.get(each) ?? now.name}
    const kind = reader.entities.entities.get(each.entity)?.label ?? each.entity
    const who = each.by === null ? null : {id: each.by, name: by.get(each.by) ?? ''}
    const mentioned = each.action === mentionAction && found ? words.mentioned(who?.name ?? null, found.name) : null
    const sentence = mentioned ?? sentences.get(each)?.(who?.name ?? null) ?? null
    const from = speakers.get(each) ?? who
    told.push(found && {...found, kind, by: who, from, sentence, ...(await whatHappened(reader, each))})
  }
  return told
}

/** The document's sentence for the recipient, or for the action; both continue the name of the person who acted. */
async function sentencesOf(
  reader: ReadContext,
  happened: readonly NotifiedEvent[],
  {records, earlier}: {readonly records: ReadonlyMap<string, unknown>; readonly earlier: ValuesThen},
): Promise<ReadonlyMap<NotifiedEvent, (by: string | null) => string>> {
  const wanted = happened.flatMap(each => {
    const template = templateOf(reader, each)
    if (template === null || !records.has(each.record)) return []
    const values = earlier.get(each) ?? new Map<string, EarlierValue>()
    return [{each, entity: each.entity, record: each.record, template, values, whole: each.text !== null}]
  })
  const filled = await fillSentences(reader, wanted)
  const {did} = languageOf(reader.moment.language).events
  return new Map(
    wanted.map(({each, whole}, index) => {
      const text = filled[index] ?? ''
      return [each, by => (whole ? text : did(by, text))]
    }),
  )
}

/** The people with whom the sentences for the recipient begin, as far as the reader may know them. */
async function speakersOf(
  reader: ReadContext,
  happened: readonly NotifiedEvent[],
): Promise<ReadonlyMap<NotifiedEvent, NotifyingPerson>> {
  const speakers = new Map<NotifiedEvent, NotifyingPerson>()
  for (const [entity, some] of Map.groupBy(happened, each => each.entity))
    for (const [text, same] of Map.groupBy(some, each => each.text)) {
      const [first] =
        text === null || !reader.entities.entities.has(entity) ? [] : reader.sentences.of(entity, text).parts
      if (first?.kind !== 'path' || targetAt(reader.entities, entity, first.path.join('.')) !== userEntity) continue
      const ids = same.map(each => each.record)
      const cells = await fieldCells(reader, {entity, ids, paths: [first.path]})
      for (const each of same) {
        const cell = cells.get(each.record)?.[0]
        if (typeof cell?.value === 'string') speakers.set(each, {id: cell.value, name: cell.text})
      }
    }
  return speakers
}

function templateOf({specification}: ReadContext, {entity, action, text, says}: Sentences): string | null {
  const declared = specification.actions.actions.get(entity)?.get(action)
  return text ?? says ?? (declared ? saysOf(declared) : null)
}

type Sentences = Pick<NotifiedEvent, 'entity' | 'action' | 'text' | 'says'>

// A notification says what was true when it was sent: the values of the fields that it says are stored with it. References are stored as such, so that what
// they lead to is named as far as the reader may see it now.

type ValuesThen = ReadonlyMap<NotifiedEvent, ReadonlyMap<string, EarlierValue>>

/** The values that have changed since, as far as the reader may read their fields now. */
async function readableThen(reader: ReadContext, happened: readonly NotifiedEvent[]): Promise<ValuesThen> {
  const then = new Map<NotifiedEvent, ReadonlyMap<string, EarlierValue>>()
  for (const [name, some] of Map.groupBy(happened, each => each.entity)) {
    const entity = reader.entities.entities.get(name)
    const heads = [...new Set(some.flatMap(({values}) => Object.keys(values ?? {})))]
    if (!entity || heads.length === 0) continue
    const ids = [...new Set(some.map(({record}) => record))]
    const now = await fieldCells(reader, {entity: name, ids, paths: heads.map(head => [head])})
    for (const each of some) {
      const cells = now.get(each.record)
      const current = (field: string) => cells?.[heads.indexOf(field)]?.value ?? null
      const changed = Object.entries(each.values ?? {}).filter(([field, value]) => !isSameJson(value, current(field)))
      // What is empty now may be hidden from the reader.
      const unsure = changed.some(([field]) => current(field) === null)
      const covered = unsure ? await abilities(reader, name).on(each.record, 'read') : null
      const seen = changed.filter(([field]) => current(field) !== null || covered?.covers(field))
      if (seen.length > 0) then.set(each, await earlierValues(reader, entity, Object.fromEntries(seen)))
    }
  }
  return then
}

const isSameJson = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Only of records that were called differently. */
async function namesAtTheTime(
  reader: ReadContext,
  happened: readonly NotifiedEvent[],
  earlier: ValuesThen,
): Promise<ReadonlyMap<NotifiedEvent, string>> {
  const names = new Map<NotifiedEvent, string>()
  for (const [name, some] of Map.groupBy(
    happened.filter(each => earlier.has(each)),
    each => each.entity,
  )) {
    const entity = reader.entities.entities.get(name)
    const wanted = some.map(each => ({
      entity: name,
      record: each.record,
      values: earlier.get(each) ?? new Map<string, EarlierValue>(),
    }))
    const found = entity ? await namesThen(reader, entity, wanted) : []
    for (const [index, each] of some.entries()) if (found[index]) names.set(each, found[index])
  }
  return names
}

/** The stored values of one notification, for sentences of its mail. */
export async function valuesThen(
  reader: ReadContext,
  event: NotifiedEvent,
): Promise<ReadonlyMap<string, EarlierValue>> {
  return (await readableThen(reader, [event])).get(event) ?? new Map<string, EarlierValue>()
}

async function whatHappened(
  reader: ReadContext,
  each: NotifiedEvent,
): Promise<Pick<NotificationText, 'action' | 'plain' | 'changes'>> {
  const declared = reader.specification.actions.actions.get(each.entity)?.get(each.action)
  const plain = declared ? null : (plainChanges.find(change => change === each.action) ?? null)
  const {language} = reader.moment
  const entity = reader.entities.entities.get(each.entity)
  if (plain === null) {
    const changed = declared?.rows.some(({asks}) => asks.some(({own}) => !own)) ? await changesIn(reader, each) : []
    const asked = entity ? askedChanges(reader, entity, {action: each.action, changes: changed}) : []
    const changes = entity && asked.length > 0 ? await changesText(reader, entity, asked) : ''
    return {action: declared?.label ?? each.action.replaceAll('_', ' '), plain, changes}
  }
  const changes = plain === 'update' && entity ? await changesText(reader, entity, await changesIn(reader, each)) : ''
  return {action: languageOf(language).events.plain[plain], plain, changes}
}

const plainChanges = ['create', 'update', 'delete'] as const satisfies readonly PlainChange[]

async function changesIn(reader: ReadContext, {entity, record, event}: NotifiedEvent): Promise<readonly FieldChange[]> {
  const entries = await readHistory(reader, {entity, id: record})
  return entries.find(({id}) => id === event)?.changes ?? []
}

/** The names of records for the reader, and links to them. */
export async function recordTexts(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, {name: string; href: string | null}>> {
  if (!reader.entities.entities.has(entity)) return new Map()
  const names = await recordNames(reader, reader.visibility, {entity, ids})
  const hrefs = await hrefsOf(reader, entity, [...names.keys()])
  return new Map([...names].map(([id, name]) => [id, {name, href: hrefs.get(id) ?? null}]))
}
