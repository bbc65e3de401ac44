/** Links to a form of the document with some of its fields filled in: the room and the time of a booking. */
import {fieldsAt} from '../../../points/entities/lookup.ts'
import type {Entity} from '../../../points/entities/model.ts'
import type {Actor} from '../../actor.ts'
import {screensOf} from '../record/record-address.ts'
import type {RecordContext} from '../screen-context.ts'
import {actionLabel, editableFields} from './fields.ts'

export interface LinkToForm {
  /** What the form is called, and in short what its first button does. */
  readonly label: string
  readonly short: string
  /** Whether it acts on the new record, and does not only save it. */
  readonly acts: boolean
  readonly href: (values: Readonly<Record<string, string>>) => string
}

interface FormWanted {
  readonly entity: Entity
  readonly actor: Actor
  /** Fields that the link fills in. */
  readonly names: readonly string[]
}

/** The first form that asks for these fields; null where there is none, and for people who may not open it. */
export function linkToForm(context: RecordContext, {entity, actor, names}: FormWanted): LinkToForm | null {
  if (!context.engine.mayEver(actor, 'create', entity.name)) return null
  const form = screensOf(context.screens, 'form', {entity: entity.name, actor}).find(({details}) => {
    const named = details.fields.flatMap(([name = '']) => fieldsAt(entity, name))
    const asked = (named.length > 0 ? named : editableFields(entity)).map(({name}) => name)
    return names.every(name => asked.includes(name))
  })
  if (!form) return null
  const [action] = form.details.actions
  return {
    label: form.name,
    short: action === undefined ? form.name : actionLabel(context.specification, entity.name, action),
    acts: action !== undefined,
    href: values => `${form.route.path}?${new URLSearchParams(values)}`,
  }
}
