/** Opens records of a list beside it, at an address of their own. A narrow screen shows the page of the record instead. */
import {type MouseEvent, type RefObject, useEffect, useRef} from 'react'
import {openedKey, type PanelData} from '../../contract/list.ts'
import {rowLinkId} from '../components/data-table.tsx'
import {usePage, useRouter} from '../router/router-provider.tsx'
import {useHotkeys} from './use-hotkeys.ts'
import {useHydrated} from './use-hydrated.ts'

/** As in the style of lists. */
const besideQuery = '(min-width: 75rem)'

export interface SidePanelControl {
  /** For the links of rows: a plain click opens the record here. */
  readonly onOpen: (event: MouseEvent, id: string) => void
  /** The same without a link: beside the list, or at `href` where there is no room. */
  readonly open: (id: string, href: string | null) => void
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
  const openBeside = (id: string) => {
    // What else the address asked of the record before is no part of the next one.
    const base = panel?.close ?? url
    move(`${base}${base.includes('?') ? '&' : '?'}${openedKey}=${id}`)
  }
  const hasRoom = () => matchMedia(besideQuery).matches
  return {
    onOpen: (event, id) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!isPlain || !router.enabled || !hasRoom()) return
      event.preventDefault()
      openBeside(id)
    },
    open: (id, href) => {
      if (hasRoom()) openBeside(id)
      else if (href !== null) router.navigate(href)
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
