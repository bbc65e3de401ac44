/** A link. It works as plain HTML; the router takes the navigation over where the browser lets it. */
import {type ComponentProps, useEffect, useRef} from 'react'
import {useRouter} from './router-provider.tsx'

type OwnHandlers = 'onPointerEnter' | 'onPointerLeave' | 'onTouchStart' | 'onFocus' | 'onBlur'

export interface LinkProps extends Omit<ComponentProps<'a'>, OwnHandlers> {
  readonly href: string
  /** Whether the page is requested while the pointer rests on the link; not for links with an effect. */
  readonly prefetch?: boolean
  /** The browser loads a new document, so that nothing of this one stays. */
  readonly reloadDocument?: boolean
}

/** How long the pointer rests before the page is requested. */
const restMillis = 65

export function Link({href, prefetch = true, reloadDocument = false, ...props}: LinkProps) {
  const {target, download} = props
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const wanted = prefetch && !reloadDocument && download === undefined && (!target || target === '_self')
  const start = (after: number) => {
    clearTimeout(timer.current)
    if (!wanted) return
    timer.current = setTimeout(() => {
      // A quick click may have led there already.
      const url = prefetchable(href)
      if (url) router.prefetch(url)
    }, after)
  }
  return (
    <a
      {...props}
      href={href}
      data-reload-document={reloadDocument || undefined}
      onPointerEnter={() => start(restMillis)}
      onPointerLeave={() => clearTimeout(timer.current)}
      onTouchStart={() => start(0)}
      onFocus={() => start(restMillis)}
      onBlur={() => clearTimeout(timer.current)}
    />
  )
}

/** Another page of this application; null for everything else. */
function prefetchable(href: string): string | null {
  const url = new URL(href, location.href)
  const same = url.pathname === location.pathname && url.search === location.search
  return url.origin === location.origin && !same ? url.href : null
}
