/** A link. Plain HTML; the router intercepts the navigation if the browser supports it. */
import {type ComponentProps, type MouseEvent, useCallback, useEffect, useRef} from 'react'
import {useRouter} from './router-provider.tsx'

type OwnHandlers = Exclude<keyof PrefetchHandlers, 'onPointerDown'>

export interface LinkProps extends Omit<ComponentProps<'a'>, OwnHandlers> {
  readonly href: string
  /** Whether the page is prefetched on hover; not for links with side effects. A function returns the target of a click if it differs from `href`. */
  readonly prefetch?: boolean | (() => string)
  /** The browser loads a new document, so that nothing of this one remains. */
  readonly reloadDocument?: boolean
}

export function Link(props: LinkProps) {
  return linkWith(usePrefetch(), props)
}

/** A link without its own state, for a component with hundreds of them: they share its `usePrefetch`. */
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

/** Clicks that open a new tab or window, or download, follow the link. */
export function isPlainClick({button, metaKey, ctrlKey, shiftKey, altKey}: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** For an element that opens a page: prefetched on hover or focus, and immediately on press. */
export interface PrefetchHandlers {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onPointerDown: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

/** The hover delay before the page is requested. */
const restMillis = 65

/** Null if nothing is prefetched: on the server and without the Navigation API. */
export type PrefetchOf = (href: () => string) => PrefetchHandlers | null

const never: PrefetchOf = () => null

/** Handlers for each element of a component, of which one at a time is hovered. `href` is evaluated when the page is requested. */
export function usePrefetch(): PrefetchOf {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The same in each render, for memoised rows.
  const prefetchOf = useCallback(
    (href: () => string): PrefetchHandlers => {
      const stop = () => clearTimeout(timer.current)
      const start = (after: number) => {
        stop()
        timer.current = setTimeout(() => {
          // A quick click may have navigated already.
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
    },
    [router],
  )
  return router.enabled ? prefetchOf : never
}

/** Another page of this application; null for anything else. */
function prefetchable(href: string): string | null {
  const url = new URL(href, location.href)
  const same = url.pathname === location.pathname && url.search === location.search
  return url.origin === location.origin && !same ? url.href : null
}
