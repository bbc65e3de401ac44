/** What the screens about people know of the request at hand, and how they answer. */

import type {Problem} from '../contract/common.ts'
import type {Actor} from '../engine/actor.ts'
import type {Application} from '../engine/application.ts'
import {type Form, type PageReply, type RedirectReply, Refused, type Reply, type TokenOwner} from '../engine/reply.ts'
import {type Messages, messagesFor} from '../messages/index.ts'
import {entryOf, fill} from '../points/errors/run.ts'
import {addressKey, clientAddress} from '../server/client-address.ts'
import {
  browserCookie,
  browserIn,
  browserOwner,
  endedCookie,
  sessionCookie,
  sessionIn,
} from '../server/middleware/session.ts'
import type {Incoming} from '../server/request.ts'
import {browserLength} from './account-rows.ts'
import {type Accounts, minute, type Sender} from './accounts.ts'
import {digestOf} from './secret.ts'
import type {StartedSession} from './sessions.ts'
import type {PersonProblem, Refusal} from './validate-person.ts'

export interface PeopleOptions {
  readonly world: Accounts
  /** The public origin, where somebody said it. */
  readonly origin: string | null
  /** Whether a proxy of ours stands in front and says where requests come from. */
  readonly trustProxy: boolean
  /** While a document is being written: whoever sits at the machine may look as each role. */
  readonly dev?: boolean
}

export interface Asking {
  readonly request: Incoming
  readonly peer: string | null
  readonly application: Application
}

/** The page again, with these problems. */
type Showing = (problems: readonly Problem[]) => PageReply | Promise<PageReply>

export class PeopleContext {
  readonly world: Accounts
  readonly application: Application
  readonly words: Messages['people']
  /** Worked out when it is asked for. */
  private known: string | null | undefined = undefined
  private readonly options: PeopleOptions
  private readonly request: Incoming
  private readonly peer: string | null

  constructor(options: PeopleOptions, {request, peer, application}: Asking) {
    this.options = options
    this.world = options.world
    this.application = application
    this.words = messagesFor(application.look.language).people
    this.request = request
    this.peer = peer
  }

  /** Changes when somebody signs in, because the page that follows may be made in the same request. */
  get session(): string | null {
    this.known = this.known === undefined ? sessionIn(this.request, this.options.origin) : this.known
    return this.known
  }

  set session(to: string | null) {
    this.known = to
  }

  get sender(): Sender {
    const {headers} = this.request
    const address = clientAddress(this.peer, headers.get('x-forwarded-for'), this.options.trustProxy)
    const browser = browserIn(this.request, this.options.origin)
    return {
      address: addressKey(address),
      agent: headers.get('user-agent') ?? '',
      session: this.session,
      browser: browser === null ? null : digestOf(browser),
    }
  }

  entered(entered: StartedSession, to: string): RedirectReply {
    return {kind: 'redirect', to, ...this.asEntered(entered)}
  }

  /** What makes an answer theirs who have just come in. */
  asEntered({token, actor, browser}: StartedSession): Personal {
    const {request, options} = this
    this.session = digestOf(token)
    const maxAge = this.world.engine().specification.limits.settings.SESSION_MAX
    const cookies = [sessionCookie(request, options.origin, {token, maxAge})]
    if (browser !== undefined)
      cookies.push(browserCookie(request, options.origin, {secret: browser, maxAge: browserLength / 1000}))
    return personal(actor, cookies, {secret: token, cookie: null})
  }

  left(actor: Actor, to: string): RedirectReply {
    this.session = null
    const {request, options} = this
    const owner = browserOwner(request, options.origin)
    return {kind: 'redirect', to, ...personal(actor, [endedCookie(request, options.origin)], owner)}
  }

  /** The page again, with what was wrong; one that must wait says how long. */
  async refused(refusal: Refusal, show: Showing): Promise<Reply> {
    if (refusal.kind === 'ended') throw new Refused('LINK_ENDED')
    if (refusal.kind === 'wait') return this.wait(refusal.wait, show)
    const page = await show(refusal.problems.map(each => this.problem(each)))
    return {...page, status: this.statusOf(refusal.problems)}
  }

  async wait(millis: number, show: Showing): Promise<Reply> {
    const {seconds: inSeconds, minutes} = this.words
    const wait = millis < minute ? inSeconds(Math.ceil(millis / 1000)) : minutes(Math.ceil(millis / minute))
    const {status, message} = this.application.refusal('TOO_MANY_REQUESTS', {wait})
    const seconds = String(Math.ceil(millis / 1000))
    return {...(await show([{field: null, message}])), status, headers: {'retry-after': seconds}}
  }

  problem({field, code, values}: PersonProblem): Problem {
    return {field, message: fill(this.entryOf(code).message, values)}
  }

  private statusOf(problems: readonly PersonProblem[]): number {
    return this.entryOf(problems[0]?.code ?? '').status
  }

  /** Rules of the document refuse with codes of its own. */
  private entryOf(code: string): {readonly status: number; readonly message: string} {
    return entryOf(this.world.engine().specification.errors, code) ?? {status: 422, message: code}
  }
}

type Personal = Required<Pick<RedirectReply, 'as' | 'cookies' | 'headers' | 'tokenOwner'>>

/** What a browser kept for another person is forgotten, so that Back shows nothing of it. */
function personal(actor: Actor, cookies: readonly string[], tokenOwner: TokenOwner): Personal {
  return {as: actor, cookies, headers: {'clear-site-data': '"cache"'}, tokenOwner}
}

/** What somebody typed, to show it again; passwords are never given back. */
export function typed(form: Form, name: string): string {
  return form.text(name) ?? ''
}
