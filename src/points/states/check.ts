/** Checks of states: unknown entities, and states that no action uses. */

import {type Finding, finding} from '../../document/finding.ts'
import {didYouMean, isSlip} from '../../document/spelling.ts'
import {unknownEntity} from '../entities/lookup.ts'
import type {Entities} from '../entities/model.ts'
import type {Machine, State, States} from './model.ts'
import {statesNamed} from './read.ts'

export function checkStates({machines}: States, entities: Entities): Finding[] {
  return [...machines.values()].flatMap(machine => [
    ...(entities.entities.has(machine.entity) ? [] : [unknownEntity('N401', machine.heading, entities)]),
    ...unreached(machine),
  ])
}

/** `starts` and `final` name states that some action leaves or reaches. */
function unreached({rows, states, starts, final}: Machine): Finding[] {
  const cells = rows.flatMap(row => [row.From, row.To])
  const moved = cells.flatMap(cell => statesNamed(cell, []))
  // A cell that cannot be read has its finding and may name the state.
  const unread = cells.some(cell => cell.text.split(',').length > statesNamed(cell, []).length && cell.text !== '')
  if (moved.length === 0 || unread || moved.some(({name}) => name === 'any')) return []
  return states
    .filter(({name}) => (name === starts || final.includes(name)) && !moved.some(each => each.name === name))
    .map(state => {
      const near = moved.find(({name}) => isSlip(state.name, name) && name !== starts && !final.includes(name))
      const wrong = near ? misspelt(state, near, moved) : null
      if (near && wrong) return misspeltState(wrong, wrong === near ? state : near)
      return finding('N408', state, {
        message: `No action leads to or from the state \`${state.name}\`.`,
        hint: near ? `Did you mean \`${near.name}\`, as in line ${near.line}?` : 'Add an action, or remove the state.',
      })
    })
}

/** Names of states that are common in many products. */
const common: ReadonlySet<string> = new Set(
  'accepted active answered approved archived asked assigned booked cancelled canceled closed completed confirmed declined delivered done draft failed finished inactive new old open ordered paid pending planned published received rejected released resolved returned sent shipped started submitted taken unpaid waiting withdrawn'.split(
    ' ',
  ),
)

/** Of two spellings, the wrong one is the rarer one, or the one that is not a common name. */
function misspelt(named: State, moved: State, all: readonly State[]): State | null {
  if (all.filter(({name}) => name === moved.name).length > 1) return named
  if (common.has(named.name) === common.has(moved.name)) return null
  return common.has(named.name) ? moved : named
}

/** A state whose name is a misspelling of another one. */
export function misspeltState(wrong: State, right: State): Finding {
  const {line, column} = wrong
  return finding('N409', wrong, {
    message: `Unknown state \`${wrong.name}\`.`,
    hint: didYouMean(right.name),
    fix: {line, column, endLine: line, endColumn: column + wrong.name.length, text: right.name},
  })
}
