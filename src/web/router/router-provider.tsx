/** Provides the router and its page to every component. */
import {
  type Context,
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
import {type Page, type Shell, withoutQuery} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'
import {inLanguage} from '../../messages/language.ts'
import type {LanguageTag} from '../../messages/languages.ts'
import type {CurrentPage, Router, RouterStatus} from './types.ts'

const RouterContext = createContext<Router | null>(null)
const PageContext = createContext<CurrentPage | null>(null)
/* What most components need of a page, and few pages change: they are not rendered for the rest of it. */
const MessagesContext = createContext<PageMessages | null>(null)
const ShellContext = createContext<Shell | null>(null)
const PathContext = createContext<string | null>(null)

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
      <PageProvider current={current}>{children}</PageProvider>
    </RouterContext>
  )
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter needs a RouterProvider around it.')
  return router
}

function PageProvider({current, children}: {current: CurrentPage; children: ReactNode}) {
  const {page, messages} = current
  return (
    <PageContext value={current}>
      <MessagesContext value={messages}>
        <ShellContext value={page.shell}>
          <PathContext value={withoutQuery(page.url)}>{children}</PathContext>
        </ShellContext>
      </MessagesContext>
    </PageContext>
  )
}

function useProvided<T>(context: Context<T | null>): T {
  const provided = useContext(context)
  if (provided === null) throw new Error('This component needs a RouterProvider around it.')
  return provided
}

function useCurrentPage(): CurrentPage {
  return useProvided(PageContext)
}

export function usePage(): Page {
  return useCurrentPage().page
}

/**
 * When a page changes in place, as a list does when a record opens beside it, a large part of it can wait until the rest is painted. The part is a memoised
 * component inside `<DeferredPage>`, and its props come through `useDeferredInPlace`.
 */
export function DeferredPage({children}: {children: ReactNode}) {
  return <PageProvider current={useDeferredInPlace(useCurrentPage())}>{children}</PageProvider>
}

export function useDeferredInPlace<T>(value: T): T {
  const {inPlace} = useCurrentPage()
  const deferred = useDeferredValue(value)
  return inPlace ? deferred : value
}

/** What every page has around its screen. */
export function useShell(): Shell {
  return useProvided(ShellContext)
}

/** The path of the page, without its query. */
export function usePathname(): string {
  return useProvided(PathContext)
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
  return useProvided(MessagesContext)
}

/** What only a few screens show: in every language, with their script, so that other pages do not load it. */
export function useTexts<Texts>(texts: Readonly<Record<LanguageTag, Texts>>): Texts {
  return inLanguage<Texts>(texts, useLocale())
}

/** The locale of numbers. */
export function useLocale(): string {
  return useShell().language
}

/** The locale of dates and lists. */
export function useDateLocale(): string {
  return usePage().shell.dateLocale
}

/** The signed-in person. */
export function usePerson(): Page['shell']['person'] {
  return useShell().person
}

/** What the router is doing, as in other React routers: `idle`, `loading` or `submitting`. */
export function useNavigation(): RouterStatus['navigation'] {
  return useRouterStatus().navigation
}

export function useRouterStatus(): RouterStatus {
  const router = useRouter()
  return useSyncExternalStore(router.subscribeStatus, router.status, router.status)
}
