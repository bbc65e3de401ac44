/**
 * A fresh, empty location for a store on each database: `describe.each(stores)('… on $name', ({make}) => …)`. The
 * address can be opened by several stores and by other processes.
 */
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {onTestFinished} from 'vitest'
import {openStore} from '../../src/store/open.ts'
import type {DatabaseName} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {isTested, newDatabase, testsAllOnPostgres} from './kept.ts'
import {pooledDatabase} from './pooled-databases.ts'
import {dropDatabase} from './postgres-template.ts'

export interface StorePlace {
  readonly name: DatabaseName
  /**
   * An address that is removed after the test. Given its document, a test may get a database that another test has left
   * clean.
   */
  make(document?: string): Promise<string>
}

export const sqlite: StorePlace = {name: 'sqlite', make: makeSqlite}
export const postgres: StorePlace = {name: 'postgres', make: makePostgres}
/** The databases of this run. */
export const stores: readonly StorePlace[] = [sqlite, postgres].filter(({name}) => isTested(name))

/**
 * For stories and pages similar to many others: `npm test` runs them on SQLite, `npm run test:postgres` on PostgreSQL.
 * Expressions are tested on both databases (test/feel), and so are the engine, the store, the planner’s balances, and
 * whatever depends on transactions (docs/history.md).
 */
export const storesOfStories: readonly StorePlace[] = testsAllOnPostgres() ? stores : [sqlite]

/** Random cases: all of them on SQLite, and in `npm test` the last one on PostgreSQL too. */
export const casesOn = <Case>(name: DatabaseName, cases: readonly Case[]): readonly Case[] =>
  name === 'sqlite' || testsAllOnPostgres() ? cases : cases.slice(-1)

/** Closed before its location is removed. */
export async function opened(address: string): Promise<Store> {
  const store = await openStore(address)
  onTestFinished(() => store.close())
  return store
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nonet-store-'))
  onTestFinished(() => rm(folder, {recursive: true, force: true}))
  return folder
}

async function makeSqlite(document?: string): Promise<string> {
  if (document !== undefined) return pooledDatabase('sqlite', document)
  return `sqlite:${join(await makeFolder(), 'records.sqlite')}`
}

async function makePostgres(document?: string): Promise<string> {
  if (document !== undefined) return pooledDatabase('postgres', document)
  const {server, name, url} = await newDatabase()
  onTestFinished(() => dropDatabase(server, name))
  return url
}
