/** Point 5, as the gate asks it: every rule of a change as one condition in SQL, on the world as the change leaves it. */
import {sql} from 'kysely'
import {toPredicate} from '../feel/sql/to-sql.ts'
import type {Rule} from '../points/rules/model.ts'
import type {Specification} from '../points/specification.ts'
import {messageValues} from './actions/fill-message.ts'
import {rulesOver} from './owners.ts'
import type {JudgedChange, Rules} from './rules.ts'
import {contextOf, tableOf} from './select.ts'
import type {Writing} from './writing.ts'

export function documentRules({rules}: Specification): Rules {
  const byEntity = Map.groupBy(rules.rules, rule => rule.entity)
  const rulesFor = (writing: Writing, change: JudgedChange): readonly Rule[] => {
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
      problems.push({field, code: error, values: await messageValues(writing, change, error)})
    return problems
  }
}

function isAbout({kind, action}: JudgedChange): (rule: Rule) => boolean {
  return ({on}) => on === null || (on.kind === 'create' ? kind === 'create' : on.action === action)
}

/** So many that a statement stays well within what databases take. */
const atOnce = 8

async function brokenOf(writing: Writing, change: JudgedChange, rules: readonly Rule[]): Promise<Rule[]> {
  const broken: Rule[] = []
  for (let start = 0; start < rules.length; start += atOnce)
    broken.push(...(await brokenAmong(writing, change, rules.slice(start, start + atOnce))))
  return broken
}

async function brokenAmong(writing: Writing, change: JudgedChange, rules: readonly Rule[]): Promise<Rule[]> {
  const {entity, id, before, inputs = new Map()} = change
  const old = before === null ? {entity, id: null} : {entity, id, fields: before}
  const context = {...contextOf(writing, {this: {alias: 'r'}, old}), inputs}
  const columns = rules.map(({when, must}, index) => {
    const holds = sql`case when ${toPredicate(must.core, context)} then 0 else 1 end`
    const judged = when === null ? holds : sql`case when ${toPredicate(when.core, context)} then ${holds} else 0 end`
    return sql`${judged} as ${sql.ref(`c${index}`)}`
  })
  const {rows} = await sql<
    Record<string, unknown>
  >`select ${sql.join(columns)} from ${sql.table(tableOf(writing, entity))} as r where r.id = ${id}`.execute(writing.db)
  return rules.filter((_, index) => Number(rows[0]?.[`c${index}`] ?? 0) === 1)
}
