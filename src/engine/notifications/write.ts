/** One notification: a row for the application, and where mail is set up one of the outbox, in the transaction of what it is about. */
import {toMillis} from '../../feel/calendar.ts'
import {instantAt, queryRows} from '../../store/sql.ts'
import {post} from '../outbox/rows.ts'
import type {WriteContext} from '../write/context.ts'
import type {NewNotification} from '../write/unit.ts'

export async function notifyPerson(context: WriteContext, notification: NewNotification): Promise<void> {
  const {person, event, entity, record, action, name} = notification
  const {actor, db, moment} = context
  const now = toMillis(moment.now)
  const by = actor.kind === 'person' ? actor.id : null
  const id = context.newId()
  await queryRows(db)`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen, name)
    values (${id}, ${person}, ${event}, ${instantAt(now)}, ${entity}, ${record}, ${action}, ${by}, ${null}, ${name})`
  if (!context.mailsNotices) return
  const payload = name === null ? {person, by} : {person, by, name}
  await post(db, {id, kind: 'notice', name: action, event, entity, record, action, payload}, now)
}
