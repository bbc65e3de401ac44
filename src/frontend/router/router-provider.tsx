/** Gives the router and its page to every component. */
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type {Page} from '../../contract/page.ts'
import type {Messages} from '../../messages/index.ts'
import type {CurrentPage, Router, RouterStatus} from './types.ts'

const RouterContext = createContext<Router | null>(null)
const ShownContext = createContext<CurrentPage | null>(null)

/**
 * Pages are React state, not an external store's snapshot: only then a page change can be a transition, which keeps the old page usable until the
 * new one is ready and lets it animate.
 */
export function RouterProvider({router, children}: {router: Router; children: ReactNode}) {
  const [shown, setShown] = useState(router.shown)
  useEffect(() => {
    const show = (next: CurrentPage, urgent: boolean) =>
      urgent ? setShown(next) : startTransition(() => setShown(next))
    // A page may have come while React was hydrating.
    show(router.shown(), false)
    return router.subscribe(show)
  }, [router])
  useLayoutEffect(() => router.committed(shown), [router, shown])
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{children}</ShownContext>
    </RouterContext>
  )
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter needs a RouterProvider around it.')
  return router
}

function useShown(): CurrentPage {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('usePage needs a RouterProvider around it.')
  return shown
}

export function usePage(): Page {
  return useShown().page
}

/** Another number for each page that was not there before. */
export function useVisit(): number {
  return useShown().visit
}

/** Our texts in the language of the page. */
export function useMessages(): Messages {
  return useShown().messages
}

export function useLocale(): string {
  return usePage().shell.language
}

/** The person who is signed in. */
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
