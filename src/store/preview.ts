/** What `prepare` would do, without doing anything: the plan, its numbers and its statements. */

import {readApplied, sourceText} from './applied.ts'
import {abilitiesOf} from './apply.ts'
import type {DatabaseName, Db} from './database.ts'
import {type MeasuredPlan, measure} from './measure.ts'
import {planFrom} from './plan.ts'
import {breaksIn, notesOn, type Prepare} from './prepare.ts'
import {emptySchema} from './schema.ts'
import type {Store} from './store.ts'
import {type TargetOptions, targetOf} from './target-of.ts'
import {workOf} from './work.ts'
import type {Work} from './work-item.ts'

export interface Preview {
  readonly measured: MeasuredPlan
  readonly notes: readonly string[]
  /** Rules that records break. */
  readonly breaks: readonly string[]
  readonly work: readonly Work[]
}

/** `store` is null where there is no database yet. */
export async function preview(
  store: Store | null,
  specification: Prepare,
  options: TargetOptions & {readonly database?: DatabaseName} = {},
): Promise<Preview> {
  if (store !== null) return await store.read(db => previewIn(db, store.database, {specification, options}))
  const plan = planFrom(emptySchema, targetOf(specification, options))
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
  const target = targetOf(specification, options)
  const plan = planFrom(before.schema, target)
  const measured = await measure(plan, db, database)
  const notes = await notesOn(db, before, sourceText(specification.document.sources))
  const breaks = await breaksIn(db, {before, database, target, specification})
  return {measured, notes, breaks, work: workOf(plan.changes, before.schema, await abilitiesOf(db, database))}
}
