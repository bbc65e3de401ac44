/** What a document demands of everybody beyond name and address: nobody could join without being asked for it. */
import type {Actor} from '../engine/actor.ts'
import type {Engine} from '../engine/engine.ts'
import {findAll} from '../engine/lookup.ts'
import {isEditable} from '../engine/screens/form/fields.ts'
import type {Input} from '../engine/write/change.ts'
import {targetOf} from '../points/entities/lookup.ts'
import type {Field} from '../points/entities/model.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Specification} from '../points/specification.ts'
import type {PersonProblem} from './validate-person.ts'

/** What was said about each, as forms send it. */
export type RequiredAnswers = ReadonlyMap<string, readonly string[]>

const known: ReadonlySet<string> = new Set(['name', 'email', 'roles', 'active'])

export function requiredFields({entities}: Specification): Field[] {
  const fields = [...(entities.entities.get(userEntity)?.fields.values() ?? [])]
  return fields.filter(
    field =>
      field.required &&
      field.default === null &&
      !known.has(field.name) &&
      isEditable(field) &&
      field.type.control.control !== 'file',
  )
}

/** Of these fields alone: nothing else that was sent along gets anywhere. */
export function requiredInputs(specification: Specification, answers: RequiredAnswers): [string, Input][] {
  return requiredFields(specification).map(({name}) => [name, {form: [...(answers.get(name) ?? [])]}])
}

/** Whoever joins names only what they may see: otherwise they could find out by guessing what else there is. */
export function validateAnswers(engine: Engine, actor: Actor, answers: RequiredAnswers): Promise<PersonProblem[]> {
  const wanted = requiredFields(engine.specification).flatMap(field => {
    const entity = targetOf(field)
    const texts = (answers.get(field.name) ?? []).filter(text => text !== '')
    return entity === null ? [] : texts.map(text => ({field: field.name, entity, text}))
  })
  return engine.read(actor, async reader => {
    const find = await findAll(reader, reader.sight, wanted)
    const unseen = wanted.filter(({entity, text}) => find(entity, text) === null)
    return unseen.map(({field}) => ({code: 'NO_SUCH_RECORD', field, values: {}}))
  })
}
