/**
 * Navigation in the browser, as a store React subscribes to: links, GET forms, Back and Forward through the Navigation API, and actions sent by
 * forms. A browser without that API loads documents, which works too.
 */
import type {Page, PageAnswer} from '../../engine/page/frame.ts'
import {
  fetchPage,
  mayReloadFor,
  type NetworkError,
  networkErrorPage,
  type PageResult,
  pageIn,
  postAction,
  problemsOfPage,
} from './client.ts'
import {isTyping} from './focus.ts'
import {HistoryCache, PageStore, type PageStoreOptions, type ShowOptions} from './page-store.ts'
import {PrefetchCache} from './prefetch.ts'
import type {
  ActionOutcome,
  CurrentPage,
  NavigateOptions,
  RefreshOptions,
  Router,
  RouterStatus,
  Submission,
} from './types.ts'

const maxRedirects = 10

export class BrowserRouter implements Router {
  readonly enabled = 'navigation' in window
  #state: RouterStatus = {navigation: {state: 'idle'}, failure: null, announcement: '', overtaken: false}
  readonly #pages: PageStore
  /** Of the running script, whatever build later pages come from. */
  readonly #build: string
  readonly #statusListeners = new Set<() => void>()
  readonly #history = new HistoryCache()
  readonly #prefetched: PrefetchCache
  #redirects = 0
  /** A counter: the response to an action that started before the latest navigation is late. */
  #navigations = 0
  /** A counter: data requested before the response to an action is out of date. */
  #answers = 0
  /** A counter: of actions sent at the same time, only the response to the last one is shown. */
  #sent = 0
  /** A counter: fresh data requested earlier than what is shown is out of date. */
  #refreshes = {started: 0, shown: 0}
  #loading: URL[] = []
  #submitting = 0
  /** The page included in an action's response, while navigating to its address. */
  #brought: Page | null = null
  #leaving = false
  /** A counter: of components with input that must stay. */
  #inputs = 0

  constructor(options: PageStoreOptions) {
    this.#pages = new PageStore(options)
    this.#build = options.page.build
    this.#prefetched = new PrefetchCache(this.#build)
  }

  start(): void {
    window.addEventListener('nonet:changed', () => void this.refresh())
    if (!this.enabled) return
    this.#history.keep(this.#page)
    this.#pages.subscribe(({page}) => this.#history.keep(page))
    navigation.addEventListener('navigate', event => this.#onNavigate(event))
    window.addEventListener('pageshow', event => event.persisted && void this.refresh())
  }

  readonly current = (): CurrentPage => this.#pages.current()

  get #page(): Page {
    return this.current().page
  }

  readonly failureReference = (): null => null

  readonly subscribe: Router['subscribe'] = listener => this.#pages.subscribe(listener)

  readonly status = (): RouterStatus => this.#state

  readonly subscribeStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  navigate(url: string, {replace = false, keepPlace = false}: NavigateOptions = {}): void {
    if (this.enabled) navigation.navigate(url, {history: replace ? 'replace' : 'auto', info: {keepPlace}})
    else location.assign(url)
  }

  keepInput(): () => void {
    this.#inputs += 1
    return () => {
      this.#inputs -= 1
    }
  }

  get keepsInput(): boolean {
    return this.#inputs > 0
  }

  prefetch(url: string): void {
    const isOurs = new URL(url, location.href).origin === location.origin
    // An earlier click has sent the request already.
    if (isOurs && this.enabled && this.#loading.length === 0) void this.#prefetchWhole(url.split('#')[0] ?? '')
  }

  /** With the script and stylesheet of its screen. */
  async #prefetchWhole(url: string): Promise<void> {
    const page = await this.#prefetched.start(url, this.#page)
    if (page?.build === this.#build) await this.#pages.prepare(page)
  }

  load(url: string, signal: AbortSignal): Promise<PageResult> {
    return fetchPage(url, this.#build, this.#page, {signal})
  }

  preview(form: FormData, signal: AbortSignal): Promise<PageResult> {
    // Of the page shown: during a navigation the address is already the next one.
    return postAction(new URL(this.#page.url, location.href).href, form, this.#page, {signal})
  }

  /** Fresh data for the current page; moves neither scroll nor focus. */
  async refresh({mark}: RefreshOptions = {}): Promise<boolean> {
    // The next page is being loaded, with fresh data.
    if (this.#loading.length > 0) return true
    const url = location.href
    const shown = this.#page
    const answers = this.#answers
    this.#refreshes.started += 1
    const {started} = this.#refreshes
    const result = await fetchPage(url, this.#build, shown)
    if (result.kind !== 'answer') return false
    const {answer} = result
    // The page shown is more useful than that the server is busy or fails.
    if (!('redirect' in answer) && isServerFailure(answer) && !isServerFailure(shown)) return false
    // An action was sent or answered since, or later data has arrived: what is shown is newer.
    const isOld = answers !== this.#answers || started < this.#refreshes.shown
    if (location.href !== url || isOld || (mark && (this.#submitting > 0 || this.#page !== shown))) return true
    this.#refreshes.shown = started
    if ('redirect' in answer) this.navigate(answer.redirect, {replace: true})
    // Input is more important than a new build: the next navigation loads in full.
    else if (answer.build !== this.#build && isTyping()) return true
    else if (this.#isOtherBuild(answer)) this.#loadInFull(url)
    else await this.#show(answer, {same: true, ...(mark ? {changed: mark(shown, answer)} : {})})
    return true
  }

  /** Someone else has changed what is being edited here. */
  sayOvertaken(): void {
    this.#update({overtaken: true})
  }

  /** Nothing aborts an action: it continues when the person navigates away. */
  async submit(submission: Submission): Promise<ActionOutcome> {
    const {url, form, onProgress} = submission
    const started = this.#navigations
    this.#sent += 1
    const sent = this.#sent
    this.#submitting += 1
    this.#update({failure: null})
    this.#clearCaches()
    try {
      const result = await postAction(url.href, form, this.#page, {onProgress})
      this.#clearCaches()
      if (result.kind === 'unreachable') return this.#notSent(submission)
      this.#answers += 1
      const outcome = this.#outcomeOf(result)
      if (isSaved(result)) submission.onSaved?.()
      const hasReason = outcome.kind === 'refused' && problemsOfPage(outcome.page).length > 0
      // A refusal of an action of this page is shown on it, unless its sender shows it.
      const isRefusedHere = outcome.kind === 'refused' && isHere(url)
      const stays = submission.staysOnPage && outcome.kind !== 'signed out' && !isRefusedHere && !leadsElsewhere(result)
      // The person has navigated away, or the refusal is shown in place: the page is not replaced, but it may have changed.
      if (started !== this.#navigations || (submission.refusedInPlace && hasReason)) await this.refresh()
      else if (stays) await (sent === this.#sent ? this.#showBeside(result) : this.refresh())
      else await this.#showOutcome(result, url)
      return outcome
    } finally {
      this.#submitting -= 1
      this.#update({})
    }
  }

  committed(current: CurrentPage): void {
    if (this.#pages.committed(current)) this.#update({announcement: document.title})
  }

  #update(change: Partial<RouterStatus>): void {
    const to = this.#loading.at(-1)
    const loading: RouterStatus['navigation'] = to
      ? {state: 'loading', to: to.pathname, search: to.search}
      : {state: 'idle'}
    this.#state = {...this.#state, ...change, navigation: this.#submitting > 0 ? {state: 'submitting'} : loading}
    for (const listener of this.#statusListeners) listener()
  }

  #onNavigate(event: NavigateEvent): void {
    const url = new URL(event.destination.url)
    const ours = url.origin === location.origin && !url.pathname.startsWith('/_nonet/')
    if (this.#leaving || event.defaultPrevented || !event.canIntercept || !ours) return
    if (event.hashChange || event.downloadRequest !== null || event.formData) return
    if (event.navigationType === 'reload' || event.sourceElement?.closest('[data-reload-document]')) return
    this.#history.keepFocus()
    event.intercept({focusReset: 'manual', scroll: 'manual', handler: () => this.#open(event, url)})
  }

  async #open(event: NavigateEvent, url: URL): Promise<void> {
    this.#navigations += 1
    const started = this.#navigations
    const answers = this.#answers
    const scroll = () => event.signal.aborted || event.scroll()
    const back = event.navigationType === 'traverse' ? this.#history.find(event.destination.key) : undefined
    const known = this.#takeBrought(event) ?? back?.page
    if (known) {
      await this.#show(known, {scroll, focus: back?.focus ?? null})
      if (back && started === this.#navigations) void this.refresh()
      return
    }
    const address = url.href.split('#')[0] ?? ''
    const here = this.#prefetched.takeSettled(address)
    let inAdvance = false
    const load = async () => {
      const taken = here ?? (await this.#prefetched.take(address))
      inAdvance = taken !== null
      const result = taken ?? (await fetchPage(url.href, this.#build, this.#page, {signal: event.signal}))
      if (event.signal.aborted || result.kind === 'aborted') return
      const page = pageIn(result)
      if (page && keepsPlace(event)) await this.#showInPlace(page)
      else await this.#arrive(result, url.href, scroll)
    }
    // Loading lasts until the page is shown, so that the old page does not flash. Cached pages are shown without it.
    await (here ? load() : this.#whileLoading(url, load))
    // Only now has the person seen it, and its notifications count as read.
    const isUnread = inAdvance && (this.#page.shell.notifications?.unread ?? 0) > 0
    // An action was answered while it was loaded, which may have changed it.
    if (started === this.#navigations && (isUnread || answers !== this.#answers)) void this.refresh()
  }

  /** Filters and similar: neither scroll nor focus moves, and input stays. */
  async #showInPlace(page: Page): Promise<void> {
    if (this.#isOtherBuild(page)) this.#loadInFull(location.href)
    else await this.#show(page, {same: true, inPlace: true})
  }

  async #whileLoading<T>(to: URL, work: () => Promise<T>): Promise<T> {
    this.#loading = [...this.#loading, to]
    this.#update({})
    try {
      return await work()
    } finally {
      this.#loading = this.#loading.filter(each => each !== to)
      this.#update({})
    }
  }

  #takeBrought(event: NavigateEvent): Page | null {
    const brought = this.#brought
    this.#brought = null
    return event.navigationType === 'traverse' ? null : brought
  }

  /** History changes when the response arrives, so that a refusal adds no entry and Back leads to before the form. */
  async #showOutcome(result: PageResult, url: URL): Promise<void> {
    const page = pageIn(result)
    if (page && !isHere(url)) await this.#goWith(url, page, 'push')
    else await this.#arrive(result, url.href)
  }

  /** The page stays, with the data included in the response. */
  async #showBeside(result: PageResult): Promise<void> {
    const page = result.kind === 'answer' && 'redirect' in result.answer ? result.answer.page : null
    if (page && !this.#isOtherBuild(page)) await this.#show(page, {same: true})
    else await this.refresh()
  }

  #notSent(submission: Submission): ActionOutcome {
    const dismiss = () => this.#update({failure: null})
    const again = submission.onRetry ?? (() => void this.submit(submission))
    const retry = () => {
      dismiss()
      again()
    }
    this.#update({failure: {retry, dismiss}})
    return {kind: 'unreachable'}
  }

  #clearCaches(): void {
    this.#prefetched.clear()
    this.#history.clear()
  }

  async #arrive(result: PageResult, url: string, scroll: (() => void) | null = null): Promise<void> {
    this.#update({failure: null})
    if (result.kind === 'answer') await this.#showAnswer(result.answer, url, scroll)
    else if (result.kind === 'unreachable' || result.kind === 'unexpected') await this.#showError(result.kind, scroll)
  }

  async #showAnswer(answer: PageAnswer, url: string, scroll: (() => void) | null): Promise<void> {
    if ('redirect' in answer) return await this.#follow(answer.redirect, answer.page ?? null)
    if (answer.status < 400 && this.#isOtherBuild(answer)) return this.#loadInFull(url)
    this.#redirects = 0
    const {screen, url: shownUrl} = this.#page
    const refused = answer.status >= 400 && answer.screen === screen && answer.url === shownUrl
    await this.#show(answer, {same: refused, scroll, focus: null})
  }

  async #follow(to: string, page: Page | null): Promise<void> {
    const target = new URL(to, location.href)
    this.#redirects += 1
    if (target.origin !== location.origin) this.#loadInFull(target.href)
    else if (this.#redirects > maxRedirects) {
      this.#redirects = 0
      await this.#showError('unexpected')
    } else if (!page) this.navigate(target.href, {replace: true})
    else if (this.#isOtherBuild(page)) this.#loadInFull(target.href)
    else await this.#goWith(target, page, 'replace')
  }

  /** Navigates to an address whose page is loaded; at the current address only the page changes. */
  async #goWith(target: URL, page: Page, history: 'push' | 'replace'): Promise<void> {
    this.#redirects = 0
    if (isHere(target)) return await this.#show(page, {focus: null})
    if (!this.enabled) return location.assign(target.href)
    this.#brought = page
    await navigation.navigate(target.href, {history}).finished?.catch(() => {})
  }

  #isOtherBuild(page: Page): boolean {
    return page.build !== this.#build && mayReloadFor(page.build)
  }

  #loadInFull(url: string): void {
    this.#leaving = true
    location.replace(url)
  }

  async #showError(error: NetworkError, scroll: (() => void) | null = null): Promise<void> {
    await this.#show(networkErrorPage(this.#page, error, this.current().messages), {scroll, focus: null})
  }

  async #show(page: Page, options: Omit<ShowOptions, 'urgent' | 'isWanted'>): Promise<void> {
    const started = this.#navigations
    // Pages of a person who has signed out, also in another tab, are not shown again.
    if (page.shell.person?.id !== this.#page.shell.person?.id) this.#clearCaches()
    if ((!options.same || options.changed) && this.#state.overtaken) this.#update({overtaken: false})
    const shown = this.#pages.show(page, {
      ...options,
      isWanted: () => started === this.#navigations,
      // React holds transitions back until the running action has ended; a page must not wait for that. A change in place is small: its large parts are deferred.
      urgent: () => this.#submitting > 0 || options.inPlace === true,
    })
    // The script of its screen could not be loaded.
    await shown.catch(async (error: unknown) => {
      if (page.screen === 'failure') throw error
      if (started === this.#navigations) await this.#showError('unreachable', options.scroll ?? null)
    })
  }

  #outcomeOf(result: PageResult): ActionOutcome {
    if (result.kind !== 'answer') {
      const page = networkErrorPage(this.#page, 'unexpected', this.current().messages)
      return {kind: 'refused', page}
    }
    const {answer} = result
    const page = 'redirect' in answer ? answer.page : answer
    // Of a form on the sign-in page itself, it is an ordinary response.
    if (page?.signsIn && !this.#page.signsIn) return {kind: 'signed out'}
    return 'redirect' in answer || answer.status < 400 ? {kind: 'done'} : {kind: 'refused', page: answer}
  }
}

/** The same address, whatever the fragment. */
function isHere(url: URL): boolean {
  return url.href.split('#')[0] === location.href.split('#')[0]
}

const isServerFailure = ({status}: Page): boolean => status >= 500 || status === 429 || status === 0

function keepsPlace({info}: NavigateEvent): boolean {
  return typeof info === 'object' && info !== null && 'keepPlace' in info && info.keepPlace === true
}

/** To another address than the one shown. */
function leadsElsewhere(result: PageResult): boolean {
  if (result.kind !== 'answer' || !('redirect' in result.answer)) return false
  return !isHere(new URL(result.answer.redirect, location.href))
}

/** The next page is loaded, and if the session has ended, it is the sign-in page: nothing is saved yet. */
function isSaved(result: PageResult): boolean {
  if (result.kind !== 'answer') return false
  const {answer} = result
  const page = 'redirect' in answer ? answer.page : answer
  return page !== undefined && page.status < 400 && !page.signsIn
}
