/** Does a plan's work inside one transaction and writes down the document that holds from then on. */
import {sql} from 'kysely'
import type {DatabaseName, Db} from './database.ts'
import type {Plan} from './plan.ts'
import {rewriteColumn} from './rewrite-column.ts'
import {checkReferences, run} from './run-sql.ts'
import {workOf} from './work.ts'
import type {Abilities, Work} from './work-item.ts'

/** Called only where nobody else can write, and only after the plan was measured there. */
export async function applyPlan(db: Db, plan: Plan, abilities: Abilities): Promise<void> {
  for (const work of workOf(plan.changes, plan.from, abilities)) await doWork(db, abilities.database, work)
  if (plan.changes.length > 0) await checkReferences(db, abilities.database)
}

async function doWork(db: Db, database: DatabaseName, work: Work): Promise<void> {
  if (work.kind === 'rewrite') await rewriteColumn(db, database, work)
  else await run(db, work.text)
}

export async function abilitiesOf(db: Db, database: DatabaseName): Promise<Abilities> {
  if (database === 'postgres') return {database, altersConstraints: true}
  const {rows} = await sql<{version: string}>`select sqlite_version() as version`.execute(db)
  const [major = 0, minor = 0] = (rows[0]?.version ?? '').split('.').map(Number)
  return {database, altersConstraints: major > 3 || (major === 3 && minor >= 53)}
}
