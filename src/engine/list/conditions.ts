/**
 * The conditions of a list, each in words that lead an index to the records (`found`) and in words for a record at hand
 * (`checked`); and the branches in which records are found: where one of several conditions will do, each is asked on
 * its own, because no database leads an index by a condition with subqueries on both sides of an `or`.
 */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {isYes} from '../core-build.ts'
import {mostHits, type WordSearch} from '../search/match.ts'
import {conjuncts} from './positive.ts'

interface Condition {
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
  readonly branches: readonly Sql[]
}

const mostBranches = 12

export function conditionsOf(cores: readonly Core[], searches: readonly WordSearch[], context: SqlContext): Conditions {
  const parts = cores.flatMap(conjuncts).filter(core => !isYes(core))
  const alternatives = [...parts.map(core => alternativesOf(core, context)), ...searchAlternatives(searches)]
  const all = alternatives.map(any => orOf(any.map(each => and(each.map(({checked}) => checked)))))
  const branches = branchesOf(alternatives).map(branch => foundBy(branch, context))
  return {checked: and(all), branches: branches.length === 0 ? [orOf([])] : branches}
}

/** One of these sets holds. */
type Alternatives = readonly (readonly Condition[])[]

function alternativesOf(core: Core, context: SqlContext): Alternatives {
  const items = core.op === 'or' ? core.items : [core]
  return items.map(item => conjuncts(item).map(each => conditionOf(each, context)))
}

function conditionOf(core: Core, context: SqlContext): Condition {
  const predicate = toPredicate(core, context)
  const held = core.op === 'compare' ? core.left.type : core.op === 'in' ? core.value.type : core.type
  const fine = core.op === 'compare' && core.by === '=' && held.kind === 'reference'
  const coarse = held.kind === 'choice' || held.kind === 'boolean'
  return {found: predicate, checked: checkedAs(core, context) ?? predicate, coarse, fine}
}

/** SQLite would list everybody of a team before it asks the first record; PostgreSQL finds its own way. */
function checkedAs(core: Core, context: SqlContext): Sql | null {
  return context.database === 'sqlite' && core.op === 'compare' ? toPredicate(core, {...context, atHand: true}) : null
}

/** The rarest word leads to the records, unless it is common too; the others are asked of what it finds. */
function searchAlternatives(searches: readonly WordSearch[]): Alternatives[] {
  const fewest = Math.min(...searches.map(({hits}) => hits))
  const leading = fewest > mostHits ? undefined : searches.find(({hits}) => hits === fewest)
  return searches.map(search => {
    const matches = search.matches.map(match => [{...match, coarse: false, fine: true}])
    return search === leading ? matches : [[anyOf(search)]]
  })
}

function anyOf({matches}: WordSearch): Condition {
  const checked = orOf(matches.map(match => match.checked))
  return {found: checked, checked, coarse: true, fine: false}
}

/** The product of the alternatives, as far as it stays small; the rest is asked as it is. */
function branchesOf(alternatives: readonly Alternatives[]): readonly (readonly Condition[])[] {
  let branches: readonly (readonly Condition[])[] = [[]]
  for (const any of alternatives) {
    const fits = branches.length * any.length <= mostBranches
    const sets = fits ? any : [[together(any)]]
    branches = branches.flatMap(branch => sets.map(set => [...branch, ...set]))
  }
  return branches
}

function together(any: Alternatives): Condition {
  const found = orOf(any.map(each => and(each.map(condition => condition.found))))
  return {found, checked: found, coarse: false, fine: false}
}

/** Where something finer leads to the records, the coarse is only asked of them. */
function foundBy(branch: readonly Condition[], {database}: SqlContext): Sql {
  const led = branch.some(({fine}) => fine)
  const asked = (condition: Sql) =>
    database === 'sqlite' ? sql`+(${condition})` : sql`(case when ${condition} then true else false end)`
  return and(branch.map(({found, coarse}) => (led && coarse ? asked(found) : found)))
}

/** A condition that leads no index of SQLite, which does not know how many fulfil it. PostgreSQL does, and decides for itself. */
export function askedLast(condition: Sql, {database}: Pick<SqlContext, 'database'>): Sql {
  return database === 'sqlite' ? sql`+(${condition})` : condition
}

export const and = (items: readonly Sql[]): Sql =>
  items.length === 0 ? sql`1 = 1` : sql`(${sql.join(items, sql` and `)})`
const orOf = (items: readonly Sql[]): Sql => (items.length === 0 ? sql`1 = 0` : sql`(${sql.join(items, sql` or `)})`)
