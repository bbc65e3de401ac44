/** From a sound document and a database's address to an engine: plans are applied here, or stop the start. */

import {operator} from '../engine/actor.ts'
import {documentGrants} from '../engine/document-grants.ts'
import {documentSearches, documentWishes} from '../engine/document-wishes.ts'
import {Engine} from '../engine/engine.ts'
import {fillSearch, keepSearch, type Searched} from '../engine/search/keep.ts'
import {documentRules} from '../engine/write/rules.ts'
import type {Specification} from '../points/specification.ts'
import {openStore} from '../store/open.ts'
import {prepare} from '../store/plan/prepare.ts'
import {installPostgresZone, knowsZone} from '../store/postgres/postgres-functions.ts'
import type {Store} from '../store/store.ts'
import {CannotRun, type Io} from './command.ts'

export interface Opening {
  readonly db: string
  /** The id of a plan that may lose data. */
  readonly accept: string | undefined
  /** The print of a database that this document is known to fit; and who is told the one it fits now. */
  readonly fits?: string | undefined
  readonly fitted?: ((print: string) => void) | undefined
  /** Whether mail is set up. */
  readonly mailsNotices?: boolean
}

export async function openEngine(specification: Specification, opening: Opening, io: Io): Promise<Engine> {
  const store = await openStore(opening.db)
  try {
    return await engineOn(store, specification, {...opening, io})
  } catch (error) {
    await store.close()
    throw error
  }
}

export async function engineOn(
  store: Store,
  specification: Specification,
  {accept, fits, fitted, io, mailsNotices = false}: Opening & {io: Io},
): Promise<Engine> {
  const searched = documentSearches(specification)
  const prepared = await prepare(store, specification, {
    accept,
    fits,
    wishes: () => documentWishes(specification),
  })
  if (prepared.kind === 'stopped') throw new CannotRun(prepared.text)
  fitted?.(prepared.print)
  if (prepared.backup !== null) io.err(`A backup was taken first: ${prepared.backup}\n`)
  if (prepared.notes.length > 0) io.err(`${prepared.notes.join('\n')}\n`)
  const engine = new Engine({
    store,
    specification,
    schema: prepared.schema,
    grants: documentGrants(specification),
    rules: documentRules(specification),
    search: keepSearch(searched),
    mailsNotices,
    clock: Date.now,
  })
  await tellZone(store, specification.limits.settings.TIME_ZONE)
  if (prepared.changed) await fillAnew(engine, searched)
  return engine
}

/** The clocks of PostgreSQL may know another history of a zone than ours; then it is told ours. */
async function tellZone(store: Store, zone: string): Promise<void> {
  if (store.database !== 'postgres' || (await store.read(db => knowsZone(db, zone)))) return
  await store.alone(db => installPostgresZone(db, zone))
}

/** A plan may have changed what searches look into, or moved texts about. */
async function fillAnew(engine: Engine, searched: Searched): Promise<void> {
  await engine.within(operator, async writing => {
    for (const [entity, fields] of searched) await fillSearch(writing, entity, fields)
    return []
  })
}
