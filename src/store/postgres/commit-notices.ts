/**
 * Tells other processes of commits by NOTIFY, and hears of theirs by LISTEN. A notice is sent after the commit, a few milliseconds later and for several commits
 * together: inside the transaction it would make all commits of the database wait for each other.
 */
import {randomUUID} from 'node:crypto'
import type {Client, Pool} from 'pg'
import type {CommitListener} from '../commits.ts'

const channel = 'nonet_commits'
const gatherMillis = 20
/** PostgreSQL takes 8,000 bytes. */
const mostText = 7000
const [firstPause, longestPause] = [250, 15_000]

export class CommitNotices {
  readonly #url: string
  readonly #pool: Pool
  /** Tells notices of this process from those of others. */
  readonly #self = randomUUID()
  #unsent = new Set<string>()
  #sending: NodeJS.Timeout | null = null

  constructor(url: string, pool: Pool) {
    this.#url = url
    this.#pool = pool
  }

  send(tables: ReadonlySet<string>): void {
    for (const table of tables) this.#unsent.add(table)
    if (this.#unsent.size > 0) this.#sending ??= setTimeout(() => void this.flush(), gatherMillis)
  }

  /** Sends what waits; a process that ends calls it before. What could not be sent is found by the looks that others take from time to time. */
  async flush(): Promise<void> {
    if (this.#sending) clearTimeout(this.#sending)
    this.#sending = null
    if (this.#unsent.size === 0) return
    const tables = [...this.#unsent].join()
    this.#unsent = new Set()
    const text = `${this.#self} ${tables.length > mostText ? '' : tables}`
    await this.#pool.query('select pg_notify($1, $2)', [channel, text]).catch(() => {})
  }

  /** Connects again whenever the connection is lost; what was missed by then may be anything. */
  listen(tell: CommitListener): () => void {
    let stopped = false
    let client: Client | null = null
    let timer: NodeJS.Timeout | undefined
    let pause = firstPause
    const connect = async (isFirst: boolean): Promise<void> => {
      const {default: pg} = await import('pg')
      if (stopped) return
      const made = new pg.Client({connectionString: this.#url, keepAlive: true, application_name: 'nonet listening'})
      client = made
      made.on('notification', ({payload = ''}) => this.#hear(payload, tell))
      made.once('error', () => lost(made))
      made.once('end', () => lost(made))
      try {
        await made.connect()
        await made.query(`listen ${channel}`)
        pause = firstPause
        if (!isFirst) tell(null)
      } catch {
        lost(made)
      }
    }
    const lost = (which: Client): void => {
      if (stopped || client !== which) return
      client = null
      void which.end().catch(() => {})
      timer = setTimeout(() => void connect(false), pause)
      timer.unref()
      pause = Math.min(longestPause, pause * 2)
    }
    void connect(true)
    return () => {
      stopped = true
      clearTimeout(timer)
      void client?.end().catch(() => {})
    }
  }

  #hear(payload: string, tell: CommitListener): void {
    const end = payload.indexOf(' ')
    const tables = payload.slice(end + 1)
    if (payload.slice(0, end) !== this.#self) tell(tables === '' ? null : new Set(tables.split(',')))
  }
}
