/**
 * Erasing personal data from what outlives a record: its history, its notifications and what waits in the outbox. It
 * happens when the change can no longer be undone.
 */
import {sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import type {Entity} from '../../points/entities/model.ts'
import {isOutgoing} from '../outbox/outbox.ts'
import {type OutgoingContent, outgoingContent, withoutFields} from '../outbox/payload.ts'
import type {WriteContext} from './context.ts'
import type {FieldChange} from './history.ts'
import {nothing, type SideEffect} from './journal.ts'

export const erasures: SideEffect<'erasure'> = {
  undo: nothing,
  async complete(context, entries) {
    for (const each of entries) {
      const entity = context.entities.entities.get(each.entity)
      if (entity) await forgetPersonal(context, entity, each.id)
    }
  },
}

/**
 * Erases the values of an entity's `personal` fields from the history of a record, from its notifications and from what waits in the outbox.
 * Runs after the entry of the change itself is written. The entries remain, with the actor, action and time. The daily
 * cleanup removes files that are no longer referenced.
 */
async function forgetPersonal(
  {db, specification}: WriteContext,
  {name: entity, personal}: Entity,
  id: string,
): Promise<void> {
  if (personal.length === 0) return
  const forgotten = new Set(personal)
  const told = await sql<{id: unknown; changes: unknown}>`select id, changes from nonet_history
    where entity = ${entity} and record = ${id}`.execute(db)
  for (const row of told.rows) {
    const changes = JSON.parse(String(row.changes)) as readonly FieldChange[]
    const kept = changes.filter(({field}) => !forgotten.has(field))
    if (kept.length < changes.length)
      await sql`update nonet_history set changes = ${JSON.stringify(kept)} where id = ${row.id}`.execute(db)
  }
  const notified = await sql<{id: unknown; held: unknown}>`select id, held from nonet_notification
    where record = ${id} and entity = ${entity} and held is not null`.execute(db)
  for (const {id: notification, held} of notified.rows)
    await sql`update nonet_notification set held = ${JSON.stringify(without(JSON.parse(String(held)), forgotten))}
      where id = ${notification}`.execute(db)
  const waiting = await sql<{id: unknown; kind: unknown; name: unknown; payload: unknown}>`
    select id, kind, name, payload from nonet_outbox where entity = ${entity} and record = ${id}`.execute(db)
  for (const row of waiting.rows) {
    const payload = JSON.parse(String(row.payload))
    const keptOf = (sent: OutgoingContent | null) => (sent ? withoutFields(sent, payload, forgotten) : {})
    const kept = isOutgoing(row.kind)
      ? keptOf(outgoingContent(specification.calls, row.kind, String(row.name)))
      : {...payload, ...valuesWithout(payload, forgotten)}
    await sql`update nonet_outbox set payload = ${JSON.stringify(kept)} where id = ${row.id}`.execute(db)
  }
}

function valuesWithout({values}: {readonly values?: Readonly<Record<string, Json>>}, forgotten: ReadonlySet<string>) {
  return values ? {values: without(values, forgotten)} : {}
}

function without(values: Readonly<Record<string, Json>>, forgotten: ReadonlySet<string>): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !forgotten.has(field)))
}
