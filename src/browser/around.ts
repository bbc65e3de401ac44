/** What the browser adds around every page: keys, popups that close, light and dark at once, and what was opened before. */
import type {Page} from '../ui/page.ts'
import {watchKeys} from './keys.ts'
import {watchLook} from './look.ts'
import {watchPopups} from './popups.ts'
import {remember} from './recent.ts'

export class Around {
  private page: Page

  constructor(page: Page) {
    this.page = page
    remember(page)
    watchKeys(() => this.page)
    watchPopups()
    // Without the Navigation API nobody draws fresh data, so that the form is sent as a document.
    if ('navigation' in window) watchLook(() => window.dispatchEvent(new Event('nonet:changed')))
  }

  show(page: Page): void {
    this.page = page
    remember(page)
  }
}
