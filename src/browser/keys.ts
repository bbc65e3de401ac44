/**
 * Keys that work on every page: `/` looks for something, j and k go from record to record, `?` shows the keys, Ctrl or Cmd with K opens
 * the palette. None of them does anything while somebody types, and the palette comes only when it is asked for.
 */
import type {Page} from '../contract/page.ts'

export type Shown = () => Page

export function watchKeys(shown: Shown): void {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing || isBusy(event.target)) return
    // Whoever holds this key may press K next: by then the palette is there.
    if (event.key === 'Control' || event.key === 'Meta') void palette()
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act(shown)
  })
}

type Act = (shown: Shown) => void

const acts: Readonly<Record<string, Act>> = {
  '/': () => field()?.focus(),
  j: () => moveBy(1),
  k: () => moveBy(-1),
  '?': shown => void palette().then(loaded => loaded?.showKeys(shown())),
}

const openPalette: Act = shown => void palette().then(loaded => loaded?.showPalette(shown()))

/** Where it cannot be fetched, the keys do nothing; the menu and the search are still there. */
function palette() {
  return import('./palette.tsx').catch(() => null)
}

function actionOf({key, ctrlKey, metaKey, altKey}: KeyboardEvent): Act | null {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return openPalette
  if (ctrlKey || metaKey || altKey || (key === '/' && !field())) return null
  return acts[key] ?? null
}

/** Somebody types, or something lies over the page. */
function isBusy(target: EventTarget | null): boolean {
  return document.querySelector('dialog[open]') !== null || takesLetters(target)
}

/** Boxes and buttons take the space bar and Enter alone; a list jumps to what begins with a letter. */
const withoutLetters = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'range', 'color']

function takesLetters(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutLetters.includes(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'))
}

function field(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#find') ?? document.querySelector('main input[type="search"]')
}

/** The link of a record takes the focus, so that Enter opens it and readers hear its name. */
function moveBy(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr, main [data-row]')]
  const links = rows.flatMap(row => row.querySelector<HTMLElement>('.name a[href], a[href]') ?? [])
  const now = links.findIndex(link => link.closest('tr, [data-row]')?.contains(document.activeElement))
  const next = now < 0 ? (step > 0 ? 0 : links.length - 1) : now + step
  links[next]?.focus()
}
