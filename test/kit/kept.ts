/** Requests a resource that all test files share; see keepers.ts. */
import {inject} from 'vitest'
import {databaseOn, newDatabaseName, onServer} from './postgres-template.ts'

export async function kept(
  name: 'postgres' | 'template' | 'sqlite-files' | 'app-assets' | 'test-assets' | `pool/${string}`,
): Promise<string> {
  const asked = known.get(name) ?? ask(name)
  // A pooled database is taken by one test.
  if (!name.startsWith('pool/')) known.set(name, asked)
  return asked
}

const known = new Map<string, Promise<string>>()

async function ask(name: string): Promise<string> {
  const answer = await fetch(`${inject('keeper')}${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Both databases, except for `npm run test:unit`, which leaves out PostgreSQL. */
export function isTested(name: 'sqlite' | 'postgres'): boolean {
  return name === 'sqlite' || process.env['NONET_TEST_DATABASES'] !== 'sqlite'
}

/** `npm run test:postgres` runs on PostgreSQL the tests that `npm test` runs on SQLite only. */
export const testsAllOnPostgres = (): boolean => process.env['NONET_TEST_DATABASES'] === 'all'

export interface NewDatabase {
  readonly server: string
  readonly name: string
  readonly url: string
}

/** A PostgreSQL database with our functions; the caller drops it. */
export async function newDatabase(): Promise<NewDatabase> {
  const [server, template] = [await kept('postgres'), await kept('template')]
  const name = newDatabaseName()
  // Copying files takes half the time of logging their content.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {server, name, url: databaseOn(server, name)}
}
