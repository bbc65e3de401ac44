/** Someone with a browser, in the test of an author: opens pages, and does what they offer. */
import type {Problem} from '../engine/page/common.ts'
import {type Page, type PageAnswer, pageMediaType} from '../engine/page/frame.ts'
import {codeDataIn} from '../screens/code/blank.ts'
import type {CodeAction, CodeRow} from '../screens/code/data.ts'
import {can} from '../screens/code/kit/actions.ts'
import type {GivenValue, hrefsOf} from '../screens/code/kit/href.ts'
import type {App} from '../server/app.ts'
import {problemsOfPage} from '../web/router/client.ts'

interface VisitorOptions {
  readonly app: App
  readonly href: ReturnType<typeof hrefsOf>
  readonly cookie?: string
}

type SentInput = Readonly<Record<string, string | number | boolean | null | {readonly id: string} | readonly string[]>>

/** What became of an action: on success the page that it leads to. */
interface ActionResult {
  readonly ok: boolean
  readonly status: number
  readonly problems: readonly Problem[]
  readonly page: TestPage
}

export const sessionCookie = (token: string): string => `nonet=${token}`

export class TestVisitor {
  readonly #options: VisitorOptions
  readonly #cookies = new Map<string, string>()

  constructor(options: VisitorOptions) {
    this.#options = options
    if (options.cookie !== undefined) this.#keep(options.cookie)
  }

  /** A screen by its name, with the values of its address; or an address. */
  async open(screen: string, values: Readonly<Record<string, GivenValue>> = {}): Promise<TestPage> {
    return this.#page(screen.startsWith('/') ? screen : this.#options.href(screen, values))
  }

  /** Sends a form as a page does, with these fields. */
  async send(path: string, fields: URLSearchParams | FormData): Promise<ActionResult> {
    const headers = {accept: pageMediaType, 'sec-fetch-site': 'same-origin'}
    const answer = await this.#answer(path, {method: 'POST', body: fields, headers})
    if (!('redirect' in answer)) {
      const page = new TestPage(answer, this)
      return {ok: answer.status < 400, status: answer.status, problems: problemsOfPage(answer), page}
    }
    const page = answer.page ? new TestPage(answer.page, this) : await this.#page(answer.redirect)
    return {ok: true, status: page.status, problems: [], page}
  }

  /** The page as people without JavaScript get it. */
  async html(path: string): Promise<string> {
    return (await this.#request(path, {headers: {accept: 'text/html'}})).text()
  }

  async #page(path: string, redirects = 0): Promise<TestPage> {
    if (redirects > 9) throw new Error(`${path} leads in a circle.`)
    const address = `${path}${path.includes('?') ? '&' : '?'}_data=x`
    const answer = await this.#answer(address, {headers: {accept: pageMediaType}})
    return 'redirect' in answer ? this.#page(answer.redirect, redirects + 1) : new TestPage(answer, this)
  }

  async #answer(path: string, init: RequestInit): Promise<PageAnswer> {
    const response = await this.#request(path, init)
    if (response.headers.get('content-type')?.startsWith(pageMediaType)) return (await response.json()) as PageAnswer
    throw new Error(`${path} is no page: it has the status ${response.status}.`)
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const response = await this.#options.app.request(path, {...init, headers})
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '' || /;\s*Max-Age=0/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

/** A page as a person has opened it. */
export class TestPage {
  readonly status: number
  /** Path and query. */
  readonly url: string
  readonly title: string
  /** What own code gets; of a built-in screen, its data as it is, which is not public. */
  readonly data: Readonly<Record<string, unknown>>
  readonly address: Readonly<Record<string, unknown>>
  readonly actions: Readonly<Record<string, CodeAction>>
  readonly #visitor: TestVisitor
  readonly #once: string
  #sent = 0

  constructor(page: Page, visitor: TestVisitor) {
    const own = codeDataIn(page)
    this.status = page.status
    this.url = page.url
    this.title = page.title
    this.data = own ? own.data : {...page.data}
    this.address = own?.address ?? {}
    this.actions = own?.actions ?? {}
    this.#visitor = visitor
    this.#once = page.once ?? ''
  }

  /** Whether it offers the action; of a record, on it now. */
  can(action: string, row?: CodeRow): boolean {
    return can(this.#action(action), row)
  }

  /** Does it as the page does: with a row, or null for an action about no record. */
  act(action: string, row: CodeRow | null = null, input: SentInput = {}): Promise<ActionResult> {
    // Each is another one: the same one, sent again, would have no further effect.
    this.#sent += 1
    const form = new URLSearchParams({_action: action, _once: `${this.#once}-${action}-${this.#sent}`})
    if (row) {
      form.set('_record', row.id)
      form.set('_version', String(row.version))
    }
    for (const [name, value] of Object.entries(input))
      for (const each of Array.isArray(value) ? value : [value]) form.append(name, textOf(each))
    return this.#visitor.send(this.url, form)
  }

  /** As people without JavaScript get it. */
  html(): Promise<string> {
    return this.#visitor.html(this.url)
  }

  #action(name: string): CodeAction {
    const action = Object.hasOwn(this.actions, name) ? this.actions[name] : undefined
    if (action) return action
    throw new Error(`The page has no action ${name}: there is ${Object.keys(this.actions).join(', ') || 'none'}.`)
  }
}

const textOf = (value: SentInput[string]): string =>
  value === null ? '' : typeof value === 'object' && 'id' in value ? value.id : String(value)
