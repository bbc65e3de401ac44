/** One notification: a row for the application, and where mail is set up one of the outbox, in the transaction of what it is about. */
import {toMillis} from '../../feel/calendar.ts'
import {instantAt, queryRows} from '../../store/sql.ts'
import {post} from '../outbox/rows.ts'
import type {WriteContext} from '../write/context.ts'

export interface NewNotification {
  readonly person: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  /** What a record was called that is gone now. */
  readonly name: string | null
}

export async function notifyPerson(writing: WriteContext, notification: NewNotification): Promise<void> {
  const {person, event, entity, record, action, name} = notification
  const {actor, db, moment} = writing
  const now = toMillis(moment.now)
  const by = actor.kind === 'person' ? actor.id : null
  const id = writing.newId()
  await queryRows(db)`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen, name)
    values (${id}, ${person}, ${event}, ${instantAt(now)}, ${entity}, ${record}, ${action}, ${by}, ${null}, ${name})`
  if (!writing.mailsNotices) return
  const payload = name === null ? {person, by} : {person, by, name}
  await post(db, {id, kind: 'notice', name: action, event, entity, record, action, payload}, now)
}
