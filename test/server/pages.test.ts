import {describe, expect, it} from 'vitest'
import {createFixture} from '../kit/fixture.ts'
import {asData, headersOf, pageFrom, play, request, type Scenario} from '../kit/http.ts'

const fixture = createFixture()

describe('the HTML of a page', () => {
  const scenarios: Scenario[] = [
    {
      name: 'comes with its status, its headers and its data inlined once',
      path: '/plain',
      status: 200,
      has: [
        '<h1 tabindex="-1">Plain</h1>',
        '<title>Plain · Handbook</title>',
        '<script type="application/json" id="page">',
      ],
      header: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        vary: /Accept, Cookie/,
        etag: /^W\/"[\w-]{8,40}"$/,
        'content-security-policy': /^default-src 'none'; script-src 'self';/,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      },
    },
    {
      name: 'shows constants, lists and tables of its prose',
      path: '/',
      status: 200,
      has: ['within 2 days', '<li>First item</li>', '<td>9 to 5</td>'],
    },
    {
      name: 'takes raw HTML in prose for text, and refuses dangerous links',
      path: '/plain',
      status: 200,
      has: ['<a href="/other">link</a>'],
      lacks: ['href="javascript:'],
    },
    {
      name: 'escapes markup in the description',
      path: '/',
      status: 200,
      has: ['content="Tells new people &#60;b&#62;how&#60;/b&#62; things work &#38; where they are."'],
    },
    {
      name: 'of the about page holds the description and the audiences',
      path: '/about',
      status: 200,
      has: ['About Handbook', 'to find their way'],
    },
    {
      name: 'lists the screens in the menu',
      path: '/',
      status: 200,
      has: ['href="/plain"'],
      lacks: ['href="/hidden"', 'href="/staff"'],
    },
    {name: 'of a screen outside the menu is there', path: '/hidden', status: 200, has: ['Not in the menu.']},
    {name: 'of a screen for other roles looks like a missing page', path: '/staff', status: 404, has: ['No such page']},
    {
      name: 'of an unknown address is the fallback page with the words of the document',
      path: '/nothing/here',
      status: 404,
      has: ['<h1 tabindex="-1">No such page</h1>', 'Look around, or ask at the desk.', 'href="/plain"'],
      header: {'content-type': /^text\/html/},
    },
    {
      name: 'of a failing page is the error page with a reference and nothing else of the failure',
      path: '/fail',
      status: 500,
      has: ['That did not work', 'TEST-0001'],
      lacks: ['secret detail', 'fixture.ts'],
    },
    {name: 'of a page that throws null is the error page', path: '/fail-null', status: 500, has: ['TEST-0001']},
    {
      name: 'of a page that throws a text is the error page',
      path: '/fail-text',
      status: 500,
      has: ['TEST-0001'],
      lacks: ['just a text'],
    },
    {
      name: 'of a page that cannot be drawn is the error page',
      path: '/undrawn',
      status: 500,
      has: ['TEST-0001'],
      lacks: ['cannot be drawn'],
    },
    {name: 'of a page without a view is the error page', path: '/no-view', status: 500, has: ['TEST-0001']},
    {
      name: 'cannot be broken out of by data, titles or queries',
      path: '/hostile?q=</script><script>alert(3)</script>%E2%80%A8',
      status: 200,
      has: ['\\u003c/script>', '\\u2028'],
      lacks: ['<script>alert', '\u2028"'],
    },
  ]
  it.each(scenarios)('$name', scenario => play(fixture, scenario))

  it('with its ETag is 304 without a body', async () => {
    const first = await request(fixture, '/plain')
    const etag = first.headers.get('etag') ?? ''
    const second = await request(fixture, '/plain', {headers: {'if-none-match': `"other", ${etag}`}})
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
    expect(second.headers.get('etag')).toBe(etag)
    const other = await request(fixture, '/other', {headers: {'if-none-match': etag}})
    expect(other.status).toBe(200)
  })

  it('requested with HEAD has the same headers and no body', async () => {
    for (const path of ['/plain', '/nothing', '/fail']) {
      const get = await request(fixture, path)
      const head = await request(fixture, path, {method: 'HEAD'})
      expect(head.status).toBe(get.status)
      expect(headersOf(head)).toEqual(headersOf(get))
      expect(await head.text()).toBe('')
    }
  })

  it('is compressed for clients that accept it', async () => {
    const encodings = {'br, gzip': 'br', gzip: 'gzip', 'br;q=0, gzip;q=0.5': 'gzip', identity: null}
    for (const [accepted, encoding] of Object.entries(encodings)) {
      const response = await request(fixture, '/plain', {headers: {'accept-encoding': accepted}})
      expect(response.headers.get('content-encoding')).toBe(encoding)
    }
  })
})

describe('the data of a page', () => {
  it('is JSON with the build, never cached', async () => {
    const response = await request(fixture, '/plain?_data=abc', {headers: asData})
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toMatch(/Accept, Cookie/)
    const page = await pageFrom(response)
    expect(page).toMatchObject({status: 200, url: '/plain', title: 'Plain', screen: 'page', data: {heading: 'Plain'}})
    expect(page.build).toMatch(/^[\w-]{12}$/)
  })

  it('code 14: has no tag, whatever the client has', async () => {
    for (const headers of [asData, {...asData, 'if-none-match': '*'}]) {
      const response = await request(fixture, '/plain?_data=abc', {headers})
      expect([response.status, response.headers.get('etag')]).toEqual([200, null])
    }
  })

  it('comes only with both the key and the header', async () => {
    const onlyKey = await request(fixture, '/plain?_data=abc', {headers: {accept: 'text/html'}})
    const onlyHeader = await request(fixture, '/plain', {headers: asData})
    expect(onlyKey.headers.get('content-type')).toMatch(/^text\/html/)
    expect(onlyHeader.headers.get('content-type')).toMatch(/^text\/html/)
  })

  it('is requested with a key that the application never sees', async () => {
    const {app, world} = createFixture()
    await app.request('/form?a=1&_data=abc&b=2', {headers: asData})
    await app.request('/form?_data=abc')
    expect(world.seenQueries).toEqual(['a=1&b=2', ''])
  })

  it('of an unknown page is 404 with the fallback page inside', async () => {
    const response = await request(fixture, '/nothing?_data=x', {headers: asData})
    expect(response.status).toBe(404)
    expect(await pageFrom(response)).toMatchObject({
      status: 404,
      screen: 'missing',
      url: '/nothing',
      data: {heading: 'No such page'},
    })
  })

  it('of a failing page is 500 with the fallback page inside', async () => {
    const response = await request(fixture, '/fail?_data=x', {headers: asData})
    expect(response.status).toBe(500)
    const page = await pageFrom(response)
    expect(page).toMatchObject({status: 500, screen: 'failure', data: {reference: 'TEST-0001'}})
    expect(JSON.stringify(page)).not.toContain('secret detail')
  })

  it('of a page that redirects describes the redirect', async () => {
    const page = await pageFrom(await request(fixture, '/hops/1?_data=x', {headers: asData}))
    expect(page).toMatchObject({status: 302, redirect: '/hops/0'})
  })

  it('and its HTML come from the same decision', async () => {
    for (const path of ['/', '/plain', '/staff', '/nothing', '/about', '/fail']) {
      const html = await request(fixture, path)
      const data = await request(fixture, `${path}?_data=x`, {headers: asData})
      const inlined = /id="page">(.*)<\/script>/.exec(await html.text())?.[1] ?? ''
      expect(JSON.parse(inlined)).toEqual(await data.json())
      expect(html.status).toBe(data.status)
    }
  })
})

describe('redirects', () => {
  const scenarios: Scenario[] = [
    {name: 'of a document are plain ones', path: '/hops/1', status: 302, header: {location: '/hops/0'}},
    {name: 'to another host are failures', path: '/outside', status: 500, header: {location: null}, has: ['TEST-0001']},
    {name: 'with line breaks are failures', path: '/split', status: 500, header: {location: null, 'set-cookie': null}},
  ]
  it.each(scenarios)('$name', scenario => play(fixture, scenario))
})

describe('failures', () => {
  it('are logged with their cause, under the reference shown to people', async () => {
    const {app, world} = createFixture()
    await app.request('/fail')
    expect(world.logged.failures).toHaveLength(1)
    expect(world.logged.failures[0]).toMatchObject({
      reference: 'TEST-0001',
      cause: {message: 'secret detail of a failure'},
    })
    expect(world.logged.requests).toMatchObject([{method: 'GET', path: '/fail', status: 500, kind: 'page'}])
  })

  it('of the error page itself end in a static page', async () => {
    const {brokenScreens} = await import('../kit/views.tsx')
    const {app} = createFixture({screens: brokenScreens})
    const response = await app.request('/fail')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain('Something went wrong')
    expect(text).toContain('TEST-0001')
    expect(text).not.toContain('secret detail')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
