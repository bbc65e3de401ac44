/** The column On: `Ticket`, `Ticket.due`, `Ticket create`, `Ticket resolve`. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {Rule} from './model.ts'
import type {RuleWorld} from './read.ts'

export type On = Pick<Rule, 'entity' | 'field' | 'on'>

export function readOn(cell: Text, world: RuleWorld, findings: Finding[]): On | null {
  const match = /^([A-Z]\w*)(?:\.([a-z][\w ]*)|\s+([a-z][\w ]*))?$/.exec(cell.text)
  if (!match) {
    const message =
      cell.text === '' ? 'It is not said what this rule is about.' : `\`${cell.text}\` is nothing to judge.`
    const hint = 'Write `Ticket`, `Ticket.due`, `Ticket create` or `Ticket resolve`.'
    findings.push(finding('N501', cell, {message, hint}))
    return null
  }
  const [, name = '', field, action] = match
  const entity = world.entities.entities.get(name)
  if (!entity) {
    findings.push(unknownEntity(cell, name, world))
    return null
  }
  if (field !== undefined) return onField(cell, entity, {name: canonicalName(field), findings})
  return action === undefined
    ? {entity: name, field: null, on: null}
    : onAction(cell, entity, {name: canonicalName(action), world, findings})
}

function unknownEntity(cell: Text, name: string, {entities}: RuleWorld): Finding {
  return finding('N501', cell, {
    message: `There is no entity ${name} in point 3.`,
    hint: suggest(name, [...entities.entities.keys()], 'Name an entity of point 3.'),
  })
}

function onField(cell: Text, entity: Entity, {name, findings}: {name: string; findings: Finding[]}): On | null {
  if (fieldOf(entity, name)) return {entity: entity.name, field: name, on: null}
  if (entity.unread.has(name)) return null
  const names = [...entity.fields.keys()]
  findings.push(
    finding('N502', placeIn(cell, cell.text.indexOf('.') + 1), {
      message: `${entity.name} has no field \`${name}\`.`,
      hint: suggest(name, names, `Its fields are: ${names.join(', ')}.`),
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
  findings.push(
    finding('N503', placeIn(cell, cell.text.indexOf(' ') + 1), {
      message: `${entity.name} has no action \`${name}\` in point 4.`,
      hint: suggest(name, ['create', ...actions], 'Name an action of point 4, or leave it out for every write.'),
    }),
  )
  return null
}
