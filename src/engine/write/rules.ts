import {sql} from 'kysely'
import {type Core, partsOf} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {isReference, type Value} from '../../feel/value.ts'
import type {Rule} from '../../points/rules/model.ts'
import type {Specification} from '../../points/specification.ts'
import {type ValueRow, valuesOf} from '../../store/sql.ts'
import {bindIds, idParameters, idPlace} from '../query/ids.ts'
import {PlanKind, type Statement} from '../query/statement.ts'
import {allSeeing, entityOf, type ReadContext} from '../read-context.ts'
import {contextOf, tableOf} from '../reading.ts'
import {readStored, type Values} from '../stored.ts'
import type {ChangeProblem} from './change.ts'
import {type MessageValues, messageValues} from './error-message.ts'

/** Whoever owns a part answers for it: a rule of an order about its lines is judged whenever a line is written. */

interface WrittenPart {
  readonly entity: string
  readonly before: Values | null
  readonly after: Values | null
}

/** A part that moved from one owner to another concerns both. */
async function ownersOf(writing: ReadContext, part: WrittenPart): Promise<RuleCheck[]> {
  const owners: RuleCheck[] = []
  const seen = new Set<string>()
  const climb = async (entity: string, values: Values | null): Promise<void> => {
    const {partOf} = entityOf(writing, entity)
    const reference = partOf ? (values?.get(partOf.field) ?? null) : null
    if (!partOf || reference === null || !isReference(reference) || seen.has(reference.id)) return
    seen.add(reference.id)
    const owner = entityOf(writing, partOf.entity)
    const asked = rulesOver(writing, owner.name, part.entity).length > 0
    if (!asked && owner.partOf === null) return
    const stored = await readStored(writing, owner, reference.id, allSeeing(writing).records(owner.name))
    if (asked && stored) owners.push(ownerChange(owner.name, reference.id, {stored, part: part.entity}))
    await climb(owner.name, stored)
  }
  for (const values of [part.before, part.after]) await climb(part.entity, values)
  return owners
}

function ownerChange(entity: string, id: string, {stored, part}: {stored: Values; part: string}): RuleCheck {
  return {kind: 'update', entity, id, action: 'update', before: stored, byParts: new Set([part])}
}

/** Rules of an owner that look at its parts. The others say nothing about a part, and are not asked because of one. */
function rulesOver({specification, tables}: ReadContext, owner: string, part: string): readonly Rule[] {
  return specification.rules.rules.filter(
    ({entity, on, when, must}) =>
      entity === owner &&
      on === null &&
      [must.core, ...(when ? [when.core] : [])].some(core => reaches(core, {part, tables, seen: new Set()})),
  )
}

interface RuleReach {
  readonly part: string
  readonly tables: Tables
  /** Computed fields that were looked into. */
  readonly seen: Set<string>
}

function reaches(core: Core, reach: RuleReach): boolean {
  if (core.op === 'all' && core.entity === reach.part) return true
  const field = core.op === 'field' || core.op === 'relation' ? keptIn(core, reach) : undefined
  if (field?.kind === 'list' && field.entity === reach.part) return true
  if (field?.kind === 'computed' && reaches(field.core, reach)) return true
  return partsOf(core).some(each => reaches(each, reach))
}

function keptIn({entity, field}: {entity: string; field: string}, {tables, seen}: RuleReach) {
  const kept = tables.get(entity)?.fields.get(field)
  const key = `${entity}.${field}`
  if (kept?.kind !== 'computed') return kept
  if (seen.has(key)) return undefined
  seen.add(key)
  return kept
}

/** The seam of point 5: judges a change on the world as it leaves it, inside its transaction. */

export interface RuleCheck {
  readonly kind: 'create' | 'update' | 'delete'
  readonly entity: string
  readonly id: string
  readonly action: string
  /** The stored fields before the change; null for a new record. */
  readonly before: ReadonlyMap<string, Value> | null
  /** The record as the change would make it, where it is not written. */
  readonly pending?: ReadonlyMap<string, Value>
  /** What the action asked for beyond fields of the record. */
  readonly inputs?: ReadonlyMap<string, Value>
  /** Where the record stands in the form of its owner: `lines.0`. */
  readonly place?: string
  /** Nothing of the record itself was written, but parts of it, of these entities. */
  readonly byParts?: ReadonlySet<string>
}

export type Rules = (writing: ReadContext, change: RuleCheck) => Promise<readonly Omit<ChangeProblem, 'at'>[]>

/** The rules of a record and, where it is part of another, those of its owner about its parts. */
export async function judgeWrite(
  writing: ReadContext,
  change: RuleCheck,
  after: Values | null,
): Promise<readonly Omit<ChangeProblem, 'at'>[]> {
  const problems = [...(await writing.rules(writing, change))]
  for (const owner of await ownersOf(writing, {entity: change.entity, before: change.before, after})) {
    const broken = await writing.rules(writing, owner)
    problems.push(...broken.map(each => ({...each, field: null})))
  }
  return problems
}

/** For a document without rules of its own: what point 3 says of types, lengths and uniqueness is judged elsewhere. */
export const noRules: Rules = async () => []

/** Point 5, as the gate asks it: every rule of a change as one condition in SQL, on the world as the change leaves it. */

export function documentRules({rules}: Specification): Rules {
  const byEntity = Map.groupBy(rules.rules, rule => rule.entity)
  const rulesFor = (writing: ReadContext, change: RuleCheck): readonly Rule[] => {
    const {entity, byParts} = change
    if (byParts === undefined) return (byEntity.get(entity) ?? []).filter(appliesTo(change))
    return [...new Set([...byParts].flatMap(part => rulesOver(writing, entity, part)))]
  }
  return async (writing, change) => {
    // What is gone keeps no rules; whether it may go is asked elsewhere.
    if (change.kind === 'delete') return []
    const broken = await brokenRules(writing, change, rulesFor(writing, change))
    const problems = []
    for (const {field, error} of broken)
      problems.push({field, code: error, values: await ruleMessageValues(writing, change, error)})
    return problems
  }
}

function ruleMessageValues(
  writing: ReadContext,
  {entity, id, pending}: RuleCheck,
  error: string,
): Promise<MessageValues> {
  return messageValues(writing, {entity, id, ...(pending && {fields: pending})}, error)
}

function appliesTo({kind, action}: RuleCheck): (rule: Rule) => boolean {
  return ({on}) => on === null || (on.kind === 'create' ? kind === 'create' : on.action === action)
}

/** So many that a statement stays well within what databases take. */
const atOnce = 8

async function brokenRules(writing: ReadContext, change: RuleCheck, rules: readonly Rule[]): Promise<Rule[]> {
  const broken: Rule[] = []
  for (let start = 0; start < rules.length; start += atOnce)
    broken.push(...(await brokenAmong(writing, change, rules.slice(start, start + atOnce))))
  return broken
}

async function brokenAmong(writing: ReadContext, change: RuleCheck, rules: readonly Rule[]): Promise<Rule[]> {
  const {entity, id, before, pending, inputs = new Map()} = change
  const columns = (context: SqlContext) =>
    sql.join(rules.map((rule, index) => sql`${judgedSql(rule, context)} as ${sql.ref(`c${index}`)}`))
  const ofRecord = (context: SqlContext): Sql =>
    sql`select ${columns(context)} from ${sql.table(tableOf(context, entity))} as r where r.id = ${idPlace(entity, context)}`
  if (!pending && rules.every(isOfRecord)) {
    const {plan, values} = bindIds(writing, writing.tables, {
      kind: rulesKind,
      shape: `${entity} ${rules.map(({file, line, column}) => `${file}:${line}:${column}`)}`,
      entity,
      ids: [id],
      make: (context, write) => write(ofRecord(context)),
    })
    return brokenIn(rules, await plan.run(writing, values))
  }
  const old = before === null ? {entity, id: null} : {entity, id, fields: before}
  const here = pending ? {entity, id, fields: pending} : {alias: 'r'}
  const parameters = idParameters({entity, ids: [id]})
  const context = {...contextOf(writing, {this: here, old}), inputs, parameters}
  const text = pending ? sql`select ${columns(context)}` : ofRecord(context)
  return brokenIn(rules, await valuesOf(writing.db, text.compile(writing.db)))
}

const rulesKind = new PlanKind<Statement>('rules')

function brokenIn(rules: readonly Rule[], rows: readonly ValueRow[]): Rule[] {
  return rules.filter((_, index) => Number(rows[0]?.[index] ?? 0) === 1)
}

function judgedSql({when, must}: Rule, context: SqlContext): Sql {
  const holds = sql`case when ${toPredicate(must.core, context)} then 0 else 1 end`
  return when === null ? holds : sql`case when ${toPredicate(when.core, context)} then ${holds} else 0 end`
}

/** Neither what was before nor what is sent decides, so that the statement is the same for every change. */
const isOfRecord = ({must, when}: Rule): boolean => ![must.core, ...(when ? [when.core] : [])].some(readsChange)

function readsChange(core: Core): boolean {
  return core.op === 'old' || core.op === 'input' || partsOf(core).some(readsChange)
}
