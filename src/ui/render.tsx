/** A page as HTML text, on the server. */
import type {Page} from './page.ts'
import {type Failed, renderHtml} from './render/html.ts'
import {PageView} from './shell.tsx'
import type {Views} from './view.ts'

export function renderPage(page: Page, views: Views, failed: Failed): string {
  return renderHtml(<PageView page={page} views={views} />, failed)
}
