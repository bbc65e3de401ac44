/** The column On: `Ticket`, `Ticket.due`, `Ticket create`, `Ticket resolve`. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import {fieldOf, unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {Rule} from './model.ts'
import type {RuleWorld} from './read.ts'

export type On = Pick<Rule, 'entity' | 'field' | 'on'>

export function readOn(cell: Text, world: RuleWorld, findings: Finding[]): On | null {
  const match = /^([A-Z]\w*)(?:\.([a-z][\w ]*)|\s+([a-z][\w ]*))?$/.exec(cell.text)
  if (!match) {
    const message = cell.text === '' ? 'This rule has no entity.' : `A rule cannot be on \`${cell.text}\`.`
    const names = [...world.entities.entities.keys()]
    const hint = 'Write `Ticket`, `Ticket.due`, `Ticket create` or `Ticket resolve`.'
    const near = cell.text === '' ? {hint} : suggestFor(cell, names)
    findings.push(finding('N501', cell, {message, ...('fix' in near ? near : {hint})}))
    return null
  }
  const [, name = '', field, action] = match
  const entity = world.entities.entities.get(name)
  if (!entity) {
    findings.push(unknownEntity('N501', sliceOf(cell, 0, name.length), world.entities))
    return null
  }
  if (field !== undefined) return onField(cell, entity, {name: canonicalName(field), findings})
  return action === undefined
    ? {entity: name, field: null, on: null}
    : onAction(cell, entity, {name: canonicalName(action), world, findings})
}

function onField(cell: Text, entity: Entity, {name, findings}: {name: string; findings: Finding[]}): On | null {
  if (fieldOf(entity, name)) return {entity: entity.name, field: name, on: null}
  if (entity.unread.has(name)) return null
  const names = [...entity.fields.keys()]
  const at = sliceOf(cell, cell.text.indexOf('.') + 1)
  findings.push(
    finding('N502', at, {
      message: `${entity.name} has no field \`${name}\`.`,
      ...suggestFor(at, names, `Fields of ${entity.name}: ${names.join(', ')}.`),
    }),
  )
  return null
}

interface OnAction {
  readonly name: string
  readonly world: RuleWorld
  readonly findings: Finding[]
}

function onAction(cell: Text, entity: Entity, {name, world, findings}: OnAction): On | null {
  if (name === 'create') return {entity: entity.name, field: null, on: {kind: 'create'}}
  const actions = [...(world.actions.actions.get(entity.name)?.keys() ?? [])]
  if (actions.includes(name)) return {entity: entity.name, field: null, on: {kind: 'action', action: name}}
  const at = sliceOf(cell, cell.text.indexOf(' ') + 1)
  findings.push(
    finding('N503', at, {
      message: `${entity.name} has no action \`${name}\`.`,
      ...suggestFor(at, ['create', ...actions], `Write \`${entity.name}\` alone for a rule on every change.`),
    }),
  )
  return null
}
