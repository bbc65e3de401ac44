/**
 * Before and after a whole test run: holds everything that test files share and that takes long to create. Each is
 * created on first use, so that a run without records or browsers does not wait for a database or a bundle.
 */
import {createServer, type Server} from 'node:http'
import type {TestProject} from 'vitest/node'
import {keepers} from './keepers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Serves the shared resources by name with GET; see kept.ts. */
    keeper: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kept = keepers()
  const server = await listen(async path => {
    const [name = '', document = '', database] = path.split('/')
    if (name !== 'pool') return kept.get(name)
    if (database === undefined) return kept.pool.take(document)
    kept.pool.put(document, database)
    return ''
  })
  project.provide('keeper', addressOf(server))
  return async () => {
    server.closeAllConnections()
    server.close()
    await kept.close()
  }
}

async function listen(get: (name: string) => Promise<string>): Promise<Server> {
  const server = createServer((request, answer) => {
    // Each request uses its own connection: a kept-alive one may close just when it is reused.
    answer.shouldKeepAlive = false
    get((request.url ?? '').slice(1)).then(
      text => answer.end(text),
      cause => answer.writeHead(500).end(String(cause)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The keeper has no address.')
  return `http://127.0.0.1:${address.port}/`
}
