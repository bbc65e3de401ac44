// @vitest-environment jsdom
/** The shell of every screen: links, popovers, the theme, and status messages. */
import {act, cleanup, fireEvent, screen, within} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {Page} from '../../src/engine/page/frame.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {App} from '../../src/web/app.tsx'
import {AccountMenu} from '../../src/web/components/account-menu.tsx'
import {CommandsProvider} from '../../src/web/components/command-palette/commands.tsx'
import {MainMenu} from '../../src/web/components/main-menu.tsx'
import {Skeleton} from '../../src/web/components/skeleton.tsx'
import {Announcer, Progress, RetryNotice} from '../../src/web/components/status.tsx'
import {PageHead} from '../../src/web/components/top-bar.tsx'
import {FallbackScreen} from '../../src/web/fallback-screen.tsx'
import {Link} from '../../src/web/router/link.tsx'
import {staticRouter} from '../../src/web/router/static-router.ts'
import type {RouterStatus} from '../../src/web/router/types.ts'
import {renderIn} from '../kit/dom.tsx'
import {emptyPage, Frame} from '../kit/render.tsx'

const person = {id: '1', name: 'Ada Byron', is: 'Employee', href: '/account'}
const page: Page = {...emptyPage, shell: {...emptyPage.shell, person}}

describe('a link', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const hover = (name: string, millis: number) => {
    fireEvent.pointerEnter(screen.getByRole('link', {name}))
    act(() => void vi.advanceTimersByTime(millis))
  }

  it('prefetches its page on hover, not when the pointer only passes', () => {
    const prefetch = vi.fn()
    renderIn(<Link href="/requests">Requests</Link>, {router: {enabled: true, prefetch}})
    hover('Requests', 30)
    fireEvent.pointerLeave(screen.getByRole('link'))
    act(() => void vi.advanceTimersByTime(100))
    expect(prefetch).not.toHaveBeenCalled()
    hover('Requests', 100)
    expect(prefetch).toHaveBeenCalledOnce()
  })

  it('prefetches nothing with an effect, no files, nothing that opens elsewhere, and not this page', () => {
    const prefetch = vi.fn()
    renderIn(
      <>
        <Link href="/a" prefetch={false}>
          effect
        </Link>
        <Link href="/b" download>
          file
        </Link>
        <Link href="/c" target="_blank">
          tab
        </Link>
        <Link href="https://elsewhere.example/d">elsewhere</Link>
        <Link href="/e" reloadDocument>
          document
        </Link>
        <Link href="#here">here</Link>
      </>,
      {router: {enabled: true, prefetch}},
    )
    for (const name of ['effect', 'file', 'tab', 'elsewhere', 'document', 'here']) hover(name, 100)
    expect(prefetch).not.toHaveBeenCalled()
  })
})

const house = 'M1 1h2'
const menu: Page['shell']['menu'] = [
  {
    title: null,
    items: [
      {label: 'Home', href: '/', icon: house, screen: 'dashboard'},
      {label: 'My requests', href: '/mine', icon: house, screen: 'list'},
      {label: 'Approvals', href: '/approvals', icon: house, screen: 'inbox', count: '7'},
      {label: 'Who’s away', href: '/away', icon: house, screen: 'timeline'},
    ],
  },
  {title: 'HR', items: [{label: 'People', href: '/people', icon: house, screen: 'list', count: '99+'}]},
]
const lead = {label: 'Request', href: '/requests/new', icon: 'plus', screen: 'form' as const}
const quick = ['/', '/approvals', '/requests/new', '/away']
const office: Page = {
  ...page,
  shell: {...page.shell, menu, quick, lead, search: {href: '/search', hint: 'Search people'}},
}
const loading = (to: string): RouterStatus => ({
  navigation: {state: 'loading', to, search: ''},
  failure: null,
  announcement: '',
  overtaken: false,
})

describe('the menu', () => {
  it('has headings, icons of the document and counts', () => {
    renderIn(<MainMenu />, {page: office})
    const screens = within(screen.getByRole('navigation', {name: 'Main navigation'}))
    expect(screens.getByRole('heading', {name: 'HR'})).toBeTruthy()
    expect(screens.getByRole('link', {name: 'Approvals 7'})).toBeTruthy()
    expect(screens.getByRole('link', {name: 'People 99+'}).querySelector('path')?.getAttribute('d')).toBe(house)
    expect(screens.getByRole('link', {name: 'Home'}).getAttribute('aria-current')).toBe('page')
  })

  it('picture: folds the later groups of a long menu, but for that of the page', () => {
    const items = Array.from({length: 20}, (_, at) => ({label: `Set ${at}`, href: `/set/${at}`, icon: house}))
    const long = [
      ...menu,
      {title: 'Setup', items},
      {title: 'Reports', items: [{label: 'Sums', href: '/sums', icon: house}]},
    ]
    const groupsAt = (url: string) => {
      const {unmount} = renderIn(<MainMenu />, {page: {...office, url, shell: {...office.shell, menu: long}}})
      const open = screen
        .getAllByRole('group')
        .flatMap(group =>
          group instanceof HTMLDetailsElement && group.open ? [within(group).getByRole('heading').textContent] : [],
        )
      unmount()
      return open
    }
    expect([groupsAt('/'), groupsAt('/set/3'), groupsAt('/sums')]).toEqual([['HR'], ['HR', 'Setup'], ['HR', 'Reports']])
  })

  it('is a bar on a phone: the start page, the inbox, the primary action in the middle, and the calendar', () => {
    renderIn(<MainMenu />, {page: office})
    const bar = within(screen.getByRole('navigation', {name: 'Quick navigation'}))
    expect(bar.getAllByRole('link').map(link => link.textContent?.trim())).toEqual([
      'Home',
      'Approvals 7',
      'Request',
      'Who’s away',
    ])
    expect(bar.getByRole('link', {name: 'Request'}).getAttribute('href')).toBe('/requests/new?_from=%2F')
  })

  it('has a short label for a primary action with a long name, and its full accessible name', () => {
    const long = {label: 'Request time off', href: '/requests/new', icon: 'plus'}
    renderIn(<MainMenu />, {page: {...office, shell: {...office.shell, lead: long}}})
    const bar = within(screen.getByRole('navigation', {name: 'Quick navigation'}))
    expect(bar.getByRole('link', {name: 'Request time off'}).textContent?.trim()).toBe('Request')
  })

  it('D39: marks the target immediately, and after a moment shows the outline of that screen', () => {
    vi.useFakeTimers()
    const going = loading('/away')
    const {container} = renderIn(
      <>
        <MainMenu />
        <Skeleton />
      </>,
      {page: office, router: {status: () => going}},
    )
    const screens = within(screen.getByRole('navigation', {name: 'Main navigation'}))
    expect(screens.getByRole('link', {name: 'Who’s away'}).getAttribute('aria-current')).toBe('page')
    expect(screens.getByRole('link', {name: 'Home'}).getAttribute('aria-current')).toBeNull()
    const outline = () => container.querySelector('.skeleton')
    act(() => void vi.advanceTimersByTime(140))
    expect(outline()).toBeNull()
    act(() => void vi.advanceTimersByTime(20))
    expect([outline()?.className, outline()?.textContent]).toEqual(['skeleton of-timeline', 'Who’s away'])
    vi.useRealTimers()
  })

  it('shows no outline of a page outside the menu, or while the same page is filtered', () => {
    vi.useFakeTimers()
    for (const to of ['/requests/12', '/']) {
      const going = loading(to)
      const {container, unmount} = renderIn(<Skeleton />, {page: office, router: {status: () => going}})
      act(() => void vi.advanceTimersByTime(1000))
      expect(container.querySelector('.skeleton')).toBeNull()
      unmount()
    }
    vi.useRealTimers()
  })
})

describe('the bar above a screen', () => {
  it('has the primary action everywhere, or the one of this screen, with N as its shortcut', async () => {
    const navigate = vi.fn()
    const {user, rerender} = renderIn(<PageHead>Home</PageHead>, {page: office, router: {navigate}})
    expect(screen.getByRole('link', {name: 'Request'}).getAttribute('href')).toBe('/requests/new?_from=%2F')
    await user.keyboard('n')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/requests/new?_from=%2F')
    rerender(
      <Frame page={office}>
        <CommandsProvider>
          <PageHead create={{label: 'New team', href: '/teams/new'}}>Teams</PageHead>
        </CommandsProvider>
      </Frame>,
    )
    expect(screen.queryByRole('link', {name: 'Request'})).toBeNull()
    expect(screen.getByRole('link', {name: 'New team'})).toBeTruthy()
  })

  it('does not link to itself on a form, and offers nothing without a menu', () => {
    renderIn(<PageHead>Form</PageHead>, {page: {...office, url: '/requests/new'}})
    expect(screen.queryByRole('link', {name: 'Request'})).toBeNull()
    renderIn(<PageHead>Alone</PageHead>, {page})
    expect(screen.getAllByRole('link', {name: 'Search'})).toHaveLength(1)
  })
})

describe('a page that does not exist', () => {
  const data = {
    heading: 'This page doesn’t exist',
    message: 'It may have been moved.',
    reference: null,
    retry: false,
    links: [],
  }

  it('has the bar of other pages for a person with a menu, and none without', () => {
    renderIn(<FallbackScreen data={data} />, {page: office})
    expect(screen.getByRole('link', {name: 'Request'}).getAttribute('href')).toBe('/requests/new?_from=%2F')
    cleanup()
    renderIn(<FallbackScreen data={data} />, {page: {...page, shell: {...page.shell, menu: []}}})
    expect(screen.queryByRole('link', {name: 'Search'})).toBeNull()
  })
})

describe('the account menu', () => {
  it('is a button that opens the person’s own pages', () => {
    renderIn(<AccountMenu />, {page})
    const button = screen.getByRole('button', {name: /Ada Byron/})
    const popover = document.querySelector('[popover]')
    expect(button.getAttribute('popovertarget')).toBe(popover?.id)
    expect(popover?.textContent).toContain('Sign out')
  })

  it('changes the theme immediately and stores it in a cookie', async () => {
    const submit = vi.fn()
    const {user} = renderIn(<AccountMenu />, {page, router: {enabled: true, submit}})
    await user.click(screen.getByRole('button', {name: 'Dark', hidden: true}))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(document.cookie).toContain('nonet-theme=dark')
    expect(screen.getByRole('button', {name: 'Dark', hidden: true}).getAttribute('aria-pressed')).toBe('true')
    expect(submit).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', {name: 'System', hidden: true}))
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })
})

describe('the status of the router', () => {
  const idle: RouterStatus = {navigation: {state: 'idle'}, failure: null, announcement: '', overtaken: false}
  const withStatus = (status: RouterStatus) => ({router: {status: () => status}})

  it('shows progress only if a response takes a moment', () => {
    vi.useFakeTimers()
    const {container} = renderIn(
      <Progress />,
      withStatus({...idle, navigation: {state: 'loading', to: '/a', search: ''}}),
    )
    const bar = () => container.querySelector('#progress')?.hasAttribute('data-on')
    expect(bar()).toBe(false)
    act(() => void vi.advanceTimersByTime(300))
    expect(bar()).toBe(true)
    vi.useRealTimers()
  })

  it('offers to retry a failed request, or to close the notice', async () => {
    const [retry, dismiss] = [vi.fn(), vi.fn()]
    const {user} = renderIn(<RetryNotice />, withStatus({...idle, failure: {retry, dismiss}}))
    await user.click(screen.getByRole('button', {name: 'Try again'}))
    expect([retry.mock.calls.length, dismiss.mock.calls.length]).toEqual([1, 0])
    await user.click(screen.getByRole('button', {name: 'Close'}))
    expect(dismiss).toHaveBeenCalledOnce()
  })

  it('announces the page that was opened', () => {
    const {container} = renderIn(<Announcer />, withStatus({...idle, announcement: 'Requests · Time off'}))
    expect(container.querySelector('[aria-live=polite]')?.textContent).toBe('Requests · Time off')
  })
})

describe('the name of the application', () => {
  const brandOf = (shown: Page): string => {
    const router = staticRouter(shown, messagesFor('en'))
    const html = renderToString(<App router={router} screens={screens} />)
    return /<a class="brand".*?<\/a>/s.exec(html)?.[0] ?? ''
  }
  const logo = {src: '/_nonet/logo/a.png', width: 120, height: 40}

  it.each([true, false])('is behind the logo, whose room is reserved, or else the mark (bare: %s)', bare => {
    expect(brandOf({...page, bare, shell: {...page.shell, logo}})).toMatch(
      /<img class="logo" alt="" src="\/_nonet\/logo\/a\.png" width="120" height="40"\/>Test<\/a>/,
    )
    const without = brandOf({...page, bare})
    expect(without).toContain('<svg class="mark"')
    expect(without).not.toContain('<img')
  })
})
