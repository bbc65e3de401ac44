/**
 * Records that break a rule which is new or has changed, through its condition, a constant or a computed field. They
 * are not changed, because rules are checked when a record is written; they are only reported.
 */

import {sql} from 'kysely'
import {type Core, partsOf} from '../../feel/core.ts'
import {type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {Entities} from '../../points/entities/model.ts'
import {columnName, sqlTables, tableName} from '../../points/entities/table-names.ts'
import type {Limits} from '../../points/limits/model.ts'
import {coresOf, type Rule, type Rules} from '../../points/rules/model.ts'
import {checkDocument} from '../../points/specification.ts'
import type {StoredRow} from '../ddl.ts'
import {type DatabaseName, type Db, limitTo} from '../sql.ts'
import {mostExamples, storedNames} from './measure.ts'
import {countedRecords} from './steps.ts'
import type {Target} from './target.ts'

/** The parts of a document that rules need. */
export interface RuledDocument {
  readonly entities: Entities
  readonly limits: Limits
  readonly rules: Rules
}

export interface BreakOptions {
  readonly database: DatabaseName
  readonly target: Target
  /** The maximum number of rows checked per table; without it, all. */
  readonly most?: number
}

/** One sentence per rule, followed by lines with examples. */
export async function ruleBreaks(
  db: Db,
  {entities, limits, rules}: RuledDocument,
  {database, target, most = Number.POSITIVE_INFINITY}: BreakOptions,
): Promise<string[]> {
  const earlier = await earlierRules(db)
  const changed = rules.rules.filter(rule => isJudgeable(rule) && !earlier.has(meaningOf(rule, entities, limits)))
  const context: SqlContext = {
    database,
    tables: sqlTables(entities),
    this: {alias: 'r'},
    me: {entity: 'User', id: null},
    ...target.clock,
  }
  const told: string[] = []
  for (const rule of changed) {
    const found = await safely(db, () => breaksOf(db, rule, {context, target, most}))
    if (found === 'unjudged') told.push(`Whether records break the rule “${rule.name}” is known after the change.`)
    else told.push(...found)
  }
  return told
}

interface Judging {
  readonly context: SqlContext
  readonly target: Target
  readonly most: number
}

async function breaksOf(db: Db, rule: Rule, {context, target, most}: Judging): Promise<string[]> {
  const table = tableName(rule.entity)
  if (most < Number.POSITIVE_INFINITY && (await rowsIn(db, table)) > most)
    return [`Whether records break the rule “${rule.name}” is not counted at the start; \`nonet plan\` counts them.`]
  const holds = sql`case when ${toPredicate(rule.must.core, context)} then 0 else 1 end = 1`
  const where = rule.when === null ? holds : sql`(${toPredicate(rule.when.core, context)}) and ${holds}`
  const from = sql`from ${sql.table(table)} as r where ${where}`
  const {rows: counted} = await sql<StoredRow>`select count(*) as n ${from}`.execute(db)
  const broken = Number(counted[0]?.n ?? 0)
  if (broken === 0) return []
  const {rows} = await sql<StoredRow>`select r.id ${from} order by r.id ${limitTo(mostExamples)}`.execute(db)
  const ids = rows.map(({id}) => String(id))
  const naming = new Map([[table, target.namedBy(rule.entity).map(columnName)]])
  const names = await storedNames(db, {table, ids, naming})
  const more = broken > ids.length ? [`    … and ${(broken - ids.length).toLocaleString(plainLanguage)} more`] : []
  return [
    `${countedRecords(broken, 'record', 'records')} of ${rule.entity} ${broken === 1 ? 'breaks' : 'break'} the rule “${rule.name}” as it is now (line ${rule.line}), and can only be changed to keep it:`,
    ...ids.map(id => `    ${names.get(id) ?? `record ${id}`}`),
    ...more,
  ]
}

async function rowsIn(db: Db, table: string): Promise<number> {
  const {rows} = await sql<StoredRow>`select count(*) as n from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Before a migration, a rule may need columns that do not exist yet; the transaction continues. */
async function safely(db: Db, work: () => Promise<string[]>): Promise<string[] | 'unjudged'> {
  await sql`savepoint nonet_rule`.execute(db)
  try {
    return await work()
  } catch {
    await sql`rollback to savepoint nonet_rule`.execute(db)
    return 'unjudged'
  } finally {
    await sql`release savepoint nonet_rule`.execute(db)
  }
}

/**
 * Rules about every write that use neither the actor nor previous values: only those can be checked on a stored record.
 */
function isJudgeable(rule: Rule): boolean {
  return rule.on === null && !coresOf(rule).some(asksOfChange)
}

function asksOfChange(core: Core): boolean {
  return core.op === 'old' || core.op === 'input' || core.op === 'me' || partsOf(core).some(asksOfChange)
}

/** The rules of the document that was applied last; none if this version cannot read it. */
async function earlierRules(db: Db): Promise<ReadonlySet<string>> {
  const {rows} = await sql<StoredRow>`select source from nonet_document order by number desc limit 1`.execute(db)
  // Only this application writes it: name and text of each file.
  const files = JSON.parse(String(rows[0]?.source ?? '[]')) as readonly {file: string; text: string}[]
  const encoder = new TextEncoder()
  // Only its rules: whatever its screens are.
  const {specification} = checkDocument(
    files.map(({file, text}) => ({file, bytes: encoder.encode(text)})),
    [],
  )
  const {rules, entities, limits} = specification
  return new Set(rules.rules.map(rule => meaningOf(rule, entities, limits)))
}

/** The text of a rule, with the computed fields and the values of constants that it uses. */
function meaningOf({entity, when, must}: Rule, entities: Entities, {constants}: Limits): string {
  const computed = new Map(
    [...entities.entities.values()].flatMap(({fields}) =>
      [...fields.values()].flatMap(field => (field.computed ? [[field.name, field.computed.text.text] as const] : [])),
    ),
  )
  const words = new Map<string, string>()
  const visit = (text: string): void => {
    for (const [name] of text.matchAll(/\w+/g)) {
      if (words.has(name)) continue
      const means = constants.get(name)?.shown ?? computed.get(name)
      if (means === undefined) continue
      words.set(name, means)
      if (computed.has(name)) visit(means)
    }
  }
  const said = [when?.text.text ?? '', must.text.text]
  for (const text of said) visit(text)
  return JSON.stringify([entity, ...said, [...words].toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
