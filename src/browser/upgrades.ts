/** Brings what forms, dialogs and boards gain in a browser with a script, each once a page has one of them. */

import type {Page} from '../contract/page.ts'
import type {Words} from '../messages/index.ts'
import {changing} from '../ui/changing.ts'

/** Works on whatever page is shown. */
interface Upgrade {
  show(page: Page): void
}

const dialogs = '[data-dialog]'
const cards = '[data-column]'

export class Upgrades {
  private readonly words: Words
  private readonly loading = new Map<string, Promise<Upgrade>>()
  private shown: Page | null = null

  constructor(words: Words) {
    this.words = words
  }

  show(page: Page): void {
    this.shown = page
    this.use(dialogs, () => loadDialogs())
    this.use(cards, () => loadDragging())
    // Where people sign in and out, what was typed is put away.
    this.use(page.screen === 'entry' ? 'main' : changing, () => this.loadForms(), changing)
  }

  private use(needing: string, load: () => Promise<Upgrade>, key = needing): void {
    if (this.loading.has(key) || document.querySelector(needing)) void this.bring(key, load)
  }

  /** Whichever page is shown by then. Without the file, the page works as it came. */
  private async bring(key: string, load: () => Promise<Upgrade>): Promise<void> {
    const loading = this.loading.get(key) ?? load()
    this.loading.set(key, loading)
    const upgrade = await loading.catch(() => null)
    if (!upgrade) this.loading.delete(key)
    else if (this.shown) upgrade.show(this.shown)
  }

  private async loadForms(): Promise<Upgrade> {
    const {FormUpgrades} = await import('./form-upgrades.ts')
    const upgrades = new FormUpgrades(this.words)
    upgrades.watch()
    return upgrades
  }
}

async function loadDialogs(): Promise<Upgrade> {
  const {raiseDialogs, watchDialogs} = await import('./dialogs.ts')
  watchDialogs()
  return {show: raiseDialogs}
}

async function loadDragging(): Promise<Upgrade> {
  const {watchDragging} = await import('./dragging.ts')
  watchDragging()
  return {show: () => {}}
}
