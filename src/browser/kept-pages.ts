/** Pages seen, by entry of history: Back shows them at once and asks for fresh data behind it. */
import type {Page} from '../contract/page.ts'

const most = 20

export class KeptPages {
  private readonly pages = new Map<string, Page>()

  find(key: string): Page | undefined {
    return this.pages.get(key)
  }

  /** What stands at the present entry; what was refused or failed is asked for again. */
  keep(page: Page): void {
    const key = navigation.currentEntry?.key
    if (!key || page.status !== 200) return
    this.pages.delete(key)
    this.pages.set(key, page)
    const oldest = this.pages.keys().next().value
    if (this.pages.size > most && oldest !== undefined) this.pages.delete(oldest)
  }

  forget(): void {
    this.pages.clear()
  }
}
