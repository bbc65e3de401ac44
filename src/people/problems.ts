/** What was wrong with something that was sent about a person, at its field. */
import {type ChangedRecord, type ChangeProblem, Undone} from '../engine/change.ts'
import type {Step} from '../engine/gate.ts'

export type PersonProblem = Omit<ChangeProblem, 'at'>

/** It was refused, or it has to wait for so many milliseconds. */
export type Refusal =
  | {readonly kind: 'refused'; readonly problems: readonly PersonProblem[]}
  | {readonly kind: 'wait'; readonly wait: number}
  /** The link that came with it stands for nobody any more. */
  | {readonly kind: 'ended'}

export function refused(code: string, field: string | null = null, values: PersonProblem['values'] = {}): Refusal {
  return {kind: 'refused', problems: [{code, field, values}]}
}

/** The record that a step through the gate has changed; what it refused ends the transaction. */
export function changedBy({problems, record}: Step): ChangedRecord {
  if (record && problems.length === 0) return record
  const [first] = problems
  throw new Undone(
    first?.code ?? 'BAD_INPUT',
    problems.map(each => ({...each, at: 0})),
  )
}

/** For outcomes without a list of problems, such as too much at once, the code itself is one. */
export function problemsOf(outcome: {
  readonly code: string
  readonly problems: readonly ChangeProblem[]
}): readonly PersonProblem[] {
  return outcome.problems.length > 0 ? outcome.problems : [{code: outcome.code, field: null, values: {}}]
}
