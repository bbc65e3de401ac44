/** Raw point 5 → rules. Conditions are typed in the scope of their entity. */

import {splitText} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type RawPoint, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {type Cells, readTables, type TableKind} from '../../document/table.ts'
import type {Scope} from '../../feel/scope.ts'
import type {SqlCheck} from '../../feel/sql/problems.ts'
import {fieldOf, unknownEntity} from '../entities/lookup.ts'
import type {Entities, Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import {unknownCode} from '../errors/read.ts'
import type {Limits} from '../limits/model.ts'
import {typedCondition} from '../states/action-context.ts'
import type {Actions} from '../states/model.ts'
import {readSentence} from '../template.ts'
import type {Rule, RuleCondition, Rules} from './model.ts'

type RuleColumn = 'Rule' | 'On' | 'When' | 'Must hold' | 'Error' | 'Says'
export const rulesTable: TableKind<RuleColumn> = {
  called: 'rules',
  required: ['Rule', 'On', 'Must hold', 'Error'],
  optional: ['When', 'Says'],
}

interface RuleContext {
  readonly entities: Entities
  readonly actions: Actions
  readonly errors: Errors
  readonly limits: Limits
  readonly scope: Scope
  readonly sqlCheck: SqlCheck
}

export function readRules(point: RawPoint, context: RuleContext, findings: Finding[]): Rules {
  const blocks = point.sections.flatMap(section => section.blocks)
  const rules = readTables(blocks, rulesTable, findings).flatMap(({cells}) => readRow(cells, context, findings))
  return {rules}
}

/** A row that names several actions is a rule on each of them. */
function readRow(cells: Cells<RuleColumn>, context: RuleContext, findings: Finding[]): Rule[] {
  const error = readError(cells.Error, context, findings)
  const said = new Set<string>()
  return readOns(cells.On, context, findings).flatMap(on => {
    const found: Finding[] = []
    const rule = readRule(on, {cells, error}, {context, findings: found})
    // A mistake usually applies to all of the actions, and is reported once.
    for (const each of found) if (!said.has(`${each.line}:${each.column} ${each.message}`)) findings.push(each)
    for (const each of found) said.add(`${each.line}:${each.column} ${each.message}`)
    return rule ?? []
  })
}

function readRule(
  on: On,
  {cells, error}: {readonly cells: Cells<RuleColumn>; readonly error: string | null},
  {context, findings}: {readonly context: RuleContext; readonly findings: Finding[]},
): Rule | null {
  const typing = {sqlCheck: context.sqlCheck, findings, scope: scopeOf(on, context)}
  const when = cells.When.text === '' ? null : conditionOf(cells.When, typing)
  const must = cells['Must hold'].text === '' ? missing(cells, findings) : conditionOf(cells['Must hold'], typing)
  if (error === null || must === null || (when === null && cells.When.text !== '')) return null
  const {file, line, column} = cells.Rule
  const {entities, limits} = context
  const entity = entities.entities.get(on.entity)
  const says = entity ? readSentence(cells.Says, 'N507', {entity, entities, limits, findings}) : null
  return {name: cells.Rule.text, ...on, when, must, error, says, file, line, column}
}

/** Conditions can use the record after the change, `old`, and the inputs of the action. */
function scopeOf({entity, on}: On, {scope, actions}: RuleContext): Scope {
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

function readError(cell: Text, {errors}: RuleContext, findings: Finding[]): string | null {
  if (errors.declared.has(cell.text) || Object.hasOwn(ownErrors, cell.text)) return cell.text
  findings.push(unknownCode('N506', cell, errors))
  return null
}

// The column On: `Ticket`, `Ticket.due`, `Ticket create`, `Ticket resolve`, `Ticket resolve, close`.

type On = Pick<Rule, 'entity' | 'field' | 'on'>

/** After the first action, commas separate others of the same entity. */
function readOns(cell: Text, context: RuleContext, findings: Finding[]): On[] {
  const [first = cell, ...more] = splitText(cell, ',')
  const on = readOn(first, context, findings)
  if (on === null || more.length === 0) return on ? [on] : []
  const entity = context.entities.entities.get(on.entity)
  if (!entity || on.on === null) {
    const message = 'Only actions can be listed here.'
    const hint = 'Write `Ticket resolve, close`, or one row for each field.'
    findings.push(finding('N501', cell, {message, hint}))
    return [on]
  }
  const others = more.map(part => onAction(entity, {name: canonicalName(part.text), at: part, context, findings}))
  return [on, ...others.filter(each => each !== null)]
}

function readOn(cell: Text, context: RuleContext, findings: Finding[]): On | null {
  const match = /^([A-Z]\w*)(?:\.([a-z][\w ]*)|\s+([a-z][\w ]*))?$/.exec(cell.text)
  if (!match) {
    const message = cell.text === '' ? 'This rule has no entity.' : `A rule cannot be on \`${cell.text}\`.`
    const names = [...context.entities.entities.keys()]
    const hint = 'Write `Ticket`, `Ticket.due`, `Ticket create` or `Ticket resolve`.'
    const near = cell.text === '' ? {hint} : suggestFor(cell, names)
    findings.push(finding('N501', cell, {message, ...('fix' in near ? near : {hint})}))
    return null
  }
  const [, name = '', field, action] = match
  const entity = context.entities.entities.get(name)
  if (!entity) {
    findings.push(unknownEntity('N501', sliceOf(cell, 0, name.length), context.entities))
    return null
  }
  if (field !== undefined) return onField(cell, entity, {name: canonicalName(field), findings})
  return action === undefined
    ? {entity: name, field: null, on: null}
    : onAction(entity, {
        name: canonicalName(action),
        at: sliceOf(cell, cell.text.indexOf(' ') + 1),
        context,
        findings,
      })
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
  /** The place of the name. */
  readonly at: Text
  readonly context: RuleContext
  readonly findings: Finding[]
}

function onAction(entity: Entity, {name, at, context, findings}: OnAction): On | null {
  if (name === 'create') return {entity: entity.name, field: null, on: {kind: 'create'}}
  const actions = [...(context.actions.actions.get(entity.name)?.keys() ?? [])]
  if (actions.includes(name)) return {entity: entity.name, field: null, on: {kind: 'action', action: name}}
  findings.push(
    finding('N503', at, {
      message: `${entity.name} has no action \`${name}\`.`,
      ...suggestFor(at, ['create', ...actions], `Write \`${entity.name}\` alone for a rule on every change.`),
    }),
  )
  return null
}
