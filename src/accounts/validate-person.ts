/** Validates everything sent about a person before anything is hashed or written; problems name their fields. */

import {type Actor, nobody} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import {findAll} from '../engine/query/lookup.ts'
import {type Form, textsIn} from '../engine/reply.ts'
import {
  type ChangedRecord,
  type ChangeProblem,
  type Input,
  rejected,
  type StepResult,
} from '../engine/transaction/change.ts'
import type {FormFieldData} from '../features/forms/data.ts'
import {listedFields} from '../features/forms/fields.ts'
import {entityReferredTo, requiredOfPeople} from '../points/entities/lookup.ts'
import type {Field} from '../points/entities/model.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {fitValue} from '../points/entities/run.ts'
import type {Specification} from '../points/specification.ts'
import type {Accounts} from './accounts.ts'
import {validatePassword} from './passwords.ts'

export type PersonProblem = Omit<ChangeProblem, 'at'>

/** Refused, or milliseconds to wait. */
export type Refusal =
  | {readonly kind: 'refused'; readonly problems: readonly PersonProblem[]}
  | {readonly kind: 'wait'; readonly wait: number}
  /** The link has expired. */
  | {readonly kind: 'ended'}

export function refusedPerson(
  code: string,
  field: string | null = null,
  values: PersonProblem['values'] = {},
): Refusal {
  return {kind: 'refused', problems: [{code, field, values}]}
}

/** The written record; a refusal ends the transaction. */
export function changedRecord(step: StepResult<ChangedRecord>): ChangedRecord {
  if (step.ok) return step.value
  throw rejected(step.problems)
}

/** For outcomes without a list of problems, such as a rate limit, the code itself is the problem. */
export function personProblems(outcome: {
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

/** The command line knows no public address. */
type PasswordPlace = Pick<Accounts, 'engine'> & Partial<Pick<Accounts, 'origin'>>

export async function validateNewPerson(place: PasswordPlace, newcomer: NewPerson): Promise<PersonProblem[]> {
  const {specification} = place.engine()
  return [...validateNameAndEmail(specification, newcomer), ...(await validateNewPassword(place, newcomer))]
}

export function validateNameAndEmail(
  specification: Specification,
  {name, email}: Pick<NewPerson, 'name' | 'email'>,
): PersonProblem[] {
  return [...validateField(specification, 'name', name), ...validateField(specification, 'email', email)]
}

/** A new password of a person with this name and address. */
export async function validateNewPassword(
  {engine, origin}: PasswordPlace,
  {name, email, password}: NewPerson,
): Promise<PersonProblem[]> {
  const {limits, purpose} = engine().specification
  const host = origin ? new URL(origin()).hostname : ''
  const words = [purpose.title, host, name, ...email.split('@')]
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

/* The fields of people that a document requires beyond name and address. Account forms ask for them too. */

/** The values of each field, as forms send them. */
export type RequiredAnswers = ReadonlyMap<string, readonly string[]>

function requiredFields({entities}: Specification): readonly Field[] {
  const person = entities.entities.get(userEntity)
  return person ? requiredOfPeople(person) : []
}

/** Only these fields; everything else in the request is ignored. */
export function requiredInputs(specification: Specification, answers: RequiredAnswers): [string, Input][] {
  return requiredFields(specification).map(({name}) => [name, {form: [...(answers.get(name) ?? [])]}])
}

/** A new person may refer only to public records. Otherwise they could discover records by guessing. */
export function validateAnswers(engine: Engine, answers: RequiredAnswers): Promise<PersonProblem[]> {
  const wanted = requiredFields(engine.specification).flatMap(field => {
    const entity = entityReferredTo(field)
    const texts = (answers.get(field.name) ?? []).filter(text => text !== '')
    return entity === null ? [] : texts.map(text => ({field: field.name, entity, text}))
  })
  return engine.read(nobody, async reader => {
    const find = await findAll(reader, reader.visibility, wanted)
    const unseen = wanted.filter(({entity, text}) => find(entity, text) === null)
    return unseen.map(({field}) => ({code: 'NO_SUCH_RECORD', field, values: {}}))
  })
}

export function answersIn(accounts: Accounts, form: Form): RequiredAnswers {
  const fields = requiredFields(accounts.engine().specification)
  return new Map(fields.map(({name}) => [name, textsIn(form.fields, name)]))
}

/** Offers the records that the actor may see. A new person sees public records. */
export function requiredEntries(
  accounts: Accounts,
  actor: Actor,
  answers: RequiredAnswers = new Map(),
): Promise<FormFieldData[]> {
  const engine = accounts.engine()
  return engine.read(actor, reader => listedFields(reader, requiredFields(engine.specification), answers))
}
