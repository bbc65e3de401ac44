/**
 * Before and after a whole test run: keeps what all test files share, and whatever takes long to make. Each thing is made
 * when the first file asks for it, so that a run without records or browsers does not wait for a database or a bundle.
 */
import {createServer, type Server} from 'node:http'
import type {TestProject} from 'vitest/node'
import {keepers} from './keepers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a GET with what is kept under the name in its path; see kept.ts. */
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
    // Each question on a connection of its own: one that was kept may close in the moment it is used again.
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
