/**
 * The processes of an application's own code: a few, so that a page whose code never ends keeps no other one waiting.
 * One that was stopped is replaced by the next page that needs it.
 */
import {CodeProcess, type CodeProcessOptions, CodeStopped} from './code-process.ts'
import type {FunctionsAnswer, FunctionsRequest, RenderAnswer, RenderRequest} from './protocol.ts'

export interface CodeProcessesOptions extends CodeProcessOptions {
  /** How many pages are rendered at once. */
  readonly most?: number
  /** Milliseconds that a page waits for its turn. */
  readonly patience?: number
}

const usualMost = 2
const usualPatience = 2000

export class CodeProcesses {
  readonly #options: CodeProcessesOptions
  readonly #most: number
  #idle: CodeProcess[] = []
  readonly #all = new Set<CodeProcess>()
  #busy = 0
  /** Those whose turn it is not yet: each takes it by being called. */
  #waiting: (() => void)[] = []
  #closed = false

  constructor(options: CodeProcessesOptions) {
    this.#options = options
    this.#most = options.most ?? usualMost
  }

  /** Before the first page, which then does not wait for a process. */
  async start(): Promise<void> {
    await this.#inTurn(process => process.started())
  }

  /** Rejected with `CodeStopped` if own code has not answered in time, or no process was free. */
  render(request: RenderRequest): Promise<RenderAnswer> {
    return this.#inTurn(process => process.render(request))
  }

  /** The same, of functions. One that was stopped is replaced before the next call. */
  async call(request: FunctionsRequest): Promise<FunctionsAnswer> {
    try {
      return await this.#inTurn(process => process.call(request))
    } catch (cause) {
      if (!this.#closed) this.start().catch(() => {})
      throw cause
    }
  }

  stop(): void {
    this.#closed = true
    for (const process of this.#all) process.stop('The server stops.')
  }

  async #inTurn<T>(work: (process: CodeProcess) => Promise<T>): Promise<T> {
    if (this.#busy >= this.#most) await this.#turn()
    else this.#busy += 1
    try {
      if (this.#closed) throw new CodeStopped('The server stops.')
      const process = this.#take()
      try {
        return await work(process)
      } finally {
        if (process.isRunning) this.#idle.push(process)
      }
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  /** Of a page before it, whose place it takes. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter(each => each !== turn)
        reject(new CodeStopped('Other pages with own code took too long.'))
      }, this.#options.patience ?? usualPatience)
      this.#waiting.push(turn)
    })
  }

  #take(): CodeProcess {
    this.#idle = this.#idle.filter(each => each.isRunning)
    const idle = this.#idle.pop()
    if (idle) return idle
    for (const each of this.#all) if (!each.isRunning) this.#all.delete(each)
    const made = new CodeProcess(this.#options)
    this.#all.add(made)
    return made
  }
}
