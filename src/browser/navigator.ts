/**
 * Navigation in the browser: one listener on the Navigation API for links, GET forms, back and forward, and one for forms that post.
 * A browser without that API loads documents, which work anyway.
 */
import type {Page, PageAnswer} from '../contract/page.ts'
import type {Words} from '../messages/index.ts'
import {type Asked, askForPage, sendAction} from './ask.ts'
import {Forms, forgetPasswords, type Sent} from './forms.ts'
import {KeptPages} from './kept-pages.ts'
import {Prefetch} from './prefetch.ts'
import {type Problem, problemPage} from './problem-page.ts'
import {mayReloadFor} from './reload.ts'
import {announce, clearNotice, isTyping, moveFocus, notify, Progress} from './signs.ts'

export interface Screen {
  /** Draws a page now; `fresh` is a page that was not there before, otherwise the one shown gets new data. */
  readonly draw: (page: Page, fresh: boolean) => void
  readonly words: Words
}

const mostRedirects = 10

export class Navigator {
  private page: Page
  /** Of the script that runs here, whichever builds its pages come from meanwhile. */
  private readonly build: string
  private readonly screen: Screen
  private readonly progress = new Progress()
  private readonly forms = new Forms()
  private readonly prefetch: Prefetch
  private readonly kept = new KeptPages()
  private redirects = 0
  /** Counts navigations: an answer that comes after another one is late. */
  private visits = 0
  private brought: Page | null = null
  private passing = false

  constructor(page: Page, screen: Screen) {
    this.page = page
    this.build = page.build
    this.prefetch = new Prefetch(page.build)
    this.screen = screen
  }

  start(): void {
    this.kept.keep(this.page)
    this.forms.watch(sent => void this.act(sent))
    this.prefetch.watch()
    navigation.addEventListener('navigate', event => this.navigate(event))
    window.addEventListener('pageshow', event => event.persisted && void this.refresh())
  }

  /** Fresh data for the page shown; moves neither scroll nor focus. */
  async refresh(): Promise<void> {
    const url = location.href
    const asked = await askForPage(url, this.build, {shown: this.page})
    if (asked.kind !== 'answer' || location.href !== url) return
    const {answer} = asked
    if ('redirect' in answer) navigation.navigate(answer.redirect, {history: 'replace'})
    // What somebody is typing is worth more than what is new: the next navigation loads in full.
    else if (answer.build !== this.build && isTyping()) return
    else if (this.isOtherBuild(answer)) this.loadInFull(url)
    else this.show(answer, false)
  }

  private navigate(event: NavigateEvent): void {
    const url = new URL(event.destination.url)
    const ours = url.origin === location.origin && !url.pathname.startsWith('/_nonet/')
    if (
      this.passing ||
      event.defaultPrevented ||
      !event.canIntercept ||
      !ours ||
      event.hashChange ||
      event.downloadRequest !== null
    )
      return
    if (event.navigationType === 'reload' || event.sourceElement?.closest('[data-document]')) return
    if (event.formData) return
    event.intercept({focusReset: 'manual', scroll: 'after-transition', handler: () => this.visit(event, url)})
  }

  private async visit(event: NavigateEvent, url: URL): Promise<void> {
    this.visits += 1
    const known = this.knownPage(event)
    if (known) {
      this.show(known, true)
      this.settle()
      if (event.navigationType === 'traverse') void this.refresh()
      return
    }
    const end = this.progress.start()
    const asked =
      (await this.prefetch.take(url.href.split('#')[0] ?? '')) ??
      (await askForPage(url.href, this.build, {signal: event.signal}))
    end()
    if (event.signal.aborted || asked.kind === 'aborted' || asked.kind === 'same') return
    this.arrive(asked, url.href)
  }

  /** A page that need not be asked for: it came with the answer to an action, or this entry of history has shown it. */
  private knownPage(event: NavigateEvent): Page | undefined {
    const brought = this.brought
    this.brought = null
    if (brought && event.navigationType !== 'traverse') return brought
    return event.navigationType === 'traverse' ? this.kept.find(event.destination.key) : undefined
  }

  /** History moves when the answer is there, so that a refusal adds no step and Back leads to before the form. */
  private async act({url, form, done}: Sent): Promise<void> {
    const end = this.progress.start()
    this.forget()
    const visit = this.visits
    // Nothing aborts it: an action goes on when the person goes elsewhere.
    const asked = await sendAction(url.href, form)
    end()
    done()
    this.forget()
    if (asked.kind === 'unreachable') this.notSent(url, form)
    else if (visit !== this.visits) await this.refresh()
    else this.acted(asked, url)
  }

  /** The answer to an action that nobody has walked away from. */
  private acted(asked: Asked, url: URL): void {
    const elsewhere = asked.kind === 'answer' && !('redirect' in asked.answer) && url.href !== location.href
    if (elsewhere) this.bring(url, asked.answer as Page, 'push')
    else this.arrive(asked, url.href)
  }

  private forget(): void {
    this.prefetch.forget()
    this.kept.forget()
  }

  private notSent(url: URL, form: FormData): void {
    const again = async () => {
      clearNotice()
      const asked = await sendAction(url.href, form)
      if (asked.kind === 'unreachable') this.notSent(url, form)
      else this.acted(asked, url)
    }
    notify(this.screen.words.failing.notSent, {label: this.screen.words.failing.tryAgain, act: () => void again()})
  }

  private arrive(asked: Asked, url: string): void {
    clearNotice()
    if (asked.kind === 'answer') this.answered(asked.answer, url)
    else if (asked.kind !== 'same') this.showProblem(asked.kind)
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
    if (samePage) forgetPasswords()
    this.settle()
  }

  private redirected(to: string, page: Page | null): void {
    const target = new URL(to, location.href)
    this.redirects += 1
    if (target.origin !== location.origin) this.loadInFull(target.href)
    else if (this.redirects > mostRedirects) {
      this.redirects = 0
      this.showProblem('strange')
    } else if (!page) navigation.navigate(target.href, {history: 'replace'})
    else if (this.isOtherBuild(page)) this.loadInFull(target.href)
    else this.bring(target, page, 'replace')
  }

  /** Goes to an address whose page is here already; at the address where we are, only the page changes. */
  private bring(target: URL, page: Page, history: 'push' | 'replace'): void {
    this.redirects = 0
    if (target.href === location.href) {
      this.show(page, true)
      this.settle()
    } else {
      this.brought = page
      navigation.navigate(target.href, {history})
    }
  }

  private isOtherBuild(page: Page): boolean {
    return page.build !== this.build && mayReloadFor(page.build)
  }

  private loadInFull(url: string): void {
    this.passing = true
    location.replace(url)
  }

  private showProblem(problem: Problem): void {
    this.show(problemPage(this.page, problem, this.screen.words), true)
    this.settle()
  }

  private show(page: Page, fresh: boolean): void {
    this.page = page
    this.kept.keep(page)
    const {product} = page.shell
    document.title = page.title === product ? product : `${page.title} · ${product}`
    this.screen.draw(page, fresh)
  }

  private settle(): void {
    moveFocus()
    announce(document.title)
  }
}
