/**
 * Conditions of actions and rules that the prover can decide: guards that never or always hold, rows of one action that
 * overlap, and rules that reject everything or nothing.
 */

import {type Finding, finding} from '../document/finding.ts'
import type {Text} from '../document/raw.ts'
import type {Core} from '../feel/core.ts'
import {booleanType, type Type} from '../feel/type.ts'
import type {Rule} from '../points/rules/model.ts'
import type {Action, Transition, Who} from '../points/states/model.ts'
import type {CrossCheckContext} from './context.ts'
import {alwaysHolds, counterexample, neverTogether, shownExample} from './prover.ts'

export function checkGuards(context: CrossCheckContext): Finding[] {
  return [...context.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(action => action.rows.flatMap(row => checkGuard(row, entity, context))),
  )
}

function checkGuard(row: Transition, entity: string, context: CrossCheckContext): Finding[] {
  const {when} = row
  if (!when?.core) return []
  const from = fromOf(row, entity, context)
  const turns = turnsOf(row)
  if (turns.length > 0 && isNever(when.core, {from, turns}, context)) return [never(when.text)]
  if (alwaysHolds(when.core, context.terms, from)) return [always(when.text)]
  return []
}

interface GivenFacts {
  readonly from: readonly Core[]
  readonly turns: readonly (readonly Core[])[]
}

/** For every kind of person in the column Who. */
function isNever(guard: Core, {from, turns}: GivenFacts, {terms}: CrossCheckContext): boolean {
  return turns.every(turn => neverTogether([...from, ...turn, guard], terms))
}

function never(text: Text): Finding {
  return finding('N432', text, {
    message: 'This is never true in these states, so the row never applies.',
    hint: 'Check the types, choices and constants in it, and From and Who of the row.',
  })
}

function always(text: Text): Finding {
  return finding('N433', text, {
    message: 'This is always true in these states.',
    hint: 'Clear the cell, or correct the condition.',
  })
}

// Rows of one action that apply at the same time: only the first is used, which the second does not show.

/**
 * Each row is compared with at most this many rows before it, so that the work is linear in the size of the document.
 */
const mostCompared = 60

export function checkOverlaps(context: CrossCheckContext): Finding[] {
  return [...context.actions.actions.values()].flatMap(named =>
    [...named.values()].flatMap(action =>
      action.rows.flatMap(
        (row, index) =>
          overlap(row, action.rows.slice(Math.max(0, index - mostCompared), index), {action, context}) ?? [],
      ),
    ),
  )
}

interface ConditionContext {
  readonly action: Action
  readonly context: CrossCheckContext
}

function overlap(row: Transition, earlier: readonly Transition[], around: ConditionContext): Finding | null {
  for (const before of earlier) {
    if (!shareWho(before, row) || before.after !== null) continue
    const found = together(before, row, around)
    if (found) return found
  }
  return null
}

/** A row without a guard after rows with guards means "otherwise". */
function together(
  before: Transition,
  row: Transition,
  {action: {entity, name}, context}: ConditionContext,
): Finding | null {
  const from = [...fromOf(before, entity, context), ...fromOf(row, entity, context)]
  if (before.when !== null && row.when === null) return null
  const guards = [before.when, row.when].flatMap(when => (when ? [when.core] : []))
  if (guards.includes(null)) return null
  const conditions: Core[] = [...from, ...guards.filter(core => core !== null)]
  if (neverTogether(conditions, context.terms)) return null
  const example = counterexample(conditions, entity, context.terms)
  if (example === null) return null
  const message = `${shownExample(example)}both this row of \`${name.replaceAll('_', ' ')}\` and the one at line ${before.line} apply. The earlier one is used.`
  const hint = 'Make their conditions exclude each other. Only a last row without When means "otherwise".'
  return finding('N434', row, {message: sentence(message), hint})
}

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** Rows certainly apply to the same person only if both name exactly the same people. */
function shareWho(a: Transition, b: Transition): boolean {
  const keys = new Set(a.who.map(whoKey))
  return b.who.some(who => keys.has(whoKey(who)))
}

const whoKey = (who: Who): string => JSON.stringify(who)

// Rules that reject everything, or nothing.

export function checkRuleConditions(context: CrossCheckContext): Finding[] {
  return context.rules.rules.flatMap(rule => checkRule(rule, context))
}

function checkRule({when, must, entity}: Rule, {terms}: CrossCheckContext): Finding[] {
  const given = when ? [when.core] : []
  if (when && neverTogether(given, terms)) {
    const message = 'This is never true, so the rule never applies.'
    const hint = 'Check the types, choices and constants in it.'
    return [finding('N521', when.text, {message, hint})]
  }
  if (neverTogether([...given, must.core], terms)) {
    const message = `This is never true, so ${when ? `every such ${entity}` : `every ${entity}`} is refused.`
    const hint = 'Check the types, choices and constants in it.'
    return [finding('N520', must.text, {message, hint})]
  }
  if (!alwaysHolds(must.core, terms, given)) return []
  const message = 'This is always true, so the rule never refuses anything.'
  const hint = 'Remove the rule if point 3 already ensures this, or correct the condition.'
  return [finding('N521', must.text, {message, hint})]
}

// The facts known when a row of point 4 is evaluated: the state of the record, and who acts.

function fromOf({from}: Transition, entity: string, context: CrossCheckContext): Core[] {
  const core = from === null ? null : statesOf(from, entity, context)
  return core === null ? [] : [core]
}

/** The condition that a record is in one of these states. */
export function statesOf(
  names: readonly string[],
  entity: string,
  {states, entities}: Pick<CrossCheckContext, 'states' | 'entities'>,
): Core | null {
  const name = states.machines.get(entity)?.field ?? ''
  const type: Type | undefined = entities.entities.get(entity)?.fields.get(name)?.type.type
  if (type === undefined) return null
  const record: Core = {op: 'this', entity, type: {kind: 'reference', entity}}
  const value: Core = {op: 'field', of: record, entity, field: name, type}
  const tests = names.map(word => ({test: 'equals', with: {op: 'value', type, value: word}}) as const)
  return {op: 'in', value, tests, type: booleanType}
}

/** The facts known for each entry of Who; none for people with a role. */
function turnsOf({who}: Transition): readonly (readonly Core[])[] {
  return who.map(each => (each.kind === 'person' ? [each.isMe] : []))
}
