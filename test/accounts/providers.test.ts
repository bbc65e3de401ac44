/** The providers of single sign-on, as the environment describes them. */
import {describe, expect, test} from 'vitest'
import {readSignIn} from '../../src/accounts/sso/providers.ts'

const company = {
  NONET_SSO: 'company',
  NONET_SSO_COMPANY_ISSUER: 'https://login.example.com',
  NONET_SSO_COMPANY_CLIENT_ID: 'id',
  NONET_SSO_COMPANY_CLIENT_SECRET: 'secret',
}

test('none without settings', () => {
  expect(readSignIn({})).toEqual({providers: [], passwordsFor: null})
})

test('a provider, with what it is if nothing is said', () => {
  const {providers, passwordsFor} = readSignIn({
    ...company,
    NONET_SSO_COMPANY_DOMAINS: 'Example.com, example.de',
    NONET_PASSWORDS_FOR: 'Admin@example.com',
  })
  expect(providers).toEqual([
    {
      name: 'company',
      label: 'Company',
      issuer: 'https://login.example.com',
      clientId: 'id',
      clientSecret: 'secret',
      domains: ['example.com', 'example.de'],
      groupsClaim: 'groups',
      scope: 'openid email profile',
    },
  ])
  expect(passwordsFor).toEqual(['admin@example.com'])
})

test('presets know their issuers', () => {
  const {providers} = readSignIn({
    NONET_SSO: 'google, entra',
    NONET_SSO_GOOGLE_CLIENT_ID: 'id',
    NONET_SSO_GOOGLE_CLIENT_SECRET: 'secret',
    NONET_SSO_ENTRA_TENANT: '8f1',
    NONET_SSO_ENTRA_CLIENT_ID: 'id',
    NONET_SSO_ENTRA_CLIENT_SECRET: 'secret',
  })
  expect(providers.map(({label, issuer}) => `${label} ${issuer}`)).toEqual([
    'Google https://accounts.google.com',
    'Microsoft https://login.microsoftonline.com/8f1/v2.0',
  ])
})

describe('a wrong setting is refused, in words', () => {
  test.each([
    [{...company, NONET_SSO: 'company,company'}, 'NONET_SSO names company twice.'],
    [{NONET_SSO: 'Company'}, 'in lower case, not "Company"'],
    [{NONET_SSO: 'other'}, 'set NONET_SSO_OTHER_ISSUER, too.'],
    [{NONET_SSO: 'entra'}, 'set NONET_SSO_ENTRA_TENANT, too.'],
    [{...company, NONET_SSO_COMPANY_CLIENT_SECRET: ' '}, 'set NONET_SSO_COMPANY_CLIENT_SECRET, too.'],
    [{...company, NONET_SSO_COMPANY_ISSUER: 'http://login.example.com'}, 'It may be unencrypted on this machine only.'],
    [{...company, NONET_SSO_COMPANY_ISSUER: 'login'}, 'not "login"'],
    [{...company, NONET_SSO_COMPANY_DOMAINS: 'example'}, 'not "example"'],
    [{...company, NONET_PASSWORDS_FOR: ''}, 'at least one'],
    [{...company, NONET_PASSWORDS_FOR: 'admin'}, 'at least one'],
    [{NONET_PASSWORDS_FOR: 'admin@example.com'}, 'needs a provider'],
  ])('%o', (env, message) => {
    expect(() => readSignIn(env)).toThrow(message)
  })

  test('the same issuer twice', () => {
    const twice = {
      ...company,
      NONET_SSO: 'company,other',
      NONET_SSO_OTHER_ISSUER: company.NONET_SSO_COMPANY_ISSUER,
      NONET_SSO_OTHER_CLIENT_ID: 'id',
      NONET_SSO_OTHER_CLIENT_SECRET: 'secret',
    }
    expect(() => readSignIn(twice)).toThrow('Two providers have the issuer https://login.example.com.')
  })
})
