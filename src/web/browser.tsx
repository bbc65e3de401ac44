/** Hydrates the server-rendered page. */
import {startTransition} from 'react'
import {hydrateRoot} from 'react-dom/client'
import type {Page} from '../engine/page/frame.ts'
import type {PageMessages} from '../messages/index.ts'
import {App} from './app.tsx'
import {initialPage, rootElement} from './router/document.ts'
import {BrowserRouter} from './router/router.ts'
import {watchTyping} from './router/typed-before-hydration.ts'
import type {ScreenComponents} from './screen.tsx'

export interface BrowserScreens {
  readonly screens: ScreenComponents
  /** In a language; English if there is none. */
  readonly loadMessages: (language: string) => Promise<PageMessages>
  readonly loadScreen: (page: Page) => Promise<unknown>
}

export async function startBrowser({screens, loadMessages, loadScreen}: BrowserScreens): Promise<void> {
  const page = initialPage()
  const root = rootElement()
  if (!page || !root) return
  watchTyping(root)
  const [messages] = await Promise.all([loadMessages(page.shell.language), loadScreen(page)])
  const router = new BrowserRouter({page, messages, loadMessages, loadScreen})
  // A transition, so that a slow phone responds to touches while it hydrates.
  startTransition(() => {
    hydrateRoot(root, <App router={router} screens={screens} />)
  })
  router.start()
  followChanges(router)
  // Signing out loads this document: nothing of the person remains in the browser.
  if (!page.shell.person)
    await import('./router/recent-records.ts').then(
      ({forgetRecords}) => forgetRecords(),
      () => {},
    )
}

/** Once a page that can follow changes is shown; the code is not needed before. */
function followChanges(router: BrowserRouter): void {
  let started = false
  const start = () => {
    if (started || router.current().page.live === undefined) return
    started = true
    void import('./router/live-updates.ts').then(({LiveUpdates}) => new LiveUpdates(router).start())
  }
  start()
  router.subscribe(start)
}
