/** Point 5: every rule of a change as one SQL condition, on the records at the end of the change. */
import {sql} from 'kysely'
import {type Core, partsOf} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {isReference} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {DatabaseName} from '../../store/sql.ts'
import {atOnce} from '../base/at-once.ts'
import {messageValues} from '../display/error-message.ts'
import {bindRow} from '../query/hypothetical-record.ts'
import {allSeeing, type CheckRules, entityOf, type ReadContext, type RuleCheck} from '../query/read-context.ts'
import {askOfRows, type RowQuestion} from '../query/row-questions.ts'
import type {RecordIds} from '../query/select.ts'
import {PlanKind, type Statement} from '../query/statement.ts'
import {type FieldValues, readStored} from '../query/stored.ts'

/** Whether a rule holds for a record now; null if it does not apply, or depends on input. */
export type RuleOutcome = 'holds' | 'broken' | null

/** The outcomes of each record, in the order of the rules. */
export async function ruleOutcomes(
  context: ReadContext,
  {entity, ids, rules}: RecordIds & {readonly rules: readonly Rule[]},
): Promise<ReadonlyMap<string, readonly RuleOutcome[]>> {
  const found = await atOnce(
    rules.map(async rule =>
      [rule.must.core, rule.when?.core].some(core => core && readsChange(core))
        ? new Map<string, RuleOutcome>()
        : await askOfRows(context, {entity, ids}, outcomeQuestion(rule)),
    ),
  )
  return new Map(ids.map(id => [id, found.map(outcomes => outcomes.get(id) ?? null)]))
}

const outcomeQuestion = (rule: Rule): RowQuestion<RuleOutcome> => ({
  name: `rule ${rulesKey([rule])}`,
  ofReadable: false,
  // Rules read the same computed fields again and again.
  evaluates: true,
  compile({columns, context}) {
    const place = columns.addSql({sql: outcomeSql(rule, context), read: stored => Number(stored ?? 0)})
    return values => outcomeIn(Number(values[place]))
  },
})

export function outcomeSql({when, must}: Rule, context: SqlContext): Sql {
  const held = sql`case when ${toPredicate(must.core, context)} then 1 else 2 end`
  return when === null ? held : sql`case when ${toPredicate(when.core, context)} then ${held} else 0 end`
}

/** Tells sets of rules of one document apart, in the keys of statements. */
export const rulesKey = (rules: readonly Rule[]): string => rules.map(({file, line}) => `${file}:${line}`).join()

/** True also if the rule does not apply. */
export const isNotBroken = (rule: Rule, context: SqlContext): Sql => sql`${outcomeSql(rule, context)} <> 2`

export const outcomeIn = (number: number): RuleOutcome => (number === 1 ? 'holds' : number === 2 ? 'broken' : null)

/** A rule with the values derived from it. */
interface CompiledRule {
  readonly rule: Rule
  /** Distinguishes the rules of a document in statement keys. */
  readonly number: number
  /** The rule depends neither on previous values nor on input, so its statement is the same for every change. */
  readonly isOfRecord: boolean
}

export function documentRules({rules}: Specification): CheckRules {
  const compiled = rules.rules.map((rule, number): CompiledRule => {
    const cores = [rule.must.core, ...(rule.when ? [rule.when.core] : [])]
    return {rule, number, isOfRecord: !cores.some(readsChange)}
  })
  const byEntity = Map.groupBy(compiled, ({rule}) => rule.entity)
  return async (context, check) => {
    // Rules do not apply to deleted records; permission to delete is checked elsewhere.
    if (check.kind === 'delete') return []
    const concerned = (byEntity.get(check.entity) ?? []).filter(({rule}) => isConcerned(context, rule, check))
    const broken = await brokenAmong(context, check, concerned)
    const {entity, id, pending} = check
    const problems = []
    for (const {field, error} of broken) {
      const values = await messageValues(context, {entity, id, ...(pending && {fields: pending})}, error)
      problems.push({field, code: error, values})
    }
    return problems
  }
}

function readsChange(core: Core): boolean {
  return core.op === 'old' || core.op === 'input' || partsOf(core).some(readsChange)
}

function isConcerned(context: ReadContext, rule: Rule, {kind, action, byParts}: RuleCheck): boolean {
  if (byParts !== undefined) return [...byParts].some(part => looksAt(context, rule, part))
  return rule.on === null || (rule.on.kind === 'create' ? kind === 'create' : rule.on.action === action)
}

/** Small enough to keep a statement within the limits of the databases. */
const mostRules: Readonly<Record<DatabaseName, number>> = {sqlite: 8, postgres: 24}

async function brokenAmong(context: ReadContext, check: RuleCheck, rules: readonly CompiledRule[]): Promise<Rule[]> {
  const most = mostRules[context.database]
  const broken: Rule[] = []
  for (let start = 0; start < rules.length; start += most)
    broken.push(...(await brokenAtOnce(context, check, rules.slice(start, start + most))))
  return broken
}

const rulesKind = new PlanKind<Statement>('rules')

async function brokenAtOnce(context: ReadContext, check: RuleCheck, rules: readonly CompiledRule[]): Promise<Rule[]> {
  const {id, before, pending, inputs} = check
  const reads = rules.some(({isOfRecord}) => !isOfRecord)
  const at = {entity: entityOf(context, check.entity), id, record: pending ?? null, before: reads ? before : null}
  const {plan, values} = bindRow(context, context.tables, at, {
    kind: rulesKind,
    shape: `${rules.map(({number}) => number)}`,
    ...(reads && inputs ? {inputs} : {}),
    make({from, context: rows}, write) {
      const columns = rules.map(({rule}, index) => sql`${brokenSql(rule, rows)} as ${sql.ref(`c${index}`)}`)
      return write(sql`select ${sql.join(columns)} ${from()}`)
    },
  })
  const [row = []] = await plan.run(context, values)
  return rules.flatMap(({rule}, index) => (Number(row[index] ?? 0) === 1 ? [rule] : []))
}

function brokenSql({when, must}: Rule, context: SqlContext): Sql {
  const broken = sql`case when ${toPredicate(must.core, context)} then 0 else 1 end`
  return when === null ? broken : sql`case when ${toPredicate(when.core, context)} then ${broken} else 0 end`
}

interface WrittenPart {
  readonly entity: string
  readonly before: FieldValues | null
  readonly after: FieldValues | null
}

/**
 * The owners of a written line item whose rules or functions concern it: an order's rule about its lines is checked
 * whenever a line is written. If a line item moved to another owner, both are checked.
 */
export async function ownersOf(context: ReadContext, part: WrittenPart): Promise<RuleCheck[]> {
  const owners: RuleCheck[] = []
  const seen = new Set<string>()
  const climb = async (entity: string, values: FieldValues | null): Promise<void> => {
    const {partOf} = entityOf(context, entity)
    const reference = partOf ? (values?.get(partOf.field) ?? null) : null
    if (!partOf || reference === null || !isReference(reference) || seen.has(reference.id)) return
    seen.add(reference.id)
    const owner = entityOf(context, partOf.entity)
    const concerned =
      context.specification.rules.rules.some(
        rule => rule.entity === owner.name && looksAt(context, rule, part.entity),
      ) || functionsLookAt(context, owner, part.entity)
    if (!concerned && owner.partOf === null) return
    const stored = await readStored(context, owner, reference.id, allSeeing(context).records(owner.name))
    if (concerned && stored) owners.push(ownerChange(owner.name, reference.id, {stored, part: part.entity}))
    await climb(owner.name, stored)
  }
  for (const values of [part.before, part.after]) await climb(part.entity, values)
  return owners
}

function ownerChange(entity: string, id: string, {stored, part}: {stored: FieldValues; part: string}): RuleCheck {
  return {kind: 'update', entity, id, action: 'update', before: stored, byParts: new Set([part])}
}

/** True if a rule of an owner reads line items of this entity. Other rules are not checked because of a line item. */
function looksAt({tables}: ReadContext, rule: Rule, part: string): boolean {
  if (rule.on !== null) return false
  return coresOf(rule).some(core => reaches(core, {part, tables, seen: new Set()}))
}

/** The same of functions that set its fields. */
export function functionsLookAt({tables}: ReadContext, {fields}: Entity, part: string): boolean {
  const args = [...fields.values()].flatMap(({setBy}) => setBy?.args ?? [])
  return args.some(core => reaches(core, {part, tables, seen: new Set()}))
}

interface RuleReach {
  readonly part: string
  readonly tables: Tables
  /** Computed fields already visited. */
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
