/**
 * Follows the current page: an event stream reports that it would look different now, and its data is requested again. What a person is typing,
 * dragging or deciding is left alone; the update waits. Loaded after the page.
 */
import type {Page} from '../../engine/page/frame.ts'
import {pageIn} from './client.ts'
import {rememberRecord} from './recent-records.ts'
import type {BrowserRouter} from './router.ts'

const [firstPause, longestPause] = [1000, 60_000]
/** The shortest interval between updates. */
const leastInterval = 1000
const lookAgainAfter = 250

export class LiveUpdates {
  readonly #router: BrowserRouter
  #source: EventSource | null = null
  /** The page of the open stream, and the state that the server takes this tab to have. */
  #followed = {url: '', state: ''}
  #pause = firstPause
  /** The page that waits for the server. */
  #down: Page | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined
  #lastRefresh = Number.NEGATIVE_INFINITY
  /** Milliseconds until a refused refresh is tried again. */
  #refreshPause = firstPause
  /** The state of which the person has been told in a dialog. */
  #told = ''
  /** Pressed pointers, by id. */
  readonly #pointers = new Set<number>()
  #dragging = false

  constructor(router: BrowserRouter) {
    this.#router = router
  }

  start(): void {
    this.#router.subscribe(() => this.#follow())
    rememberRecord(this.#page)
    this.#router.subscribe(({page}) => rememberRecord(page))
    // Browsers allow few connections per server: hidden tabs close theirs and catch up later.
    document.addEventListener('visibilitychange', () => this.#follow())
    window.addEventListener('pagehide', () => this.#close())
    window.addEventListener('pageshow', () => this.#follow())
    window.addEventListener('online', () => this.#reopen())
    const drag = (on: boolean) => () => {
      this.#dragging = on
      this.#pointers.clear()
    }
    window.addEventListener('pointerdown', ({pointerId}) => this.#pointers.add(pointerId), true)
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, ({pointerId}) => this.#pointers.delete(pointerId), true)
    // The browser's own menu gets the release of the pointer.
    window.addEventListener('contextmenu', () => this.#pointers.clear(), true)
    window.addEventListener('dragstart', drag(true), true)
    window.addEventListener('dragend', drag(false), true)
    this.#follow()
    // The page that the browser shows without a connection. Without it, browsers have their own.
    navigator.serviceWorker?.register('/_offline.js').catch(() => {})
  }

  get #page(): Page {
    return this.#router.current().page
  }

  /** Opens the stream of the current page, unless it is open. */
  #follow(): void {
    const page = this.#page
    const {url, live} = page
    if (document.visibilityState === 'hidden') this.#close()
    else if (isDown(page)) this.#awaitServer(page)
    else if (live === undefined) this.#close()
    else if (!this.#source || this.#followed.url !== url || this.#followed.state !== stateIn(live))
      this.#open(url, live)
  }

  /** A page that says that the server is down gives way to the page itself once it is back. */
  #awaitServer(page: Page): void {
    if (this.#down === page) return
    this.#close()
    this.#down = page
    this.#retry = setTimeout(() => void this.#tryAgain(page), this.#pause * (0.5 + Math.random()))
    this.#pause = Math.min(longestPause, this.#pause * 2)
  }

  async #tryAgain(page: Page): Promise<void> {
    await this.#router.refresh()
    this.#down = null
    if (this.#page === page) this.#follow()
  }

  #open(url: string, live: string): void {
    this.#close()
    this.#followed = {url, state: stateIn(live)}
    const source = new EventSource(`/_nonet/live?${new URLSearchParams({page: url, state: live})}`)
    this.#source = source
    source.addEventListener('open', () => {
      this.#pause = firstPause
    })
    source.addEventListener('changed', ({data}) => {
      this.#followed = {url, state: stateIn(String(data))}
      this.#changed()
    })
    source.addEventListener('end', () => {
      this.#close()
      void this.#sessionEnded()
    })
    // The browser would retry immediately and forever.
    source.addEventListener('error', () => {
      this.#close()
      this.#retry = setTimeout(() => this.#follow(), this.#pause * (0.5 + Math.random()))
      this.#pause = Math.min(longestPause, this.#pause * 2)
    })
  }

  /** Leads to sign-in, unless an action of this tab has replaced the session: then its response stays on the screen. */
  async #sessionEnded(): Promise<void> {
    if (this.#isBusy()) {
      this.#retry = setTimeout(() => void this.#sessionEnded(), lookAgainAfter)
      return
    }
    const result = await this.#router.load(new URL(this.#page.url, location.href).href, AbortSignal.timeout(10_000))
    if (result.kind === 'answer' && ('redirect' in result.answer || !result.answer.shell.person))
      await this.#router.refresh()
    else this.#follow()
  }

  #reopen(): void {
    this.#pause = firstPause
    this.#down = null
    this.#follow()
  }

  #close(): void {
    this.#down = null
    clearTimeout(this.#retry)
    clearTimeout(this.#waiting)
    this.#source?.close()
    this.#source = null
  }

  #changed(): void {
    clearTimeout(this.#waiting)
    const {url, state} = this.#followed
    const {live = '', url: shown} = this.#page
    const {keepsInput} = this.#router
    // The response to an action of this tab has included it.
    if (shown !== url || stateIn(live) === state) return
    const soon = this.#lastRefresh + leastInterval - performance.now()
    if (soon > 0 || this.#isBusy()) {
      this.#waiting = setTimeout(() => this.#changed(), Math.max(soon, lookAgainAfter))
      return
    }
    if (!keepsInput && openDialog()) {
      this.#waiting = setTimeout(() => this.#changed(), leastInterval)
      if (this.#told === state) return
      this.#told = state
      void this.#sayWhetherOvertaken()
      return
    }
    this.#lastRefresh = performance.now()
    if (keepsInput) void this.#sayWhetherOvertaken()
    else void this.#refresh()
  }

  #isBusy(): boolean {
    return this.#router.status().navigation.state !== 'idle' || this.#dragging || this.#pointers.size > 0
  }

  /**
   * The focused or hovered element stays at its position on the screen: the one it has when the response arrives, because the person may scroll before.
   */
  async #refresh(): Promise<void> {
    const anchors: {readonly element: Element; readonly top: number}[] = []
    const mark = (shown: Page, fresh: Page) => {
      const element = anchorElement()
      if (element) anchors.push({element, top: topOf(element)})
      return changedRecords(shown, fresh)
    }
    // The server takes this tab to have the new state, and would not report it again.
    if (await this.#router.refresh({mark})) this.#refreshPause = firstPause
    else {
      this.#waiting = setTimeout(() => this.#changed(), this.#refreshPause * (0.5 + Math.random()))
      this.#refreshPause = Math.min(longestPause, this.#refreshPause * 2)
    }
    for (const {element, top} of anchors) {
      const moved = element.isConnected ? topOf(element) - top : 0
      if (Math.abs(moved) >= 1) window.scrollBy({top: moved, behavior: 'instant'})
    }
  }

  /** A form keeps its original data, so that saving can show both versions; but the person is told immediately. */
  async #sayWhetherOvertaken(): Promise<void> {
    const shown = this.#page
    const result = await this.#router.load(new URL(shown.url, location.href).href, AbortSignal.timeout(10_000))
    const page = pageIn(result)
    if (page && this.#page === shown && versionOf(page) !== versionOf(shown)) this.#router.sayOvertaken()
  }
}

/** No response, or one that says that nothing is available for a while. A refused form stays as it is. */
function isDown({status, screen, data}: Page): boolean {
  return status === 0 || (status === 503 && screen === 'refused' && data.back === undefined)
}

function stateIn(mark: string): string {
  return mark.split('.')[1] ?? ''
}

function openDialog(): Element | null {
  return document.querySelector('dialog:modal')
}

function anchorElement(): Element | null {
  const {activeElement} = document
  if (activeElement?.closest('main') && activeElement.matches('input, textarea, select, button, a'))
    return activeElement
  return [...document.querySelectorAll('main tr:hover, main li:hover')].at(-1) ?? null
}

const topOf = (element: Element): number => element.getBoundingClientRect().top

function versionOf({data}: Page): unknown {
  return 'version' in data ? data.version : null
}

/** The records that are new or different on the fresh page. */
export function changedRecords(shown: Page, fresh: Page): ReadonlySet<string> {
  const before = new Map(recordsIn(shown.data))
  return new Set(recordsIn(fresh.data).flatMap(([id, text]) => (before.get(id) === text ? [] : [id])))
}

/** Everything with an id, on any screen. */
function recordsIn(data: unknown): [id: string, text: string][] {
  if (typeof data !== 'object' || data === null) return []
  const inside = Object.values(data).flatMap(recordsIn)
  return 'id' in data && typeof data.id === 'string' ? [[data.id, JSON.stringify(data)], ...inside] : inside
}
