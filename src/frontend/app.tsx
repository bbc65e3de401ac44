/** The whole page, on the server and in the browser: the frame around every screen, and the screen itself. */
import {type ComponentType, createElement, type ReactNode, useRef, ViewTransition} from 'react'
import type {ScreenDataByName, ScreenName} from '../contract/page.ts'
import {AccountMenu} from './components/account-menu.tsx'
import {CommandsProvider} from './components/command-palette/commands.tsx'
import {Findings} from './components/findings.tsx'
import {Keyboard} from './components/keyboard.tsx'
import {MainMenu} from './components/main-menu.tsx'
import {Mark} from './components/mark.tsx'
import {PageBoundary} from './components/page-boundary.tsx'
import {RoleSwitcher} from './components/role-switcher.tsx'
import {Announcer, Progress, RetryNotice} from './components/status.tsx'
import {TopBar} from './components/top-bar.tsx'
import {useDraftCleanup} from './hooks/use-draft.ts'
import {useRememberRecord} from './hooks/use-recent-records.ts'
import {Link} from './router/link.tsx'
import {RouterProvider, useMessages, useNavigation, usePage, usePageKey} from './router/router-provider.tsx'
import type {Router} from './router/types.ts'
import type {ScreenComponents, ScreenProps} from './screen.ts'

export interface AppProps {
  readonly router: Router
  readonly screens: ScreenComponents
}

export function App({router, screens}: AppProps) {
  return (
    <RouterProvider router={router}>
      <CommandsProvider>
        <Progress />
        <Layout>
          <CurrentScreen screens={screens} />
        </Layout>
      </CommandsProvider>
      <RetryNotice />
      <Announcer />
    </RouterProvider>
  )
}

/** Starts again for each page that was not there before; fresh data of the same page keeps its state and what was typed. */
function CurrentScreen({screens}: {screens: ScreenComponents}) {
  const pageKey = usePageKey()
  useDraftCleanup()
  return (
    <ViewTransition key={pageKey} enter="page-enter" exit="page-exit" update="none">
      <div className="screen">
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

function Layout({children}: {children: ReactNode}) {
  const page = usePage()
  return page.bare ? <BareLayout>{children}</BareLayout> : <MenuLayout>{children}</MenuLayout>
}

/** For signing in and the like: the screen alone, in the middle. */
function BareLayout({children}: {children: ReactNode}) {
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

function MenuLayout({children}: {children: ReactNode}) {
  const {shell} = usePage()
  const {state} = useNavigation()
  const main = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  useRememberRecord()
  const hasMenu = shell.menu.length > 0
  return (
    <>
      <SkipLink />
      <div className={hasMenu ? 'shell' : 'shell bare'}>
        <header className="side">
          <Brand />
          {hasMenu && <MainMenu />}
          {hasMenu && <AccountMenu />}
        </header>
        <div className="main">
          {hasMenu && <TopBar searchField={searchField} />}
          {shell.findings && shell.findings.length > 0 && <Findings findings={shell.findings} />}
          <main ref={main} className="page" id="main" tabIndex={-1} aria-busy={state === 'loading' || undefined}>
            {children}
          </main>
          <Footer />
          <RoleSwitcher />
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
      <Mark points={shell.points} />
      {shell.product}
    </Link>
  )
}

/** Below everything: sent mails, in demonstrations, and where the lines of the document behind this page are, for people who may read them. */
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
