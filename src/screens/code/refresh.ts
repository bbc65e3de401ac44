/**
 * Only with `nonet dev`, and before React: own code that was saved is shown in place, with React's own runtime for it. The state of components, what was typed
 * and the scroll position stay.
 */
import runtime from 'react-refresh/runtime'
import {type OwnPartsData, ownParts} from '../../web/router/document.ts'

type SavedParts = Pick<OwnPartsData, 'scripts' | 'styles'>

runtime.injectIntoGlobalHook(window)
// What modules of own code register with: see `src/code/build/refreshed.ts`.
Reflect.set(window, '$nonetRefresh', {
  register: runtime.register,
  signature: runtime.createSignatureFunctionForTransform,
})

export async function showSaved(saved: SavedParts): Promise<void> {
  const shown = ownParts()
  const element = document.getElementById('own')
  if (!element || namesOf(shown) !== namesOf(saved)) return location.reload()
  element.textContent = JSON.stringify({...shown, ...saved})
  for (const [name, href] of Object.entries(saved.styles)) replaceStyle(shown.styles[name], href)
  const changed = Object.entries(saved.scripts).filter(([name, href]) => shown.scripts[name] !== href)
  await Promise.all(changed.map(([, href]) => import(href)))
  runtime.performReactRefresh()
  // What it reads and does may be others, and what has failed is tried again.
  window.dispatchEvent(new Event('nonet:changed'))
}

const namesOf = ({scripts, styles}: SavedParts): string =>
  JSON.stringify([Object.keys(scripts).sort(), Object.keys(styles).sort()])

function replaceStyle(before: string | undefined, href: string): void {
  if (before === href) return
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.getAttribute('href') === before) link.href = href
}
