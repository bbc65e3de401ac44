/** `call name`: a row of the outbox, in the same transaction; it leaves when the change is durable. */
import {toMillis} from '../../../feel/calendar.ts'
import type {Json} from '../../../feel/core.ts'
import {fieldOf} from '../../../points/entities/lookup.ts'
import {post} from '../../outbox/rows.ts'
import type {Acting, RunEffect} from './effect.ts'

export const call: RunEffect<'call'> = async ({name}, acting) => {
  await acting.record.flush()
  const {writing, record, action, event} = acting
  const letter = {id: writing.newId(), kind: 'call', name, event, entity: record.entity.name, record: record.id, action}
  await post(writing.db, {...letter, payload: payloadOf(acting)}, toMillis(writing.moment.now))
}

/** The record as it is at this moment; what is sent of it is for whoever delivers. */
function payloadOf({record}: Acting): Json {
  const values = [...record.stored()].flatMap(([name, value]) => {
    const field = fieldOf(record.entity, name)
    return field ? [[name, value === null ? null : field.type.toJson(value)] as const] : []
  })
  return Object.fromEntries(values)
}
