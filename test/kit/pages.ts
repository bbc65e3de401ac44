/** The pages of an engine's document over HTTP, without signing in: for tests of screens. */

import {pageMediaType} from '../../src/engine/page/frame.ts'
import {type SettingsHost, SettledDocument} from '../../src/engine/settings.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {
  type Actor,
  type Application,
  createApplication,
  type Engine,
  type FileStore,
} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'

export interface Got<Data> {
  readonly status: number
  readonly screen: string
  readonly title: string
  readonly data: Data
  readonly redirect?: string
  /** The page at the target of a redirect. */
  readonly page?: Got<Data>
  readonly done?: {readonly text: string}
  readonly once?: string
}

export interface Pages {
  get<Data>(who: Actor, path: string): Promise<Got<Data>>
  post<Data>(who: Actor, path: string, fields: Sent): Promise<Got<Data>>
  html(who: Actor, path: string): Promise<string>
}

export type Sent = Readonly<Record<string, string>> | URLSearchParams | globalThis.FormData

export interface AppFor {
  readonly engine: Engine
  readonly actorOf: (request: Request) => Promise<Actor>
  readonly failed: (cause: unknown) => void
  readonly files?: FileStore
  /** The folder of scripts and styles. */
  readonly assets?: string
  /** Wraps the application, for example to add the person. */
  readonly around?: (application: Application) => Application
}

/** The whole application, with the actor chosen by the test. */
export function appFor({engine, actorOf, failed, files, assets = 'dist/browser', around = same => same}: AppFor) {
  const made = (by: Engine, settings: SettingsHost) =>
    around(createApplication(by.specification, {engine: by, settings}))
  const running = new SettledDocument(engine, made)
  return createApp({
    application: () => running.application,
    assets: new Assets(assets),
    screens,
    origin: null,
    actorOf,
    ...(files ? {files: {store: files, read: (actor, work) => engine.read(actor, work)}} : {}),
    log: {request: () => {}, failure: (_reference, cause) => failed(cause)},
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
}

export function pagesOf(engine: Engine, files?: FileStore): Pages {
  let now: Actor = {kind: 'nobody'}
  const failures: unknown[] = []
  const app = appFor({
    engine,
    actorOf: async () => now,
    failed: cause => failures.push(cause),
    ...(files ? {files} : {}),
  })
  const asked = async (who: Actor, path: string, init: RequestInit): Promise<Response> => {
    now = who
    const response = await app.request(path, init)
    if (failures.length > 0) throw new Error(`something failed behind ${path}`, {cause: failures[0]})
    return response
  }
  return {
    async get(who, path) {
      const response = await asked(who, `${path}${path.includes('?') ? '&' : '?'}_data=x`, {
        headers: {accept: pageMediaType},
      })
      return response.json()
    },
    async post(who, path, fields) {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
      const headers = {accept: pageMediaType, 'sec-fetch-site': 'same-origin'}
      return (await asked(who, path, {method: 'POST', body, headers})).json()
    },
    html: async (who, path) => (await asked(who, path, {})).text(),
  }
}
