/** Checks of states: unreachable states, dead ends, and misspelt names. */
import {type Finding, finding} from '../document/finding.ts'
import {isSlip} from '../document/near.ts'
import {misspeltState} from '../points/states/check.ts'
import type {Action, Machine, State, Transition} from '../points/states/model.ts'
import type {CrossCheckContext} from './context.ts'

interface Moving {
  readonly machine: Machine
  readonly rows: readonly Transition[]
}

function moving({states, actions}: CrossCheckContext): Moving[] {
  return [...states.machines.values()].flatMap(machine => {
    const named: readonly Action[] = [...(actions.actions.get(machine.entity)?.values() ?? [])]
    const rows = named.flatMap(action => action.rows)
    return rows.length === 0 || machine.states.length === 0 ? [] : [{machine, rows}]
  })
}

/** A state that occurs only in From or only in To, and whose name is close to another one, is a misspelling. */
export function checkSlips(context: CrossCheckContext): Finding[] {
  return moving(context).flatMap(all => {
    const lost = unreached(all)
    const stuck = deadEnds(all).filter(state => !lost.includes(state))
    const {states} = all.machine
    const written = (state: State) => context.mentioned.times(state.name)
    const meant = lost.map(state => slipOf(state, states, written))
    const sound = states.filter(state => !lost.includes(state) && !stuck.includes(state))
    const seen = new Set(meant.flatMap(slip => slip?.other ?? []))
    const ends = stuck.filter(state => !seen.has(state)).map(state => slipOf(state, sound, written))
    return [...meant, ...ends].flatMap(slip => slip?.found ?? [])
  })
}

/** Of two spellings the rarer one is wrong. */
function slipOf(state: State, others: readonly State[], written: (state: State) => number): Slip | null {
  const other = others.find(({name}) => isSlip(state.name, name))
  if (!other) return null
  const [wrong, right] = written(state) > written(other) ? [other, state] : [state, other]
  return {found: misspeltState(wrong, right), other}
}

interface Slip {
  readonly found: Finding
  readonly other: State
}

export function checkReached(context: CrossCheckContext): Finding[] {
  return moving(context).flatMap(all => [
    ...unreached(all).map(state =>
      finding('N430', state, {
        message: `No action leads to the state \`${state.name}\`.`,
        hint: 'Add one, or remove the state.',
      }),
    ),
    ...deadEnds(all).map(state =>
      finding('N431', state, {
        message: `No action leads out of the state \`${state.name}\`, and it is not final.`,
        hint: 'Add it to `- final:`, or add an action.',
      }),
    ),
  ])
}

/** Of unreachable states that only lead to each other, the first is reported. */
function unreached({machine: {states, starts}, rows}: Moving): State[] {
  const seen = new Set<string>(starts === null ? [] : [starts])
  follow(seen, rows)
  const found: State[] = []
  const led = (name: string) => rows.some(({to, from}) => to === name && !(from?.length === 1 && from[0] === name))
  const lonely = states.toSorted((a, b) => Number(led(a.name)) - Number(led(b.name)))
  for (const state of lonely) {
    if (seen.has(state.name)) continue
    found.push(state)
    seen.add(state.name)
    follow(seen, rows)
  }
  return found
}

function follow(seen: Set<string>, rows: readonly Transition[]): void {
  for (let before = -1; before < seen.size; ) {
    before = seen.size
    for (const {from, to} of rows)
      if (to !== null && (from === null ? before > 0 : from.some(each => seen.has(each)))) seen.add(to)
  }
}

function deadEnds({machine: {states, final}, rows}: Moving): State[] {
  const isLeft = (name: string) =>
    rows.some(({from, to}) => to !== null && to !== name && (from === null || from.includes(name)))
  return states.filter(({name}) => !final.includes(name) && !isLeft(name))
}
