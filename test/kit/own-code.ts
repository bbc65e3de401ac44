/** An own screen as its document declares it, and own code as a build makes it, for tests without a build. */
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {onTestFinished} from 'vitest'
import {buildOwnCode} from '../../src/code/build/bundle.ts'
import {CodeProcesses, type CodeProcessesOptions} from '../../src/code/process/code-processes.ts'
import {functionCalls} from '../../src/code/process/function-calls.ts'
import type {RenderAnswer} from '../../src/code/process/protocol.ts'
import type {Page} from '../../src/engine/page/frame.ts'
import type {OpenScreen, Visit} from '../../src/engine/reply.ts'
import type {Json} from '../../src/feel/core.ts'
import type {CodeData, CodeRow} from '../../src/screens/code/data.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {type Actor, type Application, createApplication, type Engine, nobody} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {documentOf, handbook} from './documents.ts'
import {pageWith} from './render.tsx'

const row = (id: string, name: string, can: readonly string[] = []): CodeRow => ({id, version: 1, can, shown: {}, name})

export const floorPlan: CodeData = {
  heading: 'Floor plan',
  component: 'FloorPlan',
  address: {floor: 2},
  data: {rooms: {rows: [row('r1', 'Attic', ['rename']), row('r2', 'Cellar')], more: false}, free: 1},
  actions: {
    rename: {name: 'rename', label: 'Rename', tone: 'plain', of: 'Room', can: true, fields: [], refused: null},
  },
  tables: [
    {
      name: 'rooms',
      label: 'Rooms',
      shows: 'rows',
      of: 'Room',
      fields: [{key: 'name', label: 'Name', help: '', display: 'text', isName: true}],
    },
    {name: 'free', label: 'Free', shows: 'number', of: 'Room', fields: []},
  ],
  problems: [],
}

function codePage(): Page {
  return pageWith({screen: 'code', data: floorPlan})
}

/** The body of a component that shows its rooms. */
export const showsRooms = `({data}) => h('ul', null, data.rooms.rows.map(({id, name}) => h('li', {key: id}, name)))`

export interface OwnProcesses {
  readonly processes: CodeProcesses
  readonly folder: string
  /** The page with this part. */
  readonly render: (part: string, page?: Page) => Promise<RenderAnswer>
}

/** Code processes with parts, by name; their components are expressions. */
export function ownProcesses(
  parts: Readonly<Record<string, string>>,
  options: Partial<CodeProcessesOptions> = {},
): OwnProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-own-'))
  for (const [name, component] of Object.entries(parts))
    writeFileSync(
      join(folder, `${name}.mjs`),
      `import {react, screen} from 'nonet:kit'\nconst h = react.createElement\nexport default ${component}\n`,
    )
  const processes = new CodeProcesses({engine: 'dist/code', build: folder, prints: false, deadline: 20_000, ...options})
  onTestFinished(() => {
    processes.stop()
    rmSync(folder, {recursive: true})
  })
  return {
    processes,
    folder,
    render: (part, page = codePage()) =>
      processes.render({page: JSON.stringify(page), parts: {FloorPlan: `./${part}.mjs`}, reference: 'TEST-0001'}),
  }
}

/** A folder with files, as an author has it beside the document. */
export function authorFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nonet-author-')))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), {recursive: true})
    writeFileSync(join(folder, path), content)
  }
  onTestFinished(() => rmSync(folder, {recursive: true}))
  return folder
}

export interface OwnServerOptions {
  readonly data?: (visit: Visit) => CodeData
  readonly actions?: OpenScreen['actions']
  readonly actorOf?: (request: Request) => Promise<Actor>
  /** Of a document with own screens, beside the one at `/floors`. */
  readonly engine?: Engine
  readonly processes?: Partial<CodeProcessesOptions>
}

/** An application whose screen at `/floors` has own code, built from an author's files. */
export async function ownServer(
  files: Readonly<Record<string, string>>,
  {
    data = () => floorPlan,
    actions = new Map(),
    actorOf = async () => nobody,
    engine,
    processes: limits = {},
  }: OwnServerOptions = {},
) {
  const folder = authorFolder(files)
  const manifest = await buildOwnCode({folder, components: ['FloorPlan'], addresses: {}, engineFolder: 'dist/code'})
  const own = {manifest, folder: join(folder, '.nonet/build')}
  const processes = new CodeProcesses({
    engine: 'dist/code',
    build: join(own.folder, 'server'),
    prints: false,
    deadline: 20_000,
    ...limits,
  })
  onTestFinished(() => processes.stop())
  const base = createApplication(engine?.specification ?? documentOf(handbook).specification, engine ? {engine} : {})
  const screen: OpenScreen = {
    load: visit => ({kind: 'page', status: 200, title: 'Floor plan', screen: 'code', data: data(visit)}),
    actions,
  }
  const application: Application = {
    ...base,
    open: (path, by) => (path === '/floors' ? {screen, parameters: {}} : base.open(path, by)),
  }
  const failures: {reference: string; cause: unknown}[] = []
  const app = createApp({
    application: () => application,
    assets: new Assets('dist/browser-own', {own: () => own}),
    screens,
    own: {manifest: () => manifest, render: request => processes.render(request)},
    origin: null,
    actorOf,
    log: {request: () => {}, failure: (reference, cause) => failures.push({reference, cause})},
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
  const html = async (path = '/floors') => (await app.request(path)).text()
  return {app, html, failures, manifest}
}

/** Processes for functions, whose code is given by name: the rest of a module. */
export function ownFunctions(sources: Readonly<Record<string, string>>, options: Partial<CodeProcessesOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-own-'))
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, `${name}.mjs`), source)
  const functions = Object.fromEntries(Object.keys(sources).map(name => [name, `./${name}.mjs`]))
  const processes = new CodeProcesses({engine: 'dist/code', build: folder, functions, prints: false, ...options})
  const failures: string[] = []
  onTestFinished(() => {
    processes.stop()
    rmSync(folder, {recursive: true})
  })
  const call = functionCalls(processes, cause => void failures.push(cause.stack ?? cause.message))
  return {
    processes,
    folder,
    failures,
    call,
    one: async (name: string, values: Record<string, Json> = {}) => (await call([{name, values}]))[0],
  }
}
