/**
 * Personal data that is to be forgotten: what the fields under `personal` of an entity held is taken out of the history of a record and of what waits in the outbox.
 * The entries stay, with who did what and when. Files that nothing refers to any more go with the daily sweep.
 */
import {sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {WriteContext} from './context.ts'
import type {FieldChange} from './history.ts'

/** In the transaction of the change that lets go of it, after its own entry is written. */
export async function forgetPersonal({db}: WriteContext, {name: entity, personal}: Entity, id: string): Promise<void> {
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
  const waiting = await sql<{id: unknown; payload: unknown}>`select id, payload from nonet_outbox
    where entity = ${entity} and record = ${id} and kind = 'call'`.execute(db)
  for (const row of waiting.rows) {
    const payload = JSON.parse(String(row.payload)) as Readonly<Record<string, Json>>
    const kept = Object.fromEntries(Object.entries(payload).filter(([field]) => !forgotten.has(field)))
    await sql`update nonet_outbox set payload = ${JSON.stringify(kept)} where id = ${row.id}`.execute(db)
  }
}
