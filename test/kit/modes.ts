/** The ways in which a browser uses the application; all lead to the same pages. */
import type {Browser, BrowserContextOptions, Page} from 'playwright-core'
import {type Visitor, visitor} from './browser.ts'

export interface Mode {
  readonly name: string
  readonly script: boolean
  /** Whether navigation is client-side: without this API the browser loads documents. */
  readonly navigates: boolean
}

export const withScript: Mode = {name: 'with JavaScript', script: true, navigates: true}
export const withoutScript: Mode = {name: 'without JavaScript', script: false, navigates: false}
export const withoutNavigation: Mode = {name: 'without the Navigation API', script: true, navigates: false}

export async function visitorIn(browser: Browser, mode: Mode, options: BrowserContextOptions = {}): Promise<Visitor> {
  const v = await visitor(browser, {javaScriptEnabled: mode.script, ...options})
  if (mode.script && !mode.navigates)
    await v.context.addInitScript('delete window.navigation; delete Window.prototype.navigation')
  return v
}

/** Waits until all requests are answered and their results rendered. */
export async function settled({page, context}: Visitor, mode: Mode = withScript): Promise<void> {
  if (!mode.script) await context.request.get(new URL('/other', page.url()).href)
  else
    await page.evaluate(`(async () => {
    await (await fetch('/other')).text()
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })()`)
}

/** Timers fire in the order of their deadlines, however slow the machine is: by then, earlier ones have fired. */
export async function afterTimers(page: Page, millis: number): Promise<void> {
  await page.evaluate(`new Promise(resolve => setTimeout(resolve, ${millis}))`)
}

/**
 * The number of entries in the history of this tab; emptied first for tests that count, because browsers keep at most
 * fifty.
 */
export async function historyLength({context, page}: Visitor, {reset = false} = {}): Promise<number> {
  const session = await context.newCDPSession(page)
  if (reset) await session.send('Page.resetNavigationHistory')
  const {entries} = await session.send('Page.getNavigationHistory')
  await session.detach()
  return entries.length
}
