/** The whole page, on the server and in the browser: the shell and the screen. */
import {type ComponentType, createElement, type ReactNode, useRef, ViewTransition} from 'react'
import type {Page, ScreenDataByName, ScreenName} from '../engine/page/frame.ts'
import {PageBoundary} from './components/boundaries.tsx'
import {CommandsProvider} from './components/command-palette/commands.tsx'
import {SearchBox} from './components/command-palette/search-box.tsx'
import {Keyboard} from './components/keyboard.tsx'
import {MainMenu} from './components/main-menu.tsx'
import {Mark} from './components/mark.tsx'
import {Announcer, loadNotices, type NoticeComponents, Notices, Progress, RetryNotice} from './components/status.tsx'
import {useLoaded} from './hooks/use-loaded.ts'
import {useDraftCleanup} from './hooks/use-stored-drafts.ts'
import {Link} from './router/link.tsx'
import {RouterProvider, useMessages, useNavigation, usePage, usePageKey} from './router/router-provider.tsx'
import type {Router} from './router/types.ts'
import type {ScreenComponents, ScreenProps} from './screen.ts'

export interface AppProps {
  readonly router: Router
  readonly screens: ScreenComponents
  /** Parts that most pages do not need but the first one does. */
  readonly later?: LaterParts | null
}

type DevParts = typeof import('./components/dev-parts.tsx')

/** Loaded when first needed; available immediately on the server. */
export interface LaterParts {
  readonly notices: NoticeComponents | null
  readonly dev: DevParts | null
}

/** Not needed before the first navigation. */
const loadSkeleton = () => import('./components/skeleton.tsx')

const loadDevParts = (): Promise<DevParts> => import('./components/dev-parts.tsx')

/** What the first page shows must be loaded before hydration. */
export async function loadLaterParts({done, shell}: Page): Promise<LaterParts> {
  const [notices, dev] = await Promise.all([
    done ? loadNotices() : null,
    shell.viewAs || shell.findings ? loadDevParts() : null,
  ])
  return {notices, dev}
}

export function App({router, screens, later}: AppProps) {
  return (
    <RouterProvider router={router}>
      <CommandsProvider>
        <Progress />
        <Layout dev={later?.dev ?? null}>
          <CurrentScreen screens={screens} />
        </Layout>
      </CommandsProvider>
      <RetryNotice />
      <Notices preloaded={later?.notices ?? null} />
      <Announcer />
    </RouterProvider>
  )
}

/** Remounts for each new page; fresh data of the same page keeps its state and what was typed. */
function CurrentScreen({screens}: {screens: ScreenComponents}) {
  const pageKey = usePageKey()
  const {screen} = usePage()
  useDraftCleanup()
  return (
    <ViewTransition key={pageKey} enter="page-enter" exit="page-exit" update="none">
      <div className={`screen of-${screen}`}>
        <PageBoundary>{shown => renderScreen(screens, shown)}</PageBoundary>
      </div>
    </ViewTransition>
  )
}

function renderScreen<Name extends ScreenName>(
  screens: ScreenComponents,
  {screen, data}: {readonly screen: Name; readonly data: ScreenDataByName[Name]},
): ReactNode {
  const Screen: ComponentType<ScreenProps<Name>> | undefined = screens[screen]
  if (!Screen) throw new Error(`No component renders the screen "${screen}".`)
  return createElement(Screen, {data})
}

function Layout({dev: preloaded, children}: LayoutProps) {
  const {bare, screen, shell} = usePage()
  const loaded = useLoaded(loadDevParts, shell.viewAs !== undefined || shell.findings !== undefined)
  if (screen === 'display') return <main id="main">{children}</main>
  const Inside = bare ? BareLayout : MenuLayout
  return <Inside dev={preloaded ?? loaded}>{children}</Inside>
}

interface LayoutProps {
  readonly dev: DevParts | null
  readonly children: ReactNode
}

/** For sign-in and similar pages: only the screen, centred. */
function BareLayout({dev, children}: LayoutProps) {
  return (
    <>
      <SkipLink />
      <main className="centre" id="main" tabIndex={-1}>
        <Brand />
        {children}
      </main>
      <Footer />
      {dev && <dev.RoleSwitcher />}
    </>
  )
}

function MenuLayout({dev, children}: LayoutProps) {
  const {shell} = usePage()
  const {state} = useNavigation()
  const main = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const hasMenu = shell.menu.length > 0
  const skeleton = useLoaded(loadSkeleton)
  return (
    <>
      <SkipLink />
      <div className={hasMenu ? 'shell' : 'shell bare'}>
        <header className="side">
          <Brand />
          {hasMenu && shell.search && <SearchBox search={shell.search} ref={searchField} />}
          {hasMenu && <MainMenu />}
        </header>
        <div className="main">
          {dev && shell.findings && shell.findings.length > 0 && <dev.Findings findings={shell.findings} />}
          <main ref={main} className="page" id="main" tabIndex={-1} aria-busy={state === 'loading' || undefined}>
            {skeleton && <skeleton.Skeleton />}
            {children}
          </main>
          <Footer />
          {dev && <dev.RoleSwitcher />}
        </div>
      </div>
      <Keyboard main={main} searchField={searchField} />
    </>
  )
}

function SkipLink() {
  const {shell} = useMessages()
  return (
    <a className="skip" href="#main">
      {shell.skip}
    </a>
  )
}

function Brand() {
  const {shell} = usePage()
  return (
    <Link className="brand" href={shell.home}>
      {shell.logo ? <img className="logo" alt="" {...shell.logo} /> : <Mark points={shell.points} />}
      {shell.product}
    </Link>
  )
}

/** The footer: sent mails in demos, and a link to the specification for people who may read it. */
function Footer() {
  const {
    specification,
    shell: {sentMails},
  } = usePage()
  const {shell} = useMessages()
  if (specification === undefined && !sentMails) return null
  return (
    <footer className="behind">
      {sentMails && (
        <Link href={sentMails.href} reloadDocument>
          {sentMails.label}
        </Link>
      )}
      {specification !== undefined && (
        <Link href={specification} prefetch={false}>
          {shell.behind}
        </Link>
      )}
    </footer>
  )
}
