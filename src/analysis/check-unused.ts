/** Things that a document declares and never uses: computed fields, error codes, constants and roles. */

import {type Finding, finding} from '../document/finding.ts'
import type {PointNumber} from '../document/raw.ts'
import {nearest} from '../document/spelling.ts'
import {ownErrors} from '../points/errors/own.ts'
import {settings} from '../points/limits/settings.ts'
import type {Role} from '../points/roles/model.ts'
import {bulletOf} from '../points/screens/bullets/bullet.ts'
import {columns, fields} from '../points/screens/bullets/shared.ts'
import type {Screen} from '../points/screens/model.ts'
import {entityShown} from '../points/screens/run.ts'
import type {CrossCheckContext} from './context.ts'

export function checkUnusedFields(context: CrossCheckContext): Finding[] {
  const {entities, open, screens, mentioned} = context
  if (open.includes(2)) return []
  return [...entities.entities.values()].flatMap(entity =>
    screens.screens.some(screen => showsAll(screen, entity.name))
      ? []
      : [...entity.fields.values()]
          // One use is the declaration.
          .filter(field => field.computed !== null && mentioned.times(field.name) <= 1)
          .map(field => {
            const message = `The computed field \`${field.name}\` of ${entity.name} is not used.`
            return finding('N331', field, {
              message,
              hint: 'Show it on a screen, use it in an expression, or remove it.',
            })
          }),
  )
}

/** A screen without a list of fields may show all of them. */
function showsAll(screen: Screen, entity: string): boolean {
  const {can} = screen.kind
  if (entityShown(screen) !== entity || can.create) return false
  return bulletOf(screen, can.showOne ? fields : columns).length === 0
}

// Error codes that no rule and no action uses.

export function checkUnraised({errors, mentioned, open}: CrossCheckContext): Finding[] {
  // While points 4 and 5 are empty, codes may be declared ahead of their use.
  if (open.includes(4) && open.includes(5)) return []
  return [...errors.declared.values()]
    .filter(({code}) => !Object.hasOwn(ownErrors, code) && mentioned.times(code, [4, 5, 7]) === 0)
    .map(entry => {
      const message = `The error ${entry.code} is not used.`
      return finding('N810', entry, {message, hint: 'Name it under Error of a rule or an action, or remove it.'})
    })
}

// Constants that nothing uses.

/** The points that use constants. While one of them is empty, a constant may be meant for it. */
const using: readonly PointNumber[] = [2, 3, 4, 5, 6, 8]

export function checkUnusedConstants({limits, mentioned, open}: CrossCheckContext): Finding[] {
  if (using.some(point => open.includes(point))) return []
  return [...limits.constants.values()]
    .filter(({name}) => !Object.hasOwn(settings, name) && mentioned.times(name, [1, ...using, 7]) === 0)
    .map(constant => {
      const message = `The constant ${constant.name} is not used.`
      const setting = nearest(constant.name, Object.keys(settings))
      const hint =
        setting === null
          ? 'Use it in an expression or a message, or remove it.'
          : `Did you mean the setting \`${setting}\`?`
      return finding('N910', constant, {message, hint})
    })
}

// Roles that are named nowhere or cannot open any screen.

export function checkUnusedRoles(context: CrossCheckContext): Finding[] {
  if (context.roles.open) return []
  return [...context.roles.roles.values()].flatMap(role => checkRole(role, context))
}

function checkRole(role: Role, context: CrossCheckContext): Finding[] {
  // One use is the row in the table of roles.
  const shared = role.joinsBy !== 'nobody' && context.roles.grants.some(({role: whose}) => whose === 'signed in')
  // Where everyone with an account is granted something, a role may only let people in.
  if (context.mentioned.times(role.name.replaceAll(' ', '_')) <= 1 && !shared) {
    const message = `The role ${role.name} is not used.`
    return [finding('N621', role, {message, hint: 'Grant it something, or remove it.'})]
  }
  if (opensSomething(role.name, context)) return []
  const message = `${role.name} cannot open any screen.`
  return [finding('N622', role, {message, hint: 'Add the role to For of a screen in point 2.'})]
}

/** While point 2 is empty, there are derived screens for everything that a role may read or create. */
function opensSomething(role: string, {screens, calls, open, entities, reach}: CrossCheckContext): boolean {
  if (open.includes(2))
    return [...entities.entities.keys()].some(name => reach.may(role, 'read', name) || reach.may(role, 'create', name))
  return [...screens.screens, ...calls.calls].some(
    screen => screen.for.kind !== 'roles' || screen.for.roles.includes(role),
  )
}
