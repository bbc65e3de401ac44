/**
 * While somebody types: what would follow. Rules that need nothing but the form are judged here and at once; the rest is asked of the
 * server when they pause. The server always decides.
 */

import type {FormData as FormPageData, HintsData} from '../contract/form.ts'
import type {Page, Problem} from '../contract/page.ts'
import {sendAction} from './ask.ts'
import type {LocalRules} from './local-rules.ts'

const patience = 400

export class Hints {
  private readonly form: HTMLFormElement
  private rules: HintsData['local'] | null
  private local: LocalRules | null = null
  private remote: readonly Problem[] = []
  private timer = 0
  private asked = 0

  constructor(form: HTMLFormElement, {local}: HintsData) {
    this.form = form
    this.rules = local ?? null
  }

  /** Something was typed. The file that judges here comes with the first letter, not with the page. */
  typed(): void {
    const rules = this.rules
    this.rules = null
    if (rules) void this.bring(rules)
    this.wait()
  }

  private async bring(rules: NonNullable<HintsData['local']>): Promise<void> {
    this.local = await localRules(rules)
    this.showProblems()
  }

  wait(): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.ask(), patience)
    this.showProblems()
  }

  private async ask(): Promise<void> {
    this.asked += 1
    const asked = this.asked
    const answer = await sendAction(location.href, this.sent())
    if (asked !== this.asked || answer.kind !== 'answer' || 'redirect' in answer.answer) return
    const hints = hintsIn(answer.answer)
    if (!hints || !this.form.isConnected) return
    this.remote = hints.problems
    this.showFacts(hints)
    this.showProblems()
  }

  private sent(): FormData {
    const sent = new FormData()
    const isAsked = (name: string) => !name.startsWith('_') || name.startsWith('_picked.')
    for (const [name, value] of new FormData(this.form))
      if (typeof value === 'string' && value !== '_none' && isAsked(name)) sent.append(name, value)
    sent.set('_action', '_preview')
    return sent
  }

  private showFacts({facts}: HintsData): void {
    for (const place of this.form.querySelectorAll<HTMLElement>('[data-fact]')) {
      const fact = facts.find(({key}) => key === place.dataset['fact'])
      const value = place.querySelector('dd')
      if (value) value.textContent = fact?.text ?? ''
      place.hidden = !fact || fact.text === ''
    }
  }

  private showProblems(): void {
    const ours = this.local?.messages
    const problems = [
      ...(this.local?.broken(this.form) ?? []),
      ...this.remote.filter(({message}) => !ours?.has(message)),
    ]
    for (const place of this.form.querySelectorAll<HTMLElement>('[data-hint]')) {
      const field = place.dataset['hint'] || null
      const said = problems.filter(problem => problem.field === field).map(({message}) => message)
      const text = said.filter(message => !this.isRefused(field, place, message)).join(' ')
      if (place.textContent !== text) place.textContent = text
    }
  }

  /** What the server has refused stands at its field already, or on top. */
  private isRefused(field: string | null, place: HTMLElement, message: string): boolean {
    if (field !== null) return place.parentElement?.querySelector('.problem:not([data-mended])') !== null
    const said = this.form.querySelectorAll('.summary li:not([data-mended])')
    return [...said].some(({textContent}) => textContent.includes(message))
  }
}

function hintsIn(page: Page): HintsData | null {
  return page.screen === 'form' ? (page.data as FormPageData).hints : null
}

/** Without the file, the server says it all the same, a moment later. */
async function localRules(data: NonNullable<HintsData['local']>): Promise<LocalRules | null> {
  try {
    const {LocalRules} = await import('./local-rules.ts')
    return new LocalRules(data)
  } catch {
    return null
  }
}
