/** The page that is shown, for React to subscribe to; and what happens once React has put another one into the document. */
import type {Page} from '../../contract/page.ts'
import type {PageMessages} from '../../messages/index.ts'
import {type FocusMark, moveFocus} from './focus.ts'
import type {CurrentPage} from './types.ts'

export interface PageStoreOptions {
  readonly page: Page
  readonly messages: PageMessages
  readonly loadMessages: (language: string) => Promise<PageMessages>
  /** Loads the component of a screen before its page is shown. */
  readonly loadScreen: (page: Page) => Promise<unknown>
}

export interface ShowOptions {
  /** The page that is shown already, with other data or a refusal: what was typed in it stays. */
  readonly same?: boolean
  /** Records to be marked as changed. */
  readonly changed?: ReadonlySet<string>
  readonly scroll?: (() => void) | null
  /** Left out for fresh data, which moves neither scroll nor focus. */
  readonly focus?: FocusMark | null
  /** Rendered at once, not as a transition. */
  readonly urgent: () => boolean
  /** Whether it is still wanted after its component and texts were loaded. */
  readonly isWanted: () => boolean
}

interface Commit {
  readonly done: () => void
  readonly scroll: (() => void) | null
  readonly focus: {readonly mark: FocusMark | null} | null
}

type Listener = (current: CurrentPage, urgent: boolean) => void

export class PageStore {
  private shown: CurrentPage
  private readonly options: PageStoreOptions
  private readonly listeners = new Set<Listener>()
  private readonly commits = new Map<CurrentPage, Commit>()

  constructor(options: PageStoreOptions) {
    this.options = options
    this.shown = {page: options.page, messages: options.messages, pageKey: 0, changed: null}
  }

  readonly current = (): CurrentPage => this.shown

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Loads what a page will need that may be shown soon. Where it cannot be loaded, showing the page tries again. */
  async prepare(page: Page): Promise<void> {
    await this.options.loadScreen(page).catch(() => {})
  }

  /** Resolves when the page is in the document, or is not wanted any more. */
  async show(page: Page, {same = false, changed, scroll = null, focus, urgent, isWanted}: ShowOptions): Promise<void> {
    const [messages] = await Promise.all([
      page.shell.language === this.shown.page.shell.language
        ? this.shown.messages
        : this.options.loadMessages(page.shell.language),
      this.options.loadScreen(page),
    ])
    if (!isWanted()) return
    const {pageKey, changed: last} = this.shown
    const marked = changed ? {ids: changed, count: (last?.count ?? 0) + 1} : same ? last : null
    const next: CurrentPage = {page, messages, pageKey: pageKey + (same ? 0 : 1), changed: marked}
    this.shown = next
    await new Promise<void>(done => {
      this.commits.set(next, {done, scroll, focus: focus === undefined ? null : {mark: focus}})
      for (const listener of this.listeners) listener(next, urgent())
    })
  }

  /** React has put this page into the document. Returns whether the focus was moved. */
  committed(current: CurrentPage): boolean {
    const {page} = current
    document.title = page.title === page.shell.product ? page.title : `${page.title} · ${page.shell.product}`
    const commit = this.commits.get(current)
    // Pages that were replaced before they could be rendered are done as well.
    for (const [each, {done}] of this.commits) {
      this.commits.delete(each)
      done()
      if (each === current) break
    }
    commit?.scroll?.()
    if (!commit?.focus) return false
    moveFocus(commit.focus.mark)
    return true
  }
}
