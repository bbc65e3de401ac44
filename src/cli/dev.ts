/** `nonet dev`: serves a document while it is being edited. A version with errors keeps the last valid one running. */

import {watch} from 'node:fs'
import type {Provider} from '../accounts/sso/providers.ts'
import {type Application, createApplication} from '../engine/application/application.ts'
import type {Engine} from '../engine/engine.ts'
import type {ShownFinding} from '../engine/page/frame.ts'
import {SettledDocument} from '../engine/settings.ts'
import type {CallFunctions} from '../engine/transaction/context.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {parts} from '../screens/kinds.ts'
import {type OwnFiles, ownLinksOf} from '../server/assets.ts'
import type {HandlerRoute} from '../server/context.ts'
import {route} from '../server/routes.ts'
import {openStore} from '../store/open.ts'
import type {Store} from '../store/store.ts'
import {CannotRun, type Command, type Io} from './command.ts'
import {checkPath, findingsText, refuseUnsound, tally} from './document.ts'
import type {LocalProvider} from './local-provider.ts'
import {engineOn, loadDemoData} from './open-engine.ts'
import {readServeOptions, type ServeOptions, serveOptionsHelp} from './options.ts'
import {startServing, untilStopped} from './run.ts'
import {FollowedCode} from './served-code.ts'

/* `nonet dev`: a stream of events that notifies open pages of changes to the document. */

class DevChanges {
  readonly route: HandlerRoute = route('GET', '/_nonet/changes', () => this.#stream(), {countedAs: null})
  #version = 0
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  #stream(): Response {
    let own: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({
      start: controller => {
        own = controller
        this.#streams.add(controller)
        controller.enqueue(this.#message())
      },
      cancel: () => {
        this.#streams.delete(own)
      },
    })
    return new Response(stream, {headers: {'content-type': 'text/event-stream', 'cache-control': 'no-store'}})
  }

  changed(): void {
    this.#version += 1
    for (const stream of this.#streams) stream.enqueue(this.#message())
  }

  /** Own code, which open pages show in place. */
  saved(code: OwnFiles): void {
    const message = new TextEncoder().encode(`event: code\ndata: ${JSON.stringify(ownLinksOf(code))}\n\n`)
    for (const stream of this.#streams) stream.enqueue(message)
  }

  end(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }

  #message(): Uint8Array {
    return new TextEncoder().encode(`retry: 500\nevent: version\ndata: ${process.pid}.${this.#version}\n\n`)
  }
}

export const dev: Command = {
  help: `nonet dev PATH [options]

Serves a document and reloads it whenever it is saved: it is checked, replaced, and open pages refresh. While it has
errors, its last good version keeps running; the findings are shown in the terminal and on the page.

${serveOptionsHelp}
  --sso                    also starts a provider of single sign-on on this machine, to see it without a company account
`,
  async run(args, io) {
    const options = readServeOptions(args, 'dev', io)
    const first = await checkPath(options.path)
    if (!first.sound) refuseUnsound(options.path, first, io)
    io.err(findingsText(first, io))
    const store = await openStore(options.db, {connections: options.connections})
    try {
      return await serve({options, io, store, first})
    } finally {
      await store.close()
    }
  },
}

interface LocalSso {
  readonly document: FollowedDocument
  readonly options: ServeOptions
  readonly address: () => string
}

/** Loaded only here: other commands do not need it. */
async function localProvider({document, options: {port, signIn}, address}: LocalSso): Promise<LocalProvider> {
  const {startLocalProvider} = await import('./local-provider.ts')
  const local = await startLocalProvider({
    engine: () => document.engine,
    origin: address,
    port: port === 0 ? 0 : port + 1,
  })
  const {name} = local.provider
  if (!signIn.providers.some(each => each.name === name)) return local
  local.stop()
  throw new CannotRun(`NONET_SSO already names ${name}: leave out --sso, or that provider.`)
}

const withProvider = (options: ServeOptions, provider: Provider): ServeOptions => ({
  ...options,
  signIn: {...options.signIn, providers: [...options.signIn.providers, provider]},
})

interface Following {
  readonly options: ServeOptions
  readonly io: Io
  readonly store: Store
  readonly first: CheckedDocument
}

async function serve({options, io, store, first}: Following): Promise<number> {
  let url = options.origin ?? ''
  const address = () => url
  let code: FollowedCode | null = null
  const functions = () => code?.served.functions ?? null
  const engine = await engineOn(store, first.specification, {...options, io, address, functions})
  let specification = () => first.specification
  code = await FollowedCode.start({options, io, specification: () => specification()})
  await code?.served.startFunctions()
  await loadDemoData(engine, options, io)
  const document = new FollowedDocument(engine, {io, store, options, address, functions})
  specification = () => document.engine.specification
  await document.start()
  const changes = new DevChanges()
  const local = options.sso ? await localProvider({document, options, address}) : null
  const listening = await startServing({
    code: code?.served ?? null,
    application: () => document.application,
    engine: () => document.engine,
    dev: changes.route,
    options: local ? withProvider(options, local.provider) : options,
    io,
  })
  url ||= listening.url
  const follow = async () => {
    await document.follow()
    // It may name other components.
    await code?.build()
    if (code) changes.saved(code.served.files())
    else changes.changed()
  }
  const watching = watchPath(options.path, () => void follow())
  const unwatchCode = await code?.watch(files => changes.saved(files))
  io.out(`listening on ${listening.url}\n`)
  if (local)
    io.out(
      `single sign-on: open ${listening.url}/sign-in and choose “Continue with ${local.provider.label}”, which is at ${local.provider.issuer}\n`,
    )
  return untilStopped(listening, () => {
    watching.close()
    local?.stop()
    unwatchCode?.()
    document.stop()
    changes.end()
  })
}

interface Surroundings {
  readonly io: Io
  readonly store: Store
  readonly options: ServeOptions
  readonly address: () => string
  readonly functions: () => CallFunctions | null
}

class FollowedDocument {
  /** For the last valid version. */
  private engineOfDocument: Engine
  private settled: SettledDocument<Application>
  private readonly around: Surroundings

  constructor(engine: Engine, around: Surroundings) {
    this.engineOfDocument = engine
    this.around = around
    this.settled = this.running([])
  }

  get application(): Application {
    return this.settled.application
  }

  get engine(): Engine {
    return this.settled.engine
  }

  /** With the settings of the database. */
  async start(): Promise<void> {
    await this.settled.follow(cause => this.around.io.err(`The settings could not be taken over: ${String(cause)}\n`))
  }

  stop(): void {
    this.settled.stop()
  }

  async follow(): Promise<void> {
    const {io, options} = this.around
    try {
      await this.take(await checkPath(options.path))
    } catch (error) {
      // Editors replace files, so there may briefly be none. A plan that would lose data also stops here. The next
      // change is handled again.
      if (!(error instanceof CannotRun)) throw error
      io.err(`${error.message}\n`)
      await this.swap([{severity: 'error', where: options.path, code: '', message: error.message, hint: ''}])
    }
  }

  private async take(checked: CheckedDocument): Promise<void> {
    const {io} = this.around
    io.err(findingsText(checked, io))
    if (checked.sound) this.engineOfDocument = await this.prepare(checked)
    await this.swap(checked.sound ? [] : shownFindings(checked))
    io.err(
      checked.sound
        ? 'The new version is running.\n'
        : `It has ${tally(checked)}: the last good version keeps running.\n`,
    )
  }

  private running(findings: readonly ShownFinding[]): SettledDocument<Application> {
    return new SettledDocument(this.engineOfDocument, (engine, settings) =>
      createApplication(engine.specification, parts, {dev: true, engine, settings, findings}),
    )
  }

  private async swap(findings: readonly ShownFinding[]): Promise<void> {
    const earlier = this.settled
    this.settled = this.running(findings)
    earlier.stop()
    await this.start()
  }

  private prepare({specification}: CheckedDocument): Promise<Engine> {
    const {io, store, options, address, functions} = this.around
    return engineOn(store, specification, {...options, io, address, functions})
  }
}

function shownFindings({findings}: CheckedDocument): ShownFinding[] {
  const errors = findings.filter(found => found.severity === 'error')
  return errors.map(({severity, file, line, column, code, message, hint}) => ({
    severity,
    where: `${file}:${line}:${column}`,
    code,
    message,
    hint,
  }))
}

/** Saving causes several events; they are treated as one change. */
function watchPath(path: string, changed: () => void): {close: () => void} {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(path, {recursive: false}, (event, name) => {
    if (name !== null && event === 'change' && !name.endsWith('.md') && !path.endsWith(name)) return
    clearTimeout(timer)
    timer = setTimeout(changed, 60)
  })
  return {
    close: () => {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
