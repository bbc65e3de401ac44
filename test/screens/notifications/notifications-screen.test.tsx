// @vitest-environment jsdom
/**
 * Notifications: marked as read immediately, unread again after a failure, with actions, and in the popover of the
 * bell.
 */
import {screen, waitFor, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import {Bell} from '../../../src/screens/notifications/bell.tsx'
import type {NotificationData} from '../../../src/screens/notifications/data.ts'
import {NotificationsScreen} from '../../../src/screens/notifications/screen.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {emptyPage, pageWith} from '../../kit/render.tsx'

const item = (id: string, unread: boolean): NotificationData => ({
  id,
  unread,
  name: `Order ${id}`,
  kind: 'Order',
  happened: 'Ada approved it.',
  by: null,
  when: 'today',
  at: '2026-03-10T09:00:00Z',
  day: id === '3' ? 'Yesterday' : 'Today',
  href: `/orders/${id}`,
  version: 4,
  outcome: id === '3' ? {label: 'Approved', tone: 'good'} : null,
  actions:
    id === '1'
      ? [
          {name: 'do approve', label: 'Approve', tone: 'primary', href: null},
          {name: 'do reject', label: 'Reject', tone: 'danger', href: '/orders/1?action=reject'},
        ]
      : [],
})

const data = {
  items: [item('1', true), item('2', true), item('3', false)],
  anyUnread: true,
  problems: [],
  newer: null,
  older: null,
}
const page: Page = pageWith({screen: 'notifications', data})

function open() {
  const fake = new FakeRouter(page)
  const answer = Promise.withResolvers<void>()
  fake.hold = answer.promise
  return {fake, answer: answer.resolve, ...renderIn(<NotificationsScreen data={data} />, {page, router: fake.router})}
}

/** Under the headings of their days; unread ones with a star. */
const listed = () =>
  screen.getAllByRole('heading', {level: 2}).map(heading => [
    heading.textContent,
    ...within(heading.closest('section') ?? heading)
      .getAllByRole('listitem')
      .map(item => `${/Order \d/.exec(item.textContent ?? '')?.[0]}${within(item).queryByText('Unread') ? '*' : ''}`),
  ])

describe('the notifications page', () => {
  it('shows the newest first, by day, and marks new ones', () => {
    open()
    expect(listed()).toEqual([
      ['Today', 'Order 1*', 'Order 2*'],
      ['Yesterday', 'Order 3'],
    ])
  })

  it('P12: shows the outcome of what no longer waits', () => {
    open()
    expect(screen.getAllByRole('listitem').map(line => within(line).queryByText('Approved') !== null)).toEqual([
      false,
      false,
      true,
    ])
  })

  it('marks one as read before the server responds', async () => {
    const {user, fake, answer} = open()
    await user.click(screen.getByRole('button', {name: 'Mark as read: Order 1'}))
    expect(listed()[0]).toEqual(['Today', 'Order 1', 'Order 2*'])
    expect(sentBy(fake.sent[0])).toContainEqual(['id', '1'])
    answer()
  })

  it('marks all as read', async () => {
    const {user, answer} = open()
    await user.click(screen.getByRole('button', {name: 'Mark all as read'}))
    expect(screen.queryByText('Unread')).toBeNull()
    answer()
  })

  it('reverts it if it could not be sent', async () => {
    const {user, fake, answer} = open()
    fake.outcome = {kind: 'unreachable'}
    await user.click(screen.getByRole('button', {name: 'Mark as read: Order 1'}))
    expect(listed()[0]).toEqual(['Today', 'Order 1', 'Order 2*'])
    answer()
    await waitFor(() => expect(listed()[0]).toEqual(['Today', 'Order 1*', 'Order 2*']))
  })

  it('offers current actions: immediate ones, or a link to the page with their inputs', async () => {
    const {user, fake, answer} = open()
    expect(screen.getByRole('link', {name: 'Reject…'}).getAttribute('href')).toBe('/orders/1?action=reject')
    await user.click(screen.getByRole('button', {name: 'Approve'}))
    expect(sentBy(fake.sent[0])).toEqual([
      ['id', '1'],
      ['_once', 'token-1'],
      ['_version', '4'],
      ['_action', 'do approve'],
    ])
    answer()
  })
})

describe('the bell', () => {
  const shell = {...page.shell, notifications: {unread: 2, href: '/notifications'}}
  const elsewhere: Page = {...emptyPage, url: '/orders', shell}

  function ring() {
    const fake = new FakeRouter(elsewhere)
    fake.loaded = {kind: 'answer', answer: page}
    return {fake, ...renderIn(<Bell />, {page: elsewhere, router: fake.router})}
  }

  it('opens the newest notifications next to it, and returns to this page after an action', async () => {
    const {user, fake} = ring()
    const bell = screen.getByRole('link', {name: 'Notifications, 2 unread'})
    await user.click(bell)
    const popover = await screen.findByRole('dialog', {name: 'Notifications'})
    await waitFor(() => expect(bell.getAttribute('aria-expanded')).toBe('true'))
    await within(popover).findByText('Today')
    await hasFocus(() => popover)
    await user.click(within(popover).getByRole('button', {name: 'Approve'}))
    await waitFor(() => expect(fake.loads).toEqual(['/notifications', '/notifications']))
    const [sent] = fake.sent
    expect([sent?.url.pathname, sent?.staysOnPage]).toEqual(['/notifications', true])
    expect(sentBy(sent)).toEqual([
      ['id', '1'],
      ['return', '/orders'],
      ['_once', 'token-1'],
      ['_version', '4'],
      ['_action', 'do approve'],
    ])
    expect(within(popover).getByRole('link', {name: 'See all notifications'})).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await hasFocus(() => bell)
  })

  it('shows why an action was rejected, and closes on a click outside', async () => {
    const {user, fake} = ring()
    fake.outcome = {
      kind: 'refused',
      page: pageWith({
        screen: 'notifications',
        data: {...data, problems: [{field: null, message: 'Someone was first.'}]},
      }),
    }
    await user.click(screen.getByRole('link', {name: 'Notifications, 2 unread'}))
    await user.click(await screen.findByRole('button', {name: 'Approve'}))
    expect((await screen.findByRole('alert')).textContent).toBe('Someone was first.')
    await user.click(document.body)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
