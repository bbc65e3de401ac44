/** Hydrates the page that came as HTML and hands over to the navigator, where the browser has the Navigation API. */
import {flushSync} from 'react-dom'
import {hydrateRoot} from 'react-dom/client'
import {BoundedPage} from '../ui/boundary.tsx'
import type {Page} from '../ui/page.ts'
import type {Views} from '../ui/view.ts'
import {wordsFor} from '../ui/words.ts'
import {beforeEachPage} from './ask.ts'
import {Loading, type OnDemand} from './loading.ts'
import {watchLook} from './look.ts'
import {Navigator} from './navigator.ts'
import {watchPicking} from './picking.ts'
import {Upgrades} from './upgrades.ts'

export async function start(atOnce: Views, onDemand: OnDemand): Promise<void> {
  const container = document.getElementById('root')
  const page = JSON.parse(document.getElementById('page')?.textContent ?? 'null') as Page | null
  if (!container || !page) return
  const loading = new Loading(atOnce, onDemand)
  const {views} = loading
  await loading.bring(page)
  beforeEachPage(next => loading.bring(next))
  let visit = 0
  // The key makes a new page start with new inputs, and lets a refresh keep what is typed.
  const upgrades = new Upgrades(wordsFor(page.shell.language))
  // Only once React has taken the page over, so that it finds what the server wrote.
  const shown = () => upgrades.show(page)
  const root = hydrateRoot(container, <BoundedPage key={visit} page={page} views={views} shown={shown} />)
  let current = page
  // Keys and such can wait a moment; where they cannot be fetched, the page works without them.
  const around = import('./around.ts').then(({Around}) => new Around(() => current)).catch(() => null)
  watchPicking()
  if (!('navigation' in window)) return
  const draw = (next: Page, fresh: boolean) => {
    if (fresh) visit += 1
    flushSync(() => root.render(<BoundedPage key={visit} page={next} views={views} />))
    upgrades.show(next)
    current = next
    void around.then(each => each?.show())
  }
  const navigator = new Navigator(page, {draw, words: wordsFor(page.shell.language)})
  // Before the navigator, which takes every other form that posts.
  watchLook(() => void navigator.refresh())
  navigator.start()
  window.addEventListener('nonet:changed', () => void navigator.refresh())
}
