/** Effects that leave the application: `notify` and `call`. They are written at the end of the change, with the record as it is then. */
import {isReference} from '../../../feel/value.ts'
import {type Acting, evaluated, type RunEffect, recordsOf} from './effect.ts'

/** `notify person`: a notification in the application, and where mail is set up a mail. */
export const notify: RunEffect<'notify'> = async ({people, text}, acting) => {
  const sentence = text?.text ?? null
  if (people.type.kind === 'list') for (const {id} of await recordsOf(people, acting)) tell(id, sentence, acting)
  else {
    const person = await evaluated(people, acting)
    if (person !== null && isReference(person)) tell(person.id, sentence, acting)
  }
}

function tell(person: string, text: string | null, {context, record, action, event, told, says}: Acting): void {
  if (told.has(person)) return
  told.add(person)
  const about = {event, entity: record.entity.name, record: record.id, action}
  const notification = {...about, person, name: null, text, says}
  context.unit.outgoing.push({kind: 'notification', notification})
}

/** `call name`: a row of the outbox, which is delivered when the change is durable. */
export const call: RunEffect<'call'> = async ({name}, {context, record, action, event, says}) => {
  const about = {event, entity: record.entity.name, record: record.id, action}
  context.unit.outgoing.push({kind: 'call', call: {name, ...about, says}})
}
