/**
 * An application with actions, redirects and failures, for the tests of the protocol: a document, and hand-written
 * screens.
 */

import {mkdtempSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../src/engine/reply.ts'
import {type Actor, type Application, createApplication, nobody, openFolder} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import type {Log} from '../../src/server/log.ts'
import type {ScreenComponents} from '../../src/web/screen.tsx'
import {documentOf, handbook} from './documents.ts'
import {type FormData, type LinkData, testScreens} from './views.tsx'

export interface Fixture {
  readonly app: ReturnType<typeof createApp>
  readonly world: World
}

/** The recorded events, and switches for the next responses. */
class World {
  count = 0
  saved: string[] = []
  failing = true
  stamp = 0
  seenQueries: string[] = []
  /** The links of `/links`. */
  links: readonly LinkData[] = []
  application: Application | null = null
  readonly logged: {requests: object[]; failures: {reference: string; cause: unknown; request: string | undefined}[]} =
    {requests: [], failures: []}
  readonly files = openFolder(mkdtempSync(join(tmpdir(), 'nonet-files-')))
  readonly requests = new Map<string, Promise<Reply>>()
  private gates: (() => void)[] = []
  waiting = 0

  /** Waits until `release` is called. */
  gate(): Promise<void> {
    this.waiting += 1
    return new Promise(resolve => this.gates.push(resolve))
  }

  release(): void {
    for (const open of this.gates) open()
    this.gates = []
    this.waiting = 0
  }
}

export interface FixtureOptions {
  readonly screens?: ScreenComponents
  readonly assets?: string
  readonly origin?: string
  readonly trustProxy?: boolean
  readonly document?: string
  /** The actor of requests. */
  readonly actor?: Actor
  /** As while the document is being edited. */
  readonly dev?: boolean
  readonly isOutdated?: () => Promise<boolean>
  readonly isReadOnly?: () => Promise<boolean>
}

export function createFixture({
  screens = testScreens,
  assets = 'dist/browser',
  origin,
  trustProxy = false,
  document = handbook,
  dev = false,
  isOutdated = async () => false,
  isReadOnly = async () => false,
  actor = nobody,
}: FixtureOptions = {}): Fixture {
  const world = new World()
  const base = createApplication(documentOf(document).specification, {dev})
  world.application = withScreens(base, screensOf(world))
  const log: Log = {
    request: line => world.logged.requests.push(line),
    failure: (reference, cause, request) => world.logged.failures.push({reference, cause, request}),
  }
  const app = createApp({
    application: () => world.application ?? base,
    assets: new Assets(assets),
    screens,
    origin: origin ?? null,
    trustProxy,
    actorOf: async () => actor,
    files: {store: world.files, read: () => Promise.reject(new Error('the fixture has no records'))},
    log,
    isOutdated,
    isReadOnly,
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
  return {app, world}
}

function withScreens(base: Application, screens: Record<string, OpenScreen>): Application {
  return {
    ...base,
    open(path, actor) {
      const screen = screens[path] ?? screens[path.replace(/\/\d+$/, '/:n')]
      return screen ? {screen, parameters: {n: path.split('/').at(-1) ?? ''}} : base.open(path, actor)
    },
  }
}

const none: OpenScreen['actions'] = new Map()

function screensOf(world: World): Record<string, OpenScreen> {
  const form = (visit: Visit, more: Partial<FormData> = {}, status = 200): PageReply => {
    world.seenQueries.push(visit.query.toString())
    const data: FormData = {
      heading: 'A form',
      count: world.count,
      values: {},
      problems: [],
      echo: visit.query.toString(),
      ...more,
    }
    return {...page('test form', data), status, title: 'A form'}
  }
  const formScreen: OpenScreen = {
    load: visit => form(visit),
    actions: new Map(Object.entries(formActions(world, form)).map(([name, action]) => [name, onlyOnce(world, action)])),
    takesFiles: () => new Set(['save', 'stay']),
  }
  return {
    '/form': formScreen,
    '/other-form': formScreen,
    '/far': view('far', {heading: 'Far'}),
    '/typing': {load: () => ({...page('typing', {heading: 'Typing', stamp: world.stamp})}), actions: none},
    '/links': {load: () => page('links', {heading: 'Links', links: world.links}), actions: none},
    '/focus': view('focus', {heading: 'Focus'}),
    '/slow': {
      load: async () => {
        await world.gate()
        return page('far', {heading: 'Slow'})
      },
      actions: none,
    },
    '/fail': {load: () => failWhile(world), actions: none},
    '/fail-null': {load: () => raise(null), actions: none},
    '/fail-text': {load: () => raise('just a text'), actions: none},
    '/undrawn': view('undrawable', {}),
    '/browser-fails': view('browser fails', {heading: 'Only on the server'}),
    '/part-fails': view('some parts', {heading: 'Parts', fails: 'everywhere'}),
    '/part-fails-later': view('some parts', {heading: 'Parts', fails: 'in the browser'}),
    '/no-view': view('no such view', {}),
    '/hops/:n': {load: ({parameters}) => hop(Number(parameters['n'])), actions: none},
    '/loop': {load: () => ({kind: 'redirect', to: '/loop'}), actions: none},
    '/outside': {load: () => ({kind: 'redirect', to: '//evil.example/x'}), actions: none},
    '/split': {load: () => ({kind: 'redirect', to: '/x\r\nset-cookie: a=b'}), actions: none},
    '/hostile': {
      load: visit => ({
        ...form(visit, {echo: '</script><script>alert(1)</script>\u2028"\''}),
        title: '</title><script>alert(2)</script>',
      }),
      actions: none,
    },
    '/cookie-target': {
      load: () => ({...page('far', {heading: 'Target'}), cookies: ['target=1; Path=/']}),
      actions: none,
    },
  }
}

function view(screen: string, data: unknown): OpenScreen {
  return {load: () => page(screen, data), actions: none}
}

function page(screen: string, data: unknown): PageReply {
  const heading = typeof data === 'object' && data !== null && 'heading' in data ? String(data.heading) : screen
  // The tests' own screens are not part of the product's types.
  return {kind: 'page', status: 200, title: heading, screen, data} as unknown as PageReply
}

function raise(value: unknown): never {
  throw value
}

function failWhile(world: World): Reply {
  if (world.failing) throw new Error('secret detail of a failure')
  return page('far', {heading: 'Fixed'})
}

function hop(left: number): Reply {
  return {kind: 'redirect', to: left > 0 ? `/hops/${left - 1}` : '/plain'}
}

/** Like changes of records in their transactions: the same request twice has one effect. */
function onlyOnce({requests}: World, action: ActionHandler): ActionHandler {
  return (visit, form) => {
    const {idempotency} = visit
    if (idempotency?.kind !== 'own') return action(visit, form)
    const reply = requests.get(idempotency.key) ?? Promise.resolve(action(visit, form))
    requests.set(idempotency.key, reply)
    return reply
  }
}

type ShowForm = (visit: Visit, more?: Partial<FormData>, status?: number) => PageReply

function formActions(world: World, show: ShowForm): Record<string, ActionHandler> {
  const done = (to: string): Reply => {
    world.count += 1
    return {kind: 'redirect', to}
  }
  return {
    save: async (visit, sent) => {
      const values = Object.fromEntries(
        sent.fields.map(({name, value}) => [name, typeof value === 'string' ? value : value.name]),
      )
      if (!sent.text('name')) {
        const problems = [{field: 'name', message: 'Say a name.'}]
        return show(visit, {problems, values: {note: values['note'] ?? '', name: ''}}, 422)
      }
      world.saved.push(await echoOf(sent))
      return {...done('/cookie-target'), cookies: ['action=1; Path=/']}
    },
    stay: visit => done(visit.url),
    slow: async visit => {
      await world.gate()
      return done(visit.url)
    },
    throw: () => raise(new Error('secret detail of an action')),
    lost: () => raise(new Refused('NOT_FOUND')),
    chain: () => done('/hops/1'),
  }
}

async function echoOf(form: Form): Promise<string> {
  const texts = form.fields
    .filter(({name}) => !name.startsWith('_'))
    .map(async ({name, value}) => {
      if (typeof value === 'string') return `${name}=${value}`
      const chunks: Uint8Array[] = []
      for await (const chunk of form.open(value)) chunks.push(chunk)
      return `${name}=${value.name}:${Buffer.concat(chunks).toString()}`
    })
  return (await Promise.all(texts)).join('&')
}
