/**
 * Notifies other processes of commits with NOTIFY, and receives theirs with LISTEN. A notice is sent some milliseconds
 * after the commit, for several commits at once: inside the transaction it would serialise all commits of the database.
 */
import {randomUUID} from 'node:crypto'
import type {Client} from 'pg'
import type {RowImage} from '../audience/decide.ts'
import {type CommitListener, joinedCommits, type StoreCommit, unknownCommit} from '../commits.ts'
import type {SilencePatience} from './silent-connections.ts'

export const channel = 'nonet_commits'
const gatherMillis = 20
/** PostgreSQL allows 8,000 bytes. */
const mostText = 7000
const [firstPause, longestPause] = [250, 15_000]

interface NoticeOptions {
  readonly url: string
  readonly notify: (text: string) => Promise<unknown>
  readonly silence: SilencePatience
}

export class CommitNotices {
  readonly #options: NoticeOptions
  /** Distinguishes notices of this process from those of others. */
  readonly #self = randomUUID()
  #unsent: StoreCommit | null = null
  #sending: NodeJS.Timeout | null = null

  constructor(options: NoticeOptions) {
    this.#options = options
  }

  send(commit: StoreCommit): void {
    if (commit.tables?.size === 0) return
    this.#unsent = this.#unsent ? joinedCommits(this.#unsent, commit) : commit
    this.#sending ??= setTimeout(() => void this.flush(), gatherMillis)
  }

  /**
   * Sends pending notices; call it before the process ends. Notices that could not be sent are compensated by periodic
   * checks.
   */
  async flush(): Promise<void> {
    if (this.#sending) clearTimeout(this.#sending)
    this.#sending = null
    if (!this.#unsent) return
    const text = `${this.#self} ${noticeOf(this.#unsent)}`
    this.#unsent = null
    await this.#options.notify(text).catch(() => {})
  }

  /**
   * Reconnects whenever the connection is lost, or does not answer when it is asked; anything may have been missed until
   * then.
   */
  listen(tell: CommitListener): () => void {
    let stopped = false
    let client: Client | null = null
    let timer: NodeJS.Timeout | undefined
    let asking: NodeJS.Timeout | undefined
    let pause = firstPause
    const {url, silence} = this.#options
    const connect = async (isFirst: boolean): Promise<void> => {
      const {default: pg} = await import('pg')
      if (stopped) return
      const made = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: silence.most,
        query_timeout: 2 * silence.before,
        application_name: 'nonet listening',
      })
      client = made
      made.on('notification', ({payload = ''}) => this.#hear(payload, tell))
      made.once('error', () => lost(made))
      made.once('end', () => lost(made))
      try {
        await made.connect()
        await made.query(`listen ${channel}`)
        pause = firstPause
        asking = setInterval(() => void made.query('select 1').catch(() => lost(made)), 2 * silence.before).unref()
        if (!isFirst) tell(unknownCommit)
      } catch {
        lost(made)
      }
    }
    const lost = (which: Client): void => {
      if (stopped || client !== which) return
      client = null
      clearInterval(asking)
      void which.end().catch(() => {})
      timer = setTimeout(() => void connect(false), pause)
      timer.unref()
      pause = Math.min(longestPause, pause * 2)
    }
    void connect(true)
    return () => {
      stopped = true
      clearTimeout(timer)
      clearInterval(asking)
      void client?.end().catch(() => {})
    }
  }

  #hear(payload: string, tell: CommitListener): void {
    const end = payload.indexOf(' ')
    if (payload.slice(0, end) !== this.#self) tell(commitIn(payload.slice(end + 1)))
  }
}

/** What follows is not the name of a table. Processes of earlier versions read the tables before it, and send no more. */
const details = ',;'

/** The tables, with the rows and people if there is room; nothing if there are too many tables. */
function noticeOf({tables, rows, people}: StoreCommit): string {
  const names = [...(tables ?? [])].join()
  const whole = `${names}${details}${JSON.stringify({people: [...people], rows: Object.fromEntries(rows)})}`
  return [whole, names].find(each => tables !== null && Buffer.byteLength(each) <= mostText) ?? ''
}

function commitIn(text: string): StoreCommit {
  const at = text.indexOf(details)
  const tables = new Set((at < 0 ? text : text.slice(0, at)).split(','))
  if (text === '') return unknownCommit
  if (at < 0) return {...unknownCommit, tables}
  try {
    // Written by `noticeOf` of another process, or by someone who may write to the database anyway.
    const {people, rows} = JSON.parse(text.slice(at + details.length)) as {
      people: string[]
      rows: Record<string, RowImage[]>
    }
    return {tables, rows: new Map(Object.entries(rows)), people: new Set(people)}
  } catch {
    return {...unknownCommit, tables}
  }
}
