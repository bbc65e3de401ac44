/**
 * Navigation in the browser: one listener on the Navigation API for links, forms, back and forward. A browser without it loads
 * documents, which work anyway.
 */
import type {Page, PageAnswer} from '../ui/page.ts'
import type {Words} from '../ui/words.ts'
import {type Asked, askForPage, sendAction} from './ask.ts'
import {PendingForms} from './pending.ts'
import {Prefetch} from './prefetch.ts'
import {mayReloadFor} from './reload.ts'
import {announce, clearNotice, moveFocus, notify, Progress} from './signs.ts'

export interface Screen {
  /** Draws a page now; `fresh` is a page that was not there before, otherwise the one shown gets new data. */
  readonly draw: (page: Page, fresh: boolean) => void
  readonly words: Words
}

const mostRedirects = 10
const mostKept = 20

export class Navigator {
  private page: Page
  private readonly screen: Screen
  private readonly progress = new Progress()
  private readonly pending = new PendingForms()
  private readonly prefetch = new Prefetch(() => this.page.build)
  /** Pages seen, by history entry: Back shows them at once and asks for fresh data behind it. */
  private readonly kept = new Map<string, Page>()
  private redirects = 0
  private passing = false

  constructor(page: Page, screen: Screen) {
    this.page = page
    this.screen = screen
  }

  start(): void {
    this.keep()
    this.pending.watch()
    this.prefetch.watch()
    navigation.addEventListener('navigate', event => this.navigate(event))
    window.addEventListener('pageshow', event => event.persisted && void this.refresh())
  }

  /** Fresh data for the page shown; moves neither scroll nor focus. */
  async refresh(): Promise<void> {
    const url = location.href
    const asked = await askForPage(url, this.page.build, null)
    if (asked.kind !== 'answer' || location.href !== url) return
    if ('redirect' in asked.answer) navigation.navigate(asked.answer.redirect, {history: 'replace'})
    else if (this.isOtherBuild(asked.answer)) this.loadInFull(url)
    else this.show(asked.answer, false)
  }

  private navigate(event: NavigateEvent): void {
    const url = new URL(event.destination.url)
    const ours = url.origin === location.origin && !url.pathname.startsWith('/_nonet/')
    if (this.passing || !event.canIntercept || !ours || event.hashChange || event.downloadRequest !== null) return
    if (event.navigationType === 'reload' || event.sourceElement?.closest('[data-document]')) return
    const form = event.formData
    const handler = form ? () => this.act(event, url, form) : () => this.visit(event, url)
    event.intercept({focusReset: 'manual', scroll: 'after-transition', handler})
  }

  private async visit(event: NavigateEvent, url: URL): Promise<void> {
    const kept = event.navigationType === 'traverse' ? this.kept.get(event.destination.key) : undefined
    if (kept) {
      this.show(kept, true)
      this.settle()
      void this.refresh()
      return
    }
    const end = this.progress.start()
    const asked =
      (await this.prefetch.take(url.href.split('#')[0] ?? '')) ??
      (await askForPage(url.href, this.page.build, event.signal))
    end()
    if (event.signal.aborted || asked.kind === 'aborted') return
    this.arrive(asked, url.href)
  }

  private async act(event: NavigateEvent, url: URL, form: FormData): Promise<void> {
    const release = this.pending.begin()
    const end = this.progress.start()
    this.prefetch.forget()
    this.kept.clear()
    // Without the navigation's signal: an action is never aborted by going elsewhere.
    const asked = await sendAction(url.href, form)
    end()
    release()
    this.prefetch.forget()
    const late = event.signal.aborted
    if (asked.kind === 'unreachable') this.notSent(url, form)
    else if (late) await this.refresh()
    else this.arrive(asked, url.href)
  }

  private notSent(url: URL, form: FormData): void {
    const again = async () => {
      clearNotice()
      const asked = await sendAction(url.href, form)
      if (asked.kind === 'unreachable') this.notSent(url, form)
      else this.arrive(asked, url.href)
    }
    notify(this.screen.words.notSent, {label: this.screen.words.tryAgain, act: () => void again()})
  }

  private arrive(asked: Asked, url: string): void {
    clearNotice()
    if (asked.kind === 'answer') this.answered(asked.answer, url)
    else
      this.showProblem(
        asked.kind === 'strange' ? this.screen.words.strange : this.screen.words.unreachableWhy,
        asked.kind,
      )
  }

  private answered(answer: PageAnswer, url: string): void {
    if ('redirect' in answer) this.redirected(answer.redirect, answer.page ?? null)
    else if (answer.status < 400 && this.isOtherBuild(answer)) this.loadInFull(url)
    else this.showAnswer(answer)
  }

  private showAnswer(page: Page): void {
    this.redirects = 0
    const samePage = page.status >= 400 && page.screen === this.page.screen && page.url === this.page.url
    this.show(page, !samePage)
    this.settle()
  }

  private redirected(to: string, page: Page | null): void {
    const target = new URL(to, location.href)
    this.redirects += 1
    if (target.origin !== location.origin) this.loadInFull(target.href)
    else if (this.redirects > mostRedirects) {
      this.redirects = 0
      this.showProblem(this.screen.words.strange, 'strange')
    } else if (page && !this.isOtherBuild(page)) this.replaceWith(target, page)
    else navigation.navigate(target.href, {history: 'replace'})
  }

  /** The target of a redirect came with the answer: only the address is still wrong. */
  private replaceWith(target: URL, page: Page): void {
    this.redirects = 0
    this.passing = true
    if (target.href !== location.href) history.replaceState(null, '', target.href)
    this.passing = false
    this.show(page, true)
    this.settle()
    window.scrollTo(0, 0)
  }

  private isOtherBuild(page: Page): boolean {
    return page.build !== this.page.build && mayReloadFor(page.build)
  }

  private loadInFull(url: string): void {
    this.passing = true
    location.replace(url)
  }

  private showProblem(message: string, kind: 'strange' | 'unreachable' | 'aborted'): void {
    const {words} = this.screen
    const heading = kind === 'unreachable' ? words.unreachable : words.failure
    const data = {heading, message, reference: null, retry: true, links: []}
    const url = location.pathname + location.search
    this.show({...this.page, status: 0, url, title: heading, screen: 'failure', data}, true)
    this.settle()
  }

  private show(page: Page, fresh: boolean): void {
    this.page = page
    this.keep()
    const {product} = page.shell
    document.title = page.title === product ? product : `${page.title} · ${product}`
    this.screen.draw(page, fresh)
  }

  private settle(): void {
    moveFocus()
    announce(document.title)
  }

  private keep(): void {
    const key = navigation.currentEntry?.key
    if (!key || this.page.status !== 200) return
    this.kept.delete(key)
    this.kept.set(key, this.page)
    const oldest = this.kept.keys().next().value
    if (this.kept.size > mostKept && oldest !== undefined) this.kept.delete(oldest)
  }
}
