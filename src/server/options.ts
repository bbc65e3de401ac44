/** What the HTTP application is made of. */

import type {Shell} from '../contract/page.ts'
import type {Actor} from '../engine/actor.ts'
import type {Application} from '../engine/application.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import type {ReadContext} from '../engine/read-context.ts'
import type {Idempotency} from '../engine/write/idempotency.ts'
import type {ScreenComponents} from '../frontend/screen.ts'
import type {Log} from './log.ts'
import type {Assets} from './middleware/assets.ts'
import type {Slots} from './middleware/download-slots.ts'
import type {RateLimiter} from './middleware/rate-limit.ts'
import type {Incoming} from './request.ts'
import type {Answer} from './response.ts'

export interface AppOptions {
  /** Asked for each request, because a document under work is swapped for its next version. */
  readonly application: () => Application
  readonly assets: Assets
  readonly screens: ScreenComponents
  /** The address people type, as the operator says it; other hosts are not answered. */
  readonly origin: string | null
  /** Whether a proxy of the operator's is in front, whose `X-Forwarded-Host` and `X-Request-Id` are believed. */
  readonly trustProxy?: boolean
  /** Who asks, from the session of the request; nobody where nobody has signed in. */
  readonly actorOf?: (request: Incoming) => Promise<Actor>
  /** What somebody has been told and not read yet, asked after the page or action is done. */
  readonly told?: (actor: Actor) => Promise<Shell['notifications'] | null>
  /** The application as this request gets it, with the screens about people; `peer` is the other end of the connection. */
  readonly around?: (application: Application, request: Incoming, peer: string | null) => Application
  /** Where uploads are kept, and how a request's actor reads records. */
  readonly files?: {readonly store: FileStore | Promise<FileStore>; readonly read: ReadAs}
  /** Counts requests; without it nobody is too fast. */
  readonly pace?: RateLimiter
  /** Counts downloads of files, which are more than pages. */
  readonly downloadPace?: RateLimiter
  readonly log: Log
  /** Where the same request led before; without it repetitions are only recognised by the change itself. */
  readonly recall?: Recall
  readonly now: () => number
  /** A short word that stands for a failure, for people to quote. */
  readonly reference: () => string
  /** Addresses of a document under work, such as the stream of changes. */
  readonly extra?: (path: string, request: Incoming) => Answer | null
}

export type Recall = (request: Idempotency) => Promise<string | null>

type ReadAs = <T>(actor: Actor, work: (reader: ReadContext) => Promise<T>) => Promise<T>

/** What the application itself adds to its options, for one process. */
export interface RunningOptions extends AppOptions {
  readonly uploads: Slots
  readonly downloads: Slots
}
