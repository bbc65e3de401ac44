/** Pages prefetched on hover. A click uses the response once; an action discards all of them. */
import type {Page} from '../../engine/page/frame.ts'
import {fetchPage, type PageResult, pageIn} from './client.ts'

const freshFor = 15_000

interface Prefetched {
  readonly result: Promise<PageResult>
  readonly at: number
  /** Null until the response arrives. */
  settled: PageResult | null
}

export class PrefetchCache {
  readonly #pages = new Map<string, Prefetched>()
  readonly #build: string

  constructor(build: string) {
    this.#build = build
  }

  /** Resolves to the page if it was requested now and arrived. */
  async start(url: string, shown: Page): Promise<Page | null> {
    const known = this.#pages.get(url)
    if (known && Date.now() - known.at <= freshFor) return null
    const request = fetchPage(url, this.#build, shown, {inAdvance: true})
    const entry: Prefetched = {result: request, at: Date.now(), settled: null}
    this.#pages.set(url, entry)
    const result = await request
    entry.settled = result
    // A failed request is not used: the click, or the next hover, sends another one.
    if (!isGood(result)) this.#pages.delete(url)
    return pageIn(result)
  }

  /** The response, if it has arrived. */
  takeSettled(url: string): PageResult | null {
    const found = this.#pages.get(url)
    if (!found?.settled || Date.now() - found.at > freshFor || !isGood(found.settled)) return null
    this.#pages.delete(url)
    return found.settled
  }

  async take(url: string): Promise<PageResult | null> {
    const found = this.#pages.get(url)
    this.#pages.delete(url)
    if (!found || Date.now() - found.at > freshFor) return null
    const result = await found.result
    return isGood(result) ? result : null
  }

  clear(): void {
    this.#pages.clear()
  }
}

function isGood(result: PageResult): boolean {
  return result.kind === 'answer' && result.answer.status < 400
}
