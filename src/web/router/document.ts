/** Data the server wrote into the document for the script. */
import type {Page} from '../../engine/page/frame.ts'

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
  await new Promise<void>(resolve => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => resolve(), {once: true})
    link.addEventListener('error', () => resolve(), {once: true})
    document.head.append(link)
  })
}

/*
 * A stylesheet for each screen, because what it says of its own parts may be wrong on another one. It is loaded in advance and applies from the moment
 * at which its screen is shown; a new document begins with that of its own screen.
 */

const unused = 'not all'

const styleOf = (screen: string): HTMLLinkElement | null => document.querySelector(`link[data-screen="${screen}"]`)

/** Resolves when it is there or cannot be loaded. */
export async function loadScreenStyle(screen: string): Promise<void> {
  const link = styleOf(screen)
  if (!link?.disabled) return
  await new Promise<void>(resolve => {
    link.addEventListener('load', () => resolve(), {once: true})
    link.addEventListener('error', () => resolve(), {once: true})
    link.media = unused
    link.disabled = false
  })
}

const isOf = ({screen, data}: Page) => {
  const beside = 'panel' in data ? data.panel?.screen : undefined
  return ({dataset}: HTMLLinkElement): boolean => dataset['screen'] === screen || dataset['screen'] === beside
}

const screenStyles = () => [...document.querySelectorAll<HTMLLinkElement>('link[data-screen]')]

/** Those of a page and of what is beside it, while the screen before is still shown. */
export function applyScreenStyles(page: Page): void {
  for (const link of screenStyles().filter(isOf(page))) if (link.media !== 'all') link.media = 'all'
}

export function leaveOtherScreenStyles(page: Page): void {
  const isShown = isOf(page)
  for (const link of screenStyles()) if (!isShown(link)) link.media = unused
}
