/** Computed fields that show people what they may not read: a computed field reads everything, whoever looks at it. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import {hiddenReads, nameOfAudience} from '../hidden-reads.ts'
import type {Entity, Field} from './model.ts'

export function checkComputed(across: Across): Finding[] {
  if (across.roles.open) return []
  return [...across.entities.entities.values()].flatMap(entity =>
    [...entity.fields.values()].flatMap(field => checkField(field, entity, across)),
  )
}

/** A grant that names the field says that its people may see it. */
function checkField(field: Field, entity: Entity, {reach}: Across): Finding[] {
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
