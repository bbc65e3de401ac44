/**
 * Functions that a document defines, beside those of every document. They are kept for as long as processes with an
 * earlier document may run: those of the latest versions stay.
 */
import {sql} from 'kysely'
import {writtenOut} from '../audience/written-out.ts'
import {tablesIn} from '../commits.ts'
import {type Db, queryRows} from '../sql.ts'
import type {DefinedFunction, FunctionChanges, Store} from '../store.ts'
import {driverError, StoreError} from '../store-error.ts'

/** Versions of documents whose functions stay, with the one that runs. */
const mostVersions = 5

const called = /\bnonet\.(field_\w+)/g

export class DefinedFunctions {
  readonly #definitions = new Map<string, DefinedFunction>()
  readonly #tables = new Map<string, ReadonlySet<string>>()

  /** The tables that the functions of a statement read, and those that these call. */
  tablesIn(text: string): ReadonlySet<string> {
    return new Set([...text.matchAll(called)].flatMap(([, name = '']) => [...this.#tablesOf(name)]))
  }

  #tablesOf(name: string): ReadonlySet<string> {
    const known = this.#tables.get(name)
    if (known) return known
    // Computed fields do not go in a circle.
    const {value = '', table} = this.#definitions.get(name) ?? {}
    const found = new Set([...tablesIn(value).reads, ...this.tablesIn(value), ...(table === undefined ? [] : [table])])
    this.#tables.set(name, found)
    return found
  }

  /** A statement with the functions that it calls written out; null if it is too long, or not understood. */
  writtenOut(text: string): string | null {
    return writtenOut(text, name => this.#definitions.get(name))
  }

  /**
   * Whether work failed because functions were dropped, and they are there again: this process has served for longer than
   * many versions of the document that others run.
   */
  async restore(store: Pick<Store, 'readOne' | 'exclusive'>, error: unknown): Promise<boolean> {
    const {code, message} = driverError(error)
    if (code !== undefinedFunction || !/\bnonet\.field_/.test(message)) return false
    const versions = await store.readOne(versionsIn)
    const functions = [...this.#definitions.values()]
    if (functions.every(({name}) => versions.has(name))) return false
    return await this.define(store, {functions, mayCreate: true})
  }

  /** False if the role may not create them: a page then writes them out. */
  async define(
    store: Pick<Store, 'readOne' | 'exclusive'>,
    {functions, mayCreate}: {readonly functions: readonly DefinedFunction[]; readonly mayCreate: boolean},
  ): Promise<boolean> {
    for (const each of functions) this.#definitions.set(each.name, each)
    if (functions.length === 0) return true
    const isDefined = (versions: ReadonlyMap<string, number>) => functions.every(({name}) => versions.has(name))
    if (isDefined(await store.readOne(versionsIn))) return true
    if (!mayCreate) return false
    try {
      await store.exclusive(async db => {
        const versions = await versionsIn(db)
        if (!isDefined(versions)) await create(db, functions, versions)
      })
      return true
    } catch (error) {
      if (error instanceof StoreError && (error.code === 'NOT_PERMITTED' || error.code === 'READ_ONLY')) return false
      throw error
    }
  }
}

/** PostgreSQL's code for a function that does not exist. */
const undefinedFunction = '42883'

/** Of each function that the database has, the last version that needed it. */
async function versionsIn(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows(db)`
    select p.proname, coalesce(substring(obj_description(p.oid, 'pg_proc') from '\\d+'), '0')
    from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname = 'nonet' and p.proname like 'field\\_%'`
  return new Map(rows.map(([name, version]) => [String(name), Number(version)]))
}

/** What `define` would change. */
export async function functionChanges(db: Db, functions: readonly DefinedFunction[]): Promise<FunctionChanges> {
  const versions = await versionsIn(db)
  const created = functions.filter(({name}) => !versions.has(name)).map(({name}) => name)
  const [[role, mayCreate] = []] = await queryRows(db)`
    select current_user, case when to_regnamespace('nonet') is null
      then has_database_privilege(current_database(), 'create')
      else has_schema_privilege('nonet', 'create') end`
  const dropped = created.length === 0 ? [] : unneeded(functions, versions)
  return {created, dropped, role: String(role), mayCreate: mayCreate === true}
}

const nextVersion = (versions: ReadonlyMap<string, number>): number => Math.max(0, ...versions.values()) + 1

/** Of versions that run no more. */
function unneeded(functions: readonly DefinedFunction[], versions: ReadonlyMap<string, number>): string[] {
  const needed = new Set(functions.map(({name}) => name))
  const oldest = nextVersion(versions) - mostVersions
  return [...versions].flatMap(([name, last]) => (!needed.has(name) && last <= oldest ? [name] : []))
}

async function create(
  db: Db,
  functions: readonly DefinedFunction[],
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const version = nextVersion(versions)
  for (const name of unneeded(functions, versions))
    await sql`drop function if exists ${sql.id('nonet', name)}`.execute(db)
  for (const {name, definition} of functions) {
    if (!versions.has(name)) await sql.raw(definition).execute(db)
    await sql`comment on function ${sql.id('nonet', name)} is ${sql.lit(`Version ${version}`)}`.execute(db)
  }
}
