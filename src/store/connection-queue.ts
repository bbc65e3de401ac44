/** Connections and those who wait for one: first come, first served, opened only when they are needed. */
import {StoreError} from './store-error.ts'

interface WaitingCaller<Connection> {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: Error) => void
}

export interface QueueOptions<Connection> {
  readonly most: number
  readonly open: () => Connection
  readonly close: (connection: Connection) => void
}

export class ConnectionQueue<Connection> {
  readonly #options: QueueOptions<Connection>
  readonly #idle: Connection[] = []
  readonly #all = new Set<Connection>()
  readonly #waiting: WaitingCaller<Connection>[] = []
  #closed = false

  constructor(options: QueueOptions<Connection>) {
    this.#options = options
  }

  async take(): Promise<Connection> {
    if (this.#closed) throw new StoreError('CLOSED')
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    const opened = this.#all.size < this.#options.most ? this.#openIfNeeded() : null
    if (opened !== null) return opened
    return new Promise((resolve, reject) => this.#waiting.push({resolve, reject}))
  }

  giveBack(connection: Connection): void {
    const next = this.#waiting.shift()
    if (next) next.resolve(connection)
    else if (this.#closed) this.#close(connection)
    else this.#idle.push(connection)
  }

  /** Connections in use are closed when they are returned; waiting callers get an error. */
  close(): void {
    this.#closed = true
    for (const {reject} of this.#waiting.splice(0)) reject(new StoreError('CLOSED'))
    for (const connection of this.#idle.splice(0)) this.#close(connection)
  }

  /** Where one more cannot be opened, those that are open have to do. */
  #openIfNeeded(): Connection | null {
    try {
      return this.#open()
    } catch (error) {
      if (this.#all.size === 0) throw error
      return null
    }
  }

  #open(): Connection {
    const connection = this.#options.open()
    this.#all.add(connection)
    return connection
  }

  #close(connection: Connection): void {
    this.#all.delete(connection)
    this.#options.close(connection)
  }
}
