/**
 * Open pages that follow changes: one event stream per tab. After a commit, the pages that read one of its tables are computed again for their
 * person, as a request would, and compared with what the tab has. Only if the person would see a difference is the tab notified, and it then requests
 * the page. So a stream never reveals anything its person may not read, not even that something happened.
 */
import {isDeepStrictEqual} from 'node:util'
import type {Accounts} from '../accounts/accounts.ts'
import {validSessions} from '../accounts/sessions.ts'
import {type Address, parseAddress} from '../engine/address.ts'
import type {Application} from '../engine/application/application.ts'
import type {PersonActor} from '../engine/base/actor.ts'
import {asksForExport} from '../engine/page/address.ts'
import {Refused, type Reply} from '../engine/reply.ts'
import {notificationsOf} from '../store/commits.ts'
import {clientKey, type HandlerRoute, logFailure, type RequestContext} from './context.ts'
import {Slots} from './limits.ts'
import {applyLanguage} from './middleware/language.ts'
import {digestOf, PageParts} from './page-parts.ts'
import {liveMark, pageOf} from './page-response.ts'
import {BufferedResponse, textResponse} from './response.ts'
import {route} from './routes.ts'
import {load} from './screens.ts'
import {wholeShell} from './shell.ts'

export interface LiveTiming {
  /** Milliseconds to collect commits before pages are compared. */
  readonly gather: number
  /** A heartbeat for proxies and browsers, and the interval of periodic checks. */
  readonly beat: number
  /** After this long a page is compared even without a notification: the day may have changed, or a notification may be lost. */
  readonly recheck: number
}

const usualTiming: LiveTiming = {gather: 60, beat: 20_000, recheck: 5 * 60_000}
const streamLimits = {each: 20, all: 5000}
/** Messages a client has not read; a client that does not read at all is dropped. */
const mostUnread = 16
/** Commits to remember, for pages loaded just before their stream was opened. */
const mostRemembered = 500
/** Pages compared at a time; above this number, the work pauses for as long as it took. */
const [atOnce, manyPages] = [2, 20]

/** Written together with a record's own table, or shown on no page, so they carry no information. */
const silent: ReadonlySet<string> = new Set(
  [
    'history',
    'search',
    'state',
    'counter',
    'idempotency',
    'outbox',
    'acted',
    'setback',
    'guess',
    'token',
    'browser',
  ].map(name => `nonet_${name}`),
)
const settingTable = 'nonet_setting'
/** Milliseconds in which a changed setting takes effect. */
const settling = 15_000
/** They determine who the person of a stream is. */
const sessionTables = ['nonet_session', 'nonet_language', 'user']

/** The tables that were written; null: possibly all of them. */
type WrittenEntities = ReadonlySet<string> | null

interface Watch {
  readonly context: RequestContext
  readonly address: Address
  readonly stream: ReadableStreamDefaultController<Uint8Array>
  /** The digest of the session; null if sessions do not determine the actor. */
  readonly session: string | null
  readonly release: () => void
  actor: PersonActor
  /** What the tab shows, and the time for which it was computed. */
  at: number
  state: string
  /** What the page read when it was last computed; null: not known yet. */
  reads: ReadonlySet<string> | null
  checked: number
  /** Something may have changed after the page was loaded and before its stream was opened. */
  overtaken: boolean
}

export class LiveStreams {
  // Every page opens one; those that cost something are counted when they are opened.
  readonly route: HandlerRoute = route('GET', '/_nonet/live', context => this.#open(context), {countedAs: null})
  readonly #accounts: Accounts
  readonly #timing: LiveTiming
  readonly #watches = new Set<Watch>()
  readonly #slots = new Slots(streamLimits)
  #recent: {readonly at: number; readonly written: WrittenEntities}[] = []
  /** Commits before this time are not remembered. */
  #rememberedSince: number
  #leave: (() => void) | null = null
  #beat: NodeJS.Timeout | null = null
  #gathered: Set<string> | 'all' | null = null
  #timer: NodeJS.Timeout | null = null
  #running = false
  /** Something to compare has come while a round was running. */
  #again = false
  /** The application of the last round: another one has other settings, and all pages may differ. */
  #application: Application | null = null
  /** Until then, a changed setting is waited for: the document is checked before it takes effect. */
  #settlesUntil = 0
  #ended = false

  constructor(accounts: Accounts, timing: LiveTiming = usualTiming) {
    this.#accounts = accounts
    this.#timing = timing
    this.#rememberedSince = Number.POSITIVE_INFINITY
  }

  /** Closes all streams; browsers reconnect when the server is back. */
  end(): void {
    this.#ended = true
    for (const watch of this.#watches) this.#drop(watch)
    this.#stop()
  }

  #open(context: RequestContext): Response {
    const {
      request,
      actor,
      address: {query},
    } = context
    const parsed = parseAddress(query.get('page') ?? '')
    const [at = '', state = ''] = (query.get('state') ?? '').split('.')
    // What is downloaded is no page to follow: it would be made again after each commit, besides the exports of a client.
    if (parsed.kind !== 'ok' || asksForExport(parsed.address.query)) return textResponse('bad request\n', {status: 400})
    // Tells a browser not to reconnect.
    if (actor.kind !== 'person') return new BufferedResponse(null, {status: 204})
    if (request.method === 'HEAD') return new Response(null, {headers: streamHeaders})
    const release = this.#ended ? null : this.#slots.take(clientKey(context))
    if (!release) return textResponse('too many streams\n', {status: 429, headers: {'retry-after': '60'}})
    const now = this.#accounts.now()
    const loadedAt = this.#loadedAt(at, now)
    // A stream whose page must be computed at once costs as much as the page.
    if (this.#isOvertaken(loadedAt ?? 0) && isTooFast(context)) {
      release()
      return textResponse('too many streams\n', {status: 429, headers: {'retry-after': '60'}})
    }
    let own: Watch | null = null
    const stream = new ReadableStream<Uint8Array>({
      start: controller => {
        own = {
          context,
          actor,
          address: parsed.address,
          stream: controller,
          session: context.server.actorOf ? null : context.sender.session,
          release,
          at: loadedAt ?? 0,
          state,
          reads: null,
          // Without a usable time the page is overdue, and compared as it is now.
          checked: loadedAt === null ? 0 : now,
          overtaken: false,
        }
        controller.enqueue(textBytes(': open\n\n'))
        this.#add(own)
      },
      cancel: () => {
        if (own) this.#remove(own)
      },
    })
    return new Response(stream, {headers: streamHeaders})
  }

  /**
   * When the tab has loaded its page; null if that is not a moment ago. A page is compared for no other time: what a
   * person may read can depend on the day, and the state of a page would tell about days to come.
   */
  #loadedAt(text: string, now: number): number | null {
    const at = Number.parseInt(text, 36)
    return at <= now && at > now - this.#timing.recheck ? at : null
  }

  /** Whether something may have changed since then, or nothing is known about it. */
  #isOvertaken(at: number): boolean {
    return !this.#leave || at <= this.#rememberedSince || this.#recent.some(commit => commit.at >= at)
  }

  #add(watch: Watch): void {
    if (!this.#leave) this.#begin()
    this.#application ??= watch.context.server.application()
    this.#watches.add(watch)
    const since = this.#recent.filter(({at}) => at >= watch.at)
    watch.overtaken = watch.at <= this.#rememberedSince || since.some(({written}) => concerns(watch, written))
    if (watch.overtaken) this.#later()
  }

  /** Until the last stream has been gone for a while: navigation opens one stream after the other. */
  #begin(): void {
    this.#rememberedSince = this.#accounts.now()
    this.#recent = []
    this.#leave = this.#accounts.engine().store.onCommit(written => this.#committed(written))
    this.#beat = setInterval(() => this.#onBeat(), this.#timing.beat).unref()
  }

  #remove(watch: Watch): void {
    if (this.#watches.delete(watch)) watch.release()
  }

  #stop(): void {
    this.#leave?.()
    if (this.#beat) clearInterval(this.#beat)
    if (this.#timer) clearTimeout(this.#timer)
    this.#leave = this.#beat = this.#timer = this.#gathered = null
  }

  #drop(watch: Watch): void {
    this.#remove(watch)
    try {
      watch.stream.close()
    } catch {
      // The client has already disconnected.
    }
  }

  #send(watch: Watch, text: string): void {
    if ((watch.stream.desiredSize ?? 0) < -mostUnread) this.#drop(watch)
    else watch.stream.enqueue(textBytes(text))
  }

  #onBeat(): void {
    if (this.#watches.size === 0) this.#stop()
    for (const watch of this.#watches) this.#send(watch, ':\n\n')
    if (this.#watches.size > 0) this.#later()
  }

  #committed(written: WrittenEntities): void {
    if (!written || written.has(settingTable)) this.#settlesUntil = performance.now() + settling
    const told = written?.difference(silent) ?? null
    if (told?.size === 0) return
    this.#recent.push({at: this.#accounts.now(), written: told})
    if (this.#recent.length > mostRemembered) this.#rememberedSince = this.#recent.shift()?.at ?? 0
    this.#gather(told)
  }

  #gather(written: WrittenEntities): void {
    if (written === null) this.#gathered = 'all'
    else if (this.#gathered !== 'all') this.#gathered = (this.#gathered ?? new Set()).union(written)
    this.#later()
  }

  #later(): void {
    if (this.#running) this.#again = true
    if (this.#timer || this.#running) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#round()
    }, this.#timing.gather)
  }

  async #round(): Promise<void> {
    const gathered = this.#gathered === 'all' ? null : (this.#gathered ?? new Set<string>())
    const written = this.#hasOtherApplication() ? null : gathered
    this.#gathered = null
    this.#again = false
    this.#running = true
    try {
      const due = this.#accounts.now() - this.#timing.recheck
      const isOverdue = (watch: Watch) => watch.checked <= due
      const overdue = [...this.#watches].filter(isOverdue)
      if (overdue.length > 0 || !written || sessionTables.some(table => written.has(table))) await this.#checkSessions()
      const concerned = [...this.#watches].filter(
        watch => watch.overtaken || isOverdue(watch) || concerns(watch, written),
      )
      await this.#compare(concerned, isOverdue)
    } catch (cause) {
      this.#accounts.failed(cause)
    } finally {
      this.#running = false
      if (this.#again || performance.now() < this.#settlesUntil) this.#later()
    }
  }

  #hasOtherApplication(): boolean {
    const [watch] = this.#watches
    const application = watch?.context.server.application() ?? null
    const isOther = this.#application !== null && application !== this.#application
    this.#application = application
    if (isOther) this.#settlesUntil = 0
    return isOther
  }

  /** People who have signed out, or may no longer sign in, get no more events; others may have different roles now. */
  async #checkSessions(): Promise<void> {
    const digests = new Set([...this.#watches].flatMap(({session}) => (session === null ? [] : [session])))
    const valid = await validSessions(this.#accounts, [...digests])
    for (const watch of this.#watches) {
      if (watch.session === null) continue
      const actor = valid.get(watch.session)
      if (actor) {
        // Their pages may show less now, or more, whatever they read.
        if (!isDeepStrictEqual(actor, watch.actor)) watch.overtaken = true
        watch.actor = actor
      } else {
        this.#send(watch, 'event: end\ndata:\n\n')
        this.#drop(watch)
      }
    }
  }

  /** Several tabs of one person with the same page need one comparison. */
  async #compare(watches: readonly Watch[], isOverdue: (watch: Watch) => boolean): Promise<void> {
    const same = ({actor, address, at, state}: Watch) => `${actor.id} ${address.url} ${at} ${state}`
    const groups = [...Map.groupBy(watches, same).values()]
    const next = groups.values()
    const work = async () => {
      for (const group of next) {
        const began = performance.now()
        await this.#compareGroup(group, isOverdue)
        if (groups.length >= manyPages) await new Promise(resolve => setTimeout(resolve, performance.now() - began))
      }
    }
    await Promise.all(Array.from({length: atOnce}, work))
  }

  async #compareGroup(group: readonly Watch[], isOverdue: (watch: Watch) => boolean): Promise<void> {
    const [first] = group
    if (!first || !this.#watches.has(first)) return
    const now = this.#accounts.now()
    // At the time of the page, so that only records can make a difference; periodically at the current time.
    const at = isOverdue(first) ? now : first.at
    try {
      const {store} = this.#accounts.engine()
      const {value: state, tables} = await store.noteReads(() => this.#stateOf(first, at))
      for (const watch of group) {
        watch.reads = tables
        watch.checked = now
        watch.overtaken = false
        if (state === watch.state || !this.#watches.has(watch)) continue
        Object.assign(watch, {at, state})
        const mark = liveMark(at, state)
        this.#send(watch, `id: ${mark}\nevent: changed\ndata: ${mark}\n\n`)
      }
    } catch (cause) {
      logFailure(first.context, cause)
    }
  }

  /** The digest of the page as this person's request would get it. */
  async #stateOf({context, actor, address}: Watch, at: number): Promise<string> {
    const application = context.server.application()
    const asking: RequestContext = {...context, application, actor, address, cookies: [], wantsData: true}
    applyLanguage(asking)
    return this.#accounts.engine().at(at, async () => {
      const reply = await replyOf(asking, address)
      if (typeof reply === 'string') return digestOf(reply)
      if (reply.kind !== 'page') return digestOf(reply.kind === 'redirect' ? reply.to : reply.kind)
      return new PageParts(pageOf(asking, reply, {url: address.url, shell: await wholeShell(asking)})).state
    })
  }
}

/** The refusal code if the page is refused, for example because the record is gone. */
async function replyOf(context: RequestContext, address: Address): Promise<Reply | string> {
  try {
    return (await load(context, address)).reply
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

/** Counts the stream as a request of its person. */
function isTooFast({server, application, actor, sender}: RequestContext): boolean {
  const wait = server.rateLimiter?.wait(clientKey({actor, sender}), application.requestsPerMinute) ?? 0
  return wait > 0
}

/** Whether a page could show what was written. */
function concerns({reads, actor}: Watch, written: WrittenEntities): boolean {
  if (written === null) return true
  if (written.has(notificationsOf(actor.id))) return true
  for (const table of written) if (reads ? reads.has(table) : !table.startsWith(notificationsOf(''))) return true
  return false
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Buffering proxies would hold the events back.
  'x-accel-buffering': 'no',
}

const encoder = new TextEncoder()

function textBytes(text: string): Uint8Array {
  return encoder.encode(text)
}
