/**
 * Open pages that follow changes: one event stream per tab. After a commit, the pages that it may concern (`audience.ts`) are computed again for their
 * person, as a request would, and compared with what the tab has. Only if the person would see a difference is the tab notified, and it then requests
 * the page. So a stream never reveals anything its person may not read, not even that something happened.
 */
import {isDeepStrictEqual} from 'node:util'
import type {Accounts} from '../../accounts/accounts.ts'
import {validSessions} from '../../accounts/sessions.ts'
import {type Address, parseAddress} from '../../engine/address.ts'
import type {Application} from '../../engine/application/application.ts'
import type {PersonActor} from '../../engine/base/actor.ts'
import {asksForExport} from '../../engine/page/address.ts'
import {Refused, type Reply} from '../../engine/reply.ts'
import {joinedCommits, type StoreCommit, unknownCommit} from '../../store/commits.ts'
import {clientKey, type HandlerRoute, logFailure, type PageNotes, type RequestContext} from '../context.ts'
import {Slots} from '../limits.ts'
import {applyLanguage} from '../middleware/language.ts'
import {digestOf, PageParts} from '../page-parts.ts'
import {liveMark, pageOf} from '../page-response.ts'
import {BufferedResponse, textResponse} from '../response.ts'
import {route} from '../routes.ts'
import {load} from '../screens.ts'
import {wholeShell} from '../shell.ts'
import {isTold, PageAudience, type PageReads} from './audience.ts'
import {ComparisonQueue, type ComparisonReason, type Queued} from './comparison-queue.ts'

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
/** Pages whose streams may be opened soon, and milliseconds for which what they have read is kept. */
const [mostLoaded, longestLoaded] = [1000, 60_000]

const settingTable = 'nonet_setting'
/** Milliseconds in which a changed setting takes effect. */
const settling = 15_000
/** They determine who the person of a stream is. */
const sessionTables = ['nonet_session', 'nonet_language', 'user']

interface Watch extends Queued {
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
  reads: PageReads | null
  checked: number
  /** What was committed while the page was computed. */
  missed: StoreCommit | null
}

const nothing: StoreCommit = {...unknownCommit, tables: new Set()}

export class LiveStreams {
  // Every page opens one; those that cost something are counted when they are opened.
  readonly route: HandlerRoute = route('GET', '/_nonet/live', context => this.#open(context), {countedAs: null})
  readonly #accounts: Accounts
  readonly #timing: LiveTiming
  readonly #audience: PageAudience
  readonly #queue: ComparisonQueue<Watch>
  readonly #slots = new Slots(streamLimits)
  /** What pages have read that were sent a moment ago. */
  readonly #loaded = new Map<string, {readonly at: number; readonly reads: PageReads}>()
  #recent: {readonly at: number; readonly commit: StoreCommit}[] = []
  /** Commits before this time are not remembered. */
  #rememberedSince: number
  #leave: (() => void) | null = null
  #beat: NodeJS.Timeout | null = null
  #gathered = nothing
  #timer: NodeJS.Timeout | null = null
  #running = false
  /** Something to look at has come while a round was running. */
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
    this.#audience = new PageAudience(() => accounts.engine().store)
    const same = ({actor, address, at, state}: Watch) => `${actor.id} ${address.url} ${at} ${state}`
    this.#queue = new ComparisonQueue(same, group => this.#compareGroup(group))
  }

  /** Closes all streams; browsers reconnect when the server is back. */
  end(): void {
    this.#ended = true
    for (const watch of this.#queue.all) this.#drop(watch)
    this.#stop()
  }

  /** Keeps what a page has read until its stream is opened. */
  loaded({id}: {readonly id: string}, url: string, mark: string, reads: PageNotes): void {
    const now = performance.now()
    for (const [key, {at}] of this.#loaded) {
      if (at > now - longestLoaded && this.#loaded.size < mostLoaded) break
      this.#loaded.delete(key)
    }
    this.#loaded.set(`${id} ${url} ${mark}`, {at: now, reads: this.#audience.readsOf(reads)})
  }

  #open(context: RequestContext): Response {
    const {
      request,
      actor,
      address: {query},
    } = context
    const parsed = parseAddress(query.get('page') ?? '')
    const mark = query.get('state') ?? ''
    const [at = '', state = ''] = mark.split('.')
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
    const key = `${actor.id} ${parsed.address.url} ${mark}`
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
          reads: (loadedAt !== null && this.#loaded.get(key)?.reads) || null,
          // Without a usable time the page is overdue, and compared as it is now.
          checked: loadedAt === null ? 0 : now,
          missed: null,
          due: null,
          isBusy: false,
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
    this.#queue.all.add(watch)
    if (watch.at <= this.#rememberedSince) this.#queue.add(watch, 'opened')
    else {
      const since = this.#recent.filter(({at}) => at >= watch.at).map(({commit}) => commit)
      if (since.length > 0) void this.#consider([watch], since.reduce(joinedCommits), 'opened').catch(this.#failed)
    }
    if (watch.checked === 0) this.#later()
  }

  /** Until the last stream has been gone for a while: navigation opens one stream after the other. */
  #begin(): void {
    this.#rememberedSince = this.#accounts.now()
    this.#recent = []
    this.#leave = this.#accounts.engine().store.onCommit(commit => this.#committed(commit))
    this.#beat = setInterval(() => this.#onBeat(), this.#timing.beat).unref()
  }

  #remove(watch: Watch): void {
    if (this.#queue.all.delete(watch)) watch.release()
  }

  #stop(): void {
    this.#leave?.()
    if (this.#beat) clearInterval(this.#beat)
    if (this.#timer) clearTimeout(this.#timer)
    this.#leave = this.#beat = this.#timer = null
    this.#gathered = nothing
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
    if (this.#queue.all.size === 0) this.#stop()
    for (const watch of this.#queue.all) this.#send(watch, ':\n\n')
    if (this.#queue.all.size > 0) this.#later()
  }

  #committed(commit: StoreCommit): void {
    const {tables} = commit
    if (!tables || tables.has(settingTable)) this.#settlesUntil = performance.now() + settling
    this.#audience.forget(commit)
    if (!isTold(commit)) return
    this.#recent.push({at: this.#accounts.now(), commit})
    if (this.#recent.length > mostRemembered) this.#rememberedSince = this.#recent.shift()?.at ?? 0
    this.#gathered = joinedCommits(this.#gathered, commit)
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

  /** Decides which pages are computed again. */
  async #round(): Promise<void> {
    const gathered = this.#gathered
    const commit = this.#hasOtherApplication() ? {...unknownCommit, people: gathered.people} : gathered
    this.#gathered = nothing
    this.#again = false
    this.#running = true
    try {
      const due = this.#accounts.now() - this.#timing.recheck
      const overdue = [...this.#queue.all].filter(({checked}) => checked <= due)
      const {tables} = commit
      if (overdue.length > 0 || !tables || sessionTables.some(table => tables.has(table))) await this.#checkSessions()
      for (const watch of overdue) this.#queue.add(watch, 'overdue')
      if (tables?.size !== 0) await this.#considerAll(commit)
    } catch (cause) {
      this.#accounts.failed(cause)
    } finally {
      this.#running = false
      if (this.#again || performance.now() < this.#settlesUntil) this.#later()
    }
  }

  /** The tabs of those who have made the changes come first. */
  async #considerAll(commit: StoreCommit): Promise<void> {
    const [own, others] = split([...this.#queue.all], ({actor}) => commit.people.has(actor.id))
    const decisions = new Map<string, boolean>()
    await this.#consider(own, commit, 'own', decisions)
    await this.#consider(others, commit, 'concerned', decisions)
  }

  async #consider(
    watches: readonly Watch[],
    commit: StoreCommit,
    reason: ComparisonReason,
    decisions = new Map<string, boolean>(),
  ): Promise<void> {
    for (const watch of watches) {
      if (!this.#queue.all.has(watch)) continue
      // Decided by what the page will have read.
      if (watch.isBusy) watch.missed = watch.missed ? joinedCommits(watch.missed, commit) : commit
      else {
        const {reads, actor} = watch
        const isConcerned = await this.#audience.concerns(reads, actor.id, {commit, decisions})
        // It may have been computed while that was decided.
        if (isConcerned || watch.reads !== reads || watch.isBusy)
          this.#queue.add(watch, reads || reason === 'own' ? reason : 'unknown')
      }
    }
  }

  #hasOtherApplication(): boolean {
    const [watch] = this.#queue.all
    const application = watch?.context.server.application() ?? null
    const isOther = this.#application !== null && application !== this.#application
    this.#application = application
    if (isOther) this.#settlesUntil = 0
    return isOther
  }

  /** People who have signed out, or may no longer sign in, get no more events; others may have different roles now. */
  async #checkSessions(): Promise<void> {
    const digests = new Set([...this.#queue.all].flatMap(({session}) => (session === null ? [] : [session])))
    const valid = await validSessions(this.#accounts, [...digests])
    for (const watch of this.#queue.all) {
      if (watch.session === null || !digests.has(watch.session)) continue
      const actor = valid.get(watch.session)
      if (actor) {
        // Their pages may show less now, or more, whatever they read.
        if (!isDeepStrictEqual(actor, watch.actor)) this.#queue.add(watch, 'opened')
        watch.actor = actor
      } else {
        this.#send(watch, 'event: end\ndata:\n\n')
        this.#drop(watch)
      }
    }
  }

  /** Several tabs of one person with the same page need one comparison. */
  async #compareGroup(group: readonly Watch[]): Promise<void> {
    const [first] = group
    if (!first) return
    const now = this.#accounts.now()
    // At the time of the page, so that only records can make a difference; periodically at the current time.
    const at = first.checked <= now - this.#timing.recheck ? now : first.at
    try {
      const {store} = this.#accounts.engine()
      const {value: state, ...noted} = await store.noteReads(() => this.#stateOf(first, at))
      const reads = this.#audience.readsOf(noted)
      for (const watch of group) {
        watch.reads = reads
        watch.checked = now
        if (state === watch.state || !this.#queue.all.has(watch)) continue
        Object.assign(watch, {at, state})
        const mark = liveMark(at, state)
        this.#send(watch, `id: ${mark}\nevent: changed\ndata: ${mark}\n\n`)
      }
    } catch (cause) {
      logFailure(first.context, cause)
    } finally {
      for (const watch of group) {
        watch.isBusy = false
        const {missed} = watch
        watch.missed = null
        if (missed) void this.#consider([watch], missed, reasonFor(watch, missed)).catch(this.#failed)
      }
    }
  }

  readonly #failed = (cause: unknown): void => this.#accounts.failed(cause)

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

const reasonFor = ({actor}: Watch, {people}: StoreCommit): ComparisonReason =>
  people.has(actor.id) ? 'own' : 'concerned'

function split<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  const {true: yes = [], false: no = []} = Object.groupBy(all, each => (is(each) ? 'true' : 'false'))
  return [yes, no]
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
