/** Required fields that nobody who may create a record is allowed to fill in: no record could ever be created. */

import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import type {Entity, Field} from './model.ts'

export function checkWritable(across: Across): Finding[] {
  return [...across.entities.entities.values()].flatMap(entity => checkEntity(entity, across))
}

function checkEntity(entity: Entity, {roles, reach}: Across): Finding[] {
  const people = [...reach.everybody, 'everyone', 'signed in'].filter(role => reach.may(role, 'create', entity.name))
  if (people.length === 0 || roles.open || entity.source === null) return []
  return [...entity.fields.values()]
    .filter(field => mustBeGiven(field) && field.name !== entity.partOf?.field)
    .filter(
      field =>
        field.setByEngine ||
        !people.some(role => reach.mayField(role, 'create', {entity: entity.name, field: field.name})),
    )
    .map(field => {
      if (field.setByEngine) {
        const message = `\`${field.name}\` is required and set by the engine, but has no default.`
        return finding('N330', field, {message, hint: 'Give it a default, such as `me` or `now()`.'})
      }
      const message = `\`${field.name}\` is required, but no role that may create ${entity.name} may fill it in.`
      const hint = `Add it to the Fields of a grant in point 6 for ${people.join(', ')}, or give it a default.`
      return finding('N330', field, {message, hint})
    })
}

function mustBeGiven({required, default: byDefault, computed, state, type: {keeps}}: Field): boolean {
  const counted = keeps.kind === 'column' && keeps.counter !== null
  return required && byDefault === null && computed === null && !state && !counted
}
