/**
 * A fresh, empty place for a store on each database: `describe.each(stores)('… on $name', ({make}) => …)`. The
 * address can be opened by several stores and by other processes.
 */
import {randomBytes} from 'node:crypto'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import pg from 'pg'
import {afterAll, inject, onTestFinished} from 'vitest'
import type {DatabaseName} from '../../src/store/database.ts'
import {openStore} from '../../src/store/open.ts'
import type {Store} from '../../src/store/store.ts'

export interface StorePlace {
  readonly name: DatabaseName
  /** An address that goes away with the test. */
  make(): Promise<string>
}

export const stores: readonly StorePlace[] = [
  {name: 'sqlite', make: makeSqlite},
  {name: 'postgres', make: makePostgres},
]

/** Closed before its place goes away. */
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

async function makeSqlite(): Promise<string> {
  return `sqlite:${join(await makeFolder(), 'records.sqlite')}`
}

async function makePostgres(): Promise<string> {
  const server = await serverUrl()
  template ??= makeTemplate(server)
  const name = newName()
  await onServer(server, `create database ${name} template ${await template}`)
  onTestFinished(() => drop(server, name))
  return withName(server, name)
}

/** Has our functions already, because making them takes longer than everything else a test does. */
let template: Promise<string> | null = null

async function makeTemplate(server: string): Promise<string> {
  const name = newName()
  await onServer(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  await (await openStore(withName(server, name))).close()
  return name
}

afterAll(async () => {
  if (template !== null) await drop(await serverUrl(), await template)
  template = null
})

const newName = (): string => `nonet_store_${process.pid}_${randomBytes(6).toString('hex')}`

function withName(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function drop(server: string, name: string): Promise<void> {
  await onServer(server, `drop database if exists ${name} with (force)`)
}

async function serverUrl(): Promise<string> {
  const answer = await fetch(inject('postgresKeeper'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** One statement on a connection of its own, outside of any store. */
export async function onServer(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({connectionString: url})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
