// @vitest-environment jsdom
/** The person's own account: each section is a form of its own, and says what it sends. */
import {screen, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {AccountData} from '../../src/accounts/data.ts'
import {AccountScreen} from '../../src/accounts/screens/account/screen.tsx'
import {renderIn} from '../kit/dom.tsx'
import {FakeRouter, field, sentBy} from '../kit/forms.tsx'
import {pageWith} from '../kit/render.tsx'

const languageOptions = [
  {value: 'en', label: 'English', language: 'en'},
  {value: 'de', label: 'Deutsch', language: 'de'},
]
const account: AccountData = {
  version: 3,
  details: [field('name', {values: ['Rui Costa']})],
  password: [field('password', {label: 'Current password', control: 'password'})],
  problems: [],
  notice: null,
  security: {
    text: 'You’re signed in on 2 devices.',
    reminder: null,
    link: {label: 'Security', href: '/account/security'},
  },
  wantsMail: true,
  languages: [field('language', {control: 'choice', options: languageOptions, none: null, values: ['en']})],
  mayInvite: false,
  keys: null,
}

function open(more: Partial<AccountData> = {}) {
  const data = {...account, ...more}
  const page = pageWith({screen: 'account', data})
  const fake = new FakeRouter(page)
  return {fake, ...renderIn(<AccountScreen data={data} />, {page, router: fake.router})}
}

describe('the account page', () => {
  it('saves the details with the version that was shown', async () => {
    const {fake, user} = open()
    const name = screen.getByRole('textbox', {name: 'Name'})
    await user.clear(name)
    await user.type(name, 'Rui C.')
    const form = name.closest('form')
    await user.click(within(form ?? document.body).getByRole('button', {name: 'Save'}))
    expect(sentBy(fake.sent[0])).toEqual(
      expect.arrayContaining([
        ['name', 'Rui C.'],
        ['_version', '3'],
        ['_action', 'save'],
      ]),
    )
  })

  it('chooses a language', async () => {
    const {fake, user} = open()
    const choice = screen.getByRole('combobox', {name: 'Language'})
    await user.selectOptions(choice, 'Deutsch')
    await user.click(within(choice.closest('form') ?? document.body).getByRole('button', {name: 'Save'}))
    expect(sentBy(fake.sent[0])).toEqual(expect.arrayContaining([['language', 'de']]))
  })

  it('shows a problem at its field and in the summary', () => {
    open({problems: [{field: 'name', message: 'Enter a name.'}]})
    const name = screen.getByRole('textbox', {name: 'Name'})
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toContain('Enter a name.')
  })

  it('leads to the security page', () => {
    open()
    expect(screen.getByText('You’re signed in on 2 devices.')).toBeTruthy()
    expect(screen.getByRole('link', {name: 'Security'}).getAttribute('href')).toBe('/account/security')
  })

  it('shows a new API key once, and revokes one by its name', async () => {
    const listed = [
      {id: 'k1', name: 'Payroll', roles: null, made: '1 Mar 2026', used: null, until: '30 May 2026'},
      {id: 'k2', name: 'Wallboard', roles: ['Employee'], made: '2 Mar 2026', used: 'yesterday', until: null},
    ]
    const {fake, user} = open({keys: {listed, roles: ['Employee', 'HR'], made: 'nonet_secret', name: ''}})
    const keys = within(screen.getByRole('region', {name: 'API keys'}))
    expect(within(keys.getByRole('status')).getByText('nonet_secret')).toBeTruthy()
    await user.click(keys.getByRole('button', {name: /Revoke.*Wallboard/}))
    expect(sentBy(fake.sent[0])).toEqual(
      expect.arrayContaining([
        ['id', 'k2'],
        ['_action', 'revoke key'],
      ]),
    )
  })

  it('without a password, as a demonstration person, has no form for it', () => {
    open({password: []})
    expect(screen.queryByLabelText('Current password')).toBeNull()
    expect(screen.getByRole('heading', {name: 'Password'})).toBeTruthy()
  })
})
