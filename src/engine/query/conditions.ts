/**
 * The conditions of a list, each in words that lead an index to the records (`found`) and in words for a record at hand
 * (`checked`); and the branches in which records are found: where one of several conditions will do, each is asked on
 * its own, because no database leads an index by a condition with subqueries on both sides of an `or`.
 */
import type {Core} from '../../feel/core.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {isYes} from '../core-build.ts'
import type {Searching, WordSearch} from '../search/match.ts'
import {conjuncts} from './index-conditions.ts'
import type {Branch} from './reference-order.ts'
import {and, askedLast, askedOnly, orOf} from './sql-conditions.ts'

interface QueryCondition {
  readonly found: Sql
  readonly checked: Sql
  /** Choices and yes/no: each value is on many records, so that they are the last thing to find any by. */
  readonly coarse: boolean
  /** By which few records are found at once. */
  readonly fine: boolean
}

export interface Conditions {
  /** All of them hold for a record. */
  readonly checked: Sql
  /** A record is in one of these branches, or in several. */
  readonly branches: readonly Branch[]
}

const mostBranches = 12

export function conditionsOf(cores: readonly Core[], {searches, narrow}: Searching, context: SqlContext): Conditions {
  const parts = cores.flatMap(conjuncts).filter(core => !isYes(core))
  const alternatives = parts.map(core => alternativesOf(core, context))
  const all = alternatives.map(any => orOf(any.map(each => and(each.map(({checked}) => checked)))))
  const sets = branchesOf(alternatives)
  const leading = leadingWord(searches, narrow)
  const branches =
    leading === null
      ? sets.map(set => ({from: null, where: foundBy([...set, ...searches.map(anyOf)], context)}))
      : wordBranches(leading, {others: and([...all, ...checkedOf(searches.filter(each => each !== leading))]), context})
  return {
    checked: and([...all, ...checkedOf(searches)]),
    branches: branches.length === 0 ? [{from: null, where: orOf([])}] : branches,
  }
}

/** The rarest word leads to the records, unless it is common and the other conditions find fewer: then it is asked of these. */
function leadingWord(searches: readonly WordSearch[], narrow: boolean): WordSearch | null {
  const [rarest] = searches.toSorted((a, b) => a.hits - b.hits)
  return rarest === undefined || (narrow && rarest.common) ? null : rarest
}

/** Everything else is asked of the records that the word leads to. */
function wordBranches({matches}: WordSearch, {others, context}: {others: Sql; context: SqlContext}): Branch[] {
  return matches.map(({found}) => ({...found, where: and([found.where, askedLast(others, context)])}))
}

const checkedOf = (searches: readonly WordSearch[]): Sql[] => searches.map(search => anyOf(search).checked)

/** One of these sets holds. */
type Alternatives = readonly (readonly QueryCondition[])[]

function alternativesOf(core: Core, context: SqlContext): Alternatives {
  const items = core.op === 'or' ? core.items : [core]
  return items.map(item => conjuncts(item).map(each => conditionOf(each, context)))
}

function conditionOf(core: Core, context: SqlContext): QueryCondition {
  const predicate = toPredicate(core, context)
  const held = core.op === 'compare' ? core.left.type : core.op === 'in' ? core.value.type : core.type
  const fine = core.op === 'compare' && core.by === '=' && held.kind === 'reference'
  const coarse = held.kind === 'choice' || held.kind === 'boolean'
  return {found: predicate, checked: checkedAs(core, context) ?? predicate, coarse, fine}
}

/** SQLite would list everyone of a team before it asks the first record; PostgreSQL finds its own way. */
function checkedAs(core: Core, context: SqlContext): Sql | null {
  return context.database === 'sqlite' && core.op === 'compare' ? toPredicate(core, {...context, atHand: true}) : null
}

function anyOf({matches}: WordSearch): QueryCondition {
  const checked = orOf(matches.map(match => match.checked))
  return {found: checked, checked, coarse: true, fine: false}
}

/** The product of the alternatives, as far as it stays small; the rest is asked as it is. */
function branchesOf(alternatives: readonly Alternatives[]): readonly (readonly QueryCondition[])[] {
  let branches: readonly (readonly QueryCondition[])[] = [[]]
  for (const any of alternatives) {
    const fits = branches.length * any.length <= mostBranches
    const sets = fits ? any : [[together(any)]]
    branches = branches.flatMap(branch => sets.map(set => [...branch, ...set]))
  }
  return branches
}

function together(any: Alternatives): QueryCondition {
  const found = orOf(any.map(each => and(each.map(condition => condition.found))))
  return {found, checked: found, coarse: false, fine: false}
}

/** Where something finer leads to the records, the coarse is only asked of them. */
function foundBy(branch: readonly QueryCondition[], context: SqlContext): Sql {
  const led = branch.some(({fine}) => fine)
  return and(branch.map(({found, coarse}) => (led && coarse ? askedOnly(found, context) : found)))
}
