/** A link. It works as plain HTML; the router takes the navigation over where the browser lets it. */
import {type ComponentProps, type MouseEvent, useEffect, useRef} from 'react'
import {useRouter} from './router-provider.tsx'

type OwnHandlers = Exclude<keyof PrefetchHandlers, 'onPointerDown'>

export interface LinkProps extends Omit<ComponentProps<'a'>, OwnHandlers> {
  readonly href: string
  /** Whether the page is requested while the pointer rests on the link; not for links with an effect. A function says where a click leads instead of `href`. */
  readonly prefetch?: boolean | (() => string)
  /** The browser loads a new document, so that nothing of this one stays. */
  readonly reloadDocument?: boolean
}

export function Link(props: LinkProps) {
  return linkWith(usePrefetch(), props)
}

/** A link without state of its own, for a component with hundreds of them: they share its `usePrefetch`. */
export function linkWith(prefetchOf: PrefetchOf, {href, prefetch = true, reloadDocument = false, ...props}: LinkProps) {
  const {target, download, onPointerDown} = props
  const wanted = prefetch !== false && !reloadDocument && download === undefined && (!target || target === '_self')
  const handlers = wanted ? prefetchOf(typeof prefetch === 'function' ? prefetch : () => href) : null
  if (!handlers) return <a {...props} href={href} data-reload-document={reloadDocument || undefined} />
  return (
    <a
      {...props}
      href={href}
      {...handlers}
      onPointerDown={event => {
        onPointerDown?.(event)
        handlers.onPointerDown()
      }}
    />
  )
}

/** Not one that opens a new tab or window, or downloads: those follow the link. */
export function isPlainClick({button, metaKey, ctrlKey, shiftKey, altKey}: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** For an element that opens a page: it is requested while the pointer or the focus rests there, and at once when it is pressed. */
export interface PrefetchHandlers {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onPointerDown: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

/** How long the pointer rests before the page is requested. */
const restMillis = 65

/** Null where nothing is requested ahead: on the server and without the Navigation API. */
export type PrefetchOf = (href: () => string) => PrefetchHandlers | null

const never: PrefetchOf = () => null

/** The handlers for each of the elements of a component, of which one at a time is pointed at. `href` is asked when the page is requested. */
export function usePrefetch(): PrefetchOf {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!router.enabled) return never
  const stop = () => clearTimeout(timer.current)
  return href => {
    const start = (after: number) => {
      stop()
      timer.current = setTimeout(() => {
        // A quick click may have led there already.
        const url = prefetchable(href())
        if (url) router.prefetch(url)
      }, after)
    }
    return {
      onPointerEnter: () => start(restMillis),
      onPointerLeave: stop,
      onPointerDown: () => start(0),
      onFocus: () => start(restMillis),
      onBlur: stop,
    }
  }
}

/** Another page of this application; null for everything else. */
function prefetchable(href: string): string | null {
  const url = new URL(href, location.href)
  const same = url.pathname === location.pathname && url.search === location.search
  return url.origin === location.origin && !same ? url.href : null
}
