/** Asks the run's keeper for something that all test files share; see keepers.ts. */
import {inject} from 'vitest'
import {databaseOn, newDatabaseName, onServer} from './postgres-template.ts'

export async function kept(
  name: 'postgres' | 'template' | 'sqlite-files' | 'app-assets' | 'test-assets' | `pool/${string}`,
): Promise<string> {
  const asked = known.get(name) ?? ask(name)
  // A free database is taken by one test.
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

/** Both databases, but for `npm run test:unit`, which leaves PostgreSQL out. */
export function isTested(name: 'sqlite' | 'postgres'): boolean {
  return name === 'sqlite' || process.env['NONET_TEST_DATABASES'] !== 'sqlite'
}

/** `npm run test:postgres` tests on PostgreSQL what `npm test` leaves to SQLite. */
export const testsAllOnPostgres = (): boolean => process.env['NONET_TEST_DATABASES'] === 'all'

export interface NewDatabase {
  readonly server: string
  readonly name: string
  readonly url: string
}

/** A database of PostgreSQL with our functions; whoever asks drops it. */
export async function newDatabase(): Promise<NewDatabase> {
  const [server, template] = [await kept('postgres'), await kept('template')]
  const name = newDatabaseName()
  // Files are copied in half the time that it takes to write down what is in them.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {server, name, url: databaseOn(server, name)}
}
