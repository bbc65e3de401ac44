/**
 * Checks of fields against grants. First: required fields that no role with `create` may fill in, so that no record
 * could be created.
 */

import {type Finding, finding} from '../document/finding.ts'
import type {Entity, Field} from '../points/entities/model.ts'
import {type CrossCheckContext, hiddenReads, nameOfAudience} from './context.ts'

export function checkWritable(context: CrossCheckContext): Finding[] {
  return [...context.entities.entities.values()].flatMap(entity => checkEntity(entity, context))
}

function checkEntity(entity: Entity, {roles, reach}: CrossCheckContext): Finding[] {
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

/** A slug follows the field that it is made of. */
function mustBeGiven({required, default: byDefault, computed, state, slugOf, type: {storage}}: Field): boolean {
  const counted = storage.kind === 'column' && storage.counter !== null
  return required && byDefault === null && computed === null && !state && !counted && !slugOf
}

// Computed fields that reveal what a role may not read: a computed field is evaluated with access to everything.

export function checkComputed(context: CrossCheckContext): Finding[] {
  if (context.roles.open) return []
  return [...context.entities.entities.values()].flatMap(entity =>
    [...entity.fields.values()].flatMap(field => checkField(field, entity, context)),
  )
}

/** A grant that names the field permits reading it on purpose. */
function checkField(field: Field, entity: Entity, {reach}: CrossCheckContext): Finding[] {
  const core = field.computed?.core
  if (!core) return []
  const at = {reach, at: entity.name}
  const people = [null, ...reach.everybody]
    .filter(role => reach.mayUnnamed(role, 'read', entity.name))
    .map(role => ({role, hidden: hiddenReads(core, role, at)}))
    .filter(({hidden}) => hidden.length > 0)
  if (people.length === 0) return []
  const who = people.map(({role}) => nameOfAudience(role)).join(', ')
  const reads = [...new Set(people.flatMap(({hidden}) => hidden))].map(name => `\`${name}\``).join(' and ')
  const message = `\`${field.name}\` is computed from ${reads}, which ${who} may not read, and reveals it to them.`
  const hint = `Name the Fields of their grant on ${entity.name} in point 6, with or without \`${field.name}\`.`
  return [finding('N332', field, {message, hint})]
}
