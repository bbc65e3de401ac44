/** What happens when a change can no longer be undone: notifications that waited are written, and what was to be forgotten is forgotten. */
import {sql} from 'kysely'
import {instantAt, queryRows} from '../../store/sql.ts'
import {engineItself, type PersonActor} from '../actor.ts'
import type {Engine} from '../engine.ts'
import {heldKind, notifyPerson} from '../notifications/notify.ts'
import type {WriteContext} from '../write/context.ts'
import {settleUndo} from '../write/undo.ts'
import type {NewNotification} from '../write/unit.ts'
import {type Courier, drop, dueInTransaction, isAnyDue, type OutboxRow} from './outbox.ts'

/** In one transaction. */
const mostTogether = 100

/**
 * Writes the notifications that have waited, many in one transaction. Where one of them fails, none is written: then the outbox delivers each of them alone, and
 * puts off the one that fails. Returns whether there may be more.
 */
export async function writeHeldNotifications(engine: Engine, now: number): Promise<boolean> {
  const {store} = engine
  if (!(await store.glance(db => isAnyDue(db, {kinds: [heldKind], now})))) return false
  let count = 0
  await engine.within(engineItself, async context => {
    const rows = await dueInTransaction(context.db, {database: store.database, kind: heldKind, now, most: mostTogether})
    for (const row of rows) await writeHeld(context, row)
    if (rows.length > 0)
      await drop(
        context.db,
        rows.map(({id}) => id),
      )
    count = rows.length
    return []
  })
  return count === mostTogether
}

/** Delivers one notification that has waited. */
export function heldNotifications(engine: () => Engine): Courier {
  return async row => {
    await engine().within(engineItself, async context => {
      await writeHeld(context, row)
      return []
    })
    return 'delivered'
  }
}

/** A second time has no effect. */
async function writeHeld(context: WriteContext, {payload}: OutboxRow): Promise<void> {
  // As `heldNotification` has written it.
  const {by, ...notification} = payload as unknown as NewNotification & {by: Omit<PersonActor, 'kind'> | null}
  const {event, person} = notification
  const told = await queryRows(context.db)`
    select 1 from nonet_notification where event = ${event} and person = ${person}`
  if (told.length > 0) return
  await notifyPerson({...context, actor: by ? {...by, kind: 'person'} : engineItself}, notification)
}

/** Returns whether there may be more. A look costs nothing; ending costs a transaction that writes. */
export async function endUndo(engine: Engine, now: number): Promise<boolean> {
  const {rows} = await engine.store.glance(db =>
    sql`select 1 from nonet_undo where until < ${instantAt(now - 3000)} limit 1`.execute(db),
  )
  if (rows.length === 0) return false
  await engine.within(engineItself, async context => {
    await settleUndo(context)
    return []
  })
  return true
}
