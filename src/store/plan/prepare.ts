/**
 * Prepares a database for a document: plans, measures, backs up, applies the plan in one transaction, or previews all
 * of it.
 */
import {rename} from 'node:fs/promises'
import {sql} from 'kysely'
import type {RawDocument} from '../../document/raw.ts'
import type {Rules} from '../../points/rules/model.ts'
import {checkReferences, quoted, quotedList, runStatement} from '../ddl.ts'
import {databaseAddress} from '../open.ts'
import {emptySchema, type Index, type Schema} from '../schema.ts'
import {type DatabaseName, type Db, limitTo} from '../sql.ts'
import {copySqliteFile} from '../sqlite/sqlite-file.ts'
import type {Store} from '../store.ts'
import {StoreError} from '../store-error.ts'
import {
  type Applied,
  appliedBefore,
  hasTable,
  readApplied,
  type SourceText,
  sourceText,
  writeApplied,
} from './applied.ts'
import type {ColumnChange, TableChange} from './change.ts'
import {type MeasuredPlan, measure, stoppedText} from './measure.ts'
import {type Plan, planFrom} from './plan.ts'
import {type BreakOptions, ruleBreaks} from './rule-breaks.ts'
import type {DatabaseAbilities, PlanWork} from './table-work.ts'
import {type Keeping, planTarget, type Target, type TargetOptions} from './target.ts'
import {workOf} from './work.ts'

// The backup: a copy of the SQLite file next to it, before a plan that loses data.

/**
 * Taken while the migration has exclusive access but has not changed anything: the copy contains the measured data.
 * Null on PostgreSQL, where operators have their own backups.
 */
async function backUpBefore(store: Store, plan: string, now: Date): Promise<string | null> {
  const address = databaseAddress(store.address)
  if (address.database !== 'sqlite') return null
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const target = `${address.file.replace(/\.(sqlite|db)$/, '')}.before-${plan}-${time}.sqlite`
  await copySqliteFile(address.file, `${target}.part`)
  await rename(`${target}.part`, target)
  return target
}

// Rewrites the values of a column, each distinct value once.

type RewriteWork = Extract<PlanWork, {readonly kind: 'rewrite'}>

const atOnce = 500

/** In pages rather than one stream, because reading and writing share one connection. */
async function rewriteColumn(db: Db, database: DatabaseName, work: RewriteWork): Promise<void> {
  await collect(db, database, work)
  for (let last = 0; ; ) {
    const {rows} = await sql<{n: unknown; before: unknown}>`
      select n, before from nonet_before where n > ${last} order by n ${limitTo(atOnce)}`.execute(db)
    if (rows.length === 0) break
    await insert(
      db,
      rows.flatMap(row => changed(work, row, database)),
    )
    last = Number(rows.at(-1)?.n)
  }
  await carryOver(db, work)
  await sql`drop table nonet_before`.execute(db)
  await sql`drop table nonet_after`.execute(db)
}

/** Each distinct value once. PostgreSQL joins without an index, which could not hold long texts. */
async function collect(db: Db, database: DatabaseName, {table, from, to}: RewriteWork): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const column = quoted(from.name)
  await run(`create temporary table "nonet_before" ("n" bigint primary key, "before" ${from.type})`)
  await run(`create temporary table "nonet_after" ("n" bigint primary key, "after" ${to.type})`)
  const different = `select distinct ${column} as "v" from ${quoted(table)} where ${column} is not null`
  await run(`insert into "nonet_before" select row_number() over (), "v" from (${different}) as "different"`)
  if (database === 'sqlite') await run('create index "nonet_before_value" on "nonet_before" ("before")')
}

/** The plan was measured under the same lock, so a value that does not fit is a bug and rolls back everything. */
function changed({table, from, to, rewrite}: RewriteWork, row: {n: unknown; before: unknown}, database: DatabaseName) {
  const result = rewrite(row.before, database)
  if (!result.ok) throw new Error(`A value of ${table}.${from.name} does not fit: ${result.problem}.`)
  return from.name === to.name && result.stored === row.before ? [] : [[row.n, result.stored] as const]
}

async function insert(db: Db, pairs: readonly (readonly [unknown, unknown])[]): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map(([n, after]) => sql`(${n}, ${after})`)
  await sql`insert into nonet_after (n, after) values ${sql.join(rows)}`.execute(db)
}

async function carryOver(db: Db, {table, from, to}: RewriteWork): Promise<void> {
  const values = '"nonet_before" join "nonet_after" on "nonet_after"."n" = "nonet_before"."n"'
  const update = `update ${quoted(table)} set ${quoted(to.name)} = "nonet_after"."after" from ${values}`
  await sql.raw(`${update} where "nonet_before"."before" = ${quoted(table)}.${quoted(from.name)}`).execute(db)
}

// Applies the work of a plan in one transaction, and records the new document.

/** Called only with exclusive write access, after the plan was measured. */
async function applyPlan(db: Db, plan: Plan, abilities: DatabaseAbilities): Promise<void> {
  for (const work of workOf(plan.changes, plan.from, abilities)) await doWork(db, abilities.database, work)
  if (plan.changes.length > 0) await checkReferences(db, abilities.database)
}

async function doWork(db: Db, database: DatabaseName, work: PlanWork): Promise<void> {
  if (work.kind === 'rewrite') await rewriteColumn(db, database, work)
  else await runStatement(db, work.text)
}

async function abilitiesOf(db: Db, database: DatabaseName): Promise<DatabaseAbilities> {
  if (database === 'postgres') return {database, altersConstraints: true}
  const {rows} = await sql<{version: string}>`select sqlite_version() as version`.execute(db)
  const [major = 0, minor = 0] = (rows[0]?.version ?? '').split('.').map(Number)
  return {database, altersConstraints: major > 3 || (major === 3 && minor >= 53)}
}

// Prepares: does nothing if the database fits, applies a plan that loses nothing, and otherwise stops and describes it.

interface PrepareOptions extends TargetOptions {
  /** The id of the plan that may lose data. */
  readonly accept?: string | undefined
  /**
   * The print for which this document, read by this build, was found to fit; if it is unchanged, nothing is compared.
   */
  readonly fits?: string | undefined
  /** False to act as if SQLite could not change the constraints of a table, like older versions. */
  readonly altersConstraints?: boolean
  /** Whether only `nonet run` may change the tables: another document is then refused, except on an empty database. */
  readonly fitting?: boolean
  /** Rebuilds the search index in the transaction of the plan, so that an interrupted start never leaves half of it. */
  readonly fillSearch?: (db: Db) => Promise<void>
}

type PreparedPlanStep =
  /** `schema`: with the actual names of indexes and counters. `backup`: taken before data was lost. */
  | {
      readonly kind: 'ready'
      readonly schema: Schema
      readonly changed: boolean
      readonly backup: string | null
      /** The print of the applied document. */
      readonly print: string
      /** Notes about existing records. */
      readonly notes: readonly string[]
    }
  | {readonly kind: 'stopped'; readonly text: string; readonly planId: string}

interface Prepare extends Keeping {
  readonly document: Pick<RawDocument, 'sources'>
  /** Without them, records that break rules are not reported. */
  readonly rules?: Rules
}

export async function prepare(
  store: Store,
  specification: Prepare,
  options: PrepareOptions = {},
): Promise<PreparedPlanStep> {
  const before = await store.read(db => readApplied(db, store.database))
  if (before.number > 0 && before.print === options.fits) return unchanged(before)
  const now = options.now ?? new Date()
  const target = planTarget(specification, {...options, now})
  const source = sourceText(specification.document.sources)
  const plan = planFrom(before.schema, target)
  if (isApplied(before, plan, source)) return unchanged(before)
  if (options.fitting && before.number > 0)
    return plan.changes.every(changesIndexesOnly) ? unchanged(before) : otherDocument
  return await store.exclusive(db => applyAlone(db, store, {...options, specification, target, source, now}))
}

function isApplied({digest, schema}: Applied, {changes, to}: Plan, source: SourceText): boolean {
  return changes.length === 0 && digest === source.digest && JSON.stringify(schema) === JSON.stringify(to)
}

/** Indexes that make reading faster: records are the same with and without them. */
function changesIndexesOnly(change: TableChange): boolean {
  if (change.kind !== 'changed') return false
  const {columns, dropped, added, raised} = change
  const parts = [dropped, added].flatMap(({foreignKeys, checks, counters}) => [...foreignKeys, ...checks, ...counters])
  const isSame = (column: ColumnChange) =>
    column.kind === 'kept' && column.rewrite === null && JSON.stringify(column.from) === JSON.stringify(column.to)
  const isPlain = ({unique}: Index) => !unique
  return (
    columns.every(isSame) && parts.length + raised.length === 0 && [...dropped.indexes, ...added.indexes].every(isPlain)
  )
}

const unchanged = ({schema, print}: Applied): PreparedPlanStep => ({
  kind: 'ready',
  schema,
  changed: false,
  backup: null,
  print,
  notes: [],
})

const otherDocument: PreparedPlanStep = {
  kind: 'stopped',
  planId: '',
  text: 'The tables of this database are those of another version of this document. Use that version; or see what would change with `nonet plan`, and start this one with `nonet run` first.',
}

interface Applying extends PrepareOptions {
  readonly specification: Prepare
  readonly target: Target
  readonly source: SourceText
  readonly now: Date
}

/** A start must not take long: for more records, use `nonet plan`. */
const mostJudged = 100_000

/** Only one process applies a plan at a time; the others then find the work done. */
async function applyAlone(db: Db, store: Store, applying: Applying): Promise<PreparedPlanStep> {
  const {database} = store
  const {target, source, now, accept, specification} = applying
  const before = await readApplied(db, database)
  const plan = planFrom(before.schema, target)
  if (isApplied(before, plan, source)) return unchanged(before)
  if (before.number === 0) await refuseForeign(db, store, plan)
  await lockTables(db, store, plan)
  const measured = await measure(plan, db, database)
  if (!mayApply(measured, accept)) {
    const notes = await notesOn(db, before, source)
    const breaks = await breaksIn(db, {before, database, target, specification, most: mostJudged})
    return {kind: 'stopped', planId: measured.id, text: stoppedText(measured, {notes, breaks})}
  }
  const backup = measured.weight === 'destructive' ? await backUpBefore(store, measured.id, now) : null
  const abilities = await abilitiesOf(db, database)
  await applyPlan(db, plan, {
    ...abilities,
    altersConstraints: applying.altersConstraints ?? abilities.altersConstraints,
  })
  // A plan may have moved texts, and a list may search other fields.
  if (before.number > 0 && (plan.changes.length > 0 || !searchesSame(before.schema, plan.to)))
    await applying.fillSearch?.(db)
  const notes = await breaksIn(db, {before, database, target, specification, most: mostJudged})
  const applied = now.toISOString()
  const print = await writeApplied(db, {
    number: before.number + 1,
    applied,
    plan: measured.id,
    source,
    schema: plan.to,
  })
  return {kind: 'ready', schema: plan.to, changed: plan.changes.length > 0, backup, print, notes}
}

function searchesSame({searched: before}: Schema, {searched: now}: Schema): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}

function mayApply({weight, id}: MeasuredPlan, accept: string | undefined): boolean {
  return weight === 'safe' || weight === 'checked' || (weight === 'destructive' && accept === id)
}

interface Breaks extends BreakOptions {
  readonly before: Applied
  readonly specification: Prepare
}

/** Without records, no rule is broken. */
async function breaksIn(db: Db, {before, specification, ...options}: Breaks): Promise<string[]> {
  const {entities, limits, rules} = specification
  return before.number > 0 && rules ? ruleBreaks(db, {entities, limits, rules}, options) : []
}

/** An older document on a newer database is a regular plan, but its author should know. */
async function notesOn(db: Db, before: Applied, source: SourceText): Promise<string[]> {
  if (before.number === 0 || before.digest === source.digest) return []
  const earlier = await appliedBefore(db, source.digest)
  if (earlier === null) return []
  return [
    `This document was applied before, at ${earlier.applied} (number ${earlier.number}); number ${before.number} holds now.`,
  ]
}

/** Processes that still serve the earlier document must not write between counting and changing. */
async function lockTables(db: Db, {database}: Store, {changes}: Plan): Promise<void> {
  const names = changes.flatMap(change => (change.kind === 'made' ? [] : [change.from.name]))
  if (database === 'sqlite' || names.length === 0) return
  await sql.raw(`lock table ${quotedList(names)} in access exclusive mode`).execute(db)
}

async function refuseForeign(db: Db, {database}: Store, {to}: Plan): Promise<void> {
  for (const {name} of to.tables)
    if (await hasTable(db, database, name))
      throw new StoreError('NOT_OURS', {detail: `It already holds a table ${name}.`})
}

// Previews the plan, its numbers and its statements, without changing anything.

export interface Preview {
  readonly measured: MeasuredPlan
  readonly notes: readonly string[]
  /** Rules that records break. */
  readonly breaks: readonly string[]
  readonly work: readonly PlanWork[]
}

/** `store` is null if there is no database yet. */
export async function preview(
  store: Store | null,
  specification: Prepare,
  options: TargetOptions & {readonly database?: DatabaseName} = {},
): Promise<Preview> {
  if (store !== null) return await store.read(db => previewIn(db, store.database, {specification, options}))
  const plan = planFrom(emptySchema, planTarget(specification, options))
  const database = options.database ?? 'sqlite'
  const measured = await measure(plan, null, database)
  return {measured, notes: [], breaks: [], work: workOf(plan.changes, emptySchema, {database, altersConstraints: true})}
}

interface Previewed {
  readonly specification: Prepare
  readonly options: TargetOptions
}

async function previewIn(db: Db, database: DatabaseName, {specification, options}: Previewed): Promise<Preview> {
  const before = await readApplied(db, database)
  const target = planTarget(specification, options)
  const plan = planFrom(before.schema, target)
  const measured = await measure(plan, db, database)
  const notes = await notesOn(db, before, sourceText(specification.document.sources))
  const breaks = await breaksIn(db, {before, database, target, specification})
  return {measured, notes, breaks, work: workOf(plan.changes, before.schema, await abilitiesOf(db, database))}
}
