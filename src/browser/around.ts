/** What the browser adds around every page: keys, popups that close, and what was opened before. */
import {type Shown, watchKeys} from './keys.ts'
import {watchPopups} from './popups.ts'
import {remember} from './recent.ts'

/** On a phone the menu is a row that scrolls: where one is stands in it. */
function showWhere(): void {
  const menu = document.querySelector('.menu')
  const here = menu?.querySelector('[aria-current]')
  if (!menu || !here || menu.scrollWidth <= menu.clientWidth) return
  const [row, entry] = [menu.getBoundingClientRect(), here.getBoundingClientRect()]
  menu.scrollLeft += entry.left + entry.width / 2 - row.left - row.width / 2
}

/** A timeline that does not fit, as on a phone, begins beside its names with what is now. */
function showNow(): void {
  const line = document.querySelector('.sideways')
  const now = line?.querySelector('thead .now')
  const names = line?.querySelector('thead .who')
  if (!line || !now || !names) return
  line.scrollLeft += now.getBoundingClientRect().left - names.getBoundingClientRect().right
}

export class Around {
  private readonly shown: Shown
  private address = ''

  constructor(shown: Shown) {
    this.shown = shown
    this.show()
    watchKeys(shown)
    watchPopups()
  }

  /** Another page is there. */
  show(): void {
    const page = this.shown()
    remember(page)
    showWhere()
    // What somebody has scrolled stays where the same page is only drawn anew.
    if (page.url !== this.address) showNow()
    this.address = page.url
  }
}
