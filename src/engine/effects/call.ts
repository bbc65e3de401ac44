/** `call name`: a row of the outbox, in the same transaction; it leaves when the change is durable. */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Acting, RunEffect} from './effect.ts'

export const call: RunEffect<'call'> = async ({name}, acting) => {
  await acting.record.flush()
  const {writing, record, action, event} = acting
  const at = new Date(toMillis(writing.moment.now)).toISOString()
  await sql`insert into nonet_outbox (id, at, kind, name, event, entity, record, action, payload, state, attempts, due, problem) values (${writing.newId()}, ${at}, ${'call'}, ${name}, ${event}, ${record.entity.name}, ${record.id}, ${action}, ${JSON.stringify(payloadOf(acting))}, ${'waiting'}, ${0}, ${at}, ${null})`.execute(
    writing.db,
  )
}

/** The record as it is at this moment; what is sent of it is for whoever delivers. */
function payloadOf({record}: Acting): Json {
  const values = [...record.stored()].flatMap(([name, value]) => {
    const field = fieldOf(record.entity, name)
    return field ? [[name, value === null ? null : field.type.toJson(value)] as const] : []
  })
  return Object.fromEntries(values)
}
