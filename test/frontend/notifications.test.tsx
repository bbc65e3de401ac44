// @vitest-environment jsdom
/** Notifications: marked as read at once, and unread again where that failed. */
import {screen, waitFor, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {NotificationData} from '../../src/contract/notifications.ts'
import type {Page} from '../../src/contract/page.ts'
import {NotificationsScreen} from '../../src/frontend/screens/notifications/notifications-screen.tsx'
import {renderIn} from '../kit/dom.tsx'
import {FakeRouter, sentBy} from '../kit/forms.tsx'
import {pageWith} from '../kit/render.tsx'

const item = (id: string, unread: boolean): NotificationData => ({
  id,
  unread,
  name: `Order ${id}`,
  kind: 'Order',
  happened: 'Ada approved it.',
  by: null,
  when: 'today',
  at: '2026-03-10T09:00:00Z',
  href: `/orders/${id}`,
})

const data = {items: [item('1', true), item('2', true), item('3', false)], anyUnread: true, newer: null, older: null}
const page: Page = pageWith({screen: 'notifications', data})

function open() {
  const fake = new FakeRouter(page)
  const answer = Promise.withResolvers<void>()
  fake.hold = answer.promise
  return {fake, answer: answer.resolve, ...renderIn(<NotificationsScreen data={data} />, {page, router: fake.router})}
}

const namesUnder = (title: string) => {
  const section = screen.queryByRole('heading', {name: title})?.closest('section')
  return section
    ? within(section)
        .getAllByText(/^Order/)
        .map(each => each.textContent)
    : []
}

describe('marking as read', () => {
  it('shows a notification among the earlier ones before the server has answered', async () => {
    const {user, fake, answer} = open()
    await user.click(screen.getByRole('button', {name: 'Mark as read: Order 1'}))
    expect(namesUnder('New')).toEqual(['Order 2'])
    expect(namesUnder('Earlier')).toEqual(['Order 1', 'Order 3'])
    expect(sentBy(fake.sent[0])).toContainEqual(['id', '1'])
    answer()
  })

  it('of all leaves nothing new', async () => {
    const {user, answer} = open()
    await user.click(screen.getByRole('button', {name: 'Mark all as read'}))
    expect(namesUnder('New')).toEqual([])
    answer()
  })

  it('is taken back where it could not be sent', async () => {
    const {user, fake, answer} = open()
    fake.outcome = {kind: 'unreachable'}
    await user.click(screen.getByRole('button', {name: 'Mark as read: Order 1'}))
    expect(namesUnder('New')).toEqual(['Order 2'])
    answer()
    await waitFor(() => expect(namesUnder('New')).toEqual(['Order 1', 'Order 2']))
  })
})
