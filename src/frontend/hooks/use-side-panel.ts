/** Opens records of a list beside it, at an address of their own. A narrow screen shows the page of the record instead. */
import {type MouseEvent, type RefObject, useEffect, useRef} from 'react'
import {openedKey, type PanelData} from '../../contract/list.ts'
import {usePage, useRouter} from '../router/router-provider.tsx'
import {useHotkeys} from './use-hotkeys.ts'
import {useHydrated} from './use-hydrated.ts'

/** As in the style of lists. */
const besideQuery = '(min-width: 75rem)'

/** Links of rows have this id, so that closing leads back to them. */
export const rowLinkId = (id: string): string => `row-${id}`

export interface SidePanelControl {
  /** For the links of rows: a plain click opens the record here. */
  readonly onOpen: (event: MouseEvent, id: string) => void
}

export function useSidePanel(panel: PanelData | null): SidePanelControl {
  const router = useRouter()
  const {url} = usePage()
  const move = (href: string) => router.navigate(href, {keepPlace: true, replace: panel !== null})
  const close = () => {
    if (!panel) return
    router.navigate(panel.close, {keepPlace: true})
    document.getElementById(rowLinkId(panel.id))?.focus()
  }
  useHotkeys(
    panel
      ? {
          Escape: close,
          ...(panel.next !== null && {j: () => move(panel.next ?? '')}),
          ...(panel.previous !== null && {k: () => move(panel.previous ?? '')}),
        }
      : {},
    {first: true},
  )
  return {
    onOpen: (event, id) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!isPlain || !router.enabled || !matchMedia(besideQuery).matches) return
      event.preventDefault()
      const [path = '', query = ''] = url.split('?')
      // What else the address asked of the record before is no part of the next one.
      const base = panel ? panel.close : query === '' ? path : `${path}?${query}`
      move(`${base}${base.includes('?') ? '&' : '?'}${openedKey}=${id}`)
    },
  }
}

/** Moves the focus to the panel when a record is opened; not when the page itself came with one. */
export function usePanelFocus(id: string): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(useHydrated() ? null : id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    panel.current?.focus({preventScroll: true})
  }, [id])
  return panel
}
