/** What some work asks of the database: for the log of requests, and for tests that bound it. */
import {AsyncLocalStorage} from 'node:async_hooks'

export interface StatementFigures {
  readonly statements: number
  /** How many times one had to wait for the answer of another: what a network adds to each. */
  readonly waves: number
  /** Of all statements. */
  readonly characters: number
  /** Milliseconds with at least one statement that was not answered. */
  readonly waited: number
}

export class StatementCount implements StatementFigures {
  statements = 0
  waves = 0
  characters = 0
  waited = 0
  /** The latest wave of which an answer has arrived. */
  #answered = 0
  #pending = 0
  #since = 0

  /** Counts a statement for whose answer nothing waits. */
  sendAlong(text: string): void {
    this.statements += 1
    this.characters += text.length
  }

  /** Counts a statement that is sent now. Call the result when it is answered. */
  send(text: string): () => void {
    this.sendAlong(text)
    const wave = this.#answered + 1
    this.waves = Math.max(this.waves, wave)
    if (this.#pending === 0) this.#since = performance.now()
    this.#pending += 1
    return () => {
      this.#answered = Math.max(this.#answered, wave)
      this.#pending -= 1
      if (this.#pending === 0) this.waited += performance.now() - this.#since
    }
  }
}

export interface CountedStatements<T> {
  readonly value: T
  readonly figures: StatementFigures
}

/** Counts the statements of some work, however deep they are. */
export class StatementCounts {
  readonly #current = new AsyncLocalStorage<StatementCount>()

  async of<T>(work: () => Promise<T>): Promise<CountedStatements<T>> {
    const figures = new StatementCount()
    return {value: await this.#current.run(figures, work), figures}
  }

  sendAlong(text: string): void {
    this.#current.getStore()?.sendAlong(text)
  }

  /** Counts a statement for the work that sends it. Call the result when it is answered. */
  send(text: string): () => void {
    return this.#current.getStore()?.send(text) ?? uncounted
  }
}

const uncounted = (): void => {}
