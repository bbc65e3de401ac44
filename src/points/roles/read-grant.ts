/** One row of the table of grants → one grant for each of its roles and entities. */
import {type Finding, finding} from '../../document/finding.ts'
import {namesIn, type PlacedName} from '../../document/names-in.ts'
import {suggestFor} from '../../document/near.ts'
import {replacing, type Text} from '../../document/raw.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType} from '../../feel/type.ts'
import {findingsOf} from '../entities/expression.ts'
import {fieldOf, isOneRecord, targetOf, unknownEntity} from '../entities/lookup.ts'
import type {Entities, Entity} from '../entities/model.ts'
import {ownFieldsOf, userEntity} from '../entities/own-fields.ts'
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
    const message = `Unknown role \`${name}\`.`
    findings.push(finding('N604', place, {message, ...suggestFor(place, known, 'Add it to the table of roles.')}))
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
    else findings.push(unknownAct(place, words))
  }
  return found
}

/** What other products grant. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['write', 'create, update'],
  ['edit', 'update'],
  ['change', 'update'],
  ['modify', 'update'],
  ['add', 'create'],
  ['insert', 'create'],
  ['new', 'create'],
  ['view', 'read'],
  ['see', 'read'],
  ['list', 'read'],
  ['select', 'read'],
  ['remove', 'delete'],
  ['destroy', 'delete'],
  ['download', 'export'],
  ['everything', 'all'],
  ['any', 'all'],
  ['manage', 'all'],
  ['admin', 'all'],
  ['full', 'all'],
  ['crud', 'create, read, update, delete'],
  ['lesen', 'read'],
  ['schreiben', 'create, update'],
  ['anlegen', 'create'],
  ['ändern', 'update'],
  ['löschen', 'delete'],
  ['alles', 'all'],
])

function unknownAct(place: Text, words: readonly string[]): Finding {
  const message = `Unknown permission \`${place.text}\`.`
  const meant = elsewhere.get(place.text.toLowerCase())
  if (meant === undefined) return finding('N605', place, {message, ...suggestFor(place, words)})
  return finding('N605', place, {message, hint: `Write \`${meant}\`.`, fix: replacing(place, meant)})
}

function readEntities(text: Text, {entities}: GrantWorld, findings: Finding[]): Entity[] {
  return namesIn(text).flatMap(({name, place}) => {
    const entity = entities.entities.get(name)
    if (entity) return [entity]
    findings.push(unknownEntity('N606', place, entities))
    return []
  })
}

const owned = /^(?:own|owned|owner|mine|my own|self|eigene)$/i

function readWhere(text: Text, entity: Entity, {scope}: GrantWorld, findings: Finding[]): GrantCondition | null {
  if (text.text === '') return null
  const typed = type(text.text, {...scope, entity: entity.name})
  if (!typed.ok) {
    findings.push(...(owned.test(text.text) ? [ownedBy(text, entity)] : findingsOf(text, typed.problems)))
    return {text, core: null}
  }
  if (typed.type.kind === 'boolean') return {text, core: typed.core}
  findings.push(
    finding('N607', text, {
      message: `Expected a condition, found \`${describeType(typed.type)}\`.`,
      hint: 'Compare it with something: `requester = me`.',
    }),
  )
  return {text, core: null}
}

/** `own`: by the one field that leads to a person, where there is one. */
function ownedBy(text: Text, {fields}: Entity): Finding {
  const people = [...fields.values()].filter(field => targetOf(field) === userEntity && isOneRecord(field))
  const [first] = people
  const write = `${first?.name ?? 'created_by'} = me`
  return finding('N055', text, {
    message: `Unknown name \`${text.text}\`.`,
    hint: `Say whose records are meant: \`${write}\`.`,
    fix: people.length > 1 ? undefined : replacing(text, write),
  })
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
      ...suggestFor(place, names, `Fields of ${entity.name}: ${[...entity.fields.keys()].join(', ')}.`),
    }),
  )
  return []
}
