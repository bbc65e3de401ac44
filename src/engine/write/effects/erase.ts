/**
 * `erase`: empties the personal fields of the record and of its parts, and forgets what they held. Required fields keep what the effects before have set them
 * to; a part that cannot do without its personal data is deleted.
 */
import type {Entity} from '../../../points/entities/model.ts'
import {compared, fieldCore, thisCore, valueCore} from '../../core-build.ts'
import {select} from '../../select.ts'
import {undone} from '../actions/pending-record.ts'
import type {Input} from '../change.ts'
import {changeRecord} from '../change-record.ts'
import {forgetPersonal} from '../personal-data.ts'
import type {Acting, RunEffect} from './effect.ts'

export const erase: RunEffect<'erase'> = async (_, acting) => {
  const {record, writing} = acting
  for (const name of record.entity.personal) {
    const field = record.entity.fields.get(name)
    if (field && !field.required) record.set(name, field.type.empty)
  }
  record.forgets()
  for (const part of writing.entities.entities.values())
    if (part.partOf?.entity === record.entity.name && part.personal.length > 0) await eraseParts(part, acting)
}

async function eraseParts(part: Entity, {record, writing}: Acting): Promise<void> {
  const by = part.fields.get(part.partOf?.field ?? '')
  if (!by) return
  const at = (name: string) => fieldCore(thisCore(part.name), part.name, {name, type: {kind: 'text'}})
  const owner = fieldCore(thisCore(part.name), part.name, {name: by.name, type: by.type.type})
  const where = [compared(owner, '=', valueCore(by.type.type, {entity: record.entity.name, id: record.id}))]
  const rows = await select(writing, {from: writing.sight.records(part.name), where, columns: [at('id')]})
  const needed = part.personal.some(name => part.fields.get(name)?.required === true)
  for (const [id] of rows) {
    const emptied = part.personal.map((name): [string, Input] => [
      name,
      {value: part.fields.get(name)?.type.empty ?? null},
    ])
    const request = {entity: part.name, id: String(id), action: 'erase'} as const
    const step = needed
      ? await changeRecord(writing, {...request, kind: 'delete', fields: new Map()})
      : await changeRecord(writing, {...request, kind: 'update', fields: new Map(emptied)})
    if (step.problems.length > 0) throw undone(step.problems.map(each => ({...each, field: null})))
    await forgetPersonal(writing, part, String(id))
  }
}
