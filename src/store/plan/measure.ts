/**
 * Counts the records that the steps of a plan affect, with up to three examples of records that do not fit. Changes
 * nothing.
 */

import {createHash} from 'node:crypto'
import {type RawBuilder, sql} from 'kysely'
import {checkCondition, eachRow, type StoredRow} from '../ddl.ts'
import {type DatabaseName, type Db, limitTo} from '../sql.ts'
import type {Plan} from './plan.ts'
import type {KeyPart, PlanStep, Probe, ProbedColumn, Weight} from './steps.ts'
import type {PlanWork} from './table-work.ts'

// The result of counting: a number and a few examples.

interface Sample {
  readonly count: number
  readonly examples: readonly string[]
}

export const mostExamples = 3

// Duplicates: records that would have the same unique values after the migration.

type ColumnPart = Extract<KeyPart, {readonly kind: 'column'}>

async function findDuplicates(db: Db, database: DatabaseName, probe: Probe & {probe: 'duplicates'}): Promise<Sample> {
  const columns = probe.parts.filter(part => part.kind === 'column')
  const filled = probe.parts.some(part => part.kind === 'constant' && part.filled)
  if (columns.length === 0) return await allAlike(db, probe.table, filled)
  const values = valuesOf(probe.table, columns, filled)
  const found = columns.every(({rewrite}) => rewrite === null)
    ? equalAsTheyAre(db, values)
    : equalAfterwards(db, database, {columns, values, filled})
  return await found
}

async function allAlike(db: Db, table: string, filled: boolean): Promise<Sample> {
  const {rows} = await sql<StoredRow>`select count(*) as n from ${sql.table(table)}`.execute(db)
  const count = Number(rows[0]?.n)
  return {count: filled && count > 1 ? count : 0, examples: []}
}

/** Each combination once, with its count; a combination of only nulls may occur often. */
function valuesOf(table: string, columns: readonly ColumnPart[], filled: boolean): RawBuilder<StoredRow> {
  const refs = columns.map(({column}) => sql.ref(column))
  const listed = columns.map(({column}, index) => sql`${sql.ref(column)} as ${sql.ref(`v${index}`)}`)
  const some = filled
    ? sql`1 = 1`
    : sql.join(
        refs.map(ref => sql`${ref} is not null`),
        sql` or `,
      )
  return sql<StoredRow>`select ${sql.join(listed)}, count(*) as n from ${sql.table(table)} where ${some} group by ${sql.join(refs)}`
}

async function equalAsTheyAre(db: Db, values: RawBuilder<StoredRow>): Promise<Sample> {
  const several = sql`(${values} having count(*) > 1) as several`
  const query = sql<StoredRow>`select *, sum(n) over () as total from ${several} ${limitTo(mostExamples)}`
  const {rows} = await query.execute(db)
  const examples = rows.map(({n, total: _, ...key}) => shown(Object.values(key), Number(n)))
  return {count: Number(rows[0]?.total ?? 0), examples}
}

interface Afterwards {
  readonly columns: readonly ColumnPart[]
  readonly values: RawBuilder<StoredRow>
  readonly filled: boolean
}

/** Values that differ now may be equal after the conversion. */
async function equalAfterwards(db: Db, database: DatabaseName, {columns, values, filled}: Afterwards): Promise<Sample> {
  const counts = new Map<string, {key: readonly (string | null)[]; n: number}>()
  for await (const rows of eachRow(db, database, values)) {
    for (const row of rows) {
      const key = columns.map(({rewrite}, index) => afterwards(row[`v${index}`], rewrite, database))
      if (!filled && key.every(part => part === null)) continue
      const text = JSON.stringify(key)
      counts.set(text, {key, n: (counts.get(text)?.n ?? 0) + Number(row.n)})
    }
  }
  const several = [...counts.values()].filter(({n}) => n > 1)
  return {
    count: several.reduce((sum, {n}) => sum + n, 0),
    examples: several.slice(0, mostExamples).map(({key, n}) => shown(key, n)),
  }
}

/** Values that do not fit are reported by another step. */
function afterwards(value: unknown, rewrite: ColumnPart['rewrite'], database: DatabaseName): string | null {
  if (value === null || value === undefined) return null
  const rewritten = rewrite?.(value, database)
  if (rewritten === undefined) return String(value)
  return rewritten.ok ? (rewritten.stored === null ? null : String(rewritten.stored)) : `unfit ${String(value)}`
}

function shown(key: readonly unknown[], times: number): string {
  return `${key.map(part => (part === null ? 'nothing' : `"${String(part)}"`)).join(', ')} in ${times} records`
}

// Counts the records affected by a step.

type NamingColumns = ReadonlyMap<string, readonly string[]>

async function countAffected(db: Db, database: DatabaseName, probe: Probe, naming: NamingColumns): Promise<Sample> {
  const table = sql.table(probe.table)
  if (probe.probe === 'rows') return await counted(db, sql<StoredRow>`select count(*) as n from ${table}`)
  if (probe.probe === 'duplicates') return await findDuplicates(db, database, probe)
  if (probe.probe === 'misfits') return await findMisfits(db, database, probe, naming)
  const condition = conditionOf(probe, database)
  const found = await counted(db, sql<StoredRow>`select count(*) as n from ${table} where ${condition}`)
  const hasExamples = probe.probe === 'empty' || probe.probe === 'unlinked'
  if (!hasExamples || found.count === 0) return found
  const some = sql<StoredRow>`select id from ${table} where ${condition} order by id ${limitTo(mostExamples)}`
  const {rows} = await some.execute(db)
  const names = await storedNames(db, {table: probe.table, ids: rows.map(({id}) => String(id)), naming})
  return {count: found.count, examples: rows.map(({id}) => names.get(String(id)) ?? `record ${id}`)}
}

interface NamedRecords {
  readonly table: string
  readonly ids: readonly string[]
  readonly naming: NamingColumns
}

/** Records by name, `1003 Dinner with Contoso`; by id if they have none. */
export async function storedNames(db: Db, {table, ids, naming}: NamedRecords): Promise<ReadonlyMap<string, string>> {
  const columns = naming.get(table) ?? []
  if (columns.length === 0 || ids.length === 0) return new Map()
  const listed = columns.map((column, index) => sql`${sql.ref(column)} as ${sql.ref(`n${index}`)}`)
  const {rows} =
    await sql<StoredRow>`select id, ${sql.join(listed)} from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(
      db,
    )
  return new Map(
    rows.map(row => {
      const words = columns.map((_, index) => row[`n${index}`]).filter(word => word !== null && word !== undefined)
      return [String(row.id), shorten(words.join(' ')) || `record ${row.id}`]
    }),
  )
}

async function counted(db: Db, query: RawBuilder<StoredRow>): Promise<Sample> {
  const {rows} = await query.execute(db)
  return {count: Number(rows[0]?.n), examples: []}
}

type ConditionProbe = Extract<Probe, {readonly probe: 'filled' | 'empty' | 'word' | 'unlinked'}>

function conditionOf(probe: ConditionProbe, database: DatabaseName): RawBuilder<unknown> {
  if (probe.probe === 'unlinked') return sql`id not in (select owner from ${sql.table(probe.pairs)})`
  if (probe.probe === 'word') return hasWord(probe.column, probe.word, database)
  const empty = isEmptyColumn(probe.column, database)
  return probe.probe === 'empty' ? empty : sql`not (${empty})`
}

/** An empty list of words counts as empty. */
function isEmptyColumn({name, holds}: ProbedColumn, database: DatabaseName): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (holds.as !== 'words') return sql`${column} is null`
  const none = database === 'postgres' ? sql`'[]'::jsonb` : sql`'[]'`
  return sql`(${column} is null or ${column} = ${none})`
}

function hasWord({name, holds}: ProbedColumn, word: string, database: DatabaseName): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (holds.as !== 'words') return sql`${column} = ${word}`
  if (database === 'postgres') return sql`${column} @> cast(${JSON.stringify([word])} as jsonb)`
  return sql`exists (select 1 from json_each(${column}) where value = ${word})`
}

/** Equal values are checked once. */
async function findMisfits(
  db: Db,
  database: DatabaseName,
  probe: Probe & {probe: 'misfits'},
  naming: NamingColumns,
): Promise<Sample> {
  const column = sql.ref(probe.column.name)
  const id = database === 'postgres' ? sql`min(id::text)` : sql`min(id)`
  const values = sql<StoredRow>`select ${column} as value, count(*) as n, ${id} as id from ${sql.table(probe.table)}
    where ${column} is not null ${outside(probe, database)} group by ${column}`
  const found: {id: string; shown: string}[] = []
  let count = 0
  for await (const rows of eachRow(db, database, values)) {
    for (const {value, n, id} of rows) {
      const rewritten = probe.rewrite(value, database)
      if (rewritten.ok) continue
      count += Number(n)
      if (found.length < mostExamples) found.push({id: String(id), shown: shorten(rewritten.shown)})
    }
  }
  const names = await storedNames(db, {table: probe.table, ids: found.map(({id}) => id), naming})
  return {count, examples: found.map(({id, shown}) => `"${shown}" in ${names.get(id) ?? `record ${id}`}`)}
}

function outside({unless, column}: Probe & {probe: 'misfits'}, database: DatabaseName): RawBuilder<unknown> {
  const condition = unless === null ? null : checkCondition({...unless, column: column.name}, database)
  return condition === null ? sql`` : sql`and not (${sql.raw(condition)})`
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('')
}

// The measured plan: the numbers and weights of its steps, and its id.

interface MeasuredStep {
  readonly weight: Weight
  /** The complete text for people. */
  readonly text: string
  readonly count: number | null
  readonly examples: readonly string[]
  readonly advice: string
  /** Only relevant at the level of tables. */
  readonly technical: boolean
}

export interface MeasuredPlan {
  readonly plan: Plan
  readonly steps: readonly MeasuredStep[]
  /** Identifies exactly these steps with exactly these numbers. */
  readonly id: string
  /** The heaviest of its steps. */
  readonly weight: Weight
}

/** Without a database there is nothing to count yet. */
export async function measure(plan: Plan, db: Db | null, database: DatabaseName): Promise<MeasuredPlan> {
  const steps: MeasuredStep[] = []
  for (const step of plan.steps) {
    const found = step.probe && db ? await countAffected(db, database, step.probe, plan.naming) : null
    steps.push(measured(step, found))
  }
  return {plan, steps, id: idOf(plan, steps), weight: heaviest(steps)}
}

function measured(step: PlanStep, found: Sample | null): MeasuredStep {
  const count = found?.count ?? null
  const text = [step.sentence, count === null ? '' : step.counted(count)].filter(part => part !== '').join(' ')
  const weight = weightOf(step, count ?? 0)
  return {
    weight,
    text,
    count,
    examples: found?.examples ?? [],
    advice: weight === 'refused' || weight === 'destructive' ? step.advice : '',
    technical: step.technical ?? false,
  }
}

function weightOf({weight}: PlanStep, count: number): Weight {
  if (weight === 'checked') return count > 0 ? 'refused' : 'checked'
  return weight === 'destructive' && count === 0 ? 'safe' : weight
}

const order: readonly Weight[] = ['safe', 'checked', 'destructive', 'refused']

function heaviest(steps: readonly MeasuredStep[]): Weight {
  return order.findLast(weight => steps.some(step => step.weight === weight)) ?? 'safe'
}

/** Numbers count if something would be lost or broken; a new record elsewhere does not change the id of the plan. */
function idOf({from, to}: Plan, steps: readonly MeasuredStep[]): string {
  const shape = steps.map(({weight, text, count}, index) =>
    weight === 'destructive' || weight === 'refused' ? [weight, text, count] : [weight, index],
  )
  // The search index holds nothing that records do not, and `nonet plan` leaves it out.
  const records = [from, to].map(({searched: _, ...schema}) => schema)
  return createHash('sha256')
    .update(JSON.stringify([...records, shape]))
    .digest('hex')
    .slice(0, 12)
}

/* A measured plan as text: the changes, the number of affected records, values that do not fit, and what to do next. */

const marks: Readonly<Record<Weight, string>> = {
  safe: '  ',
  checked: '  ',
  destructive: '! ',
  refused: 'x ',
}

interface TextOptions {
  readonly notes?: readonly string[]
  /** Rules that records break. */
  readonly breaks?: readonly string[]
  /** Includes changes of indexes. */
  readonly technical?: boolean
}

export function planText(
  {steps, id, weight}: MeasuredPlan,
  {notes = [], breaks = [], technical = false}: TextOptions = {},
): string {
  const below = breaks.length === 0 ? [] : ['', ...breaks]
  if (steps.length === 0)
    return [
      ...notes,
      breaks.length === 0
        ? 'Nothing changes: the database fits the document.'
        : 'No record changes: the database fits the document.',
      ...below,
    ].join('\n')
  const lines = steps.filter(step => technical || !step.technical).flatMap(stepLines)
  const told = lines.length > 0 ? lines : ['    Only indexes and tables of the engine change.']
  return [`Plan ${id}`, ...notes, '', ...told, '', summary(steps, weight), ...below].join('\n')
}

function stepLines({weight, text, examples, advice}: MeasuredStep): string[] {
  const more = examples.map(example => `      ${example}`)
  return [`  ${marks[weight]}${text}`, ...more, ...(advice === '' ? [] : [`      → ${advice}`])]
}

function summary(steps: readonly MeasuredStep[], weight: Weight): string {
  const number = (which: Weight) => steps.filter(step => step.weight === which).length
  if (weight === 'refused') return `${howMany(number('refused'))} cannot be done (x) with the existing data.`
  if (weight === 'destructive') return `${howMany(number('destructive'))} would lose data (!).`
  return 'Nothing is lost.'
}

const howMany = (count: number): string => (count === 1 ? 'One step' : `${count} steps`)

/** Why it stopped, and how to continue. */
export function stoppedText(measured: MeasuredPlan, told: TextOptions): string {
  const {weight, id} = measured
  const next =
    weight === 'refused'
      ? 'Nothing was changed. Change the document or the data, and start again.'
      : `Nothing was changed. To do exactly this, start again with --accept ${id}`
  return `${planText(measured, told)}\n${next}`
}

export function workText(work: readonly PlanWork[]): string {
  return work.map(each => (each.kind === 'sql' ? `${each.text};` : rewriteText(each))).join('\n')
}

function rewriteText({table, from, to}: Extract<PlanWork, {readonly kind: 'rewrite'}>): string {
  return `-- each value of "${table}"."${from.name}" (${from.type}) becomes one of "${to.name}" (${to.type})`
}
