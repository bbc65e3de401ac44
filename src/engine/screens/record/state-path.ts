/** The path of a record through its states: past, current, and the expected ones ahead. */
import type {StepData} from '../../../contract/record.ts'
import type {Machine} from '../../../points/states/model.ts'
import type {HistoryEntry} from '../../write/history.ts'
import {wordLabel} from '../form/fields.ts'
import type {StateDisplay} from '../state-display.ts'

interface Standing {
  readonly states: StateDisplay
  readonly state: string
  /** As far as it may be read, the newest first. */
  readonly history: readonly HistoryEntry[]
}

export function pathData({states, state, history}: Standing): StepData[] {
  const {machine, tones} = states
  const been = statesBefore(machine, state, history)
  const ahead = states.ahead(state).filter(each => !been.includes(each))
  const step = (at: StepData['at']) => (name: string) => ({label: wordLabel(name), at, tone: tones[name] ?? 'idle'})
  return [...been.map(step('done')), step('now')(state), ...ahead.map(step('ahead'))]
}

/** A state that was come back to is where the way went on from. */
function statesBefore({field, starts}: Machine, state: string, history: readonly HistoryEntry[]): string[] {
  const entered = history
    .toReversed()
    .flatMap(({changes}) =>
      changes.flatMap(change => (change.field === field && typeof change.after === 'string' ? [change.after] : [])),
    )
  const way: string[] = []
  for (const each of [...(starts === null ? [] : [starts]), ...entered, state]) {
    const earlier = way.indexOf(each)
    if (earlier >= 0) way.splice(earlier + 1)
    else way.push(each)
  }
  return way.slice(0, -1)
}
