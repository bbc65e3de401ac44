/** One row of the table of grants → one grant for each of its roles and entities. */
import {type Finding, finding} from '../../document/finding.ts'
import {namesIn, type PlacedName} from '../../document/names-in.ts'
import {suggest} from '../../document/near.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity} from '../entities/model.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'
import {type Act, acts, audiences, type GrantCondition, type Role, type RoleGrant} from './model.ts'

export type GrantColumn = 'Role' | 'May' | 'On' | 'Where' | 'Fields'

export interface GrantWorld {
  readonly entities: Entities
  readonly scope: Scope
  readonly roles: ReadonlyMap<string, Role>
}

export function readGrant(
  cells: Readonly<Record<GrantColumn, Text>>,
  world: GrantWorld,
  findings: Finding[],
): RoleGrant[] {
  const roles = readRoles(cells.Role, world, findings)
  const may = readActs(cells.May, findings)
  const on = readEntities(cells.On, world, findings)
  const {file, line, column} = cells.Role
  return on.flatMap(entity => {
    const where = readWhere(cells.Where, entity, world, findings)
    const fields = readFields(cells.Fields, entity, findings)
    return roles.map(role => ({role, acts: may, entity: entity.name, where, fields, file, line, column}))
  })
}

function readRoles(text: Text, {roles}: GrantWorld, findings: Finding[]): string[] {
  const known = [...roles.keys(), ...audiences]
  return namesIn(text).flatMap(({name, place}) => {
    if (known.includes(name)) return [name]
    const message = `There is no role \`${name}\` in the table of roles.`
    findings.push(
      finding('N604', place, {message, hint: suggest(name, known, 'Add a row for it to the table of roles.')}),
    )
    return []
  })
}

function readActs(text: Text, findings: Finding[]): ReadonlySet<Act> {
  const words: readonly string[] = [...acts, 'all']
  const found = new Set<Act>()
  for (const {name, place} of namesIn(text)) {
    const act = acts.find(each => each === name)
    if (act) found.add(act)
    else if (name === 'all') for (const each of acts) found.add(each)
    else
      findings.push(
        finding('N605', place, {message: `\`${name}\` is nothing that can be granted.`, hint: suggest(name, words)}),
      )
  }
  return found
}

function readEntities(text: Text, {entities}: GrantWorld, findings: Finding[]): Entity[] {
  const names = [...entities.entities.keys()]
  return namesIn(text).flatMap(({name, place}) => {
    const entity = entities.entities.get(name)
    if (entity) return [entity]
    findings.push(
      finding('N606', place, {
        message: `There is no entity \`${name}\` in point 3.`,
        hint: suggest(name, names, 'Name entities of point 3.'),
      }),
    )
    return []
  })
}

function readWhere(text: Text, {name}: Entity, {scope}: GrantWorld, findings: Finding[]): GrantCondition | null {
  if (text.text === '') return null
  const typed = type(text.text, {...scope, entity: name})
  if (!typed.ok) {
    for (const each of typed.problems) findings.push(finding(each.code, placeIn(text, each.start), each))
    return {text, core: null}
  }
  if (typed.type.kind === 'boolean') return {text, core: typed.core}
  findings.push(
    finding('N607', text, {
      message: 'This is no condition: it is not true or false for a record.',
      hint: 'Compare it with something: `requester = me`.',
    }),
  )
  return {text, core: null}
}

const except = /^all\s+except\s+/

function readFields(text: Text, entity: Entity, findings: Finding[]): ReadonlySet<string> | null {
  if (text.text === '' || text.text === 'all') return null
  const without = except.exec(text.text)
  const named = namesIn(text, without?.[0].length ?? 0).flatMap(each => fieldNamed(each, entity, findings))
  if (!without) return new Set(named)
  const all = [...ownFieldsOf(entity).keys(), ...entity.fields.keys()]
  return new Set(all.filter(field => !named.includes(field)))
}

function fieldNamed({name, place}: PlacedName, entity: Entity, findings: Finding[]): string[] {
  const field = name.replace(/\s+/g, '_')
  if (fieldOf(entity, field)) return [field]
  const names = [...entity.fields.keys(), ...ownFieldsOf(entity).keys()]
  findings.push(
    finding('N608', place, {
      message: `${entity.name} has no field \`${name}\`.`,
      hint: suggest(name, names, `Its fields are: ${[...entity.fields.keys()].join(', ')}.`),
    }),
  )
  return []
}
