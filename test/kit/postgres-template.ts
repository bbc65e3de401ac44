/** The template of other databases: it has our functions, and no records. */
import {randomBytes} from 'node:crypto'
import pg from 'pg'
import {openStore} from '../../src/store/open.ts'

export async function makeTemplate(server: string): Promise<{name: string; drop: () => Promise<unknown>}> {
  const name = newDatabaseName()
  await onServer(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  await (await openStore(databaseOn(server, name))).close()
  return {name, drop: () => dropDatabase(server, name)}
}

export const newDatabaseName = (): string => `nonet_test_${process.pid}_${randomBytes(6).toString('hex')}`

export function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await onServer(server, `drop database if exists ${name} with (force)`)
}

/** One statement on its own connection, outside of any store. */
export async function onServer(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({connectionString: url})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
