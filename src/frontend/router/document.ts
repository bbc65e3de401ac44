/** Data the server wrote into the document for the script. */
import type {Page} from '../../contract/page.ts'

export function initialPage(): Page | null {
  return JSON.parse(document.getElementById('page')?.textContent ?? 'null') as Page | null
}

export function rootElement(): HTMLElement | null {
  return document.getElementById('root')
}

/** Enables the stylesheet of a screen; resolves when it applies or cannot be loaded. */
export async function loadScreenStyle(screen: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[data-screen="${screen}"]`)
  if (!link?.disabled) return
  await new Promise<void>(resolve => {
    link.addEventListener('load', () => resolve(), {once: true})
    link.addEventListener('error', () => resolve(), {once: true})
    link.disabled = false
  })
}
