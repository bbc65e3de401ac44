/** Asks for a page while the pointer rests on its link, once; the click then finds it ready. An action discards all of it. */
import {type Asked, askForPage} from './ask.ts'

const rest = 65
const fresh = 15_000

interface Early {
  readonly asked: Promise<Asked>
  readonly at: number
}

export class Prefetch {
  private readonly early = new Map<string, Early>()
  private timer = 0

  private readonly build: string

  constructor(build: string) {
    this.build = build
  }

  watch(): void {
    document.addEventListener('pointerover', event => this.consider(event.target, rest), {passive: true})
    document.addEventListener('pointerout', () => clearTimeout(this.timer), {passive: true})
    document.addEventListener('touchstart', event => this.consider(event.target, 0), {passive: true})
    document.addEventListener('focusin', event => this.consider(event.target, rest))
  }

  /** The answer asked for early, if it is fresh and was a good one; it is used once. */
  async take(url: string): Promise<Asked | null> {
    clearTimeout(this.timer)
    const early = this.early.get(url)
    this.early.delete(url)
    if (!early || Date.now() - early.at > fresh) return null
    const asked = await early.asked
    return isGood(asked) ? asked : null
  }

  forget(): void {
    clearTimeout(this.timer)
    this.early.clear()
  }

  private consider(target: EventTarget | null, after: number): void {
    clearTimeout(this.timer)
    const url = linkOf(target)
    if (url) this.timer = window.setTimeout(() => this.start(url), after)
  }

  private start(url: string): void {
    const known = this.early.get(url)
    if (known && Date.now() - known.at <= fresh) return
    const asked = askForPage(url, this.build)
    this.early.set(url, {asked, at: Date.now()})
    // A failed one is asked for again, by the click or by the next rest.
    void asked.then(result => isGood(result) || this.early.delete(url))
  }
}

function isGood(asked: Asked): boolean {
  return asked.kind === 'answer' && asked.answer.status < 400
}

function linkOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (
    !link?.href ||
    link.origin !== location.origin ||
    link.hasAttribute('download') ||
    link.dataset['prefetch'] === 'no'
  )
    return null
  if (link.target && link.target !== '_self') return null
  const samePage = link.pathname === location.pathname && link.search === location.search
  return samePage ? null : link.href.split('#')[0] || null
}
