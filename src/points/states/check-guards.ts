/** Guards that decide nothing: they never hold, or always. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import type {Across} from '../across-world.ts'
import {follows, neverTogether} from '../reason/judge.ts'
import {fromOf, turnsOf} from './given.ts'
import type {Transition} from './model.ts'

export function checkGuards(across: Across): Finding[] {
  return [...across.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(action => action.rows.flatMap(row => checkGuard(row, entity, across))),
  )
}

function checkGuard(row: Transition, entity: string, across: Across): Finding[] {
  const {when} = row
  if (!when?.core) return []
  const from = fromOf(row, entity, across)
  const turns = turnsOf(row)
  if (turns.length > 0 && isNever(when.core, {from, turns}, across)) return [never(when.text)]
  if (follows(when.core, across.terms, from)) return [always(when.text)]
  return []
}

interface Given {
  readonly from: readonly Core[]
  readonly turns: readonly (readonly Core[])[]
}

/** Whoever it is that acts. */
function isNever(guard: Core, {from, turns}: Given, {terms}: Across): boolean {
  return turns.every(turn => neverTogether([...from, ...turn, guard], terms))
}

function never(text: Text): Finding {
  return finding('N432', text, {
    message: 'This is never true in these states, so the row never applies.',
    hint: 'Check the types, choices and constants in it, and From and Who of the row.',
  })
}

function always(text: Text): Finding {
  return finding('N433', text, {
    message: 'This is always true in these states.',
    hint: 'Clear the cell, or correct the condition.',
  })
}
