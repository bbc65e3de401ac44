/** What the browser adds around every page: keys, popups that close, and what was opened before. */
import {type Shown, watchKeys} from './keys.ts'
import {watchPopups} from './popups.ts'
import {remember} from './recent.ts'

export class Around {
  private readonly shown: Shown

  constructor(shown: Shown) {
    this.shown = shown
    this.show()
    watchKeys(shown)
    watchPopups()
  }

  /** Another page is there. */
  show(): void {
    remember(this.shown())
  }
}
