/**
 * A document with its records behind a real server, for browser tests: nobody signs in, and every request is from a
 * visitor.
 */

import {join} from 'node:path'
import {screens} from '../../src/screens/screens.server.ts'
import {createApplication, documentGrants, type Engine} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {listen} from '../../src/server/serve.ts'
import {newFolder} from './cli.ts'
import {engineFor} from './engine.ts'

export interface Served {
  readonly engine: Engine
  readonly url: string
  readonly stop: () => Promise<void>
}

export async function serveDocument(document: string): Promise<Served> {
  const address = `sqlite:${join(newFolder(), 'data.sqlite')}`
  const {engine, store} = await engineFor({document, address, grants: documentGrants})
  const application = createApplication(engine.specification, {engine})
  const app = createApp({
    application: () => application,
    assets: new Assets('dist/browser'),
    screens,
    origin: null,
    log: {request: () => {}, failure: (_reference, cause) => console.error(cause)},
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
  const {url, stop} = await listen(app, {port: 0, host: '127.0.0.1'})
  return {engine, url, stop: () => stop(100).then(() => store.close())}
}
