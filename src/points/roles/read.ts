/** Raw point 6 → roles and grants, conditions typed over the entity they stand at. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import {namesIn} from '../../document/names-in.ts'
import {suggestFor} from '../../document/near.ts'
import {isOpen, type RawPoint, replacing, type Table, type Text} from '../../document/raw.ts'
import {kindOf, readRows, type TableKind, unknownTable} from '../../document/table.ts'
import type {Scope} from '../../feel/scope.ts'
import type {Entities} from '../entities/model.ts'
import {splitWas} from '../entities/names.ts'
import {audiences, type JoiningWay, joiningWays, type Role, type RoleGrant, type Roles} from './model.ts'
import {type GrantColumn, readGrant} from './read-grant.ts'

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
  const granting = tables.filter(table => kindOf<TableKind<string>>(table, [grantsTable, rolesTable]) === grantsTable)
  const [first] = granting
  if (first && granting.length === tables.length) {
    const named = rolesNamed(granting)
    // As if they were there, so that the missing table is told once.
    for (const name of named) roles.set(name, {...member, name})
    if (named.length > 0) findings.push(noRoles(point, first, named))
  }
  for (const table of granting)
    for (const {cells} of readRows(table, grantsTable, findings))
      grants.push(...readGrant(cells, {...world, roles}, findings))
  return {open: false, roles, grants}
}

function rolesNamed(tables: readonly Table[]): string[] {
  const cells = tables.flatMap(({header, rows}) => {
    const column = header.cells.findIndex(({text}) => text.toLowerCase() === 'role')
    return rows.flatMap(row => row.cells[column] ?? [])
  })
  const names = cells.flatMap(cell => namesIn(cell)).map(({name}) => name)
  return [...new Set(names)].filter(name => isRoleName(name))
}

const isRoleName = (name: string): boolean => /^[A-Z]\w*(?: \w+)*$/.test(name)

function noRoles(point: RawPoint, {line}: Table, names: readonly string[]): Finding {
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
        message: `Duplicate role \`${name}\`: it is at line ${earlier.line} already.`,
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
  const message = `Unknown way to join: \`${text.text}\`.`
  const hint = 'Write `sign-up` (people register themselves), `invitation` (someone invites them) or `nobody`.'
  const near = suggestFor(text, joiningWays)
  findings.push(finding('N603', text, {message, ...(near.fix ? near : {hint})}))
  return 'nobody'
}

function malformed(written: Text, name: string): Finding {
  if (audiences.some(each => each === name))
    return finding('N601', written, {message: `\`${name}\` is built in.`, hint: 'Remove this row.'})
  const meant = `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/[^\w ]+/g, ' ').trim()
  const fits = isRoleName(meant)
  return finding('N601', written, {
    message: name === '' ? 'This role has no name.' : `\`${written.text}\` cannot be the name of a role.`,
    hint: `Start it with a capital letter: \`${fits ? meant : 'Agent'}\`.`,
    fix: fits ? replacing(written, meant) : undefined,
  })
}
