/** Writes notifications in the transaction of the change: for `notify` effects, and for plain changes by others. */

import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import {type Core, type Json, partsOf} from '../../feel/core.ts'
import {isList, isReference, type Value} from '../../feel/value.ts'
import {fieldsAt} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {PlainChange} from '../../points/states/model.ts'
import {instantAt, queryRows} from '../../store/sql.ts'
import type {Actor} from '../base/actor.ts'
import {viewerNamingPaths} from '../display/record-names.ts'
import {type OutboxMessage, post} from '../outbox/outbox.ts'
import {fieldCells} from '../query/field-texts.ts'
import {recordNames} from '../query/names.ts'
import {allSeeing, entityOf, type ReadContext} from '../query/read-context.ts'
import {valueAt} from '../query/record-values.ts'
import {type FieldValues, readStored} from '../query/stored.ts'
import {abilities, type OfferedAction} from '../records/abilities.ts'
import {type NewNotification, unrestricted, type WriteContext} from '../transaction/context.ts'
import {isSame} from '../transaction/history.ts'
import {nothing, type SideEffect} from '../transaction/journal.ts'
import {tellsPeople} from './notification-rows.ts'

/* The action by which a person can move a record along its expected path, and the one that ends it. */

export interface WaitingRecord {
  readonly lead: OfferedAction
  readonly stop: OfferedAction | null
  /** All actions of the reader. */
  readonly offered: readonly OfferedAction[]
}

/** Keyed by id; records that the reader cannot move on are left out. */
export async function waitingFor(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WaitingRecord>> {
  const display = reader.states.get(entity)
  if (!display) return new Map()
  const {machine} = display
  const way = display.ahead()
  const ends = (to: string) => machine.final.includes(to) && display.tones[to] !== 'good' && !way.includes(to)
  const offered = await abilities(reader, entity).actions(ids)
  return new Map(
    [...offered].flatMap(([id, some]) => {
      const moves = ({name, to}: OfferedAction) =>
        to.length > 0 && to.every(state => way.includes(state)) && !display.leadsToRejection(name)
      const lead = some.find(({name}) => display.leadsToSuccess(name)) ?? some.find(moves)
      const stop = some.find(action => action !== lead && action.to.length > 0 && action.to.every(ends)) ?? null
      return lead ? [[id, {lead, stop, offered: some}] as const] : []
    }),
  )
}

// What a notification says later is what was true when it was sent.

/** What the fields hold now that the notification says: in its sentence, in the name of its record and in its mail. */
export async function valuesNow(
  context: ReadContext,
  {entity: name, record, action, text, says}: NewNotification,
): Promise<Readonly<Record<string, Json>>> {
  const entity = context.entities.entities.get(name)
  if (!entity) return {}
  const mail = context.specification.actions.actions.get(name)?.get(action)?.mail
  const written = [text ?? says, mail?.subject?.text, mail?.text?.text]
  const named = viewerNamingPaths(entity).flatMap(([head = '']) => fieldsAt(entity, head).map(each => each.name))
  const said = written.flatMap(each => (each ? context.sentences.of(name, each).fields : []))
  const fields = [...named, ...said]
  const heads = [...new Set(fields)].map(field => [field])
  const reader = unrestricted(context)
  const cells = (await fieldCells(reader, {entity: name, ids: [record], paths: heads})).get(record) ?? []
  return Object.fromEntries(heads.map(([field = ''], index) => [field, cells[index]?.value ?? null]))
}

// One notification: a row and, if mail is set up, an outbox row.

export async function notifyPerson(context: WriteContext, notification: NewNotification): Promise<void> {
  const {person, event, entity, record, action, name, text = null, says = null, values = null} = notification
  const {actor, db, moment} = context
  const now = toMillis(moment.now)
  const by = actor.kind === 'person' ? actor.id : null
  // A confirmation of what a person did is no news to them: it is listed, and sent by mail, but not counted.
  const seen = person === by ? instantAt(now) : null
  const id = context.newId()
  const waiting = name === null ? await waitingFor(await readerOf(context, person), entity, [record]) : null
  const waits = waiting?.get(record)?.lead.name ?? null
  await queryRows(
    db,
  )`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen, name, text, says, waits, held)
    values (${id}, ${person}, ${event}, ${instantAt(now)}, ${entity}, ${record}, ${action}, ${by}, ${seen}, ${name}, ${text}, ${says}, ${waits}, ${values && JSON.stringify(values)})`
  if (!context.mailsNotices) return
  const texts = Object.entries({name, text, says}).filter(([, value]) => value !== null)
  const payload = {person, by, ...Object.fromEntries(texts)}
  await post(db, {id, kind: 'notice', name: action, event, entity, record, action, payload}, now)
}

// A notification is settled when its record has been dealt with: for the person who changes the record, and for all
// others when the record has left the state in which it waited for them.

interface SettledRecord {
  readonly id: string
  /** Whether its state changed. */
  readonly moved: boolean
}

/**
 * Call before the notifications of the same change are written. Names the affected people, so that their open pages are
 * updated.
 */
export async function settleNotifications(context: WriteContext, records: readonly SettledRecord[]): Promise<void> {
  const {actor, db, journal, moment, specification} = context
  if (records.length === 0 || !tellsPeople(specification)) return
  const me = actor.kind === 'person' ? actor.id : null
  const seen = instantAt(toMillis(moment.now))
  for (let start = 0; start < records.length; start += recordsAtOnce) {
    const some = new Map(records.slice(start, start + recordsAtOnce).map(({id, moved}) => [id, moved]))
    const {rows: unread} = await sql<Record<'id' | 'person' | 'record' | 'waits', unknown>>`
      select id, person, record, waits from nonet_notification
      where record in (${sql.join([...some.keys()])}) and seen is null order by record, id`.execute(db)
    const over = unread.filter(
      ({person, record, waits}) => person === me || (some.get(String(record)) === true && waits !== null),
    )
    if (over.length === 0) continue
    for (const {id, person} of over) journal.add({kind: 'seen', notification: String(id), person: String(person)})
    const [ids, people] = [over.map(({id}) => String(id)), [...new Set(over.map(({person}) => String(person)))]]
    await sql`update nonet_notification set seen = ${seen}
      where id in (${sql.join(ids)}) and person in (${sql.join(people)})`.execute(db)
  }
}

const recordsAtOnce = 500

/** They are unread again. */
export const seenNotifications: SideEffect<'seen'> = {
  async undo({db}, entries) {
    for (const {notification, person} of entries)
      await queryRows(db)`
        update nonet_notification set seen = null where id = ${notification} and person = ${person}`
  },
  complete: nothing,
}

// A notification that waits until the change can no longer be undone: a row of the outbox.

export const heldKind = 'notification'

export function heldNotification(
  context: WriteContext,
  {notification}: {notification: NewNotification},
): OutboxMessage {
  const {actor} = context
  const {event, entity, record, action} = notification
  const by = actor.kind === 'person' ? {id: actor.id, name: actor.name, roles: [...actor.roles]} : null
  const {text = null, says = null, values = null} = notification
  const payload = {...notification, by, text, says, values}
  return {id: context.newId(), kind: heldKind, name: action, event, entity, record, action, payload}
}

// Plain changes by others: created, changed or deleted without an action. Actions and their effects name their own
// recipients.

interface PlainlyChangedRecord {
  readonly kind: PlainChange
  readonly entity: Entity
  readonly id: string
  /** Null for a new record. */
  readonly before: FieldValues | null
  /** Null for a deleted one. */
  readonly after: FieldValues | null
}

/** A recipient and, for a deleted record, the name they knew it by. */
export interface Recipient {
  readonly person: string
  readonly name: string | null
  /** The document's sentence for them. */
  readonly text: string | null
}

/** For a deleted record, call this before the deletion. */
export async function recipientsOf(writing: ReadContext, changed: PlainlyChangedRecord): Promise<readonly Recipient[]> {
  const {actor, asEngine, specification} = writing
  const tells = specification.actions.tells.get(changed.entity.name)?.[changed.kind] ?? []
  if (tells.length === 0 || actor.kind !== 'person' || asEngine) return []
  const texts = new Map<string, string | null>()
  for (const {people, text} of tells)
    for (const id of await idsOf(writing, people, changed))
      if (!texts.has(id) && (id !== actor.id || namesMe(people))) texts.set(id, text?.text ?? null)
  const told: Recipient[] = []
  for (const [person, text] of texts) {
    const reader = changed.kind === 'create' ? null : await readerOf(writing, person)
    const name = changed.kind === 'delete' && reader ? await nameTo(reader, changed) : null
    // People are not notified of changes they may not read, nor of the deletion of records they could not read.
    const sees = changed.kind === 'delete' ? name !== null : !reader || (await seesChange(reader, changed))
    if (sees) told.push({person, name, text})
  }
  return told
}

/** People are not notified of their own changes, unless the document says so. */
const namesMe = (core: Core): boolean => core.op === 'me' || partsOf(core).some(namesMe)

/** The people who would be notified if the actor changed a field of a record. */
export async function recipientsOfEdit(
  reader: ReadContext,
  {entity, id, values}: {readonly entity: Entity; readonly id: string; readonly values: FieldValues},
  field: string,
): Promise<readonly string[]> {
  const {actor, specification} = reader
  const tells = specification.actions.tells.get(entity.name)?.update ?? []
  if (tells.length === 0 || actor.kind !== 'person') return []
  const changed = {kind: 'update', entity, id, before: values, after: values} as const
  const ids = new Set<string>()
  for (const {people} of tells) for (const person of await idsOf(reader, people, changed)) ids.add(person)
  ids.delete(actor.id)
  const told: string[] = []
  for (const person of ids) {
    const theirs = await readerOf(reader, person)
    if (await abilities(theirs, entity.name).can(id, {act: 'read', fields: [field]})) told.push(person)
  }
  return told
}

async function idsOf(
  reader: ReadContext,
  core: Core,
  {entity, id, before, after}: PlainlyChangedRecord,
): Promise<string[]> {
  const at = {entity, id, record: after ?? before ?? new Map<string, Value>(), before}
  const found = await valueAt(reader, at, core, {owner: core, name: 'told'})
  const values = found !== null && isList(found) ? found : [found]
  return values.flatMap(value => (value !== null && isReference(value) ? [value.id] : []))
}

/** A context with the permissions of a person, in this transaction. */
export async function readerOf(reader: ReadContext, person: string): Promise<ReadContext> {
  const user = await readStored(reader, entityOf(reader, userEntity), person, allSeeing(reader).records(userEntity))
  const roles = user?.get('roles') ?? null
  const words = isList(roles) ? roles.filter(role => typeof role === 'string') : []
  const actor: Actor = {kind: 'person', id: person, name: String(user?.get('name') ?? ''), roles: words}
  return {...reader, actor, visibility: reader.permissions.of(actor)}
}

/** Whether one of the people may read the record. */
export async function someReads(
  writing: ReadContext,
  record: {readonly entity: string; readonly id: string},
  people: readonly string[],
): Promise<boolean> {
  for (const person of people) {
    const reader = await readerOf(writing, person)
    if (await abilities(reader, record.entity).can(record.id, {act: 'read'})) return true
  }
  return false
}

async function nameTo(reader: ReadContext, {entity, id}: PlainlyChangedRecord): Promise<string | null> {
  const names = await recordNames(reader, reader.visibility, {entity: entity.name, ids: [id]})
  return names.get(id) ?? null
}

async function seesChange(reader: ReadContext, {entity, id, before, after}: PlainlyChangedRecord): Promise<boolean> {
  const changed = [...(after ?? [])].filter(
    ([name, value]) => entity.fields.has(name) && !isSame(value, before?.get(name) ?? null),
  )
  const names = changed.map(([name]) => name)
  if (names.length === 0) return true
  const {covers} = await abilities(reader, entity.name).on(id, 'read')
  return names.some(covers)
}
