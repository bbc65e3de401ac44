/** One PostgreSQL server for a test run, in its own process; see postgres-keeper.ts. */
import {type ChildProcessByStdio, spawn} from 'node:child_process'
import type {Readable, Writable} from 'node:stream'
import {fileURLToPath} from 'node:url'

export interface PostgresServer {
  /** The URL of its maintenance database; tests create their own databases next to it. */
  readonly url: string
  /** Its data folder. */
  readonly folder: string
  stop(): Promise<void>
  /** Restarts it as a standby; `select pg_promote()` ends that. */
  becomeStandby(): Promise<void>
}

type Keeper = ChildProcessByStdio<Writable, Readable, Readable>

/** `durable`: flushes to disk, as in production; other tests do without. */
export async function startPostgres({durable = false} = {}): Promise<PostgresServer> {
  const file = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))
  // Detached, so that an interrupt from the keyboard does not stop it before its input ends.
  const keeper = spawn(process.execPath, [file, ...(durable ? ['durable'] : [])], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>(resolve => keeper.once('exit', () => resolve()))
  const [url = '', folder = ''] = (await lineFrom(keeper)).split(' ')
  return {
    url,
    folder,
    async becomeStandby() {
      keeper.stdin.write('standby\n')
      await lineFrom(keeper)
    },
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
