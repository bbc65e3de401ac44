/** Data the server wrote into the document for the script. */
import {type Page, styledScreens} from '../../engine/page/frame.ts'

export function initialPage(): Page | null {
  return JSON.parse(document.getElementById('page')?.textContent ?? 'null') as Page | null
}

export function rootElement(): HTMLElement | null {
  return document.getElementById('root')
}

export interface OwnPartsData {
  /** The scripts of own code, by the names of its parts. */
  readonly scripts: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, string>>
  /** The parts of this document that the server has rendered. */
  readonly onServer: readonly string[]
}

const noParts: OwnPartsData = {scripts: {}, styles: {}, onServer: []}

export function ownParts(): OwnPartsData {
  const text = document.getElementById('own')?.textContent
  return text ? (JSON.parse(text) as OwnPartsData) : noParts
}

/** The style sheet of own code on a page that did not begin with it: it applies to its own part alone. */
export async function loadOwnStyle(href: string): Promise<void> {
  const isThere = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some(
    link => link.getAttribute('href') === href,
  )
  if (isThere) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  await settled(link)
}

/** It is there, or cannot be loaded. */
const settled = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise(resolve => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve, {once: true})
  })

/*
 * A stylesheet for each screen, because what it says of its own parts may be wrong on another one. It is loaded in advance and applies from the moment
 * at which its screen is shown; a new document begins with that of its own screen.
 */

const unused = 'not all'

/** Resolves when it is there or cannot be loaded. */
export async function loadScreenStyle(screen: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[data-screen="${screen}"]`)
  if (!link?.disabled) return
  link.media = unused
  link.disabled = false
  await settled(link)
}

/** Those of a page and of what is beside it. Without `alone`, the screen before is still shown, and keeps its own. */
export function applyScreenStyles(page: Page, {alone = false} = {}): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-screen]')) {
    const isShown = styledScreens(page).includes(link.dataset['screen'])
    const media = isShown ? 'all' : alone ? unused : link.media
    if (link.media !== media) link.media = media
  }
}
