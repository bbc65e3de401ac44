/** The text of a notification: record, event, person and link, each as far as the reader may see it. */
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
  /** What the record was called, where it is gone. */
  readonly name: string | null
  /** The sentence for this person, and what the action says; with fields in braces. */
  readonly text: string | null
  readonly says: string | null
}

export interface NotificationText {
  /** The name of the record. */
  readonly name: string
  /** What its entity is called. */
  readonly kind: string
  /** What the action is called. */
  readonly action: string
  /** Where it was no action of the document, and what was changed then, as far as the reader may see it. */
  readonly plain: PlainChange | null
  readonly changes: string
  /** What the document itself says of it; null where it says nothing. */
  readonly sentence: string | null
  /** Empty if the reader may not know; null if the system did it. */
  readonly by: {readonly id: string; readonly name: string} | null
  /** Null where no screen shows it to the reader. */
  readonly href: string | null
}

/** In the order given; null for what may not be read. */
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

/** What the document says to the person, or of the action; each takes the name of the person who acted. */
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

/** What records are called for the reader, and where they are shown to them. */
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
