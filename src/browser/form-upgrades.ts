/** What the browser adds to forms that work without it; loaded with the first page that has one. */

import type {FormData} from '../contract/form.ts'
import type {Page} from '../contract/page.ts'
import type {Words} from '../messages/index.ts'
import {dropDraft, keepDraft, noteSent, restoreDraft, tidyDrafts} from './drafts.ts'
import {Hints} from './hints.ts'
import {Leaving} from './leaving.ts'
import {forgetMended, mend} from './mending.ts'
import {arrangeRows, offerRows} from './part-rows.ts'
import {watchDrops} from './uploads.ts'

const patience = 300

export class FormUpgrades {
  private readonly words: Words
  private readonly leaving: Leaving
  private readonly hints = new WeakMap<HTMLFormElement, Hints>()
  private readonly started = new WeakSet<Element>()
  private timer = 0

  constructor(words: Words) {
    this.words = words
    this.leaving = new Leaving(words.forms.leave)
  }

  watch(): void {
    watchDrops()
    this.leaving.watch()
    document.addEventListener('input', event => this.typed(event))
    document.addEventListener('submit', event => this.sent(event))
    document.addEventListener('click', event => this.cancelled(event))
    window.addEventListener('pagehide', () => this.keepNow())
  }

  /** A page is shown, for the first time or again with other data. */
  show(page: Page): void {
    forgetMended()
    const kept = tidyDrafts(page)
    if (kept) document.querySelector('[data-typed]')?.removeAttribute('hidden')
    // Where the form is gone and what was typed is kept, nothing is lost by going on.
    const there = document.querySelector('form[data-form]') !== null
    this.leaving.show(page.status >= 400 && (there || !kept))
    offerRows()
    for (const input of document.querySelectorAll<HTMLInputElement>('[data-lookup]'))
      this.once(input, () => void this.offer(input, page.build))
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) {
      this.once(form, () => this.take(form, page))
      // Something stands in it already: a default, what was put back, or what was refused.
      this.hints.get(form)?.wait()
    }
  }

  /** Without the file, a name that is typed in full is found all the same. */
  private async offer(input: HTMLInputElement, build: string): Promise<void> {
    const loaded = await import('./combobox.ts').catch(() => null)
    if (loaded && input.isConnected) new loaded.Combobox(input, {build, words: this.words}).start()
  }

  private once(element: Element, start: () => void): void {
    if (this.started.has(element)) return
    this.started.add(element)
    start()
  }

  private take(form: HTMLFormElement, page: Page): void {
    const hints = page.screen === 'form' ? (page.data as FormData).hints : null
    if (hints) this.hints.set(form, new Hints(form, hints))
    if (page.status < 400 && restoreDraft(form)) {
      arrangeRows(form)
      this.leaving.note()
      this.offerAfresh(form)
    }
  }

  private offerAfresh(form: HTMLFormElement): void {
    const said = document.createElement('p')
    said.className = 'restored'
    said.role = 'status'
    const again = document.createElement('button')
    again.type = 'button'
    again.className = 'button bare'
    again.textContent = this.words.forms.startAfresh
    again.addEventListener('click', () => {
      form.reset()
      dropDraft(form)
      this.leaving.show(false)
      said.remove()
      this.hints.get(form)?.wait()
    })
    said.append(this.words.forms.restored, again)
    form.parentElement?.before(said)
  }

  private formOf({target}: Event): HTMLFormElement | null {
    return target instanceof Element ? target.closest<HTMLFormElement>('form[data-form]') : null
  }

  private typed(event: Event): void {
    chooseMine(event.target)
    const form = this.formOf(event)
    if (!form) return
    this.leaving.note()
    mend(event.target)
    this.hints.get(form)?.typed()
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => form.isConnected && keepDraft(form), patience)
  }

  private sent(event: SubmitEvent): void {
    const form = this.formOf(event)
    if (!form) return
    clearTimeout(this.timer)
    noteSent(form)
    this.leaving.send()
  }

  /** Whoever cancels wants nothing of it. */
  private cancelled(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('[data-leave]') : null
    const form = link && this.formOf(event)
    if (!form) return
    clearTimeout(this.timer)
    dropDraft(form)
    this.leaving.show(false)
  }

  private keepNow(): void {
    clearTimeout(this.timer)
    const form = document.querySelector<HTMLFormElement>('form[data-form]')
    if (form && this.leaving.hasTyped) keepDraft(form)
  }
}

/** Whoever types into their own version means it. */
function chooseMine(target: EventTarget | null): void {
  if (!(target instanceof Element) || target.matches('[type=radio]')) return
  const mine = target.closest('[data-versions]')?.querySelector<HTMLInputElement>('[type=radio][value=mine]')
  if (mine) mine.checked = true
}
