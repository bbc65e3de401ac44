/**
 * Brings a database to a document before it is served: does nothing where it fits already, applies a plan that loses
 * nothing by itself, and otherwise stops and says what it would do.
 */
import {sql} from 'kysely'
import type {RawDocument} from '../document/raw.ts'
import type {Rules} from '../points/rules/model.ts'
import {
  type Applied,
  appliedBefore,
  hasTable,
  readApplied,
  type SourceText,
  sourceText,
  writeApplied,
} from './applied.ts'
import {abilitiesOf, applyPlan} from './apply.ts'
import {backUpBefore} from './backup-before.ts'
import type {Db} from './database.ts'
import {type MeasuredPlan, measure} from './measure.ts'
import {type Plan, planFrom} from './plan.ts'
import {stoppedText} from './plan-text.ts'
import {type BreakOptions, ruleBreaks} from './rule-breaks.ts'
import type {Schema} from './schema.ts'
import {quotedList} from './sql-text.ts'
import type {Store} from './store.ts'
import {StoreError} from './store-error.ts'
import type {Target} from './target.ts'
import {type Keeping, type TargetOptions, targetOf} from './target-of.ts'

export interface PrepareOptions extends TargetOptions {
  /** The id of the plan that may lose data. */
  readonly accept?: string | undefined
  /** The print of what was applied when this document, read by this build, was found to fit; nothing is compared where it is still that. */
  readonly fits?: string | undefined
  /** False: as if SQLite could not change the constraints of a table, which older versions cannot. */
  readonly altersConstraints?: boolean
}

export type Prepared =
  /** `schema`: with the names that indexes and counters really have. `backup`: taken before data was lost. */
  | {
      readonly kind: 'ready'
      readonly schema: Schema
      readonly changed: boolean
      readonly backup: string | null
      /** What is applied now. */
      readonly print: string
      /** What people should know about the records that are there. */
      readonly notes: readonly string[]
    }
  | {readonly kind: 'stopped'; readonly text: string; readonly planId: string}

export interface Prepare extends Keeping {
  readonly document: Pick<RawDocument, 'sources'>
  /** Without them nobody is told which records break them. */
  readonly rules?: Rules
}

export async function prepare(store: Store, specification: Prepare, options: PrepareOptions = {}): Promise<Prepared> {
  const before = await store.read(db => readApplied(db, store.database))
  if (before.number > 0 && before.print === options.fits) return unchanged(before)
  const now = options.now ?? new Date()
  const target = targetOf(specification, {...options, now})
  const source = sourceText(specification.document.sources)
  if (isApplied(before, planFrom(before.schema, target), source)) return unchanged(before)
  return await store.alone(db => applyAlone(db, store, {...options, specification, target, source, now}))
}

function isApplied({digest, schema}: Applied, {changes, to}: Plan, source: SourceText): boolean {
  return changes.length === 0 && digest === source.digest && JSON.stringify(schema) === JSON.stringify(to)
}

const unchanged = ({schema, print}: Applied): Prepared => ({
  kind: 'ready',
  schema,
  changed: false,
  backup: null,
  print,
  notes: [],
})

interface Applying extends PrepareOptions {
  readonly specification: Prepare
  readonly target: Target
  readonly source: SourceText
  readonly now: Date
}

/** A start must not take long: of more records than these, `nonet plan` tells. */
const mostJudged = 100_000

/** Nobody else applies a plan meanwhile; whoever waited for us finds our work done. */
async function applyAlone(db: Db, store: Store, applying: Applying): Promise<Prepared> {
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

function mayApply({weight, id}: MeasuredPlan, accept: string | undefined): boolean {
  return weight === 'safe' || weight === 'checked' || (weight === 'destructive' && accept === id)
}

interface Breaks extends BreakOptions {
  readonly before: Applied
  readonly specification: Prepare
}

/** Where there are no records yet, none breaks a rule. */
export async function breaksIn(db: Db, {before, specification, ...options}: Breaks): Promise<string[]> {
  const {entities, limits, rules} = specification
  return before.number > 0 && rules ? ruleBreaks(db, {entities, limits, rules}, options) : []
}

/** An older document on a newer database is a plan like any other, but its author should know. */
export async function notesOn(db: Db, before: Applied, source: SourceText): Promise<string[]> {
  if (before.number === 0 || before.digest === source.digest) return []
  const earlier = await appliedBefore(db, source.digest)
  if (earlier === null) return []
  return [
    `This document was applied before, at ${earlier.applied} (number ${earlier.number}); number ${before.number} holds now.`,
  ]
}

/** Whoever still serves the earlier document must not write between counting and changing. */
async function lockTables(db: Db, {database}: Store, {changes}: Plan): Promise<void> {
  const names = changes.flatMap(change => (change.kind === 'made' ? [] : [change.from.name]))
  if (database === 'sqlite' || names.length === 0) return
  await sql.raw(`lock table ${quotedList(names)} in access exclusive mode`).execute(db)
}

async function refuseForeign(db: Db, {database}: Store, {to}: Plan): Promise<void> {
  for (const {name} of to.tables)
    if (await hasTable(db, database, name))
      throw new StoreError('NOT_OURS', {detail: `It holds a table ${name} already.`})
}
