// @vitest-environment jsdom
/** What stands around every screen: links, popovers, the theme, and what is said while something happens. */
import {act, fireEvent, screen} from '@testing-library/react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {Page} from '../../src/contract/page.ts'
import {AccountMenu} from '../../src/frontend/components/account-menu.tsx'
import {Announcer, Progress, RetryNotice} from '../../src/frontend/components/status.tsx'
import {Link} from '../../src/frontend/router/link.tsx'
import type {RouterStatus} from '../../src/frontend/router/types.ts'
import {renderIn} from '../kit/dom.tsx'
import {emptyPage} from '../kit/render.tsx'

const person = {id: '1', name: 'Ada Byron', is: 'Employee', href: '/account'}
const page: Page = {...emptyPage, shell: {...emptyPage.shell, person}}

describe('a link', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const hover = (name: string, millis: number) => {
    fireEvent.pointerEnter(screen.getByRole('link', {name}))
    act(() => void vi.advanceTimersByTime(millis))
  }

  it('requests its page while the pointer rests on it, not when it only passes', () => {
    const prefetch = vi.fn()
    renderIn(<Link href="/requests">Requests</Link>, {router: {prefetch}})
    hover('Requests', 30)
    fireEvent.pointerLeave(screen.getByRole('link'))
    act(() => void vi.advanceTimersByTime(100))
    expect(prefetch).not.toHaveBeenCalled()
    hover('Requests', 100)
    expect(prefetch).toHaveBeenCalledOnce()
  })

  it('requests nothing for what has an effect, is a file, opens elsewhere or is this page', () => {
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
      {router: {prefetch}},
    )
    for (const name of ['effect', 'file', 'tab', 'elsewhere', 'document', 'here']) hover(name, 100)
    expect(prefetch).not.toHaveBeenCalled()
  })
})

describe('the account menu', () => {
  it('is a button that opens what is theirs', () => {
    renderIn(<AccountMenu />, {page})
    const button = screen.getByRole('button', {name: /Ada Byron/})
    const popover = document.querySelector('[popover]')
    expect(button.getAttribute('popovertarget')).toBe(popover?.id)
    expect(popover?.textContent).toContain('Sign out')
  })

  it('changes the theme at once and keeps it in a cookie', async () => {
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

  it('shows progress only where an answer takes a moment', () => {
    vi.useFakeTimers()
    const {container} = renderIn(<Progress />, withStatus({...idle, navigation: {state: 'loading', to: '/a'}}))
    const bar = () => container.querySelector('#progress')?.hasAttribute('data-on')
    expect(bar()).toBe(false)
    act(() => void vi.advanceTimersByTime(300))
    expect(bar()).toBe(true)
    vi.useRealTimers()
  })

  it('offers to try again what could not be sent, or to close the notice', async () => {
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
