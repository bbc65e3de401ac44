/** Validates what is sent about a person, all at once, before anything is hashed or written; problems name their fields. */
import {type ChangedRecord, type ChangeProblem, rejected, type StepResult} from '../engine/write/change.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {fitValue} from '../points/entities/run.ts'
import type {Specification} from '../points/specification.ts'
import {validatePassword} from './passwords.ts'

export type PersonProblem = Omit<ChangeProblem, 'at'>

/** It was refused, or it has to wait for so many milliseconds. */
export type Refusal =
  | {readonly kind: 'refused'; readonly problems: readonly PersonProblem[]}
  | {readonly kind: 'wait'; readonly wait: number}
  /** The link that came with it has ended. */
  | {readonly kind: 'ended'}

export function refused(code: string, field: string | null = null, values: PersonProblem['values'] = {}): Refusal {
  return {kind: 'refused', problems: [{code, field, values}]}
}

/** The record that was written; what was refused ends the transaction. */
export function changedRecord(step: StepResult<ChangedRecord>): ChangedRecord {
  if (step.ok) return step.value
  throw rejected(step.problems)
}

/** For outcomes without a list of problems, such as too much at once, the code itself is one. */
export function problemsOf(outcome: {
  readonly code: string
  readonly problems: readonly ChangeProblem[]
}): readonly PersonProblem[] {
  return outcome.problems.length > 0 ? outcome.problems : [{code: outcome.code, field: null, values: {}}]
}

export interface NewPerson {
  readonly name: string
  readonly email: string
  readonly password: string
}

export async function validateNewPerson(specification: Specification, newcomer: NewPerson): Promise<PersonProblem[]> {
  return [...validateNameAndEmail(specification, newcomer), ...(await validateNewPassword(specification, newcomer))]
}

export function validateNameAndEmail(
  specification: Specification,
  {name, email}: Pick<NewPerson, 'name' | 'email'>,
): PersonProblem[] {
  return [...validateField(specification, 'name', name), ...validateField(specification, 'email', email)]
}

/** A new password of a person with this name and address. */
export async function validateNewPassword(
  {limits, purpose}: Specification,
  {name, email, password}: NewPerson,
): Promise<PersonProblem[]> {
  const words = [purpose.title, name, email.split('@')[0] ?? '']
  const problem = await validatePassword(password, {
    least: limits.settings.PASSWORD_MIN,
    words,
    easy: limits.settings.EASY_PASSWORDS === 'accepted',
  })
  return problem ? [{...problem, field: 'password'}] : []
}

function validateField({entities}: Specification, name: string, text: string): PersonProblem[] {
  const field = entities.entities.get(userEntity)?.fields.get(name)
  const judged = field && fitValue(field, text)
  return judged?.ok === false ? judged.problems.map(({code, values}) => ({code, field: name, values})) : []
}
