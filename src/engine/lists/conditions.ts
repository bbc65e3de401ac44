/**
 * The conditions of a list, each in a form that can use an index (`found`) and in a form for a given record
 * (`checked`), and the branches of the query. Alternatives are queried in separate branches, because no database uses
 * an index for an `or` with subqueries on both sides.
 */
import type {Core} from '../../feel/core.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {isYes} from '../base/core-build.ts'
import {and, askedLast, askedOnly, orOf} from '../query/sql-conditions.ts'
import {impliedBy} from './implied-conditions.ts'
import {conjuncts, indexedField, ruledReference} from './index-conditions.ts'
import type {Branch} from './reference-order.ts'
import type {Searching, WordSearch} from './search-match.ts'

interface QueryCondition {
  readonly found: Sql
  readonly checked: Sql
  /** Choices, booleans and empty fields: each occurs on many records, so they are used last to find records. */
  readonly coarse: boolean
  /** Selective conditions. */
  readonly fine: boolean
  /** A choice or a yes/no of the record itself, which an index has after a reference. */
  readonly choice: string | null
  /** The reference that the condition is about. */
  readonly owner: string | null
  /** The condition itself, if it is one of the document or of a filter. */
  readonly core: Core | null
  /** The same for equal conditions. */
  readonly key: string
}

/** The fields that an index has together: each of these references, followed by each of these choices. */
export interface PairedFields {
  readonly owners: ReadonlySet<string>
  readonly choices: ReadonlySet<string>
}

const noPairs: PairedFields = {owners: new Set(), choices: new Set()}

export interface Conditions {
  /** Holds for a record if all conditions hold. */
  readonly checked: Sql
  /** A record is in at least one of these branches. */
  readonly branches: readonly Branch[]
  /** What is checked once on the records that the branches find, instead of in each of them. */
  readonly after: Sql | null
}

const mostBranches = 12
/** Most of the combinations of alternatives that are within others. */
const mostCombined = 60

export function listConditions(
  cores: readonly Core[],
  {searches, narrow}: Searching,
  context: SqlContext,
  pairs: PairedFields = noPairs,
): Conditions {
  const parts = cores.flatMap(conjuncts).filter(core => !isYes(core))
  const all = parts.map(core => checkedWhole(alternativesOf(core), context))
  const leading = leadingWord(searches, narrow)
  const checked = and([...all, ...checkedOf(searches)])
  if (leading !== null) {
    const others = and([...all, ...checkedOf(searches.filter(each => each !== leading))])
    return {checked, branches: orNone(wordBranches(leading, {others, context})), after: null}
  }
  const {sets, after} = apart(branchesOf(parts, context), context)
  const found = sets.map(set => ({from: null, where: foundBy([...set, ...searches.map(anyOf)], context, pairs)}))
  return {checked, branches: orNone(found), after: after.length === 0 ? null : and(after.map(each => each.checked))}
}

const orNone = (branches: readonly Branch[]): readonly Branch[] =>
  branches.length === 0 ? [{from: null, where: orOf([])}] : branches

interface ConditionSets {
  readonly sets: readonly (readonly QueryCondition[])[]
  readonly after: readonly QueryCondition[]
}

/**
 * PostgreSQL keeps each character of a statement: conditions of all branches that find no records are checked once,
 * where each branch finds few records by a reference.
 */
function apart(sets: readonly (readonly QueryCondition[])[], {database}: SqlContext): ConditionSets {
  if (database !== 'postgres' || sets.length < 2 || !areNarrow(sets)) return {sets, after: []}
  const [first = [], ...others] = sets
  const after = first.filter(each => !isFinding(each) && others.every(set => set.some(({key}) => key === each.key)))
  const keys = new Set(after.map(({key}) => key))
  return {sets: sets.map(set => set.filter(({key}) => !keys.has(key))), after}
}

/** Each finds few records by a reference. */
const areNarrow = (sets: readonly (readonly QueryCondition[])[]): boolean =>
  sets.every(set => set.some(each => each.fine || isOfSome(each)))

/** `person in (…)`. */
const isOfSome = ({core}: QueryCondition): boolean =>
  core?.op === 'in' && core.value.type.kind === 'reference' && ofOwnField(core)

/** An index may have it. */
const isFinding = ({fine, coarse, core}: QueryCondition): boolean =>
  fine || coarse || (core !== null && ofOwnField(core))

/** A field of the record itself, compared with what is known. */
function ofOwnField(core: Core): boolean {
  if (core.op === 'compare') return [core.left, core.right].some(side => side.op === 'field' && side.of.op === 'this')
  return core.op === 'in' && core.value.op === 'field' && core.value.of.op === 'this'
}

/**
 * The rarest word drives the query, unless it is common and the other conditions are more selective: it is then checked
 * last.
 */
function leadingWord(searches: readonly WordSearch[], narrow: boolean): WordSearch | null {
  const [rarest] = searches.toSorted((a, b) => a.hits - b.hits)
  return rarest === undefined || (narrow && rarest.common) ? null : rarest
}

/** The other conditions are checked on the records that contain the word. */
function wordBranches({matches}: WordSearch, {others, context}: {others: Sql; context: SqlContext}): Branch[] {
  return matches.map(({found}) => ({...found, where: and([found.where, askedLast(others, context)])}))
}

const checkedOf = (searches: readonly WordSearch[]): Sql[] => searches.map(search => anyOf(search).checked)

/** At least one of these sets holds. */
type Alternatives = readonly (readonly Core[])[]

const alternativesOf = (core: Core): Alternatives => (core.op === 'or' ? core.items : [core]).map(conjuncts)

/** Also the alternatives within others: `a and (b or c) or d` has three. Null if there are more than `most`. */
function allAlternatives(core: Core, most: number): Alternatives | null {
  if (core.op === 'or') {
    const each = core.items.map(item => allAlternatives(item, most))
    const found = each.flatMap(any => any ?? [])
    return each.includes(null) || found.length > most ? null : found
  }
  if (core.op !== 'and') return [conjuncts(core)]
  let sets: Alternatives = [[]]
  for (const item of core.items) {
    const any = allAlternatives(item, most)
    if (any === null || sets.length * any.length > most) return null
    sets = sets.flatMap(set => any.map(other => [...set, ...other]))
  }
  return sets
}

function checkedWhole(any: Alternatives, context: SqlContext): Sql {
  return orOf(any.map(each => and(each.map(core => conditionOf(core, context).checked))))
}

function conditionOf(core: Core, context: SqlContext): QueryCondition {
  const predicate = toPredicate(core, context)
  const held = core.op === 'compare' ? core.left.type : core.op === 'in' ? core.value.type : core.type
  const isEmpty =
    core.op === 'compare' && [core.left, core.right].some(side => side.op === 'value' && side.value === null)
  const fine = core.op === 'compare' && core.by === '=' && held.kind === 'reference' && !isEmpty
  const coarse = held.kind === 'choice' || held.kind === 'boolean' || isEmpty
  const implied = impliedBy(core, context.tables)
  const key = JSON.stringify(core)
  if (implied !== null)
    return {...neither, key, found: and([toPredicate(implied, context), predicate]), checked: predicate, fine: true}
  const isChoice = held.kind === 'choice' || held.kind === 'boolean'
  const paired = {choice: isChoice ? indexedField(core) : null, owner: ruledReference(core)}
  return {found: predicate, checked: checkedAs(core, context) ?? predicate, coarse, fine, ...paired, core, key}
}

const neither = {coarse: false, fine: false, choice: null, owner: null, core: null} as const

/**
 * SQLite would evaluate the whole subquery (everyone of a team) before it checks the first record; PostgreSQL plans
 * this well.
 */
function checkedAs(core: Core, context: SqlContext): Sql | null {
  return context.database === 'sqlite' && core.op === 'compare' ? toPredicate(core, {...context, atHand: true}) : null
}

function anyOf({matches}: WordSearch): QueryCondition {
  const checked = orOf(matches.map(match => match.checked))
  return {...neither, found: checked, checked, coarse: true, key: 'search'}
}

/** The product of the alternatives, while it stays small; the rest is checked without branches. */
function branchesOf(parts: readonly Core[], context: SqlContext): readonly (readonly QueryCondition[])[] {
  let branches: readonly (readonly QueryCondition[])[] = [[]]
  for (const core of parts) {
    const few = alternativesOf(core)
    const any = allAlternatives(core, Math.floor(mostCombined / branches.length)) ?? few
    const sets = any.map(set => set.map(each => conditionOf(each, context)))
    // Alternatives that find no records are checked on those that others find.
    const isChecked = context.database === 'postgres' && sets.length > 1 && areNarrow(branches) && !areNarrow(sets)
    const isFew = !isChecked && sets.length * branches.length <= mostCombined
    const combined = isFew ? needed(combinedWith(branches, sets)) : null
    branches =
      combined !== null && combined.length <= mostBranches
        ? combined
        : combinedWith(branches, [[together(few, context)]])
  }
  return branches
}

const combinedWith = (
  branches: readonly (readonly QueryCondition[])[],
  sets: readonly (readonly QueryCondition[])[],
): readonly (readonly QueryCondition[])[] =>
  branches.flatMap(branch => sets.map(set => [...new Map([...branch, ...set].map(each => [each.key, each])).values()]))

/** Leaves out branches that find a part of what another one finds: in `(a or b) and (a or c)`, all but `a` and `b and c`. */
function needed(branches: readonly (readonly QueryCondition[])[]): readonly (readonly QueryCondition[])[] {
  const keys = branches.map(branch => new Set(branch.map(({key}) => key)))
  return branches.filter((_, at) => {
    const own = keys[at] ?? new Set()
    return !keys.some((other, index) => index !== at && other.isSubsetOf(own) && (other.size < own.size || index < at))
  })
}

function together(any: Alternatives, context: SqlContext): QueryCondition {
  const found = orOf(any.map(each => and(each.map(core => conditionOf(core, context).found))))
  return {...neither, found, checked: found, key: JSON.stringify(any)}
}

/**
 * If a more selective condition finds the records, coarse conditions are only checked on them, unless an index has both:
 * it then finds those of one person and one state, and counting them reads no record.
 */
function foundBy(every: readonly QueryCondition[], context: SqlContext, {owners, choices}: PairedFields): Sql {
  const branch = every.filter(each => !every.some(other => narrows(other, each)))
  const led = branch.some(({fine}) => fine)
  const owned = branch.some(({fine, owner}) => fine && owner !== null && owners.has(owner))
  const isPaired = ({choice}: QueryCondition) => owned && choice !== null && choices.has(choice)
  return and(branch.map(each => (led && each.coarse && !isPaired(each) ? askedOnly(each.found, context) : each.found)))
}

/**
 * `status = "open"` is within `status in ("open", "waiting")`. With both, PostgreSQL takes the second for as rare again,
 * and looks for the records of one person in the index of all that are open.
 */
function narrows({core: narrow}: QueryCondition, {core: wide}: QueryCondition): boolean {
  if (wide?.op !== 'in' || narrow?.op !== 'compare' || narrow.by !== '=' || narrow.right.op !== 'value') return false
  const {value} = narrow.right
  const isSame = indexedField(narrow) !== null && indexedField(narrow) === indexedField(wide)
  return (
    isSame && wide.tests.some(each => each.test === 'equals' && each.with.op === 'value' && each.with.value === value)
  )
}
