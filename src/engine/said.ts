/** The sentence of an action, and the fields of the record that a sentence says. */
import {fieldsAt} from '../points/entities/lookup.ts'
import type {Entity} from '../points/entities/model.ts'
import type {Action, Transition} from '../points/states/model.ts'
import {readParts, withSpans} from '../points/template.ts'
import type {ReadContext} from './read-context.ts'

/** The fields of the record that a sentence says, in the language of the document and in that of the reader. */
export function fieldsSaid({specification}: ReadContext, entity: Entity, template: string): string[] {
  const {limits, translation} = specification
  const texts = [template, translation.text(template)]
  const parts = texts.flatMap(text => readParts(text, name => limits.constants.has(name)) ?? [])
  const heads = withSpans(parts, entity).flatMap(part => (part.kind === 'path' ? (part.path[0] ?? []) : []))
  return [...new Set(heads.flatMap(head => fieldsAt(entity, head).map(({name}) => name)))]
}

/** The action's sentence for a change of state; the first of its sentences if the states are unknown. */
export function saysOf(action: Action, states: StateChange = {}): string | null {
  const rows = action.rows.filter(row => row.says !== null)
  return (rows.find(row => leadsTo(row, states)) ?? rows[0])?.says?.text ?? null
}

/** The previous and the new state, if known. */
export interface StateChange {
  readonly from?: string | null
  readonly to?: string | null
}

export function leadsTo({from, to}: Transition, states: StateChange): boolean {
  return (
    (!states.to || to === null || to === states.to) && (!states.from || from === null || from.includes(states.from))
  )
}
