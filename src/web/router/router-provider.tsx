/** Provides the router and its page to every component. */
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import {type Page, pathOf} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'
import type {CurrentPage, Router, RouterStatus} from './types.ts'

const RouterContext = createContext<Router | null>(null)
const PageContext = createContext<CurrentPage | null>(null)

/**
 * Pages are React state, not an external store's snapshot: only then can a page change be a transition, which keeps the old page usable until the new
 * one is ready and lets it animate.
 */
export function RouterProvider({router, children}: {router: Router; children: ReactNode}) {
  const [current, setCurrent] = useState(router.current)
  useEffect(() => {
    const show = (next: CurrentPage, urgent: boolean) =>
      urgent ? setCurrent(next) : startTransition(() => setCurrent(next))
    // A page may have arrived while React was hydrating.
    show(router.current(), false)
    return router.subscribe(show)
  }, [router])
  useLayoutEffect(() => router.committed(current), [router, current])
  return (
    <RouterContext value={router}>
      <PageContext value={current}>{children}</PageContext>
    </RouterContext>
  )
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter needs a RouterProvider around it.')
  return router
}

function useCurrentPage(): CurrentPage {
  const current = useContext(PageContext)
  if (!current) throw new Error('usePage needs a RouterProvider around it.')
  return current
}

export function usePage(): Page {
  return useCurrentPage().page
}

/**
 * When a page changes in place, as a list does when a record opens beside it, a large part of it can wait until the rest is painted. The part is a memoised
 * component inside `<DeferredPage>`, and its props come through `useDeferredInPlace`.
 */
export function DeferredPage({children}: {children: ReactNode}) {
  return <PageContext value={useDeferredInPlace(useCurrentPage())}>{children}</PageContext>
}

export function useDeferredInPlace<T>(value: T): T {
  const {inPlace} = useCurrentPage()
  const deferred = useDeferredValue(value)
  return inPlace ? deferred : value
}

/** The path of the page, without its query. */
export function usePathname(): string {
  return pathOf(usePage().url)
}

/** A new number for each new page; fresh data of the same page keeps it. */
export function usePageKey(): number {
  return useCurrentPage().pageKey
}

/** The class of a record's row or card: highlighted briefly after someone else has changed it. */
export function useChangeMark(): (id: string) => 'changed' | 'changed-again' | undefined {
  const {changed} = useCurrentPage()
  return id => (changed?.ids.has(id) ? (changed.count % 2 === 0 ? 'changed-again' : 'changed') : undefined)
}

/** Messages in the page's language. */
export function useMessages(): PageMessages {
  return useCurrentPage().messages
}

export function useLocale(): string {
  return usePage().shell.language
}

/** The signed-in person. */
export function usePerson(): Page['shell']['person'] {
  return usePage().shell.person
}

/** What the router is doing, as in other React routers: `idle`, `loading` or `submitting`. */
export function useNavigation(): RouterStatus['navigation'] {
  return useRouterStatus().navigation
}

export function useRouterStatus(): RouterStatus {
  const router = useRouter()
  return useSyncExternalStore(router.subscribeStatus, router.status, router.status)
}
