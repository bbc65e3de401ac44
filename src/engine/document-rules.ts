/** Point 5, as the gate asks it: every rule of a change as one condition in SQL, on the world as the change leaves it. */
import {sql} from 'kysely'
import type {Core} from '../feel/core.ts'
import {partsOf} from '../feel/mentions.ts'
import {type Sql, type SqlContext, toPredicate} from '../feel/sql/to-sql.ts'
import type {Rule} from '../points/rules/model.ts'
import type {Specification} from '../points/specification.ts'
import {type MessageValues, messageValues} from './actions/fill-message.ts'
import type {Late} from './marks.ts'
import {rulesOver} from './owners.ts'
import type {ReadContext} from './read-context.ts'
import type {JudgedChange, Rules} from './rules.ts'
import {contextOf, runMarked, tableOf} from './select.ts'
import {writeOnce} from './statement.ts'

export function documentRules({rules}: Specification): Rules {
  const byEntity = Map.groupBy(rules.rules, rule => rule.entity)
  const rulesFor = (writing: ReadContext, change: JudgedChange): readonly Rule[] => {
    const {entity, byParts} = change
    if (byParts === undefined) return (byEntity.get(entity) ?? []).filter(isAbout(change))
    return [...new Set([...byParts].flatMap(part => rulesOver(writing, entity, part)))]
  }
  return async (writing, change) => {
    // What is gone keeps no rules; whether it may go is asked elsewhere.
    if (change.kind === 'delete') return []
    const broken = await brokenOf(writing, change, rulesFor(writing, change))
    const problems = []
    for (const {field, error} of broken)
      problems.push({field, code: error, values: await valuesFor(writing, change, error)})
    return problems
  }
}

function valuesFor(writing: ReadContext, {entity, id, pending}: JudgedChange, error: string): Promise<MessageValues> {
  return messageValues(writing, {entity, id, ...(pending && {fields: pending})}, error)
}

function isAbout({kind, action}: JudgedChange): (rule: Rule) => boolean {
  return ({on}) => on === null || (on.kind === 'create' ? kind === 'create' : on.action === action)
}

/** So many that a statement stays well within what databases take. */
const atOnce = 8

async function brokenOf(writing: ReadContext, change: JudgedChange, rules: readonly Rule[]): Promise<Rule[]> {
  const broken: Rule[] = []
  for (let start = 0; start < rules.length; start += atOnce)
    broken.push(...(await brokenAmong(writing, change, rules.slice(start, start + atOnce))))
  return broken
}

async function brokenAmong(writing: ReadContext, change: JudgedChange, rules: readonly Rule[]): Promise<Rule[]> {
  const {entity, id, before, pending, inputs = new Map()} = change
  const written = (context: SqlContext, record: Late | undefined) => {
    const columns = rules.map((rule, index) => sql`${judgedSql(rule, context)} as ${sql.ref(`c${index}`)}`)
    const from = sql`from ${sql.table(tableOf(writing, entity))} as r where r.id = ${record}`
    return sql`select ${sql.join(columns)} ${pending ? sql`` : from}`
  }
  const old = before === null ? {entity, id: null} : {entity, id, fields: before}
  const here = pending ? {entity, id, fields: pending} : {alias: 'r'}
  const context = {...contextOf(writing, {this: here, old}), inputs}
  const lasting = {
    key: `rules ${rules.map(numberOf)}`,
    late: [id],
    written: (at: SqlContext, [mark]: readonly Late[]) => written(at, mark),
  }
  const rows =
    !pending && rules.every(isOfRecord)
      ? await runMarked(writing, lasting)
      : await writeOnce(written(context, id)).run(writing)
  return rules.filter((_, index) => Number(rows[0]?.[index] ?? 0) === 1)
}

function judgedSql({when, must}: Rule, context: SqlContext): Sql {
  const holds = sql`case when ${toPredicate(must.core, context)} then 0 else 1 end`
  return when === null ? holds : sql`case when ${toPredicate(when.core, context)} then ${holds} else 0 end`
}

/** Neither what was before nor what is sent decides, so that the statement is the same for every change. */
function isOfRecord(rule: Rule): boolean {
  const known = ofRecord.get(rule) ?? ![rule.must.core, ...(rule.when ? [rule.when.core] : [])].some(readsChange)
  ofRecord.set(rule, known)
  return known
}

const ofRecord = new WeakMap<Rule, boolean>()

function readsChange(core: Core): boolean {
  return core.op === 'old' || core.op === 'input' || partsOf(core).some(readsChange)
}

/** Rules of one document are kept apart by numbers, which are shorter than what they say. */
function numberOf(rule: Rule): number {
  const known = numbers.get(rule) ?? ++given
  numbers.set(rule, known)
  return known
}

const numbers = new WeakMap<Rule, number>()
let given = 0
