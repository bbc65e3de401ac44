/**
 * The fields that a condition reads and a role may not read, or those of another record that it may read on some records
 * only, so that the condition finds fewer records for these people. What the grants and the condition themselves ensure
 * is proved, and not reported.
 */

import {type Core, partsOf, rebase} from '../feel/core.ts'
import {booleanType} from '../feel/type.ts'
import type {Grant} from '../points/roles/run.ts'
import {type CrossCheckContext, hiddenReads, isAboutMe, type RoleOrEveryone} from './context.ts'
import {mayFail} from './prover.ts'

export interface HiddenRead {
  /** As authors write it: `flagged`, `User.friends`. */
  readonly name: string
  /** On every record, not on some. */
  readonly always: boolean
}

/** `at`: the entity that the condition belongs to. */
export function partlyHidden(
  condition: Core,
  role: RoleOrEveryone,
  context: CrossCheckContext,
  at: string,
): HiddenRead[] {
  const {reach} = context
  const never = hiddenReads(condition, role, {reach, at})
  const said = forRole(condition, role)
  const root: Core = {op: 'this', entity: at, type: {kind: 'reference', entity: at}}
  const known = [said, ...visibleAt(root, at)]
  const found = new Set(never)
  const isFewer = (covering: readonly Core[], without: Core, facts: readonly Core[]): boolean =>
    mayFail([any(covering), without], context.terms, facts)

  /** The record is one that the role may read at all. */
  function visibleAt(record: Core, entity: string): Core[] {
    const grants = grantsOn(entity)
    return grants.some(({where}) => where === null) ? [] : [any(conditionsOf(grants, record))]
  }

  function grantsOn(entity: string): Grant[] {
    return reach
      .granted(role, 'read', entity)
      .map(({where, fields}) => ({where: where && forRole(where, role), fields}))
  }

  function check(node: Core & {op: 'field' | 'relation'}, facts: readonly Core[]): void {
    const {entity, field, of} = node
    const name = entity === at ? field : `${entity}.${field}`
    // What several grants show of the record itself is what the author said; of another record it is a surprise.
    if (
      of.op === 'this' ||
      found.has(name) ||
      !reach.may(role, 'read', entity) ||
      field === 'id' ||
      field === 'version'
    )
      return
    const covering = grantsOn(entity).filter(({fields}) => fields === null || fields.has(field))
    if (covering.some(({where}) => where === null)) return
    if (isFewer(conditionsOf(covering, of), withoutReads(said, node), facts)) found.add(name)
  }

  function walk(node: Core, facts: readonly Core[]): void {
    if (isAboutMe(node)) return
    if (node.op === 'field' || node.op === 'relation') check(node, facts)
    if (node.op === 'filter' || node.op === 'some' || node.op === 'every' || node.op === 'map') {
      walk(node.list, facts)
      const {type} = node.list
      const entity = type.kind === 'list' && type.of.kind === 'reference' ? type.of.entity : null
      const item: Core | null =
        entity === null ? null : {op: 'variable', name: node.variable, type: {kind: 'reference', entity}}
      const seen = item === null || entity === null ? [] : visibleAt(item, entity)
      if (node.op === 'map') walk(node.body, [...facts, ...seen])
      else walk(node.condition, [...facts, ...seen, ...(node.op === 'every' ? [] : [node.condition])])
      return
    }
    for (const part of partsOf(node)) walk(part, facts)
  }

  walk(said, known)
  return [...found].map(name => ({name, always: never.includes(name)}))
}

const conditionsOf = (grants: readonly Grant[], record: Core): Core[] =>
  grants.flatMap(({where}) => (where === null ? [] : [rebase(where, record)]))

const any = (items: readonly Core[]): Core => ({op: 'or', items, type: booleanType})

const unknown: Core = {op: 'value', type: booleanType, value: null}

/** The condition as it is where the value is hidden: comparisons with it are unknown. */
function withoutReads(condition: Core, hidden: Core): Core {
  if (condition.op === 'and' || condition.op === 'or')
    return {...condition, items: condition.items.map(item => withoutReads(item, hidden))}
  if (condition.op === 'not') return {...condition, of: withoutReads(condition.of, hidden)}
  return reads(condition, JSON.stringify(hidden)) ? unknown : condition
}

const reads = (core: Core, key: string): boolean =>
  JSON.stringify(core) === key || partsOf(core).some(part => reads(part, key))

/** `list contains(me.roles, "HR")` is decided for people with one role. */
export function forRole(core: Core, role: RoleOrEveryone): Core {
  if (core.op === 'and' || core.op === 'or') return {...core, items: core.items.map(item => forRole(item, role))}
  if (core.op === 'not') return {...core, of: forRole(core.of, role)}
  if (core.op !== 'call' || core.name !== 'list contains') return core
  const [list, word] = core.args
  if (list?.op !== 'field' && list?.op !== 'relation') return core
  if (list.of.op !== 'me' || list.field !== 'roles' || word?.op !== 'value') return core
  return {op: 'value', type: booleanType, value: word.value === role}
}
