/** What the server wrote into the document for the script. */
import type {Page} from '../../contract/page.ts'

export function initialPage(): Page | null {
  return JSON.parse(document.getElementById('page')?.textContent ?? 'null') as Page | null
}

export function rootElement(): HTMLElement | null {
  return document.getElementById('root')
}
