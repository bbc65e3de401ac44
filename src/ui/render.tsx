/** A page as HTML text, on the server. */
import {renderToString} from 'react-dom/server'
import type {Page} from './page.ts'
import {PageView} from './shell.tsx'
import type {Views} from './view.ts'

export function renderPage(page: Page, views: Views): string {
  return renderToString(<PageView page={page} views={views} />)
}
