/** From an address to a store: `sqlite:FILE` or `postgres://…`. */
import {existsSync} from 'node:fs'
import {mkdir} from 'node:fs/promises'
import {dirname, resolve} from 'node:path'
import {openPostgresStore, openPostgresToRead, type PostgresOptions} from './postgres/postgres-store.ts'
import {openSqliteStore, openSqliteToRead} from './sqlite/sqlite-store.ts'
import type {Store} from './store.ts'
import {StoreError} from './store-error.ts'

export type DatabaseAddress =
  | {readonly database: 'sqlite'; readonly file: string}
  | {readonly database: 'postgres'; readonly url: string}

export function readAddress(text: string): DatabaseAddress {
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return {database: 'postgres', url: text}
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1]
  if (file === undefined || file === ':memory:') throw new StoreError('BAD_ADDRESS')
  return {database: 'sqlite', file: resolve(file)}
}

export async function openStore(text: string, options: PostgresOptions = {}): Promise<Store> {
  const address = readAddress(text)
  if (address.database === 'postgres') return await openPostgresStore(address.url, options)
  await mkdir(dirname(address.file), {recursive: true, mode: 0o700})
  return await openSqliteStore(address.file)
}

/** Creates nothing: null if there is no database yet. */
export async function openToRead(text: string): Promise<Store | null> {
  const address = readAddress(text)
  if (address.database === 'postgres') return await openPostgresToRead(address.url)
  return existsSync(address.file) ? openSqliteToRead(address.file) : null
}
