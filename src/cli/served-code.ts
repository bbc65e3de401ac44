/** Own code while an application is served: its files and processes, which `nonet dev` replaces. */
import {watch} from 'node:fs'
import {join} from 'node:path'
import {ownApi} from '../code/build/own-files.ts'
import {CodeProcesses} from '../code/process/code-processes.ts'
import type {Specification} from '../points/specification.ts'
import {ownComponents} from '../screens/code/components.ts'
import type {OwnFiles} from '../server/assets.ts'
import type {OwnCodeServer} from '../server/context.ts'
import {codeFolder, freshCode} from './build.ts'
import type {Io} from './command.ts'
import {documentFolder} from './document.ts'
import type {ServeOptions} from './options.ts'

export class ServedCode {
  #files: OwnFiles
  #processes: CodeProcesses

  constructor(files: OwnFiles) {
    this.#files = files
    this.#processes = processesOf(files)
  }

  readonly files = (): OwnFiles => this.#files

  get server(): OwnCodeServer {
    return {manifest: () => this.#files.manifest, render: request => this.#processes.render(request)}
  }

  replace(files: OwnFiles): void {
    const before = this.#processes
    this.#files = files
    this.#processes = processesOf(files)
    before.stop()
  }

  /** The first page does not wait for a process. */
  async start(): Promise<void> {
    if (Object.values(this.#files.manifest.parts).some(({server}) => server !== null)) await this.#processes.start()
  }

  stop(): void {
    this.#processes.stop()
  }
}

function processesOf({folder}: OwnFiles): CodeProcesses {
  return new CodeProcesses({engine: codeFolder, build: join(folder, 'server')})
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
    if (options.noCode || ownComponents(specification).length === 0) return null
    const nothing = {api: ownApi, engine: '', sources: {}, addresses: '', parts: {}, files: []}
    const files = (await freshCode(options.path, {specification, io})) ?? {folder: '', manifest: nothing}
    return new FollowedCode(new ServedCode(files), followed)
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
  async watch(changed: () => void): Promise<() => void> {
    const folder = join(await documentFolder(this.#followed.options.path), 'screens')
    let timer: NodeJS.Timeout | undefined
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void this.build().then(changed), 30)
    }
    try {
      const watcher = watch(folder, {recursive: true}, again)
      return () => {
        clearTimeout(timer)
        watcher.close()
      }
    } catch {
      // There is no code yet.
      return () => {}
    }
  }
}
