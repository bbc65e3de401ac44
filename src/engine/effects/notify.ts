/** `notify person`: a notification in the application; whoever delivers mail starts from it. */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import {isReference} from '../../feel/value.ts'
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
  const at = new Date(toMillis(moment.now)).toISOString()
  const by = actor.kind === 'person' ? actor.id : null
  await sql`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen) values (${writing.newId()}, ${person}, ${event}, ${at}, ${record.entity.name}, ${record.id}, ${action}, ${by}, ${null})`.execute(
    db,
  )
}
