/**
 * Before and after a whole test run: keeps the one PostgreSQL server that the test files share. It is started when
 * the first file asks for it, so that a run without records does not wait for a database.
 */
import {createServer, type Server} from 'node:http'
import type {TestProject} from 'vitest/node'
import {type PostgresServer, startPostgres} from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a GET with the URL of the run's PostgreSQL. */
    postgresKeeper: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.NONET_TEST_POSTGRES
  let started: Promise<PostgresServer> | undefined
  const url = async (): Promise<string> => {
    if (given !== undefined && given !== '') return given
    started ??= startPostgres()
    return (await started).url
  }
  const keeper = await listen(url)
  project.provide('postgresKeeper', addressOf(keeper))
  return async () => {
    keeper.closeAllConnections()
    keeper.close()
    await (await started?.catch(() => undefined))?.stop()
  }
}

async function listen(url: () => Promise<string>): Promise<Server> {
  const keeper = createServer((_, answer) => {
    url().then(
      text => answer.end(text),
      cause => answer.writeHead(500).end(String(cause)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    keeper.once('error', reject)
    keeper.listen(0, '127.0.0.1', resolve)
  })
  return keeper
}

function addressOf(keeper: Server): string {
  const address = keeper.address()
  if (address === null || typeof address === 'string') throw new Error('The keeper of PostgreSQL has no address.')
  return `http://127.0.0.1:${address.port}/`
}
