/** Grants that change nothing: another one gives all of it already, or their condition decides nothing. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import type {Core} from '../../feel/core.ts'
import {namesMe, sidesOfMe} from '../../feel/mentions.ts'
import type {Across} from '../across-world.ts'
import {follows, neverTogether} from '../reason/judge.ts'
import type {Terms} from '../reason/term.ts'
import type {Act, RoleGrant} from './model.ts'

export function checkGrants({roles: {grants}, terms}: Across): Finding[] {
  const rows = [...Map.groupBy(grants, rowOf).values()]
  const byEntity = Map.groupBy(grants, ({entity}) => entity)
  const near = ({entity, ...place}: RoleGrant) => others(byEntity.get(entity) ?? [], rowOf(place))
  return rows.flatMap(row => [
    ...checkConditions(row, terms),
    ...checkStrangers(row),
    ...checkRedundant(row, near, terms),
  ])
}

/** Nobody is `me` before signing in, so a condition that needs `me` grants strangers nothing. */
function checkStrangers(row: readonly RoleGrant[]): Finding[] {
  const asked = row.flatMap(({role, where}) =>
    role === 'everyone' && where?.core ? [{...where, core: where.core}] : [],
  )
  const [first] = asked
  if (!first || asked.some(({core}) => mayHoldForStrangers(core, true))) return []
  const message = 'There is no `me` for people who have not signed in, so this grants them nothing.'
  return [finding('N624', first.text, {message, hint: 'Grant it to `signed in`, or to a role.'})]
}

/** Whether the condition may come out as asked without a person; comparisons with `me` never do. */
function mayHoldForStrangers(core: Core, asked: boolean): boolean {
  if (core.op === 'value') return core.value === asked
  if (core.op === 'not') return mayHoldForStrangers(core.of, !asked)
  if (core.op === 'and' || core.op === 'or') {
    const each = core.items.map(item => mayHoldForStrangers(item, asked))
    return (core.op === 'and') === asked ? each.every(Boolean) : each.some(Boolean)
  }
  if (core.op === 'compare') {
    const mine = sidesOfMe(core.left, core.right)
    return !(mine.left || mine.right)
  }
  if (core.op === 'call' && core.name === 'list contains') return !namesMe(core)
  return core.op !== 'in' || !namesMe(core.value)
}

/** Each row is compared with so many others of its entity at most: the work grows with the document, not with its square. */
const mostCompared = 60

function others(grants: readonly RoleGrant[], row: string): RoleGrant[] {
  const found: RoleGrant[] = []
  for (const grant of grants) {
    if (rowOf(grant) !== row) found.push(grant)
    if (found.length === mostCompared) break
  }
  return found
}

const rowOf = ({file, line}: Place): string => `${file}:${line}`

/** A row may name several entities; its condition is told of only where it is so for each of them. */
function checkConditions(row: readonly RoleGrant[], terms: Terms): Finding[] {
  const conditions = row.flatMap(({where}) => (where?.core ? [{core: where.core, text: where.text}] : []))
  const [first] = conditions
  if (!first) return []
  if (conditions.every(({core}) => neverTogether([core], terms))) {
    const message = 'This is never true, so the row grants nothing.'
    const hint = 'Check the types, choices and constants in it.'
    return [finding('N623', first.text, {message, hint})]
  }
  if (!conditions.every(({core}) => follows(core, terms))) return []
  const message = 'This is always true, so it restricts nothing.'
  return [finding('N623', first.text, {message, hint: 'Clear the cell, or correct the condition.'})]
}

function checkRedundant(
  row: readonly RoleGrant[],
  near: (grant: RoleGrant) => readonly RoleGrant[],
  terms: Terms,
): Finding[] {
  const covering = row.map(grant => coveringOf(grant, near(grant), terms))
  const [grant] = row
  const [first] = covering.flatMap(each => each ?? [])
  if (!grant || !first || covering.includes(null)) return []
  const by = first.role === grant.role ? '' : ` to \`${first.role}\``
  const message = `Line ${first.line} grants all of this${by} already.`
  return [finding('N620', grant, {message, hint: 'Remove this row, or change what it grants.'})]
}

/** The grants that give, together, every act of this one; null where one act is given by none of them. */
function coveringOf(grant: RoleGrant, others: readonly RoleGrant[], terms: Terms): RoleGrant[] | null {
  const covering = [...grant.acts].map(act => others.find(other => covers(other, {grant, act, terms})))
  return covering.length === 0 || covering.includes(undefined) ? null : covering.filter(each => each !== undefined)
}

interface Asked {
  readonly grant: RoleGrant
  readonly act: Act
  readonly terms: Terms
}

function covers(other: RoleGrant, {grant, act, terms}: Asked): boolean {
  if (!isWider(other.role, grant.role) || other.entity !== grant.entity || !other.acts.has(act)) return false
  if (!hasFields(other.fields, grant.fields) || !isImplied(grant, other, terms)) return false
  // Of two rows that say the same, the later one is too much.
  return !isSame(other, grant, terms) || other.line < grant.line
}

const isWider = (role: string, than: string): boolean =>
  role === than || role === 'everyone' || (role === 'signed in' && than !== 'everyone')

function hasFields(these: RoleGrant['fields'], those: RoleGrant['fields']): boolean {
  return these === null || (those !== null && [...those].every(field => these.has(field)))
}

function isImplied({where}: RoleGrant, {where: wider}: RoleGrant, terms: Terms): boolean {
  if (wider === null) return true
  return wider.core !== null && where?.core !== null && follows(wider.core, terms, where ? [where.core] : [])
}

function isSame(one: RoleGrant, other: RoleGrant, terms: Terms): boolean {
  const acts = one.acts.size === other.acts.size && [...one.acts].every(act => other.acts.has(act))
  return acts && one.role === other.role && hasFields(other.fields, one.fields) && isImplied(one, other, terms)
}
