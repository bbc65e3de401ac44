/** `notify person`: a notification in the application, and where mail is set up a row of the outbox, both in the same transaction. */
import {isReference} from '../../../feel/value.ts'
import {notifyPerson} from '../../notifications/write.ts'
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
  const about = {event, entity: record.entity.name, record: record.id, action}
  await notifyPerson(writing, {...about, person, name: null})
}
