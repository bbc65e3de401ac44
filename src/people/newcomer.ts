/** What somebody says about themselves, judged all at once, before anything is hashed or written. */
import {userEntity} from '../points/entities/own-fields.ts'
import {fitValue} from '../points/entities/run.ts'
import type {Specification} from '../points/specification.ts'
import {judgePassword} from './password-rules.ts'
import type {PersonProblem} from './problems.ts'

export interface Newcomer {
  readonly name: string
  readonly email: string
  readonly password: string
}

export async function judgeNewcomer(specification: Specification, newcomer: Newcomer): Promise<PersonProblem[]> {
  return [...judgeNameAndAddress(specification, newcomer), ...(await judgeChosen(specification, newcomer))]
}

export function judgeNameAndAddress(
  specification: Specification,
  {name, email}: Pick<Newcomer, 'name' | 'email'>,
): PersonProblem[] {
  return [...judgeField(specification, 'name', name), ...judgeField(specification, 'email', email)]
}

/** A new password of somebody with this name and address. */
export async function judgeChosen(
  {limits, purpose}: Specification,
  {name, email, password}: Newcomer,
): Promise<PersonProblem[]> {
  const words = [purpose.title, name, email.split('@')[0] ?? '']
  const problem = await judgePassword(password, {least: limits.settings.PASSWORD_MIN, words})
  return problem ? [{...problem, field: 'password'}] : []
}

function judgeField({entities}: Specification, name: string, text: string): PersonProblem[] {
  const field = entities.entities.get(userEntity)?.fields.get(name)
  const judged = field && fitValue(field, text)
  return judged?.ok === false ? judged.problems.map(({code, values}) => ({code, field: name, values})) : []
}
