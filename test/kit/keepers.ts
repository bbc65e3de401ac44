/** What a test run makes once for all its files: a PostgreSQL server, a database with our functions, and the browser's scripts. */
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {type PostgresServer, startPostgres} from './postgres.ts'

export interface Keepers {
  get(name: string): Promise<string>
  close(): Promise<void>
}

export function keepers(): Keepers {
  const closing: (() => Promise<unknown>)[] = []
  const making: Readonly<Record<string, () => Promise<string>>> = {
    /** The URL of the server's maintenance database. */
    postgres: async () => {
      const given = process.env['NONET_TEST_POSTGRES']
      if (given !== undefined && given !== '') return given
      const server: PostgresServer = await startPostgres()
      closing.push(() => server.stop())
      return server.url
    },
    /** The name of a database that has our functions already: making them takes longer than everything else a test does. */
    template: async () => {
      const {makeTemplate} = await import('./postgres-template.ts')
      const {name, drop} = await makeTemplate(await get('postgres'))
      closing.push(drop)
      return name
    },
    /** Folders with the scripts of the product, and with those that know the tests' own views as well. */
    'app-assets': () => built('src/frontend/entry.client.tsx'),
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
    await buildBrowser({entry, folder})
    return folder
  }

  return {
    get,
    async close() {
      await Promise.allSettled(made.values())
      for (const close of closing.toReversed()) await close()
    },
  }
}
