// @vitest-environment jsdom
/** The subscriptions page: a new address is shown, copied and opened; existing ones can be revoked. */
import {screen} from '@testing-library/react'
import {expect, onTestFinished, test, vi} from 'vitest'
import type {SubscriptionsData} from '../../src/accounts/data.ts'
import {SubscriptionsScreen} from '../../src/accounts/screens/subscriptions/screen.tsx'
import {hasFocus, renderIn} from '../kit/dom.tsx'

const data: SubscriptionsData = {
  heading: 'Subscriptions',
  intro: '',
  notice: null,
  offer: null,
  made: {
    text: 'Copy this address now.',
    label: 'Address',
    address: 'https://example.com/_feeds/secret.ics',
    open: {label: 'Open in calendar app', href: 'webcal://example.com/_feeds/secret.ics'},
    secret: 'Keep it to yourself.',
    copy: 'Copy link',
    copied: 'Copied',
  },
  existing: {
    heading: 'Your subscriptions',
    none: 'None',
    listed: [
      {id: '1', name: 'Away', href: '/away', facts: 'Never used', revoke: {label: 'Revoke Away', text: 'Revoke'}},
    ],
  },
  others: {heading: 'Pages', links: []},
}

test('a new address can be copied and opened', async () => {
  const {user} = renderIn(<SubscriptionsScreen data={data} />)
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://example.com/_feeds/secret.ics')
  expect(screen.getByRole('link', {name: 'Open in calendar app'}).getAttribute('href')).toMatch(/^webcal:/)
  await user.click(screen.getByRole('button', {name: 'Copy link'}))
  expect(await navigator.clipboard.readText()).toBe('https://example.com/_feeds/secret.ics')
  expect(await screen.findByRole('button', {name: 'Copied'})).toBeTruthy()
  expect(screen.getByRole('button', {name: 'Revoke Away'})).toBeTruthy()
})

test('where the clipboard is not available, Copy selects the address', async () => {
  const {user} = renderIn(<SubscriptionsScreen data={data} />)
  const clipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object.create(null))
  onTestFinished(() => clipboard.mockRestore())
  await user.click(screen.getByRole('button', {name: 'Copy link'}))
  const input = screen.getByLabelText<HTMLInputElement>('Address')
  await hasFocus(() => input)
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, input.value.length])
  expect(screen.getByRole('button', {name: 'Copy link'})).toBeTruthy()
})
