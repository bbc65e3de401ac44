/**
 * A process for own code. It has no environment, reads no files but the engine's kit and the build of the application,
 * and starts nothing; its memory is limited. It is killed when it does not answer in time.
 */
import {type ChildProcess, fork} from 'node:child_process'
import {existsSync, realpathSync} from 'node:fs'
import {join} from 'node:path'
import {
  alive,
  type FunctionsAnswer,
  type FunctionsRequest,
  isFunctionsAnswer,
  isRenderAnswer,
  type RenderAnswer,
  type RenderRequest,
  ready,
} from './protocol.ts'

export interface CodeProcessOptions {
  /** What the engine's build has made for code processes: `dist/code`. */
  readonly engine: string
  /** The files that own code may read: its build for the server. */
  readonly build: string
  /** The functions that it calls, by their names: files of the build. Without them it renders pages. */
  readonly functions?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for a page, or for a call; each further call of a message has `timePerCall`. */
  readonly deadline?: number
  /** Megabytes for what own code keeps in memory. */
  readonly memory?: number
  /** What own code prints appears among what the server prints to its standard error. */
  readonly prints?: boolean
}

type ForkOptions = Pick<CodeProcessOptions, 'engine' | 'build' | 'memory' | 'prints'>

/** Own code has not answered: it took too long, or its process has ended. */
export class CodeStopped extends Error {}

const usualDeadline = 2000
const usualMemory = 256

/** Milliseconds. */
export const timePerCall = 50

/** Milliseconds to load the engine's components, on a busy machine too. */
export const startTime = 30_000
/** Milliseconds between questions whether it is alive. */
const pulse = 5000

const shell = '/bin/sh'
/** Megabytes for Node.js itself, its threads, and buffers. */
const besideHeap = 768

/** Starts one of the programs of `dist/code`, which confines itself further before it loads own code. */
export function forkCode(
  script: string,
  args: readonly string[],
  {engine, build, memory = usualMemory, prints = true}: ForkOptions,
): ChildProcess {
  const [kit, own] = [realpathSync(engine), realpathSync(build)]
  // V8 limits objects; the system limits buffers, which are outside of its heap.
  const limited = process.platform === 'linux' && existsSync(shell)
  const most = (memory + besideHeap) * 1024
  return fork(join(kit, script), [own, ...args], {
    ...(limited && {execPath: shell}),
    // Dates are the same on every machine.
    env: {TZ: 'UTC'},
    cwd: kit,
    execArgv: [
      ...(limited ? ['-c', `ulimit -d ${most}; unset PWD OLDPWD SHLVL _; exec "$0" "$@"`, process.execPath] : []),
      '--permission',
      `--allow-fs-read=${kit}`,
      `--allow-fs-read=${own}`,
      `--max-old-space-size=${memory}`,
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
      '--enable-source-maps',
    ],
    serialization: 'json',
    stdio: ['ignore', prints ? 2 : 'ignore', prints ? 2 : 'ignore', 'ipc'],
  })
}

interface OpenQuestion {
  readonly resolve: (message: unknown) => void
  readonly reject: (cause: Error) => void
  readonly timer: NodeJS.Timeout
}

export class CodeProcess {
  readonly #child: ChildProcess
  readonly #deadline: number
  readonly #pulse: NodeJS.Timeout
  readonly #started: Promise<unknown>
  /** It answers in the order of the questions. */
  #waiting: OpenQuestion[] = []
  #ended: CodeStopped | null = null

  constructor({engine, build, functions, ...options}: CodeProcessOptions) {
    this.#deadline = options.deadline ?? usualDeadline
    const [script, args] = functions ? ['functions.mjs', [JSON.stringify(functions)]] : ['process.mjs', []]
    this.#child = forkCode(script, args, {engine, build, ...options})
    this.#child.on('message', message => this.#settle()?.resolve(message))
    this.#child.on('error', cause => this.#end(`It could not be started: ${cause.message}`))
    this.#child.on('exit', (code, signal) => this.#end(`Its process has ended (${signal ?? code}).`))
    this.#started = this.#answer(startTime)
    this.#started.catch(() => {})
    this.#pulse = setInterval(() => this.#feel(), pulse).unref()
  }

  /** Whether it can be asked again. */
  get isRunning(): boolean {
    return this.#ended === null
  }

  /** Resolves when it can render, or call. */
  async started(): Promise<void> {
    if ((await this.#started) !== ready) this.stop('It has not started.')
    if (this.#ended) throw this.#ended
  }

  async render(request: RenderRequest): Promise<RenderAnswer> {
    await this.started()
    const answer = await this.#ask(request)
    if (isRenderAnswer(answer)) return answer
    throw this.stop('It has answered something else than a page.')
  }

  async call(request: FunctionsRequest): Promise<FunctionsAnswer> {
    await this.started()
    const answer = await this.#ask(request, (request.calls.length - 1) * timePerCall)
    if (isFunctionsAnswer(answer)) return answer
    throw this.stop('It has answered something else than values.')
  }

  stop(why = 'It was stopped.'): CodeStopped {
    this.#end(why)
    return this.#ended ?? new CodeStopped(why)
  }

  #ask(question: RenderRequest | FunctionsRequest | typeof alive, more = 0): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended)
    const answer = this.#answer(this.#deadline + more)
    this.#child.send(question, cause => cause && this.#end(`It could not be asked: ${cause.message}`))
    return answer
  }

  #answer(within: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // An answer that has arrived is read first: this process may have been busy, not the other.
      const late = () =>
        setImmediate(() => this.#waiting.includes(asked) && this.#end(`It took longer than ${within} ms.`))
      const asked: OpenQuestion = {resolve, reject, timer: setTimeout(late, within)}
      this.#waiting.push(asked)
    })
  }

  /** Own code may have left something behind that runs on, such as a timer. */
  #feel(): void {
    if (this.#waiting.length > 0) return
    this.#ask(alive).catch(() => {})
  }

  #settle(): OpenQuestion | undefined {
    const waiting = this.#waiting.shift()
    clearTimeout(waiting?.timer)
    return waiting
  }

  #end(why: string): void {
    if (this.#ended) return
    this.#ended = new CodeStopped(why)
    clearInterval(this.#pulse)
    while (this.#waiting.length > 0) this.#settle()?.reject(this.#ended)
    this.#child.kill('SIGKILL')
  }
}
