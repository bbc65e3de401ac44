/** Adds to the page that came as HTML what a script can, and hands over to the navigator, where the browser has the Navigation API. */
import type {Page} from '../contract/page.ts'
import type {Views} from '../frontend/view.ts'
import {wordsFor} from '../messages/index.ts'
import {beforeEachPage} from './ask.ts'
import {Loading, type OnDemand} from './loading.ts'
import {watchLook} from './look.ts'
import {Navigator} from './navigator.ts'
import {watchPicking} from './picking.ts'
import {Stage} from './stage.tsx'
import {Upgrades} from './upgrades.ts'

export async function start(atOnce: Views, onDemand: OnDemand): Promise<void> {
  const container = document.getElementById('root')
  const page = JSON.parse(document.getElementById('page')?.textContent ?? 'null') as Page | null
  if (!container || !page) return
  const loading = new Loading(atOnce, onDemand)
  beforeEachPage(next => loading.bring(next))
  const upgrades = new Upgrades(wordsFor(page.shell.language))
  const stage = new Stage(container, {first: page, views: loading.views})
  if (stage.changes) await loading.bring(page)
  // Nobody waits for it: it is for whatever is drawn next.
  else whenIdle(() => void loading.bring(page).catch(() => {}))
  stage.start(() => upgrades.show(page))
  let current = page
  // Keys and such can wait a moment; where they cannot be fetched, the page works without them.
  const around = import('./around.ts').then(({Around}) => new Around(() => current)).catch(() => null)
  watchPicking()
  if (!('navigation' in window)) return
  const draw = (next: Page, fresh: boolean) => {
    stage.draw(next, fresh)
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

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 1000)
}
