/** Brings the view of a page before the page is drawn. */
import type {Page} from '../contract/page.ts'
import type {View} from '../frontend/view.ts'

export type OnDemand = Readonly<Record<string, () => Promise<View>>>

export class Loading {
  readonly views: Record<string, View>
  private readonly onDemand: OnDemand

  constructor(views: Readonly<Record<string, View>>, onDemand: OnDemand) {
    this.views = {...views}
    this.onDemand = onDemand
  }

  /** Fails where the view cannot be fetched; a screen that nobody draws is left to the boundary. */
  async bring({screen}: Page): Promise<void> {
    const load = this.onDemand[screen]
    if (load && !this.views[screen]) this.views[screen] = await load()
  }
}
