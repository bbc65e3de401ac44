/** What is certain where a row of point 4 is asked: the states it comes from, and whose turn it is. */
import type {Core} from '../../feel/core.ts'
import {booleanType, type Type} from '../../feel/type.ts'
import type {Across} from '../across-world.ts'
import type {Transition} from './model.ts'

export function fromOf({from}: Transition, entity: string, {states, entities}: Across): Core[] {
  const name = states.machines.get(entity)?.field ?? ''
  const type: Type | undefined = entities.entities.get(entity)?.fields.get(name)?.type.type
  if (from === null || type === undefined) return []
  const record: Core = {op: 'this', entity, type: {kind: 'reference', entity}}
  const value: Core = {op: 'field', of: record, entity, field: name, type}
  const tests = from.map(word => ({test: 'equals', with: {op: 'value', type, value: word}}) as const)
  return [{op: 'in', value, tests, type: booleanType}]
}

/** For each Who what is certain of them; nothing of somebody who has a role. */
export function turnsOf({who}: Transition): readonly (readonly Core[])[] {
  return who.map(each => (each.kind === 'person' ? [each.isMe] : []))
}
