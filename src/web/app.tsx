/** The whole page, on the server and in the browser: the shell and the screen. */
import {type ReactNode, type RefObject, useRef, ViewTransition} from 'react'
import {PageBoundary} from './components/boundaries.tsx'
import {CommandsProvider} from './components/command-palette/commands.tsx'
import {SearchBox} from './components/command-palette/search-box.tsx'
import {Findings, RoleSwitcher} from './components/dev-parts.tsx'
import {Keyboard} from './components/keyboard.tsx'
import {MainMenu} from './components/main-menu.tsx'
import {Mark} from './components/mark.tsx'
import {Skeleton} from './components/skeleton.tsx'
import {Announcer, Notices, Progress, RetryNotice} from './components/status.tsx'
import {useDraftCleanup} from './hooks/use-stored-drafts.ts'
import {Link} from './router/link.tsx'
import {RouterProvider, useMessages, useNavigation, usePage, usePageKey, useShell} from './router/router-provider.tsx'
import type {Router} from './router/types.ts'
import {type ScreenComponents, ScreensProvider, ScreenView} from './screen.tsx'

export interface AppProps {
  readonly router: Router
  readonly screens: ScreenComponents
}

export function App({router, screens}: AppProps) {
  return (
    <RouterProvider router={router}>
      <ScreensProvider screens={screens}>
        <CommandsProvider>
          {!screens.layout && <Progress />}
          <Layout own={screens.layout}>
            <CurrentScreen />
          </Layout>
        </CommandsProvider>
      </ScreensProvider>
      <RetryNotice />
      {!screens.layout && <Notices />}
      <Announcer />
    </RouterProvider>
  )
}

/** Remounts for each new page; fresh data of the same page keeps its state and what was typed. */
function CurrentScreen() {
  const pageKey = usePageKey()
  const {screen} = usePage()
  useDraftCleanup()
  return (
    <ViewTransition key={pageKey} enter="page-enter" exit="page-exit" update="none">
      <div className={`screen of-${screen}`}>
        <PageBoundary>{shown => <ScreenView screen={shown.screen} data={shown.data} />}</PageBoundary>
      </div>
    </ViewTransition>
  )
}

/** That of the author has the place of the menu and the header. */
function Layout({own: Own, children}: LayoutProps & {own: ScreenComponents['layout']}) {
  const {bare, unattended} = usePage()
  if (unattended) return <main id="main">{children}</main>
  if (Own)
    return (
      <>
        <Own>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </Own>
        <RoleSwitcher />
      </>
    )
  const Inside = bare ? BareLayout : MenuLayout
  return <Inside>{children}</Inside>
}

interface LayoutProps {
  readonly children: ReactNode
}

/** For sign-in and similar pages: only the screen, centred. */
function BareLayout({children}: LayoutProps) {
  return (
    <>
      <SkipLink />
      <main className="centre" id="main" tabIndex={-1}>
        <Brand />
        {children}
      </main>
      <Footer />
      <RoleSwitcher />
    </>
  )
}

function MenuLayout({children}: LayoutProps) {
  const shell = useShell()
  const main = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const hasMenu = shell.menu.length > 0
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
          {shell.findings && shell.findings.length > 0 && <Findings findings={shell.findings} />}
          <Main ref={main}>
            <Skeleton />
            {children}
          </Main>
          <Footer />
          <RoleSwitcher />
        </div>
      </div>
      <Keyboard main={main} searchField={searchField} />
    </>
  )
}

/** It alone follows the navigation: what is around it is not rendered for each state. */
function Main({ref, children}: {ref: RefObject<HTMLElement | null>; children: ReactNode}) {
  const {state} = useNavigation()
  return (
    <main ref={ref} className="page" id="main" tabIndex={-1} aria-busy={state === 'loading' || undefined}>
      {children}
    </main>
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
  const {home, product, points, logo} = useShell()
  const {isName = false, ...image} = logo ?? {}
  return (
    <Link className="brand" href={home}>
      {logo ? <img className="logo" alt={isName ? product : ''} {...image} /> : <Mark points={points} />}
      {!isName && product}
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
