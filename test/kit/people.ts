/** An application with people, for tests: records, sessions, captured mails, and a clock that the test controls. */

import {onTestFinished} from 'vitest'
import type {Accounts} from '../../src/accounts/accounts.ts'
import {addressMails} from '../../src/accounts/address-mails.ts'
import type {ServedCode} from '../../src/cli/served-code.ts'
import {recallOutcome} from '../../src/engine/idempotency.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {RequestSender} from '../../src/engine/reply.ts'
import type {Mail, SentMails} from '../../src/mail/mailer.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {
  type CheckRules,
  createApplication,
  documentGrants,
  type Engine,
  type FileStore,
} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import type {RateLimiter} from '../../src/server/limits.ts'
import {PublicFiles} from '../../src/server/public-files.ts'
import {engineOf} from './engine.ts'

export const desk = `# Lost and found

## 1. What the product does and for whom

Find what you have lost.

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | page | Finder, Lead |
| Desk | /desk | page | Lead |
| Mine | /mine | page | signed in |
| Rules | /rules | page | everyone |

### Start

The secret start page.

### Desk

The secret desk of leads.

### Mine

Yours alone.

### Rules

Be kind.

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| mentor | User |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Finder | finds things | sign-up |
| Lead | runs the desk | invitation |
| Auditor | looks at everything | nobody |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Finder | read | User | | name |
| Lead | create, read, update | User | | |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| SIGN_IN_ATTEMPTS | 4 | |
| SESSION_LENGTH | 10 days | |
`

export interface PeopleFixture {
  readonly app: ReturnType<typeof createApp>
  readonly engine: Engine
  readonly world: Accounts
  readonly mails: Mail[]
  readonly failures: unknown[]
  readonly logged: {readonly path: string}[]
  readonly clock: {now: number}
}

export interface PeopleFixtureOptions {
  readonly address: string
  readonly document?: string
  readonly demo?: boolean
  readonly dev?: boolean
  readonly origin?: string | null
  readonly trustProxy?: boolean
  readonly assets?: string
  /** The own code of the document, with the files of the build. */
  readonly own?: ServedCode
  /** Whether mail is set up. */
  readonly mailsNotices?: boolean
  /** How long people can undo an action, in milliseconds; without it nothing is delayed. */
  readonly undoWindow?: number
  /** Whether mails are delivered, so that they verify addresses. */
  readonly mails?: boolean
  /** Translation files, by language. */
  readonly translations?: Readonly<Record<string, string>>
  /** Whether written records can be searched. */
  readonly searches?: boolean
  /** Whether screens show records, and not only text pages. */
  readonly records?: boolean
  /** The document's rules, for tests that need them. */
  readonly rules?: CheckRules
  /** The folder of files with fixed names. */
  readonly publicFolder?: string
  /** The store of uploaded files; without it nothing can be uploaded. */
  readonly files?: FileStore
  /** Counts downloads. */
  readonly downloadLimiter?: RateLimiter
  /** Counts requests. */
  readonly rateLimiter?: RateLimiter
  /** The mails of the sent-mails page; without it there is no such page. */
  readonly sentMails?: SentMails
  /** How mails are posted, if not to the fixture's list. */
  readonly post?: Accounts['post']
  /** Single sign-on, and who may use a password beside it. */
  readonly sso?: Accounts['sso']
  readonly passwordsFor?: Accounts['passwordsFor']
}

export async function peopleFixture(options: PeopleFixtureOptions): Promise<PeopleFixture> {
  const {address, document = desk, demo = false, origin = null, trustProxy = false} = options
  const mails: Mail[] = []
  const post: Accounts['post'] = options.post ?? (async (_db, {mail}) => void mails.push(mail))
  const isMailed = options.mails ?? false
  const {engine, clock} = await engineOf({
    document,
    address,
    grants: documentGrants,
    mailsNotices: options.mailsNotices ?? false,
    searches: options.searches ?? false,
    undoWindow: options.undoWindow ?? 0,
    provesAddresses: isMailed,
    mailsAddresses: addressMails({post, origin: () => origin ?? 'http://localhost'}),
    ...(options.rules ? {rules: options.rules} : {}),
    ...(options.translations ? {translations: options.translations} : {}),
  })
  const failures: unknown[] = []
  const logged: {path: string}[] = []
  const world: Accounts = {
    engine: () => engine,
    post,
    mails: isMailed,
    messages: messagesFor,
    now: () => clock.now,
    origin: () => origin ?? 'http://localhost',
    demo,
    ...(options.sso ? {sso: options.sso} : {}),
    passwordsFor: options.passwordsFor ?? null,
    failed: cause => failures.push(cause),
  }
  // No test expects an internal error; one that happens fails the test first.
  onTestFinished(() => {
    if (failures.length > 0) throw new Error('something failed behind an answer', {cause: failures[0]})
  })
  const application = createApplication(engine.specification, {engine: options.records ? engine : null})
  const app = createApp({
    application: () => application,
    ...(options.own
      ? {assets: new Assets('dist/browser-own', {own: options.own.files}), own: options.own.server}
      : {assets: new Assets(options.assets ?? 'dist/browser')}),
    screens,
    origin,
    trustProxy,
    accounts: world,
    dev: options.dev ?? false,
    ...(options.sentMails ? {sentMails: options.sentMails} : {}),
    ...(options.publicFolder ? {publicFiles: new PublicFiles(options.publicFolder)} : {}),
    ...(options.files ? {files: {store: options.files, read: (actor, work) => engine.read(actor, work)}} : {}),
    ...(options.rateLimiter ? {rateLimiter: options.rateLimiter} : {}),
    ...(options.downloadLimiter ? {downloadLimiter: options.downloadLimiter} : {}),
    log: {request: line => logged.push(line), failure: (_reference, cause) => failures.push(cause)},
    recall: request => engine.store.readOne(db => recallOutcome(db, request, clock.now)),
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
  return {app, engine, world, mails, failures, logged, clock}
}

export const somewhere: RequestSender = {address: '192.0.2.1', agent: 'Test', session: null, browser: null}

/** A browser at the HTTP level: it keeps cookies, and has an address. */
export class Client {
  readonly cookies = new Map<string, string>()
  peer: string
  headers: Record<string, string> = {}
  private readonly fixture: PeopleFixture

  constructor(fixture: PeopleFixture, peer = '192.0.2.1') {
    this.fixture = fixture
    this.peer = peer
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return this.send(path, init)
  }

  post(path: string, fields: Readonly<Record<string, string>>, init: RequestInit = {}): Promise<Response> {
    const headers = {'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded'}
    const body = new URLSearchParams(fields).toString()
    return this.send(path, {method: 'POST', body, ...init, headers: {...headers, ...init.headers}})
  }

  /** The one-time token in the forms of a page. */
  async tokenOf(path: string): Promise<string> {
    const answer = await this.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {headers: {accept: pageMediaType}})
    const {once} = await answer.json()
    if (typeof once !== 'string') throw new Error(`${path} has no one-time token`)
    return once
  }

  signIn(email: string, password: string, path = '/sign-in'): Promise<Response> {
    return this.post(path, {_action: 'sign in', email, password})
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers({...this.headers, ...Object.fromEntries(new Headers(init.headers))})
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await this.fixture.app.request(path, {...init, headers}, {target: path, peer: this.peer})
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (/max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** The path of the link in the newest mail to a person that has one. */
export function linkTo({mails}: PeopleFixture, email: string): string {
  const mail = mails.findLast(each => each.to === email && /https?:\/\//.test(each.text))
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`no mail with a link was sent to ${email}`)
  const {pathname, search} = new URL(link)
  return `${pathname}${search}`
}
