/**
 * Checks of roles against the fields of point 3: that people can sign up (every required field of User must be one that a
 * person without an account can fill in), and that `Set by` names roles.
 */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/spelling.ts'
import {entityReferredTo} from '../entities/lookup.ts'
import type {Entities, Field} from '../entities/model.ts'
import {userEntity} from '../entities/own-fields.ts'
import type {Roles} from './model.ts'

export function checkJoining(roles: Roles, {entities}: Entities): Finding[] {
  if (roles.open || ![...roles.roles.values()].some(role => role.joinsBy === 'sign-up')) return []
  const fields = [...(entities.get(userEntity)?.fields.values() ?? [])]
  return fields.filter(field => isHidden(roles, field)).map(unsayable)
}

/** `Set by: HR when created`: these are roles of point 6. */
export function checkFilling({roles}: Roles, {entities}: Entities): Finding[] {
  const fields = [...entities.values()].flatMap(entity => [...entity.fields.values()])
  return fields
    .flatMap(field => field.filledBy ?? [])
    .filter(({name}) => !roles.has(name))
    .map(({name, place}) =>
      finding('N326', place, {
        message: `Unknown role \`${name}\`.`,
        ...suggestFor(place, [...roles.keys()], 'Name roles of point 6: `HR when created`.'),
      }),
    )
}

/** A required reference: a person who has not signed in cannot see any record to choose. */
function isHidden({grants}: Roles, field: Field): boolean {
  const target = entityReferredTo(field)
  if (target === null || !field.required || field.default !== null || field.computed !== null) return false
  return !grants.some(({role, acts, entity}) => role === 'everyone' && acts.has('read') && entity === target)
}

function unsayable(field: Field): Finding {
  const target = entityReferredTo(field) ?? ''
  const message = `No one can sign up: \`${field.name}\` is required, but visitors may not read ${target}.`
  const hint = `Let \`everyone\` read ${target}, or give the field a default, or make it optional.`
  return finding('N609', field, {message, hint})
}
