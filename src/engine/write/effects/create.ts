/** `create Entity(field: value, …)`: through the gate, as every record. */
import {undone} from '../actions/pending-record.ts'
import type {Input} from '../change.ts'
import {changeRecord} from '../change-record.ts'
import type {RunEffect} from './effect.ts'
import {evaluated} from './evaluate.ts'

export const create: RunEffect<'create'> = async ({entity, values}, acting) => {
  const fields = new Map<string, Input>()
  for (const {field, value} of values) fields.set(field, {value: await evaluated(value, acting)})
  const step = await changeRecord(acting.writing, {kind: 'create', entity, fields})
  if (step.problems.length === 0) return
  // What somebody typed into an input of the action is told at that input.
  const inputOf = (field: string | null) => {
    const given = values.find(each => each.field === field)?.value
    return given?.op === 'input' && acting.asked.has(given.name) ? given.name : null
  }
  throw undone(step.problems.map(each => ({...each, field: inputOf(each.field)})))
}
