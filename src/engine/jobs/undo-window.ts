/** What happens when a change can no longer be undone: notifications that waited are written, and what was to be forgotten is forgotten. */
import {sql} from 'kysely'
import {instantAt, queryRows} from '../../store/sql.ts'
import {engineItself, type PersonActor} from '../actor.ts'
import type {Engine} from '../engine.ts'
import {notifyPerson} from '../notifications/notify.ts'
import {settleUndo} from '../write/undo.ts'
import type {NewNotification} from '../write/unit.ts'
import type {Courier} from './outbox.ts'

/** Delivers a notification that waited; a second time has no effect. */
export function heldNotifications(engine: () => Engine): Courier {
  return async ({payload}) => {
    // As `heldNotification` has written it.
    const {by, ...notification} = payload as unknown as NewNotification & {by: Omit<PersonActor, 'kind'> | null}
    await engine().within(by ? {...by, kind: 'person'} : engineItself, async context => {
      const {event, person} = notification
      const told = await queryRows(context.db)`
        select 1 from nonet_notification where event = ${event} and person = ${person}`
      if (told.length === 0) await notifyPerson(context, notification)
      return []
    })
    return 'delivered'
  }
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
