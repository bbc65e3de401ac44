/** Opens records of a list beside it, at their own address. A narrow screen shows the record's page instead. */

import {type MouseEvent, type RefObject, useEffect, useRef} from 'react'
import {withQuery} from '../../../engine/page/address.ts'
import {rowLinkId} from '../../../web/components/data-row.tsx'
import {useHotkeys} from '../../../web/hooks/use-hotkeys.ts'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {isTyping} from '../../../web/router/focus.ts'
import {isPlainClick} from '../../../web/router/link.tsx'
import {useNavigation, usePage, usePathname, useRouter} from '../../../web/router/router-provider.tsx'
import {openedKey, type PanelData} from '../data.ts'

/** As in the list's stylesheet. */
const besideQuery = '(min-width: 75rem)'

export interface SidePanelControl {
  /** For the links of rows: a plain click opens the record here. */
  readonly onOpen: (event: MouseEvent, id: string) => void
  /** The same without a link: beside the list, or at `href` if there is no room. */
  readonly open: (id: string, href: string | null) => void
  /** Where a click leads on this screen. */
  readonly placeOf: (id: string, href: string) => string
}

export function useSidePanel(panel: PanelData | null): SidePanelControl {
  const router = useRouter()
  const {url} = usePage()
  const move = (href: string) => router.navigate(href, {keepPlace: true, replace: panel !== null})
  const close = () => {
    if (!panel) return
    router.navigate(panel.close, {keepPlace: true})
    // With the next frame: focusing it now would lay the page out before the panel is gone, and again after it.
    requestAnimationFrame(() => document.getElementById(rowLinkId(panel.id))?.focus())
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
  const beside = (id: string) => {
    // Other parameters of the previous record are not carried over.
    const base = panel?.close ?? url
    return withQuery(base, `${openedKey}=${id}`)
  }
  const hasRoom = () => matchMedia(besideQuery).matches
  return {
    onOpen: (event, id) => {
      if (!isPlainClick(event) || !router.enabled || !hasRoom()) return
      event.preventDefault()
      move(beside(id))
    },
    open: (id, href) => {
      if (hasRoom()) move(beside(id))
      else if (href !== null) router.navigate(href)
    },
    placeOf: (id, href) => (hasRoom() ? beside(id) : href),
  }
}

/** The record just opened, while its data is loading: its id, or null. `closing` is true while returning to the list. */
export function useOpening(panel: PanelData | null): {readonly id: string | null; readonly closing: boolean} {
  const navigation = useNavigation()
  const path = usePathname()
  if (navigation.state !== 'loading' || navigation.to !== path) return {id: null, closing: false}
  const id = new URLSearchParams(navigation.search).get(openedKey)
  const closing = panel !== null && `${navigation.to}${navigation.search}` === panel.close
  return {id: id === panel?.id ? null : id, closing}
}

/** Focuses the panel when a record is opened; not if the page itself came with one, nor while typing. `id` is null until its data is loaded. */
export function usePanelFocus(id: string | null): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(useHydrated() ? null : id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    if (id !== null && !isTyping()) panel.current?.focus({preventScroll: true})
  }, [id])
  return panel
}
