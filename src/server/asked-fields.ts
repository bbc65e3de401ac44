/** The fields of a document's people that everybody must fill in, as controls of the forms about people. */

import {type RequiredAnswers, requiredFields} from '../accounts/required-fields.ts'
import type {EntryField} from '../contract/account.ts'
import type {Actor} from '../engine/actor.ts'
import type {Form} from '../engine/reply.ts'
import {recordOptions} from '../engine/screens/form/fields.ts'
import type {Field} from '../points/entities/model.ts'
import type {PeopleContext} from './people-context.ts'

export function answersIn({world}: PeopleContext, form: Form): RequiredAnswers {
  return new Map(
    requiredFields(world.engine().specification).map(({name}) => [
      name,
      form.fields.flatMap(each => (each.name === name && typeof each.value === 'string' ? [each.value] : [])),
    ]),
  )
}

/** Records are offered as far as the actor may see them: somebody who joins sees what everyone may. */
export function askedEntries(
  context: PeopleContext,
  actor: Actor,
  answers: RequiredAnswers = new Map(),
): Promise<EntryField[]> {
  const engine = context.world.engine()
  return engine.read(actor, async reader => {
    const entries: EntryField[] = []
    for (const field of requiredFields(engine.specification)) {
      const {entity} = field.type.control
      const records = entity === undefined ? [] : await recordOptions(reader, entity, field.offers?.core ?? null)
      entries.push(entryOf(field, records, answers.get(field.name)?.[0] ?? ''))
    }
    return entries
  })
}

type Options = readonly {readonly value: string; readonly label: string}[]

function entryOf({name, label, meaning, type}: Field, records: Options, value: string): EntryField {
  const {control, words} = type.control
  const plain = {name, label, autoComplete: 'off', value, help: meaning || null, choices: []}
  const options = words?.map(word => ({value: word, label: word.replaceAll('_', ' ')})) ?? records
  if (words || control === 'record' || control === 'records')
    return {...plain, type: 'choice', choices: [nothing, ...options]}
  if (control === 'yes/no') return {...plain, type: 'choice', choices: [nothing, ...yesOrNo]}
  return {...plain, type: control === 'date' ? 'date' : 'text'}
}

const nothing = {value: '', label: '–'}
const yesOrNo: Options = [
  {value: 'yes', label: 'Yes'},
  {value: 'no', label: 'No'},
]
