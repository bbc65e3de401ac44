/** Brings what forms and dialogs gain in a browser with a script, once a page has one of them. */
import type {Page} from '../ui/page.ts'
import type {Words} from '../ui/words.ts'
import type {FormUpgrades} from './form-upgrades.ts'

const needing = 'form[data-form], [data-dialog], [data-lookup], [data-drop]'

export class Upgrades {
  private readonly words: Words
  private loading: Promise<FormUpgrades> | null = null
  private shown: Page | null = null

  constructor(words: Words) {
    this.words = words
  }

  show(page: Page): void {
    this.shown = page
    if (this.loading || document.querySelector(needing) || page.screen === 'entry') void this.bring()
  }

  /** Whichever page is shown by then. Without the file, forms work as they came. */
  private async bring(): Promise<void> {
    this.loading ??= this.load()
    const upgrades = await this.loading.catch(() => null)
    if (!upgrades) this.loading = null
    else if (this.shown) upgrades.show(this.shown)
  }

  private async load(): Promise<FormUpgrades> {
    const {FormUpgrades} = await import('./form-upgrades.ts')
    const upgrades = new FormUpgrades(this.words)
    upgrades.watch()
    return upgrades
  }
}
