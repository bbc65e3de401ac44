/** Effects that change records: `set`, `create` and `erase`. */
import {fieldOf} from '../../../points/entities/lookup.ts'
import type {Entity} from '../../../points/entities/model.ts'
import {fitValue} from '../../../points/entities/run.ts'
import {compared, fieldCore, thisCore, valueCore} from '../../core-build.ts'
import {select} from '../../query/select.ts'
import {type Input, rejected} from '../change.ts'
import {changeRecord} from '../change-record.ts'
import {type Acting, evaluated, type RunEffect} from './effect.ts'

/** `set field = value` */
export const set: RunEffect<'set'> = async ({field: name, value}, acting) => {
  const field = fieldOf(acting.record.entity, name)
  if (!field) return
  const result = fitValue(field, await evaluated(value, acting))
  if (!result.ok) throw rejected(result.problems.map(each => ({...each, field: name})))
  acting.record.set(name, result.value)
}

/** `create Entity(field: value, …)` */
export const create: RunEffect<'create'> = async ({entity, values}, acting) => {
  const fields = new Map<string, Input>()
  for (const {field, value} of values) fields.set(field, {value: await evaluated(value, acting)})
  const step = await changeRecord(acting.context, {kind: 'create', entity, fields})
  if (step.ok) return
  // A problem with a value that was typed into an input of the action is shown at that input.
  const inputOf = (field: string | null) => {
    const given = values.find(each => each.field === field)?.value
    return given?.op === 'input' && acting.asked.has(given.name) ? given.name : null
  }
  throw rejected(step.problems.map(each => ({...each, field: inputOf(each.field)})))
}

/**
 * `erase`: empties the personal fields of the record and of its parts, and forgets what they held. Required fields keep what the effects before have set them
 * to; a part that cannot do without its personal data is deleted.
 */
export const erase: RunEffect<'erase'> = async (_, acting) => {
  const {record, context} = acting
  for (const name of record.entity.personal) {
    const field = record.entity.fields.get(name)
    if (field && !field.required) record.set(name, field.type.empty)
  }
  record.forgets()
  for (const part of context.entities.entities.values())
    if (part.partOf?.entity === record.entity.name && part.personal.length > 0) await eraseParts(part, acting)
}

async function eraseParts(part: Entity, {record, context}: Acting): Promise<void> {
  const by = part.fields.get(part.partOf?.field ?? '')
  if (!by) return
  const at = (name: string) => fieldCore(thisCore(part.name), part.name, {name, type: {kind: 'text'}})
  const owner = fieldCore(thisCore(part.name), part.name, {name: by.name, type: by.type.type})
  const where = [compared(owner, '=', valueCore(by.type.type, {entity: record.entity.name, id: record.id}))]
  const rows = await select(context, {from: context.visibility.records(part.name), where, columns: [at('id')]})
  const needed = part.personal.some(name => part.fields.get(name)?.required === true)
  for (const [id] of rows) {
    const emptied = part.personal.map((name): [string, Input] => [
      name,
      {value: part.fields.get(name)?.type.empty ?? null},
    ])
    const request = {entity: part.name, id: String(id), action: 'erase'} as const
    const step = needed
      ? await changeRecord(context, {...request, kind: 'delete', fields: new Map()})
      : await changeRecord(context, {...request, kind: 'update', fields: new Map(emptied)})
    if (!step.ok) throw rejected(step.problems.map(each => ({...each, field: null})))
    context.unit.forgotten.push({entity: part, id: String(id)})
  }
}
