/** Raw point 5 → rules, their conditions typed over the entity they are about. */
import {type Finding, finding} from '../../document/finding.ts'
import type {RawPoint, Text} from '../../document/raw.ts'
import {type Cells, readTables, type TableKind} from '../../document/table.ts'
import type {Scope} from '../../feel/scope.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import type {Entities} from '../entities/model.ts'
import type {Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import {unknownCode} from '../errors/unknown-code.ts'
import {typedCondition} from '../states/action-world.ts'
import type {Actions} from '../states/model.ts'
import type {Rule, RuleCondition, Rules} from './model.ts'
import {type On, readOn} from './read-on.ts'

export type RuleColumn = 'Rule' | 'On' | 'When' | 'Must hold' | 'Error'
export const rulesTable: TableKind<RuleColumn> = {
  called: 'rules',
  required: ['Rule', 'On', 'Must hold', 'Error'],
  optional: ['When'],
}

export interface RuleWorld {
  readonly entities: Entities
  readonly actions: Actions
  readonly errors: Errors
  readonly scope: Scope
  readonly tables: Tables
}

export function readRules(point: RawPoint, world: RuleWorld, findings: Finding[]): Rules {
  const blocks = point.sections.flatMap(section => section.blocks)
  const rules = readTables(blocks, rulesTable, findings).flatMap(({cells}) => readRule(cells, world, findings) ?? [])
  return {rules}
}

function readRule(cells: Cells<RuleColumn>, world: RuleWorld, findings: Finding[]): Rule | null {
  const on = readOn(cells.On, world, findings)
  const error = readError(cells.Error, world, findings)
  if (on === null) return null
  const typing = {tables: world.tables, findings, scope: scopeOf(on, world)}
  const when = cells.When.text === '' ? null : conditionOf(cells.When, typing)
  const must = cells['Must hold'].text === '' ? missing(cells, findings) : conditionOf(cells['Must hold'], typing)
  if (error === null || must === null || (when === null && cells.When.text !== '')) return null
  const {file, line, column} = cells.Rule
  return {name: cells.Rule.text, ...on, when, must, error, file, line, column}
}

/** The record after the change, the record before it, and on an action what it asked for. */
function scopeOf({entity, on}: On, {scope, actions}: RuleWorld): Scope {
  const rows = on?.kind === 'action' ? (actions.actions.get(entity)?.get(on.action)?.rows ?? []) : []
  const inputs = rows.flatMap(row => row.asks.filter(({own}) => own))
  return {...scope, entity, old: true, inputs: new Map(inputs.map(({field}) => [field.name, field.type.type]))}
}

function conditionOf(text: Text, typing: Parameters<typeof typedCondition>[1]): RuleCondition | null {
  const typed = typedCondition(text, typing, 'N505')
  return typed && {text, core: typed.core}
}

function missing(cells: Cells<RuleColumn>, findings: Finding[]): null {
  const message = 'This rule has no condition.'
  findings.push(finding('N504', cells.Rule, {message, hint: 'Write one under Must hold: `last_day >= first_day`.'}))
  return null
}

function readError(cell: Text, {errors}: RuleWorld, findings: Finding[]): string | null {
  if (errors.declared.has(cell.text) || Object.hasOwn(ownErrors, cell.text)) return cell.text
  findings.push(unknownCode('N506', cell, errors))
  return null
}
