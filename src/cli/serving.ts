/** What `run` and `dev` share: from an application to a listening server that stops gently. */
import {fileURLToPath} from 'node:url'
import type {Application} from '../engine/application.ts'
import {createApp} from '../server/app.ts'
import {Assets} from '../server/assets.ts'
import {jsonLog} from '../server/log.ts'
import {Once} from '../server/once.ts'
import {newReference} from '../server/reference.ts'
import {CannotListen, type Listening, listen} from '../server/serve.ts'
import {views} from '../ui/views.ts'
import {CannotRun, exit, type Io} from './command.ts'
import type {ServeOptions} from './options.ts'

export interface Serving {
  readonly application: () => Application
  readonly dev?: (path: string, request: Request) => Response | null
  readonly options: ServeOptions
  readonly io: Io
}

/** Beside the command when it is built, in `dist` when it runs from its sources. */
function assetsFolder(): string {
  const built = import.meta.url.includes('/src/cli/')
    ? '../../dist/browser/'
    : import.meta.url.includes('/parts/')
      ? '../browser/'
      : './browser/'
  return fileURLToPath(new URL(built, import.meta.url))
}

export async function startServing({application, dev, options, io}: Serving): Promise<Listening> {
  const app = createApp({
    application,
    assets: new Assets(assetsFolder(), {dev: dev !== undefined}),
    views,
    origin: options.origin,
    log: jsonLog(io.out, () => new Date()),
    once: new Once(Date.now),
    now: () => performance.now(),
    reference: newReference,
    ...(dev ? {extra: dev} : {}),
  })
  try {
    return await listen(app, options)
  } catch (error) {
    if (error instanceof CannotListen) throw new CannotRun(error.message)
    throw error
  }
}

const patience = 10_000

/** Until somebody says stop; a second time means at once. */
export function untilStopped(listening: Listening, before: () => void = () => {}): Promise<number> {
  return new Promise(resolve => {
    let stopping = false
    const stop = () => {
      if (stopping) process.exit(exit.failed)
      stopping = true
      before()
      void listening.stop(patience).then(() => resolve(exit.done))
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
