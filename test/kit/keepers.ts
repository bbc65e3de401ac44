/**
 * The resources that a test run creates once for all its files: a PostgreSQL server, a database with our functions, and
 * the browser's scripts. It also pools free PostgreSQL databases; see pooled-databases.ts.
 */
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {type PostgresServer, startPostgres} from './postgres.ts'

export interface Keepers {
  get(name: string): Promise<string>
  readonly pool: DatabasePool
  close(): Promise<void>
}

/** The names of databases that no test currently uses, by the document that they are prepared for. */
class DatabasePool {
  readonly #free = new Map<string, string[]>()

  /** Empty if there is none. */
  take(document: string): string {
    return this.#free.get(document)?.pop() ?? ''
  }

  put(document: string, name: string): void {
    this.#free.set(document, [...(this.#free.get(document) ?? []), name])
  }

  names(): string[] {
    return [...this.#free.values()].flat()
  }
}

export function keepers(): Keepers {
  const pool = new DatabasePool()
  const closing: (() => Promise<unknown>)[] = []
  const making: Readonly<Record<string, () => Promise<string>>> = {
    /** The URL of the server's maintenance database. */
    postgres: async () => {
      const given = process.env['NONET_TEST_POSTGRES']
      if (given !== undefined && given !== '') {
        const {dropDatabase} = await import('./postgres-template.ts')
        closing.push(() => Promise.all(pool.names().map(name => dropDatabase(given, name))))
        return given
      }
      const server: PostgresServer = await startPostgres()
      closing.push(() => server.stop())
      return server.url
    },
    /**
     * The name of a database with our functions already installed, which takes longer than everything else in a test.
     */
    template: async () => {
      const {makeTemplate} = await import('./postgres-template.ts')
      const {name, drop} = await makeTemplate(await get('postgres'))
      closing.push(drop)
      return name
    },
    /** A folder for SQLite files that are prepared for a document; see pooled-databases.ts. */
    'sqlite-files': async () => {
      const folder = await mkdtemp(join(tmpdir(), 'nonet-prepared-'))
      closing.push(() => rm(folder, {recursive: true, force: true}))
      return folder
    },
    /**
     * Folders with the scripts of the product, which `npm test` has just built, and with those that include the tests'
     * own views.
     */
    'app-assets': async () =>
      process.env['NONET_TEST_BUILT'] === 'yes' ? 'dist/browser' : built('src/screens/entry.client.tsx'),
    'test-assets': () => built('test/kit/browser-entry.ts'),
  }
  const made = new Map<string, Promise<string>>()

  async function get(name: string): Promise<string> {
    const make = making[name]
    if (!make) throw new Error(`Nobody keeps ${name}.`)
    const kept = made.get(name) ?? make()
    made.set(name, kept)
    return await kept
  }

  async function built(entry: string): Promise<string> {
    const {buildBrowser} = await import('../../scripts/browser.ts')
    const folder = await mkdtemp(join(tmpdir(), 'nonet-assets-'))
    closing.push(() => rm(folder, {recursive: true, force: true}))
    await buildBrowser({entry, folder, hurries: true})
    return folder
  }

  return {
    get,
    pool,
    async close() {
      await Promise.allSettled(made.values())
      for (const close of closing.toReversed()) await close()
    },
  }
}
