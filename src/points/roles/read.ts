/** Raw point 6 → roles and grants. Conditions are typed in the scope of their entity. */

import {type PlacedName, placedNames, readBullets} from '../../document/bullets.ts'
import {type Finding, finding, type Place} from '../../document/finding.ts'
import {isOpen, type RawPoint, type RawTable, replacing, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {type TableKind, tableKind, tableRows, unknownTable} from '../../document/table.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType} from '../../feel/type.ts'
import {findingsOf} from '../entities/expression.ts'
import {entityReferredTo, fieldOf, isOneRecord, unknownEntity} from '../entities/lookup.ts'
import type {Entities, Entity} from '../entities/model.ts'
import {capitalised, splitWas} from '../entities/names.ts'
import {ownFieldsOf, userEntity} from '../entities/own-fields.ts'
import {
  type Act,
  acts,
  audiences,
  type GrantCondition,
  joiningWays,
  type ProviderJoining,
  type Role,
  type RoleGrant,
  type RoleSettings,
  type Roles,
  type SensitiveStep,
  sensitiveSteps,
} from './model.ts'

type RoleColumn = 'Role' | 'Meaning' | 'Joins by'
export const rolesTable: TableKind<RoleColumn> = {
  called: 'roles',
  required: ['Role'],
  optional: ['Meaning', 'Joins by'],
}
export const grantsTable: TableKind<GrantColumn> = {
  called: 'grants',
  required: ['Role', 'May', 'On'],
  optional: ['Where', 'Fields'],
}

interface RoleContext {
  readonly entities: Entities
  readonly scope: Scope
}

const nowhere: Place = {file: '', line: 1, column: 1}
const member: Role = {name: 'Member', was: null, meaning: '', joinsBy: 'sign-up', through: [], ...nowhere}

export function readRoles(point: RawPoint, context: RoleContext, findings: Finding[]): Roles {
  if (isOpen(point)) return {open: true, roles: new Map([[member.name, member]]), grants: [], ...noSettings}
  const roles = new Map<string, Role>()
  const grants: RoleGrant[] = []
  const tables = point.sections.flatMap(section => section.blocks).filter(block => block.kind === 'table')
  for (const table of tables) {
    const kind = tableKind<TableKind<string>>(table, [grantsTable, rolesTable])
    if (kind === null) findings.push(unknownTable(table, [rolesTable, grantsTable]))
    else if (kind === rolesTable)
      for (const {cells} of tableRows(table, rolesTable, findings)) addRole(cells, roles, findings)
  }
  const granting = tables.filter(
    table => tableKind<TableKind<string>>(table, [grantsTable, rolesTable]) === grantsTable,
  )
  const [first] = granting
  if (first && granting.length === tables.length) {
    const named = rolesNamed(granting)
    // Assumes that the roles exist, so that the missing table is reported once.
    for (const name of named) roles.set(name, {...member, name})
    if (named.length > 0) findings.push(noRoles(point, first, named))
  }
  for (const table of granting)
    for (const {cells} of tableRows(table, grantsTable, findings))
      grants.push(...readGrant(cells, {...context, roles}, findings))
  return {open: false, roles, grants, ...readSettings(point, [...roles.keys()], findings)}
}

const noSettings: RoleSettings = {auditLog: null, secondFactor: null, askAgain: null}

/** The bullets under the heading of the point. */
export const roleSettings = ['audit log', 'second factor', 'ask again'] as const

function readSettings(point: RawPoint, roles: readonly string[], findings: Finding[]): RoleSettings {
  const [own] = point.sections.filter(({heading}) => heading === null)
  // All others are prose.
  const blocks =
    own?.blocks.filter(block => block.kind !== 'bullet' || roleSettings.some(each => each === block.key.text)) ?? []
  const bullets = own ? readBullets({...own, blocks}, roleSettings, findings) : {}
  return {
    auditLog: readNamed(bullets['audit log']?.value, roles, findings),
    secondFactor: readFactor(bullets['second factor']?.value, roles, findings),
    askAgain: readSteps(bullets['ask again']?.value, findings),
  }
}

/** `HR, Admin after 7 days`: without days, at once. */
function readFactor(
  written: Text | undefined,
  roles: readonly string[],
  findings: Finding[],
): RoleSettings['secondFactor'] {
  if (!written) return null
  const [, names = '', days = '0'] = /^(.*?)(?:\s+after\s+(\d{1,3})\s+days?)?$/s.exec(written.text) ?? []
  const named = readNamed({...written, text: names}, roles, findings) ?? []
  return named.length === 0 ? null : {roles: named, days: Number(days)}
}

/** `roles, keys`, or `nothing`. */
function readSteps(written: Text | undefined, findings: Finding[]): readonly SensitiveStep[] | null {
  if (!written) return null
  if (written.text.trim() === 'nothing') return []
  return placedNames(written).flatMap(({name, place}) => {
    const step = sensitiveSteps.find(each => each === name)
    if (step) return [step]
    const hint = `Name some of ${sensitiveSteps.join(', ')}, or \`nothing\`.`
    findings.push(
      finding('N611', place, {message: `Unknown step \`${name}\`.`, ...suggestFor(place, sensitiveSteps, hint)}),
    )
    return []
  })
}

/** Roles that a bullet names; null without it. */
function readNamed(written: Text | undefined, roles: readonly string[], findings: Finding[]): readonly string[] | null {
  if (!written) return null
  return placedNames(written).flatMap(({name, place}) => {
    if (roles.includes(name)) return [name]
    const audience = audiences.find(each => each === name)
    const message = audience ? `Name roles here, not \`${name}\`.` : `Unknown role \`${name}\`.`
    const hint = 'Name roles of the table in point 6.'
    findings.push(finding('N610', place, {message, ...(audience ? {hint} : suggestFor(place, roles, hint))}))
    return []
  })
}

function rolesNamed(tables: readonly RawTable[]): string[] {
  const cells = tables.flatMap(({header, rows}) => {
    const column = header.cells.findIndex(({text}) => text.toLowerCase() === 'role')
    return rows.flatMap(row => row.cells[column] ?? [])
  })
  const names = cells.flatMap(cell => placedNames(cell)).map(({name}) => name)
  return [...new Set(names)].filter(name => isRoleName(name))
}

const isRoleName = (name: string): boolean => /^[A-Z]\w*(?: \w+)*$/.test(name)

function noRoles(point: RawPoint, {line}: RawTable, names: readonly string[]): Finding {
  const rows = names.map(name => `| ${name} | invitation |\n`).join('')
  const text = `| Role | Joins by |\n|---|---|\n${rows}\n`
  return finding('N604', point.headings[0] ?? nowhere, {
    message: 'Point 6 has no table of roles.',
    hint: `Add one: \`| Role | Joins by |\`, with a row for ${names.join(', ')}.`,
    fix: {line, column: 1, endLine: line, endColumn: 1, text},
  })
}

function addRole(cells: Readonly<Record<RoleColumn, Text>>, roles: Map<string, Role>, findings: Finding[]): void {
  const {Role: written, Meaning: meaning} = cells
  const named = splitWas(written.text)
  const name = named?.name ?? ''
  if (!isRoleName(name)) {
    findings.push(malformed(written, name))
    return
  }
  const earlier = roles.get(name)
  if (earlier) {
    findings.push(
      finding('N602', written, {
        message: `Duplicate role \`${name}\`: it is already declared at line ${earlier.line}.`,
        hint: 'Keep one of the two rows.',
      }),
    )
    return
  }
  const {file, line, column} = written
  roles.set(name, {
    name,
    was: named?.was ?? null,
    meaning: meaning.text,
    ...readJoining(cells['Joins by'], findings),
    file,
    line,
    column,
  })
}

/** `invitation, group "people-team" of company`: at most one of the ways, and any number of providers. */
function readJoining(text: Text, findings: Finding[]): Pick<Role, 'joinsBy' | 'through'> {
  const parts = [...text.text.matchAll(/(?:"[^"]*"|“[^”]*”|[^,"“])+/g)].map(([part]) => part.trim())
  const ways = parts.flatMap(part => joiningWays.find(way => way === part) ?? [])
  const through = parts.flatMap(part => readProvider(part) ?? [])
  const [joinsBy = through.length > 0 || text.text !== '' ? 'nobody' : 'invitation', other] = ways
  if (other !== undefined) {
    const message = `A role has one of \`${joinsBy}\` and \`${other}\`, not both.`
    findings.push(finding('N603', text, {message, hint: `Write \`${joinsBy}\`.`}))
  } else if (ways.length + through.length < parts.length) {
    const message = `Unknown way to join: \`${text.text}\`.`
    const hint =
      'Write `sign-up` (people register themselves), `invitation` (someone invites them), `nobody`, `group "people-team" of company` (members of a group of a provider of single sign-on) or `anyone of company` (everyone of its domains).'
    const near = suggestFor(text, joiningWays)
    findings.push(finding('N603', text, {message, ...(near.fix ? near : {hint})}))
  }
  return {joinsBy, through}
}

function readProvider(text: string): ProviderJoining | null {
  const [, straight, curly, ofGroup] = /^group (?:"([^"]+)"|“([^”]+)”) of ([a-z][a-z0-9-]*)$/.exec(text) ?? []
  if (ofGroup !== undefined) return {provider: ofGroup, group: straight ?? curly ?? ''}
  const [, provider] = /^anyone of ([a-z][a-z0-9-]*)$/.exec(text) ?? []
  return provider === undefined ? null : {provider, group: null}
}

function malformed(written: Text, name: string): Finding {
  if (audiences.some(each => each === name))
    return finding('N601', written, {message: `\`${name}\` is built in.`, hint: 'Remove this row.'})
  const meant = capitalised(name)
    .replace(/[^\w ]+/g, ' ')
    .trim()
  const fits = isRoleName(meant)
  return finding('N601', written, {
    message: name === '' ? 'This role has no name.' : `\`${written.text}\` cannot be the name of a role.`,
    hint: `Start it with a capital letter: \`${fits ? meant : 'Agent'}\`.`,
    fix: fits ? replacing(written, meant) : undefined,
  })
}

// One row of the table of grants → one grant for each role and entity.

type GrantColumn = 'Role' | 'May' | 'On' | 'Where' | 'Fields'

interface GrantContext {
  readonly entities: Entities
  readonly scope: Scope
  readonly roles: ReadonlyMap<string, Role>
}

function readGrant(
  cells: Readonly<Record<GrantColumn, Text>>,
  context: GrantContext,
  findings: Finding[],
): RoleGrant[] {
  const roles = readGrantRoles(cells.Role, context, findings)
  const may = readActs(cells.May, findings)
  const on = readEntities(cells.On, context, findings)
  const {file, line, column} = cells.Role
  return on.flatMap(entity => {
    const where = readWhere(cells.Where, entity, context, findings)
    const fields = readFields(cells.Fields, entity, findings)
    return roles.map(role => ({role, acts: may, entity: entity.name, where, fields, file, line, column}))
  })
}

function readGrantRoles(text: Text, {roles}: GrantContext, findings: Finding[]): string[] {
  const known = [...roles.keys(), ...audiences]
  return placedNames(text).flatMap(({name, place}) => {
    if (known.includes(name)) return [name]
    const message = `Unknown role \`${name}\`.`
    findings.push(finding('N604', place, {message, ...suggestFor(place, known, 'Add it to the table of roles.')}))
    return []
  })
}

function readActs(text: Text, findings: Finding[]): ReadonlySet<Act> {
  const words: readonly string[] = [...acts, 'all']
  const found = new Set<Act>()
  for (const {name, place} of placedNames(text)) {
    const act = acts.find(each => each === name)
    if (act) found.add(act)
    else if (name === 'all') for (const each of acts) found.add(each)
    else findings.push(unknownAct(place, words))
  }
  return found
}

/** Names of permissions in other products. */
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

function readEntities(text: Text, {entities}: GrantContext, findings: Finding[]): Entity[] {
  return placedNames(text).flatMap(({name, place}) => {
    const entity = entities.entities.get(name)
    if (entity) return [entity]
    findings.push(allOf(name, place, entities) ?? unknownEntity('N606', place, entities))
    return []
  })
}

/** `everything`, `*`, `all except Line`: a grant names its entities, so that a new one is not granted to anyone. */
function allOf(name: string, place: Text, {entities}: Entities): Finding | null {
  const [whole, left = ''] =
    /^(?:\*|all|any|every|everything|anything|(?:all|everything)\s+(?:except|but)\s+(.*))$/i.exec(name) ?? []
  if (whole === undefined) return null
  const names = [...entities.keys()].filter(each => each !== userEntity && each !== left.trim())
  return finding('N606', place, {
    message: `A grant names its entities, not \`${place.text}\`.`,
    hint: `Name the entities: \`${names.join(', ')}\`.`,
  })
}

const owned = /^(?:own|owned|owner|mine|my own|self|eigene)$/i

function readWhere(text: Text, entity: Entity, {scope}: GrantContext, findings: Finding[]): GrantCondition | null {
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

/** `own`: through the only field that refers to a person, if there is exactly one. */
function ownedBy(text: Text, {fields}: Entity): Finding {
  const people = [...fields.values()].filter(field => entityReferredTo(field) === userEntity && isOneRecord(field))
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
  const named = placedNames(text, without?.[0].length ?? 0).flatMap(each => fieldNamed(each, entity, findings))
  if (!without) return new Set(named)
  const all = [...ownFieldsOf(entity).keys(), ...entity.fields.keys()]
  return new Set(all.filter(field => !named.includes(field)))
}

function fieldNamed({name, place}: PlacedName, entity: Entity, findings: Finding[]): string[] {
  const field = name.replace(/\s+/g, '_')
  if (fieldOf(entity, field)) return [field]
  const span = entity.spans.get(field)
  if (span) {
    const write = `${span.from}, ${span.to}`
    const message = `\`${name}\` is a span, which is not granted itself.`
    findings.push(
      finding('N608', place, {message, hint: `Name its dates: \`${write}\`.`, fix: replacing(place, write)}),
    )
    return []
  }
  const names = [...entity.fields.keys(), ...ownFieldsOf(entity).keys()]
  findings.push(
    finding('N608', place, {
      message: `${entity.name} has no field \`${name}\`.`,
      ...suggestFor(place, names, `Fields of ${entity.name}: ${[...entity.fields.keys()].join(', ')}.`),
    }),
  )
  return []
}
