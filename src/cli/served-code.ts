/** Own code while an application is served: its files and processes, which `nonet dev` replaces. */
import {watch} from 'node:fs'
import {join} from 'node:path'
import {ownApi} from '../code/build/own-files.ts'
import {CodeProcesses} from '../code/process/code-processes.ts'
import type {RunOwnEffect} from '../code/process/effect-delivery.ts'
import {runOwnEffect} from '../code/process/effect-process.ts'
import {functionCalls} from '../code/process/function-calls.ts'
import type {CallFunctions} from '../engine/transaction/context.ts'
import {effectFile} from '../points/calls/read-own-effect.ts'
import type {Specification} from '../points/specification.ts'
import {hasOwnCode} from '../screens/code/components.ts'
import type {OwnFiles} from '../server/assets.ts'
import type {OwnCodeServer} from '../server/context.ts'
import {jsonLog} from '../server/log.ts'
import {builtCode, codeFolder, freshCode} from './build.ts'
import type {Io} from './command.ts'
import {documentFolder} from './document.ts'
import type {ServeOptions} from './options.ts'

/** Where functions that fail say why. */
export const failureLog = (io: Io) => (cause: Error) => jsonLog(io.out, () => new Date()).failure('function', cause)

export class ServedCode {
  readonly #failed: (cause: Error) => void
  #files: OwnFiles
  #processes: CodeProcesses
  #functions: CodeProcesses | null

  /** `failed`: gets what functions have thrown. */
  constructor(files: OwnFiles, failed: (cause: Error) => void = () => {}) {
    this.#failed = failed
    this.#files = files
    this.#processes = processesOf(files)
    this.#functions = functionsOf(files)
  }

  readonly files = (): OwnFiles => this.#files

  get server(): OwnCodeServer {
    return {manifest: () => this.#files.manifest, render: request => this.#processes.render(request)}
  }

  /** Null if the document has no functions. */
  get functions(): CallFunctions | null {
    return this.#functions && functionCalls(this.#functions, this.#failed)
  }

  /** Null for an effect without code. */
  readonly runEffect: RunOwnEffect = (name, request, host) => {
    const {folder, manifest} = this.#files
    const key = effectFile(name)
    const file = Object.hasOwn(manifest.effects, key) ? manifest.effects[key] : undefined
    if (file === undefined) return null
    return runOwnEffect({engine: codeFolder, build: join(folder, 'server'), file}, request, host)
  }

  replace(files: OwnFiles): void {
    const before = [this.#processes, this.#functions]
    this.#files = files
    this.#processes = processesOf(files)
    this.#functions = functionsOf(files)
    this.#functions?.start().catch(() => {})
    for (const each of before) each?.stop()
  }

  /** The first write does not wait for a process. */
  async startFunctions(): Promise<void> {
    // A failure is that of the first call.
    await this.#functions?.start().catch(() => {})
  }

  /** The first page does not wait for a process. */
  async start(): Promise<void> {
    if (Object.values(this.#files.manifest.parts).some(({server}) => server !== null)) await this.#processes.start()
  }

  stop(): void {
    this.#processes.stop()
    this.#functions?.stop()
  }
}

function processesOf({folder}: OwnFiles): CodeProcesses {
  return new CodeProcesses({engine: codeFolder, build: join(folder, 'server')})
}

function functionsOf({folder, manifest: {functions}}: OwnFiles): CodeProcesses | null {
  if (Object.keys(functions).length === 0) return null
  return new CodeProcesses({engine: codeFolder, build: join(folder, 'server'), functions})
}

interface Followed {
  readonly options: ServeOptions
  readonly io: Io
  /** Of the version that is running. */
  readonly specification: () => Specification
}

/** Own code that is built again when it is saved. */
export class FollowedCode {
  readonly served: ServedCode
  readonly #followed: Followed
  #building: Promise<unknown> = Promise.resolve()

  private constructor(served: ServedCode, followed: Followed) {
    this.served = served
    this.#followed = followed
  }

  /** Null without own code. */
  static async start(followed: Followed): Promise<FollowedCode | null> {
    const {options, io} = followed
    const specification = followed.specification()
    if (options.noCode || !hasOwnCode(specification)) return null
    const nothing = {
      api: ownApi,
      engine: '',
      sources: {},
      addresses: '',
      parts: {},
      functions: {},
      effects: {},
      files: [],
    }
    const files = (await freshCode(options.path, {specification, io})) ?? {folder: '', manifest: nothing}
    return new FollowedCode(new ServedCode(files, failureLog(io)), followed)
  }

  /** One build after the other; code with errors leaves the last one that had none. */
  async build(): Promise<void> {
    const {options, io, specification} = this.#followed
    const before = this.#building
    this.#building = before.then(async () => {
      const files = await freshCode(options.path, {specification: specification(), io})
      if (files) this.served.replace(files)
    })
    await this.#building
  }

  /** Until the returned function is called. */
  async watch(changed: (files: OwnFiles) => void): Promise<() => void> {
    const folder = await documentFolder(this.#followed.options.path)
    let timer: NodeJS.Timeout | undefined
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void this.build().then(() => changed(this.served.files())), 30)
    }
    const watchers = ['screens', 'layouts', 'fields', 'cards', 'functions', 'effects'].flatMap(name => {
      try {
        return [watch(join(folder, name), {recursive: true}, again)]
      } catch {
        // There is no code yet.
        return []
      }
    })
    return () => {
      clearTimeout(timer)
      for (const each of watchers) each.close()
    }
  }
}

/** For commands that write records: null where no function has code. */
export async function startedFunctions(path: string, specification: Specification, io: Io): Promise<ServedCode | null> {
  if (specification.entities.functions.size === 0) return null
  const built = await builtCode(path, specification)
  if (!built) return null
  const code = new ServedCode(built, failureLog({...io, out: io.err}))
  await code.startFunctions()
  return code
}
