import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {isOwnPath, parseAddress} from '../../src/engine/address.ts'
import {createFixture} from '../kit/fixture.ts'
import {asData, play, type Scenario} from '../kit/http.ts'

const fixture = createFixture()

describe('an address', () => {
  const malformed = [
    '/%',
    '/%zz',
    '/a%2',
    '/%ff',
    '//x',
    '/a//b',
    '/%2e%2e/plain',
    '/a%2Fb',
    '/a%5cb',
    '/a%00',
    '/a\\b',
    '/./plain',
    '/../plain',
    '/a/..',
    '/%0d%0aset-cookie',
    'plain',
    '',
    '*',
    '/plain?q=%zz',
    `/${'a'.repeat(5000)}`,
  ]
  it.each(malformed)('written as %j is rejected', target => {
    expect(parseAddress(target)).toEqual({kind: 'malformed', data: false})
  })

  const fine = {
    '/': '/',
    '/a': '/a',
    '/a?b=c&d': '/a?b=c&d',
    '/a?_data=1': '/a',
    '/a?x=1&_data=2&y=3': '/a?x=1&y=3',
    '/caf%C3%A9': '/caf%C3%A9',
    '/a.b': '/a.b',
    '/a?_database=1': '/a?_database=1',
    '/a?': '/a',
  }
  it.each(Object.entries(fine))('written as %j is %j', (target, url) => {
    expect(parseAddress(target)).toMatchObject({kind: 'ok', address: {url}})
  })

  it('of any kind is validated without a crash, and an accepted one has one spelling', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({unit: 'binary'}),
          fc.webPath().map(path => `/${path}`),
        ),
        target => {
          const judged = parseAddress(target)
          if (judged.kind !== 'ok') return
          expect(decodeURIComponent(judged.address.path)).not.toMatch(/\\|\/\/|\/\.\.?(\/|$)|\0/)
          expect(new URL(judged.address.url, 'http://a').pathname.startsWith('//')).toBe(false)
        },
      ),
    )
  })

  const scenarios: Scenario[] = [
    {
      name: 'that is malformed gets a page with status 400',
      path: '/%zz',
      status: 400,
      has: ['This link is broken', '<nav'],
    },
    {
      name: 'that is malformed gets that page as data where data is asked for',
      path: '/%zz?_data=x',
      headers: asData,
      status: 400,
      has: [/^{.*"build":/, /^{.*This link is broken/],
    },
    {
      name: 'with a slash at its end moves once, with its query',
      path: '/plain/?a=1',
      status: 308,
      header: {location: '/plain?a=1'},
    },
    {
      name: 'of a missing image is a small 404',
      path: '/nothing.png',
      status: 404,
      has: [/^not found\n$/],
      header: {'content-type': /^text\/plain/},
    },
    {
      name: 'wanted for a script is a small 404',
      path: '/nothing',
      headers: {'sec-fetch-dest': 'script'},
      status: 404,
      has: [/^not found\n$/],
    },
    {
      name: 'wanted as a document is a page, whatever its ending',
      path: '/nothing.png',
      headers: {'sec-fetch-dest': 'document'},
      status: 404,
      has: ['No such page'],
    },
    {
      name: "under the engine's own is a small 404 when unknown",
      path: '/_nonet/nothing.js',
      status: 404,
      has: [/^not found\n$/],
    },
  ]
  it.each(scenarios)('$name', scenario => play(fixture, scenario))

  it('with a trailing slash, requested as data, describes the redirect', async () => {
    const response = await fixture.app.request('/plain/?_data=x', {headers: asData})
    expect(await response.json()).toMatchObject({redirect: '/plain'})
  })
})

describe('the target of a redirect', () => {
  it.each(['/', '/a', '/a?b=//c', '/a#b'])('may be %j', to => expect(isOwnPath(to)).toBe(true))
  it.each(['//a', '/\\a', 'http://a', '/a\r\nb', '/a?\nb', '', 'a', '/a//b', '/a/../b', '/\ta'])('may not be %j', to =>
    expect(isOwnPath(to)).toBe(false),
  )
})
