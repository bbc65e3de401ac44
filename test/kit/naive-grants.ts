/**
 * A second, plain implementation of point 6 from the text of a document: the engine's decisions are compared with it.
 */

import {type Act, acts} from '../../src/points/roles/model.ts'
import type {Specification} from '../../src/points/specification.ts'
import type {Grant} from '../../src/screens/testing.ts'
import {coreOf} from './naive-world.ts'
import {fieldsOf} from './store-document.ts'

/** A parsed row of the table of grants. */
export interface GrantLine {
  readonly text: string
  readonly roles: readonly string[]
  readonly acts: readonly Act[]
  readonly entities: readonly string[]
  readonly where: string
  readonly fields: string
}

/** A grant, and the line of the document that it comes from. */
export interface LineGrant extends Grant {
  readonly line: GrantLine
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim().replaceAll('`', ''))
const namesOf = (cell: string): string[] => cell.split(',').map(name => name.trim())

export function grantLines(document: string): GrantLine[] {
  const [, point = ''] = document.split(/^## 6\..*$/m)
  const lines = (point.split(/^## \d\./m)[0] ?? '').split('\n')
  const head = lines.findIndex(line => {
    const cells = cellsOf(line)
    return cells.includes('May') && cells.includes('On')
  })
  const titles = cellsOf(lines[head] ?? '')
  const rows = lines.slice(head + 2)
  const end = rows.findIndex(line => !line.startsWith('|'))
  return rows.slice(0, end < 0 ? rows.length : end).map(text => {
    const at = (title: string) => cellsOf(text)[titles.indexOf(title)] ?? ''
    const may = namesOf(at('May'))
    return {
      text,
      roles: namesOf(at('Role')),
      acts: acts.filter(act => may.includes(act) || may.includes('all')),
      entities: namesOf(at('On')),
      where: at('Where'),
      fields: at('Fields'),
    }
  })
}

export type NaiveGrants = (roles: readonly string[] | null, act: Act, entity: string) => readonly LineGrant[]

/** `roles`: null for a visitor who is not signed in. */
export function naiveGrants(document: string, specification: Specification): NaiveGrants {
  const lines = grantLines(document)
  const known = new Map<string, readonly LineGrant[]>()
  const ask: NaiveGrants = (roles, act, entity) => {
    const key = JSON.stringify([roles, act, entity])
    const found = known.get(key) ?? grantsFrom(lines, specification, {roles, act, entity})
    known.set(key, found)
    return found
  }
  return ask
}

interface AskedGrants {
  readonly roles: readonly string[] | null
  readonly act: Act
  readonly entity: string
}

function grantsFrom(lines: readonly GrantLine[], specification: Specification, asked: AskedGrants): LineGrant[] {
  const own = lines.filter(({entities}) => entities.includes(asked.entity))
  const part = specification.entities.entities.get(asked.entity)?.partOf
  if (own.length > 0 || !part)
    return own.filter(line => covers(line, asked)).map(line => plain(specification, line, asked))
  // A line item inherits the permissions of its owner: changing it is changing the owner.
  const act = asked.act === 'read' || asked.act === 'export' ? asked.act : 'update'
  return grantsFrom(lines, specification, {...asked, act, entity: part.entity}).map(({line, where}) => ({
    line,
    fields: null,
    where: where === null ? null : atWhole(specification, {entity: asked.entity, line, part}),
  }))
}

interface OfWhole {
  readonly entity: string
  readonly line: GrantLine
  readonly part: {readonly entity: string; readonly field: string}
}

/** The condition of the owner, evaluated on the owner of the line item. */
function atWhole(specification: Specification, {entity, line, part}: OfWhole) {
  return coreOf(specification, entity, `count(${part.entity}[id = this.${part.field}.id and (${line.where})]) > 0`)
}

const covers = ({roles: named, acts: may}: GrantLine, {roles, act}: AskedGrants): boolean =>
  may.includes(act) &&
  named.some(role => role === 'everyone' || (roles !== null && (role === 'signed in' || roles.includes(role))))

function plain(specification: Specification, line: GrantLine, {entity}: AskedGrants): LineGrant {
  return {
    line,
    where: line.where === '' ? null : coreOf(specification, entity, line.where),
    fields: fieldSet(line.fields, [...fieldsOf(specification, entity).keys()]),
  }
}

function fieldSet(cell: string, all: readonly string[]): ReadonlySet<string> | null {
  if (cell === '' || cell === 'all') return null
  const [, without] = /^all except (.*)$/.exec(cell) ?? []
  if (without === undefined) return new Set(namesOf(cell))
  return new Set(all.filter(name => !namesOf(without).includes(name)))
}
