/** Pages by history entry: Back shows them at once, with the focus where it was, and asks for fresh data behind it. */
import type {Page} from '../../contract/page.ts'
import {type FocusMark, markFocus} from './focus.ts'

const maxEntries = 20

export interface CachedPage {
  readonly page: Page
  readonly focus: FocusMark | null
}

export class HistoryCache {
  private readonly entries = new Map<string, CachedPage>()

  find(key: string): CachedPage | undefined {
    return this.entries.get(key)
  }

  /** Keeps the page of the current entry; pages with an error status are always requested again. */
  keep(page: Page, focus: FocusMark | null = null): void {
    const key = navigation.currentEntry?.key
    if (!key || page.status !== 200) return
    this.entries.delete(key)
    this.entries.set(key, {page, focus})
    const oldest = this.entries.keys().next().value
    if (this.entries.size > maxEntries && oldest !== undefined) this.entries.delete(oldest)
  }

  /** Called before the current entry is left. */
  keepFocus(): void {
    const entry = this.entries.get(navigation.currentEntry?.key ?? '')
    if (entry) this.keep(entry.page, markFocus())
  }

  clear(): void {
    this.entries.clear()
  }
}
