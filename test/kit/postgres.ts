/** One PostgreSQL server for a test run, kept by a process of its own; see postgres-keeper.ts. */
import {type ChildProcessByStdio, spawn} from 'node:child_process'
import type {Readable, Writable} from 'node:stream'
import {fileURLToPath} from 'node:url'

export interface PostgresServer {
  /** Of its maintenance database; a test makes its own database beside it. */
  readonly url: string
  /** Where its data is. */
  readonly folder: string
  stop(): Promise<void>
}

type Keeper = ChildProcessByStdio<Writable, Readable, Readable>

/** `durable`: it keeps what it acknowledges, as in production; other tests do without. */
export async function startPostgres({durable = false} = {}): Promise<PostgresServer> {
  const file = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))
  // Detached, so that an interrupt from the keyboard leaves it to the end of its input.
  const keeper = spawn(process.execPath, [file, ...(durable ? ['durable'] : [])], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>(resolve => keeper.once('exit', () => resolve()))
  const [url = '', folder = ''] = (await lineFrom(keeper)).split(' ')
  return {
    url,
    folder,
    async stop() {
      keeper.stdin.end()
      await gone
    },
  }
}

function lineFrom(keeper: Keeper): Promise<string> {
  return new Promise((resolve, reject) => {
    let [said, failed] = ['', '']
    keeper.stdout.on('data', chunk => {
      said += String(chunk)
      if (said.endsWith('\n')) resolve(said.trim())
    })
    keeper.stderr.on('data', chunk => {
      failed += String(chunk)
    })
    keeper.once('error', reject)
    keeper.once('exit', () => reject(new Error(failed)))
  })
}
