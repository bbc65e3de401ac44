/**
 * Where pages stand. The one that came as HTML is whole without us: React takes it over when its data changes, or at once where the script
 * adds to it, so that React knows what the server wrote. Drawing again what is there already would only keep people waiting.
 */
import {flushSync} from 'react-dom'
import {createRoot, hydrateRoot, type Root} from 'react-dom/client'
import type {Page} from '../contract/page.ts'
import {BoundedPage} from '../frontend/boundary.tsx'
import type {Views} from '../frontend/view.ts'
import {changing} from '../ui/changing.ts'

export class Stage {
  private readonly container: HTMLElement
  private readonly first: Page
  private readonly views: Views
  private root: Root | null = null
  private visit = 0

  constructor(container: HTMLElement, {first, views}: {first: Page; views: Views}) {
    this.container = container
    this.first = first
    this.views = views
  }

  /** Whether the first page needs its view at once. */
  get changes(): boolean {
    return this.container.querySelector(changing) !== null
  }

  /** Calls `shown` once the first page may be changed. */
  start(shown: () => void): void {
    if (this.changes) this.takeOver(shown)
    else shown()
  }

  /** `fresh` is a page that was not there before, otherwise the one shown gets new data. */
  draw(page: Page, fresh: boolean): void {
    // The key makes a new page start with new inputs, and lets a refresh keep what is typed.
    if (fresh) this.visit += 1
    const known = this.views[this.first.screen] !== undefined
    const root = this.root ?? (fresh || !known ? this.clear() : this.takeOver())
    flushSync(() => root.render(<BoundedPage key={this.visit} page={page} views={this.views} />))
    // Which option is chosen at first is no attribute of a select; Preact writes it as one.
    for (const select of this.container.querySelectorAll('[defaultvalue]')) select.removeAttribute('defaultvalue')
  }

  private takeOver(shown?: () => void): Root {
    const {first, views} = this
    const page = <BoundedPage key={0} page={first} views={views} {...(shown && {shown})} />
    this.root = hydrateRoot(this.container, page)
    return this.root
  }

  private clear(): Root {
    this.container.replaceChildren()
    this.root = createRoot(this.container)
    return this.root
  }
}
