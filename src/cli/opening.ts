/** From a sound document and a database's address to an engine: plans are applied here, or stop the start. */
import {documentGrants} from '../engine/document-grants.ts'
import {Engine} from '../engine/engine.ts'
import {noRules} from '../engine/rules.ts'
import type {Specification} from '../points/specification.ts'
import {openStore} from '../store/open.ts'
import {prepare} from '../store/prepare.ts'
import type {Store} from '../store/store.ts'
import {CannotRun, type Io} from './command.ts'

export interface Opening {
  readonly db: string
  /** The id of a plan that may lose data. */
  readonly accept: string | undefined
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
  {accept, io}: Opening & {io: Io},
): Promise<Engine> {
  const prepared = await prepare(store, specification, {accept})
  if (prepared.kind === 'stopped') throw new CannotRun(prepared.text)
  if (prepared.backup !== null) io.err(`A backup was taken first: ${prepared.backup}\n`)
  return new Engine({
    store,
    specification,
    schema: prepared.schema,
    grants: documentGrants(specification),
    rules: noRules,
    search: async () => {},
    clock: Date.now,
  })
}
