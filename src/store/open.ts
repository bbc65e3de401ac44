/** From an address to a store: `sqlite:FILE` or `postgres://…`. */
import {existsSync} from 'node:fs'
import {mkdir} from 'node:fs/promises'
import {dirname, resolve} from 'node:path'
import {openPostgresStore, openPostgresToRead, type PostgresOptions} from './postgres/postgres-store.ts'
import {openSqliteStore, openSqliteToRead} from './sqlite/sqlite-store.ts'
import type {Store} from './store.ts'
import {driverError, StoreError} from './store-error.ts'

export type DatabaseAddress =
  | {readonly database: 'sqlite'; readonly file: string}
  | {readonly database: 'postgres'; readonly url: string}

export function databaseAddress(text: string): DatabaseAddress {
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return {database: 'postgres', url: text}
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1]
  if (file === undefined || file === ':memory:') throw new StoreError('BAD_ADDRESS')
  return {database: 'sqlite', file: resolve(file)}
}

export async function openStore(text: string, options: PostgresOptions = {}): Promise<Store> {
  const address = databaseAddress(text)
  if (address.database === 'postgres') return await openPostgresStore(address.url, options)
  await makeFolder(dirname(address.file))
  return await openSqliteStore(address.file)
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, {recursive: true, mode: 0o700})
  } catch (cause) {
    const {code} = driverError(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StoreError('FULL', {cause, detail: `(${folder})`})
    throw new StoreError('UNREACHABLE', {cause, detail: `The folder ${folder} cannot be created (${code}).`})
  }
}

/** Creates nothing: null if there is no database yet. */
export async function openToRead(text: string): Promise<Store | null> {
  const address = databaseAddress(text)
  if (address.database === 'postgres') return await openPostgresToRead(address.url)
  return existsSync(address.file) ? openSqliteToRead(address.file) : null
}
