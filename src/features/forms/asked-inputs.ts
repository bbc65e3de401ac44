/** What actions ask for, where they are performed on a record that a form creates in the same step. */
import type {Input} from '../../engine/transaction/change.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import type {ActionInput, Transition} from '../../points/states/model.ts'
import {inputFields} from './fields.ts'

/** The inputs of each action, by its name. */
export type InputsOfActions = ReadonlyMap<string, readonly ActionInput[]>

/** An input is required if all rows require it. */
export function asksOf(rows: readonly Transition[]): ActionInput[] {
  const all = rows.flatMap(row => row.asks)
  const names = new Set(all.map(({field}) => field.name))
  return [...names].flatMap(each => {
    const found = all.filter(({field}) => field.name === each)
    const optional = found.length < rows.length || found.some(asked => asked.optional)
    return found.slice(0, 1).map(asked => ({...asked, optional}))
  })
}

/** Inputs that only the actions have, which are no fields of the record. */
export function ownInputs(asks: InputsOfActions): Field[] {
  const own = [...asks.values()].flat().filter(asked => asked.own)
  return [...new Map(inputFields(own).map(field => [field.name, field])).values()]
}

type Inputs = ReadonlyMap<string, Input>

/**
 * Splits the input between the new record and its action: the action's own inputs, and record fields that it asks for.
 * `name`: `create`, or the action.
 */
export function splitInputs(
  asks: InputsOfActions,
  name: string,
  given: Inputs,
): {readonly fields: Inputs; readonly inputs: Inputs} {
  const asked = new Map((asks.get(name) ?? []).map(each => [each.field.name, each]))
  // Inputs of the form's other actions, which are not performed.
  const ofActions = name === 'create' ? new Set<string>() : new Set(ownInputs(asks).map(field => field.name))
  const ofAction = (field: string) => {
    const each = asked.get(field)
    return each !== undefined && (each.own || isFile(each.field))
  }
  return {
    fields: new Map([...given].filter(([field]) => !ofActions.has(field) && !ofAction(field))),
    inputs: new Map([...given].filter(([field]) => asked.has(field))),
  }
}
