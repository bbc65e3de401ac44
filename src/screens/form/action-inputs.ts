/** The actions of a form: they are performed on the new record in the same step, with inputs of their own. */

import type {RecordContext} from '../../engine/screen-context.ts'
import {asksOf, type InputsOfActions} from '../../features/forms/asked-inputs.ts'
import type {Core} from '../../feel/core.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import type {Action, Transition} from '../../points/states/model.ts'

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

/** True if one of its actions creates the record itself (from `nothing`). */
export function isMadeByAction(form: FormActions): boolean {
  return form.screen.details.actions.some(name => rowsOf(form, name).some(({creates}) => creates))
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
