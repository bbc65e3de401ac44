/** Roles that nobody would miss: named nowhere, or unable to open a single screen. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import type {Role} from './model.ts'

export function checkUnusedRoles(across: Across): Finding[] {
  if (across.roles.open) return []
  return [...across.roles.roles.values()].flatMap(role => checkRole(role, across))
}

function checkRole(role: Role, across: Across): Finding[] {
  // Once in the table of roles.
  if (across.mentioned.times(role.name.replaceAll(' ', '_')) <= 1) {
    const message = `The role ${role.name} is not used.`
    return [finding('N621', role, {message, hint: 'Grant it something, or remove it.'})]
  }
  if (opensSomething(role.name, across)) return []
  const message = `${role.name} cannot open any screen.`
  return [finding('N622', role, {message, hint: 'Add the role to For of a screen in point 2.'})]
}

/** Where point 2 is open, there are screens for whatever somebody may read or create. */
function opensSomething(role: string, {screens, open, entities, reach}: Across): boolean {
  if (open.includes(2))
    return [...entities.entities.keys()].some(name => reach.may(role, 'read', name) || reach.may(role, 'create', name))
  return screens.screens.some(screen => screen.for.kind !== 'roles' || screen.for.roles.includes(role))
}
