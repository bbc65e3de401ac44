/** The actions of a form: they are performed on the new record in the same step, with inputs of their own. */

import type {RecordContext} from '../../engine/screen-context.ts'
import type {Input} from '../../engine/transaction/change.ts'
import {inputFields} from '../../features/forms/fields.ts'
import type {Core} from '../../feel/core.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import type {Action, ActionInput, Transition} from '../../points/states/model.ts'

/** The inputs of each action, by its name. */
export type InputsOfActions = ReadonlyMap<string, readonly ActionInput[]>

interface FormActions {
  readonly screen: ScreenOf<'form'>
  readonly context: RecordContext
  readonly entity: Entity
}

const declaredIn = ({context, entity}: FormActions): ReadonlyMap<string, Action> | undefined =>
  context.specification.actions.actions.get(entity.name)

const rowsOf = (form: FormActions, name: string): readonly Transition[] => declaredIn(form)?.get(name)?.rows ?? []

export function inputsOfActions(form: FormActions): InputsOfActions {
  return new Map(form.screen.details.actions.map(name => [name, asksOf(rowsOf(form, name))]))
}

/** An input is required if all rows require it. */
function asksOf(rows: readonly Transition[]): ActionInput[] {
  const all = rows.flatMap(row => row.asks)
  const names = new Set(all.map(({field}) => field.name))
  return [...names].flatMap(each => {
    const found = all.filter(({field}) => field.name === each)
    const optional = found.length < rows.length || found.some(asked => asked.optional)
    return found.slice(0, 1).map(asked => ({...asked, optional}))
  })
}

/** True if one of its actions creates the record itself (from `nothing`). */
export function isMadeByAction(form: FormActions): boolean {
  return form.screen.details.actions.some(name => rowsOf(form, name).some(({creates}) => creates))
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

/** `person`, if its default is the acting person but every action of the form is only for records of others: `person != me`. */
export function fieldsAboutOthers(form: FormActions): ReadonlySet<string> {
  const rows = form.screen.details.actions.flatMap(name => rowsOf(form, name))
  const excluded = rows.map(({when}) => new Set(when?.core ? othersIn(when.core) : []))
  const [first = new Set<string>()] = excluded
  return new Set([...first].filter(name => excluded.every(each => each.has(name))))
}

/** The fields that a condition requires not to be the acting person. */
function othersIn(core: Core): string[] {
  if (core.op === 'and') return core.items.flatMap(othersIn)
  if (core.op !== 'compare' || core.by !== '!=') return []
  const [field] = [core.left, core.right].filter(each => each.op === 'field' && each.of.op === 'this')
  const isMe = [core.left, core.right].some(each => each.op === 'me')
  return isMe && field?.op === 'field' ? [field.field] : []
}
