/** Raw point 6 → roles and grants, conditions typed over the entity they stand at. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import {isOpen, type RawPoint, type Text} from '../../document/raw.ts'
import {kindOf, readRows, type TableKind, unknownTable} from '../../document/table.ts'
import type {Scope} from '../../feel/scope.ts'
import type {Entities} from '../entities/model.ts'
import {splitWas} from '../entities/names.ts'
import {audiences, type JoiningWay, joiningWays, type Role, type RoleGrant, type Roles} from './model.ts'
import {type GrantColumn, readGrant} from './read-grant.ts'

type RoleColumn = 'Role' | 'Meaning' | 'Joins by'
const rolesTable: TableKind<RoleColumn> = {called: 'roles', required: ['Role'], optional: ['Meaning', 'Joins by']}
const grantsTable: TableKind<GrantColumn> = {
  called: 'grants',
  required: ['Role', 'May', 'On'],
  optional: ['Where', 'Fields'],
}

export interface RoleWorld {
  readonly entities: Entities
  readonly scope: Scope
}

const nowhere: Place = {file: '', line: 1, column: 1}
const member: Role = {name: 'Member', was: null, meaning: '', joinsBy: 'sign-up', ...nowhere}

export function readRoles(point: RawPoint, world: RoleWorld, findings: Finding[]): Roles {
  if (isOpen(point)) return {open: true, roles: new Map([[member.name, member]]), grants: []}
  const roles = new Map<string, Role>()
  const grants: RoleGrant[] = []
  const tables = point.sections.flatMap(section => section.blocks).filter(block => block.kind === 'table')
  for (const table of tables) {
    const kind = kindOf<TableKind<string>>(table, [grantsTable, rolesTable])
    if (kind === null) findings.push(unknownTable(table, [rolesTable, grantsTable]))
    else if (kind === rolesTable)
      for (const {cells} of readRows(table, rolesTable, findings)) addRole(cells, roles, findings)
  }
  for (const table of tables)
    if (kindOf<TableKind<string>>(table, [grantsTable, rolesTable]) === grantsTable)
      for (const {cells} of readRows(table, grantsTable, findings))
        grants.push(...readGrant(cells, {...world, roles}, findings))
  return {open: false, roles, grants}
}

function addRole(cells: Readonly<Record<RoleColumn, Text>>, roles: Map<string, Role>, findings: Finding[]): void {
  const {Role: written, Meaning: meaning} = cells
  const named = splitWas(written.text)
  const name = named?.name ?? ''
  if (!/^[A-Z]\w*(?: \w+)*$/.test(name)) {
    const hint = audiences.some(each => each === name)
      ? `\`${name}\` is always there and needs no row.`
      : 'Roles begin with a capital letter: Agent.'
    findings.push(finding('N601', written, {message: `\`${written.text}\` is no name of a role.`, hint}))
    return
  }
  const earlier = roles.get(name)
  if (earlier) {
    findings.push(
      finding('N602', written, {
        message: `The role ${name} stands here already, at line ${earlier.line}.`,
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
    joinsBy: readJoining(cells['Joins by'], findings),
    file,
    line,
    column,
  })
}

function readJoining(text: Text, findings: Finding[]): JoiningWay {
  const way = joiningWays.find(each => each === text.text)
  if (way !== undefined || text.text === '') return way ?? 'invitation'
  findings.push(
    finding('N603', text, {message: `Nobody can join by \`${text.text}\`.`, hint: suggest(text.text, joiningWays)}),
  )
  return 'nobody'
}
