/** `notify person`: a notification in the application, and where mail is set up a row of the outbox, both in the same transaction. */
import {toMillis} from '../../feel/calendar.ts'
import {isReference} from '../../feel/value.ts'
import {asked} from '../../store/asked.ts'
import {instantAt} from '../../store/instant.ts'
import {post} from '../outbox/rows.ts'
import type {Acting, RunEffect} from './effect.ts'
import {evaluated, recordsOf} from './evaluate.ts'

export const notify: RunEffect<'notify'> = async ({people}, acting) => {
  if (people.type.kind === 'list') for (const {id} of await recordsOf(people, acting)) await tell(id, acting)
  else {
    const person = await evaluated(people, acting)
    if (person !== null && isReference(person)) await tell(person.id, acting)
  }
}

async function tell(person: string, {writing, record, action, event, told}: Acting): Promise<void> {
  if (told.has(person)) return
  told.add(person)
  const {actor, db, moment} = writing
  const now = toMillis(moment.now)
  const by = actor.kind === 'person' ? actor.id : null
  const about = {event, entity: record.entity.name, record: record.id, action}
  const id = writing.newId()
  await asked(db)`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen)
    values (${id}, ${person}, ${event}, ${instantAt(now)}, ${about.entity}, ${about.record}, ${action}, ${by}, ${null})`
  if (writing.mailsNotices) await post(db, {...about, id, kind: 'notice', name: action, payload: {person, by}}, now)
}
