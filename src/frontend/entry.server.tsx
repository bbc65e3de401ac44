/** A page as HTML, on the server: as UTF-8, a letter for each byte. */
import type {Page} from '../contract/page.ts'
import {type Failed, renderHtml} from '../ui/render/html.ts'
import {PageView} from './shell.tsx'
import type {Views} from './view.ts'

export function renderPage(page: Page, views: Views, failed: Failed): string {
  return renderHtml(<PageView page={page} views={views} />, failed)
}
