/** The text of a notification: record, event, person and link, restricted to data the reader may see. */
import {mailMessagesFor} from '../../messages/mail.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {PlainChange} from '../../points/states/model.ts'
import {namesOf} from '../query/names.ts'
import type {ReadContext} from '../read-context.ts'
import {changesText} from '../screens/record/history.ts'
import {hrefsOf} from '../screens/record/record-address.ts'
import {fillSentences, saysOf} from '../sentences.ts'
import {type FieldChange, readHistory} from '../write/history.ts'
import {mentionAction} from './mentions.ts'

export interface NotifiedEvent {
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly by: string | null
  /** For a plain change, its entry in the history. */
  readonly event: string
  /** The name of a deleted record. */
  readonly name: string | null
  /** The sentence for this recipient and the text of the action, with fields in braces. */
  readonly text: string | null
  readonly says: string | null
}

export interface NotificationText {
  /** The name of the record. */
  readonly name: string
  /** The label of its entity. */
  readonly kind: string
  /** The label of the action. */
  readonly action: string
  /** Set if it was not an action of the document; `changes` are those the reader may see. */
  readonly plain: PlainChange | null
  readonly changes: string
  /** The document's sentence; null if it has none. */
  readonly sentence: string | null
  /** Empty if the reader may not know; null if the system did it. */
  readonly by: {readonly id: string; readonly name: string} | null
  /** Null if the reader has no screen for it. */
  readonly href: string | null
}

/** In the given order; null for records the reader may not see. */
export async function notificationTexts(
  reader: ReadContext,
  happened: readonly NotifiedEvent[],
): Promise<(NotificationText | null)[]> {
  const people = happened.flatMap(({by}) => (by === null ? [] : [by]))
  const by = await namesOf(reader, reader.visibility, {entity: userEntity, ids: people})
  const records = new Map<string, {name: string; href: string | null}>()
  for (const [entity, some] of Map.groupBy(happened, each => each.entity))
    for (const [id, found] of await recordTexts(reader, entity, [...new Set(some.map(each => each.record))]))
      records.set(id, found)
  const sentences = await sentencesOf(reader, happened, records)
  const words = mailMessagesFor(reader.moment.language)
  const told: (NotificationText | null)[] = []
  for (const each of happened) {
    const found = records.get(each.record) ?? (each.name === null ? null : {name: each.name, href: null})
    const kind = reader.entities.entities.get(each.entity)?.label ?? each.entity
    const who = each.by === null ? null : {id: each.by, name: by.get(each.by) ?? ''}
    const mentioned = each.action === mentionAction && found ? words.mentioned(who?.name ?? null, found.name) : null
    const sentence = mentioned ?? sentences.get(each)?.(who?.name ?? null) ?? null
    told.push(found && {...found, kind, by: who, sentence, ...(await whatHappened(reader, each))})
  }
  return told
}

/** The document's sentence for the recipient, or for the action; both continue the name of the person who acted. */
async function sentencesOf(
  reader: ReadContext,
  happened: readonly NotifiedEvent[],
  records: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<NotifiedEvent, (by: string | null) => string>> {
  const {actions} = reader.specification.actions
  const wanted = happened.flatMap(each => {
    const action = actions.get(each.entity)?.get(each.action)
    const template = each.text ?? each.says ?? (action ? saysOf(action) : null)
    return template !== null && records.has(each.record)
      ? [{each, entity: each.entity, record: each.record, template, whole: each.text !== null}]
      : []
  })
  const filled = await fillSentences(reader, wanted)
  const {did} = mailMessagesFor(reader.moment.language)
  return new Map(
    wanted.map(({each, whole}, index) => {
      const text = filled[index] ?? ''
      return [each, by => (whole ? text : did(by, text))]
    }),
  )
}

async function whatHappened(
  reader: ReadContext,
  each: NotifiedEvent,
): Promise<Pick<NotificationText, 'action' | 'plain' | 'changes'>> {
  const declared = reader.specification.actions.actions.get(each.entity)?.get(each.action)
  const plain = declared ? null : (plainChanges.find(change => change === each.action) ?? null)
  if (plain === null) return {action: declared?.label ?? each.action.replaceAll('_', ' '), plain, changes: ''}
  const {language} = reader.moment
  const entity = reader.entities.entities.get(each.entity)
  const changes = plain === 'update' && entity ? await changesText(reader, entity, await changesIn(reader, each)) : ''
  return {action: mailMessagesFor(language).plain[plain], plain, changes}
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
  const names = await namesOf(reader, reader.visibility, {entity, ids})
  const hrefs = await hrefsOf(reader, entity, [...names.keys()])
  return new Map([...names].map(([id, name]) => [id, {name, href: hrefs.get(id) ?? null}]))
}
