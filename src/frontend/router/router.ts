/**
 * Navigation in the browser, as a store that React subscribes to: links, GET forms, Back and Forward through the Navigation API, and actions sent
 * by forms. A browser without that API loads documents, which work anyway.
 */
import type {Page, PageAnswer, ScreenName} from '../../contract/page.ts'
import type {Messages} from '../../messages/index.ts'
import {fetchPage, type PageResult, postAction} from './client.ts'
import {type FocusMark, isTyping, moveFocus} from './focus.ts'
import {HistoryCache} from './history-cache.ts'
import {type NetworkError, networkErrorPage} from './network-error-page.ts'
import {PrefetchCache} from './prefetch.ts'
import {mayReloadFor} from './reload-guard.ts'
import type {ActionOutcome, CurrentPage, Router, RouterStatus, Submission} from './types.ts'

const maxRedirects = 10

export interface BrowserRouterOptions {
  readonly page: Page
  readonly messages: Messages
  readonly loadMessages: (language: string) => Promise<Messages>
  /** Loads the component of a screen before its page is shown. */
  readonly loadScreen: (screen: ScreenName) => Promise<unknown>
}

/** What happens once React has put a page into the document. */
interface Commit {
  readonly done: () => void
  readonly scroll: (() => void) | null
  /** Null for fresh data of the same page, which moves neither scroll nor focus. */
  readonly focus: {readonly mark: FocusMark | null} | null
}

export class BrowserRouter implements Router {
  readonly enabled = 'navigation' in window
  private current: CurrentPage
  private state: RouterStatus = {navigation: {state: 'idle'}, failure: null, announcement: ''}
  private readonly options: BrowserRouterOptions
  /** Of the script that runs here, whatever build later pages come from. */
  private readonly build: string
  private readonly pageListeners = new Set<(shown: CurrentPage, urgent: boolean) => void>()
  private readonly statusListeners = new Set<() => void>()
  private readonly commits = new Map<CurrentPage, Commit>()
  private readonly history = new HistoryCache()
  private readonly prefetched: PrefetchCache
  private redirects = 0
  /** Counts navigations: the answer to an action that started before the latest one is late. */
  private visits = 0
  private loading: string[] = []
  private submitting = 0
  /** The page that an action's answer brought along, on its way to its own address. */
  private brought: Page | null = null
  private leaving = false

  constructor(options: BrowserRouterOptions) {
    this.options = options
    this.build = options.page.build
    this.current = {page: options.page, messages: options.messages, visit: 0}
    this.prefetched = new PrefetchCache(this.build)
  }

  start(): void {
    window.addEventListener('nonet:changed', () => void this.refresh())
    if (!this.enabled) return
    this.history.keep(this.current.page)
    navigation.addEventListener('navigate', event => this.onNavigate(event))
    window.addEventListener('pageshow', event => event.persisted && void this.refresh())
  }

  readonly shown = (): CurrentPage => this.current

  readonly failureReference = (): null => null

  readonly subscribe = (listener: (shown: CurrentPage, urgent: boolean) => void): (() => void) => {
    this.pageListeners.add(listener)
    return () => this.pageListeners.delete(listener)
  }

  readonly status = (): RouterStatus => this.state

  readonly subscribeStatus = (listener: () => void): (() => void) => {
    this.statusListeners.add(listener)
    return () => this.statusListeners.delete(listener)
  }

  navigate(url: string, {replace = false} = {}): void {
    if (this.enabled) navigation.navigate(url, {history: replace ? 'replace' : 'auto'})
    else location.assign(url)
  }

  prefetch(url: string): void {
    // A click that came first has sent the request already.
    if (this.enabled && this.loading.length === 0) this.prefetched.start(url.split('#')[0] ?? '')
  }

  load(url: string, signal: AbortSignal): Promise<PageResult> {
    return fetchPage(url, this.build, {signal})
  }

  preview(form: FormData, signal: AbortSignal): Promise<PageResult> {
    // Of the page shown: on the way to another one the address is that one's already.
    return postAction(new URL(this.current.page.url, location.href).href, form, {signal})
  }

  /** Fresh data for the page shown; moves neither scroll nor focus. */
  async refresh(): Promise<void> {
    const url = location.href
    const result = await fetchPage(url, this.build, {shown: this.current.page})
    if (result.kind !== 'answer' || location.href !== url) return
    const {answer} = result
    if ('redirect' in answer) this.navigate(answer.redirect, {replace: true})
    // What a person is typing is worth more than a new build: the next navigation loads in full.
    else if (answer.build !== this.build && isTyping()) return
    else if (this.isOtherBuild(answer)) this.loadInFull(url)
    else await this.show(answer, {same: true})
  }

  /** Nothing aborts an action: it goes on when the person goes elsewhere. */
  async submit(submission: Submission): Promise<ActionOutcome> {
    const {url, form, onProgress} = submission
    const visit = this.visits
    this.submitting += 1
    this.update({failure: null})
    this.clearCaches()
    try {
      const result = await postAction(url.href, form, {onProgress})
      this.clearCaches()
      if (result.kind === 'unreachable') return this.notSent(submission)
      // The person has gone elsewhere: the page shown now may have changed, and is not replaced.
      if (visit !== this.visits) await this.refresh()
      else await this.showOutcome(result, url)
      return outcomeOf(result)
    } finally {
      this.submitting -= 1
      this.update({})
    }
  }

  /** React has put this page into the document. */
  committed(shown: CurrentPage): void {
    const {page} = shown
    document.title = page.title === page.shell.product ? page.title : `${page.title} · ${page.shell.product}`
    const commit = this.commits.get(shown)
    // Pages that were replaced before they could be rendered are done as well.
    for (const [each, {done}] of this.commits) {
      this.commits.delete(each)
      done()
      if (each === shown) break
    }
    commit?.scroll?.()
    if (!commit?.focus) return
    moveFocus(commit.focus.mark)
    this.update({announcement: document.title})
  }

  private update(change: Partial<RouterStatus>): void {
    const to = this.loading.at(-1)
    const navigation: RouterStatus['navigation'] =
      this.submitting > 0 ? {state: 'submitting'} : to === undefined ? {state: 'idle'} : {state: 'loading', to}
    this.state = {...this.state, ...change, navigation}
    for (const listener of this.statusListeners) listener()
  }

  private onNavigate(event: NavigateEvent): void {
    const url = new URL(event.destination.url)
    const ours = url.origin === location.origin && !url.pathname.startsWith('/_nonet/')
    if (this.leaving || event.defaultPrevented || !event.canIntercept || !ours) return
    if (event.hashChange || event.downloadRequest !== null || event.formData) return
    if (event.navigationType === 'reload' || event.sourceElement?.closest('[data-reload-document]')) return
    this.history.keepFocus()
    event.intercept({focusReset: 'manual', scroll: 'manual', handler: () => this.visit(event, url)})
  }

  private async visit(event: NavigateEvent, url: URL): Promise<void> {
    this.visits += 1
    const visit = this.visits
    const scroll = () => event.signal.aborted || event.scroll()
    const back = event.navigationType === 'traverse' ? this.history.find(event.destination.key) : undefined
    const known = this.takeBrought(event) ?? back?.page
    if (known) {
      await this.show(known, {scroll, focus: back?.focus ?? null})
      if (back && visit === this.visits) void this.refresh()
      return
    }
    const result = await this.whileLoading(
      url.pathname,
      async () =>
        (await this.prefetched.take(url.href.split('#')[0] ?? '')) ??
        (await fetchPage(url.href, this.build, {signal: event.signal})),
    )
    if (event.signal.aborted || result.kind === 'aborted' || result.kind === 'same') return
    await this.arrive(result, url.href, scroll)
  }

  private async whileLoading<T>(to: string, work: () => Promise<T>): Promise<T> {
    this.loading = [...this.loading, to]
    this.update({})
    try {
      return await work()
    } finally {
      const at = this.loading.indexOf(to)
      this.loading = this.loading.filter((_, index) => index !== at)
      this.update({})
    }
  }

  private takeBrought(event: NavigateEvent): Page | null {
    const brought = this.brought
    this.brought = null
    return event.navigationType === 'traverse' ? null : brought
  }

  /** History moves when the answer is there, so that a refusal adds no entry and Back leads to before the form. */
  private async showOutcome(result: PageResult, url: URL): Promise<void> {
    const elsewhere = result.kind === 'answer' && !('redirect' in result.answer) && url.href !== location.href
    if (elsewhere && result.kind === 'answer' && !('redirect' in result.answer))
      await this.goWith(url, result.answer, 'push')
    else await this.arrive(result, url.href)
  }

  private notSent(submission: Submission): ActionOutcome {
    this.update({failure: {retry: () => void this.submit(submission), dismiss: () => this.update({failure: null})}})
    return {kind: 'unreachable'}
  }

  private clearCaches(): void {
    this.prefetched.clear()
    this.history.clear()
  }

  private async arrive(result: PageResult, url: string, scroll: (() => void) | null = null): Promise<void> {
    this.update({failure: null})
    if (result.kind === 'answer') await this.showAnswer(result.answer, url, scroll)
    else if (result.kind === 'unreachable' || result.kind === 'unexpected') await this.showError(result.kind, scroll)
  }

  private async showAnswer(answer: PageAnswer, url: string, scroll: (() => void) | null): Promise<void> {
    if ('redirect' in answer) return await this.follow(answer.redirect, answer.page ?? null)
    if (answer.status < 400 && this.isOtherBuild(answer)) return this.loadInFull(url)
    this.redirects = 0
    const {page} = this.current
    const refused = answer.status >= 400 && answer.screen === page.screen && answer.url === page.url
    await this.show(answer, {same: refused, scroll, focus: null})
  }

  private async follow(to: string, page: Page | null): Promise<void> {
    const target = new URL(to, location.href)
    this.redirects += 1
    if (target.origin !== location.origin) this.loadInFull(target.href)
    else if (this.redirects > maxRedirects) {
      this.redirects = 0
      await this.showError('unexpected')
    } else if (!page) this.navigate(target.href, {replace: true})
    else if (this.isOtherBuild(page)) this.loadInFull(target.href)
    else await this.goWith(target, page, 'replace')
  }

  /** Goes to an address whose page is here already; at the current address only the page changes. */
  private async goWith(target: URL, page: Page, history: 'push' | 'replace'): Promise<void> {
    this.redirects = 0
    if (target.href === location.href) return await this.show(page, {focus: null})
    this.brought = page
    await navigation.navigate(target.href, {history}).finished?.catch(() => {})
  }

  private isOtherBuild(page: Page): boolean {
    return page.build !== this.build && mayReloadFor(page.build)
  }

  private loadInFull(url: string): void {
    this.leaving = true
    location.replace(url)
  }

  private async showError(error: NetworkError, scroll: (() => void) | null = null): Promise<void> {
    await this.show(networkErrorPage(this.current.page, error, this.current.messages), {scroll, focus: null})
  }

  /** `same` is the page that is shown, with other data or a refusal: what was typed in it stays. Resolves when it is in the document. */
  private async show(
    page: Page,
    {same = false, scroll = null, focus}: {same?: boolean; scroll?: (() => void) | null; focus?: FocusMark | null},
  ): Promise<void> {
    const visits = this.visits
    const [messages] = await Promise.all([
      page.shell.language === this.current.page.shell.language
        ? this.current.messages
        : this.options.loadMessages(page.shell.language),
      this.options.loadScreen(page.screen),
    ])
    if (visits !== this.visits) return
    this.history.keep(page)
    const shown: CurrentPage = {page, messages, visit: this.current.visit + (same ? 0 : 1)}
    this.current = shown
    await new Promise<void>(done => {
      this.commits.set(shown, {done, scroll, focus: focus === undefined ? null : {mark: focus}})
      // React holds transitions back until the action that is running has ended; a page must not wait for that.
      for (const listener of this.pageListeners) listener(shown, this.submitting > 0)
    })
  }
}

function outcomeOf(result: PageResult): ActionOutcome {
  if (result.kind !== 'answer') return {kind: 'failed'}
  const {answer} = result
  return 'redirect' in answer || answer.status < 400 ? {kind: 'done'} : {kind: 'refused', page: answer}
}
