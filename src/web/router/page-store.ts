/** The current page, as a store React subscribes to; and what happens after React has committed another one. */

import type {Page} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'
import {applyScreenStyles} from './document.ts'
import {type FocusMark, isFocusOnPage, markFocus, moveFocus} from './focus.ts'
import {keepEqual} from './keep-equal.ts'
import type {CurrentPage} from './types.ts'

/* Pages by history entry: Back shows them immediately, with the focus restored, and refreshes them in the background. */

const maxEntries = 20

interface CachedPage {
  readonly page: Page
  readonly focus: FocusMark | null
}

export class HistoryCache {
  readonly #entries = new Map<string, CachedPage>()

  find(key: string): CachedPage | undefined {
    return this.#entries.get(key)
  }

  /** Stores the page of the current entry; error pages are always requested again. */
  keep(page: Page, focus: FocusMark | null = null): void {
    const key = navigation.currentEntry?.key
    if (!key || page.status !== 200) return
    this.#entries.delete(key)
    this.#entries.set(key, {page, focus})
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest)
  }

  /** Called before the current entry is left. */
  keepFocus(): void {
    const entry = this.#entries.get(navigation.currentEntry?.key ?? '')
    if (entry) this.keep(entry.page, markFocus())
  }

  clear(): void {
    this.#entries.clear()
  }
}

export interface PageStoreOptions {
  readonly page: Page
  readonly messages: PageMessages
  readonly loadMessages: (language: string) => Promise<PageMessages>
  /** Loads the component of a screen before its page is shown. */
  readonly loadScreen: (page: Page) => Promise<unknown>
}

export interface ShowOptions {
  /** The current page with other data or a refusal: what was typed stays. */
  readonly same?: boolean
  /** Of the current page, a filter or the record beside the list. */
  readonly inPlace?: boolean
  /** Records to be highlighted as changed. */
  readonly changed?: ReadonlySet<string>
  readonly scroll?: (() => void) | null
  /** Omitted for fresh data, which moves neither scroll nor focus. */
  readonly focus?: FocusMark | null
  /** Rendered synchronously, not as a transition. */
  readonly urgent: () => boolean
  /** Whether it is still wanted after its component and texts were loaded. */
  readonly isWanted: () => boolean
}

interface Commit {
  readonly done: () => void
  readonly scroll: (() => void) | null
  readonly focus: {readonly mark: FocusMark | null} | null
  /** Whether something on the page had the focus. */
  readonly hadFocus: boolean
}

/** A refusal is always new, also with the same words. */
function withEqualParts(shown: Page, fresh: Page): Page {
  if (fresh.status !== 200 || shown.status !== 200) return {...fresh, shell: keepEqual(shown.shell, fresh.shell)}
  return keepEqual(shown, fresh)
}

type Listener = (current: CurrentPage, urgent: boolean) => void

export class PageStore {
  #shown: CurrentPage
  readonly #options: PageStoreOptions
  readonly #listeners = new Set<Listener>()
  readonly #commits = new Map<CurrentPage, Commit>()

  constructor(options: PageStoreOptions) {
    this.#options = options
    this.#shown = {page: options.page, messages: options.messages, pageKey: 0, inPlace: false, changed: null}
  }

  readonly current = (): CurrentPage => this.#shown

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Preloads what a likely next page needs. If that fails, showing the page tries again. */
  async prepare(page: Page): Promise<void> {
    await this.#options.loadScreen(page).catch(() => {})
  }

  /** Resolves when the page is in the document or is no longer wanted. */
  async show(fresh: Page, options: ShowOptions): Promise<void> {
    const {same = false, inPlace = false, changed, scroll = null, focus, urgent, isWanted} = options
    const [messages] = await Promise.all([
      fresh.shell.language === this.#shown.page.shell.language
        ? this.#shown.messages
        : this.#options.loadMessages(fresh.shell.language),
      this.#options.loadScreen(fresh),
    ])
    if (!isWanted()) return
    const {pageKey, changed: last} = this.#shown
    const page = withEqualParts(this.#shown.page, fresh)
    const marked = changed ? {ids: changed, count: (last?.count ?? 0) + 1} : same ? last : null
    const next: CurrentPage = {page, messages, pageKey: pageKey + (same ? 0 : 1), inPlace, changed: marked}
    this.#shown = next
    applyScreenStyles(page)
    await new Promise<void>(done => {
      const hadFocus = isFocusOnPage()
      this.#commits.set(next, {done, scroll, focus: focus === undefined ? null : {mark: focus}, hadFocus})
      for (const listener of this.#listeners) listener(next, urgent())
    })
  }

  /** React has committed this page. Returns whether the focus was moved. */
  committed(current: CurrentPage): boolean {
    const {page} = current
    document.title = page.title === page.shell.product ? page.title : `${page.title} · ${page.shell.product}`
    applyScreenStyles(page, {alone: true})
    const commit = this.#commits.get(current)
    // Pages that were replaced before they were rendered are done as well.
    for (const [each, {done}] of this.#commits) {
      this.#commits.delete(each)
      done()
      if (each === current) break
    }
    commit?.scroll?.()
    // Fresh data leaves the focus where it is, unless what had it is gone.
    const isLost = commit?.hadFocus && document.activeElement === document.body
    if (!commit?.focus && !isLost) return false
    moveFocus(commit?.focus?.mark)
    return true
  }
}
