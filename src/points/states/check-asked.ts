/** Fields that an action asks for, and that nobody who does it may read. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import {namesIn} from '../../document/names-in.ts'
import type {Across} from '../across-world.ts'
import {canonicalName} from '../entities/names.ts'
import type {Asked, Transition, Who} from './model.ts'

export function checkAsked(across: Across): Finding[] {
  return [...across.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(action => action.rows.flatMap(row => checkRow(row, entity, across))),
  )
}

function checkRow(row: Transition, entity: string, across: Across): Finding[] {
  const roles = rolesOf(row.who, across).filter(role => across.reach.may(role, 'read', entity))
  if (roles.length === 0) return []
  return row.asks
    .filter(
      ({own, field}) => !own && !roles.some(role => across.reach.mayField(role, 'read', {entity, field: field.name})),
    )
    .map(asked => {
      const {name} = asked.field
      const message = `This action asks for \`${name}\`, which ${roles.join(', ')} may not read.`
      const hint = `Grant \`read\` on it in point 6, or ask for a separate input: \`new_${name}: …\`.`
      return finding('N437', placeOf(asked, row, {entity, across}), {message, hint})
    })
}

/** A person at a path may have any role. */
function rolesOf(who: readonly Who[], {reach}: Across): readonly string[] {
  const anybody = who.some(({kind, ...each}) => kind === 'person' || ('role' in each && each.role === 'signed in'))
  if (anybody) return reach.everybody
  return who.flatMap(each => (each.kind === 'role' ? [each.role] : []))
}

function placeOf({field}: Asked, row: Transition, {entity, across}: {entity: string; across: Across}): Place {
  const cells = across.states.machines.get(entity)?.rows.find(({Action}) => Action.line === row.line)
  const named = cells ? namesIn(cells.Asks) : []
  return named.find(({name}) => canonicalName(name.replace(/\?$/, '')) === field.name)?.place ?? row
}
