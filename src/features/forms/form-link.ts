/** Links to a form with some fields filled in, such as the room and time of a booking. */

import type {Actor} from '../../engine/base/actor.ts'
import {screensThat} from '../../engine/base/screens-that.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {fieldsAt} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions, fields} from '../../points/screens/bullets/shared.ts'
import {actionLabel, editableFields} from './fields.ts'

export interface LinkToForm {
  /** The name of the form, and a short label of its first button. */
  readonly label: string
  readonly short: string
  /** Whether it also performs an action on the new record. */
  readonly acts: boolean
  readonly href: (values: Readonly<Record<string, string>>) => string
}

interface FormWanted {
  readonly entity: Entity
  readonly actor: Actor
  /** Fields that the link fills in. */
  readonly names: readonly string[]
}

/** The first form with these fields; null if it does not exist or the person may not open it. */
export function linkToForm(context: RecordContext, {entity, actor, names}: FormWanted): LinkToForm | null {
  if (!context.engine.abilities(actor, entity.name).ever('create')) return null
  const form = screensThat(context.screens, 'create', {entity: entity.name, actor}).find(({details}) => {
    const named = bulletOf({details}, fields).flatMap(([name = '']) => fieldsAt(entity, name))
    const asked = (named.length > 0 ? named : editableFields(entity)).map(({name}) => name)
    return names.every(name => asked.includes(name))
  })
  if (!form) return null
  const [action] = bulletOf(form, actions)
  return {
    label: form.name,
    short: action === undefined ? form.name : actionLabel(context.specification, entity.name, action),
    acts: action !== undefined,
    href: values => `${form.route.path}?${new URLSearchParams(values)}`,
  }
}
