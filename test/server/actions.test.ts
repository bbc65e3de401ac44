import {describe, expect, it} from 'vitest'
import {person} from '../kit/engine.ts'
import {createFixture, type Fixture} from '../kit/fixture.ts'
import {asData, pageFrom, play, request, type Scenario, sameOrigin, urlencoded} from '../kit/http.ts'

const headers = {...sameOrigin, ...urlencoded}

function post(
  fixture: Fixture,
  path: string,
  fields: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Response> {
  return request(fixture, path, {
    method: 'POST',
    headers: {...headers, ...more},
    body: new URLSearchParams(fields).toString(),
  })
}

describe('an action', () => {
  it('that succeeds responds with 303, and the target is a GET away', async () => {
    const fixture = createFixture()
    const response = await post(fixture, '/form', {_action: 'save', name: 'Ada', note: 'grüße 😀'})
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/cookie-target')
    expect(response.headers.getSetCookie()).toEqual(['action=1; Path=/'])
    expect(fixture.world.saved).toEqual(['name=Ada&note=grüße 😀'])
  })

  it('that is rejected responds with 422 and the page, its messages and all input', async () => {
    const fixture = createFixture()
    const response = await post(fixture, '/form?a=1', {_action: 'save', name: '', note: 'kept <b>', secret: 'geheim'})
    const text = await response.text()
    expect(response.status).toBe(422)
    expect(text).toContain('<a href="#field-name">Say a name.</a>')
    expect(text).toContain('aria-describedby="field-name-help field-name-problem"')
    expect(text).toContain('kept &lt;b&gt;')
    expect(text).not.toContain('geheim')
    expect(fixture.world.count).toBe(0)
  })

  it('sent with JavaScript includes the target page in the same response, with the cookies of both', async () => {
    const fixture = createFixture()
    const response = await post(fixture, '/form', {_action: 'save', name: 'Ada'}, asData)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual(['action=1; Path=/', 'target=1; Path=/'])
    const page = await pageFrom(response)
    expect(page).toMatchObject({
      status: 303,
      redirect: '/cookie-target',
      page: {url: '/cookie-target', title: 'Target'},
    })
  })

  it('sent with JavaScript follows internal redirects to the final page', async () => {
    const page = await pageFrom(await post(createFixture(), '/form', {_action: 'chain'}, asData))
    expect(page).toMatchObject({redirect: '/plain', page: {url: '/plain', title: 'Plain'}})
  })

  it('sent with JavaScript is rejected with the same status and page', async () => {
    const response = await post(createFixture(), '/form?a=1', {_action: 'save'}, asData)
    expect(response.status).toBe(422)
    expect(await pageFrom(response)).toMatchObject({status: 422, url: '/form?a=1', data: {problems: [{field: 'name'}]}})
  })

  it('gets a new one-time token each time its page is shown', async () => {
    const fixture = createFixture()
    const tokens = await Promise.all(
      [1, 2].map(async () => (await pageFrom(await request(fixture, '/form?_data=x', {headers: asData}))).once),
    )
    expect(new Set(tokens).size).toBe(2)
    expect(await pageFrom(await request(fixture, '/plain?_data=x', {headers: asData}))).not.toHaveProperty('once')
  })

  it('with an incomplete body is rejected, and not an internal error', async () => {
    const fixture = createFixture()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('_action=sa'))
        controller.error(new Error('aborted'))
      },
    })
    const init = {method: 'POST', headers, body, duplex: 'half'}
    expect((await request(fixture, '/form', init)).status).toBe(400)
    expect(fixture.world.logged.failures).toEqual([])
    expect(fixture.world.saved).toEqual([])
  })

  it('accepts files and multi-byte text', async () => {
    const fixture = createFixture({actor: person('0')})
    const body = new FormData()
    body.set('_action', 'save')
    body.set('name', '名前')
    body.set('upload', new File(['Größe'], 'ä.txt', {type: 'text/plain'}))
    const response = await request(fixture, '/form', {method: 'POST', headers: sameOrigin, body})
    expect(response.status).toBe(303)
    expect(fixture.world.saved).toEqual(['name=名前&upload=ä.txt:Größe'])
  })

  const fixture = createFixture()
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const scenarios: Scenario[] = [
    {
      name: 'that throws gives the error page',
      path: '/form',
      method: 'POST',
      headers,
      body: form({_action: 'throw'}),
      status: 500,
      has: ['TEST-0001'],
      lacks: ['secret'],
    },
    {
      name: 'that finds nothing gives the fallback page',
      path: '/form',
      method: 'POST',
      headers,
      body: form({_action: 'lost'}),
      status: 404,
      has: ['No such page'],
    },
    {
      name: 'of an unknown name says so and offers a reload',
      path: '/form?a=1',
      method: 'POST',
      headers,
      body: form({_action: 'nope'}),
      status: 422,
      has: ['Reload the page and try again', 'href="/form?a=1"'],
    },
    {
      name: 'without a name says so',
      path: '/form',
      method: 'POST',
      headers,
      body: form({}),
      status: 422,
      has: ['Reload the page'],
    },
    {
      name: 'on a page without actions is 405 with Allow',
      path: '/plain',
      method: 'POST',
      headers,
      body: form({_action: 'x'}),
      status: 405,
      header: {allow: 'GET, HEAD'},
      has: ['<nav'],
    },
    {
      name: 'by another method is 405 with Allow',
      path: '/form',
      method: 'PUT',
      headers,
      body: form({_action: 'stay'}),
      status: 405,
      header: {allow: 'GET, HEAD, POST'},
    },
    {
      name: 'on a missing page is 404',
      path: '/nothing',
      method: 'POST',
      headers,
      body: form({_action: 'x'}),
      status: 404,
      has: ['No such page'],
    },
    {
      name: 'with JSON is refused as unsupported',
      path: '/form',
      method: 'POST',
      headers: {...sameOrigin, 'content-type': 'application/json'},
      body: '{}',
      status: 415,
      has: ['isn’t supported'],
    },
    {
      name: 'with a broken encoding is refused',
      path: '/form',
      method: 'POST',
      headers,
      body: '_action=stay&a=%zz',
      status: 400,
      has: ['couldn’t process that'],
    },
    {
      name: 'with a broken multipart body is refused',
      path: '/form',
      method: 'POST',
      headers: {...sameOrigin, 'content-type': 'multipart/form-data; boundary=x'},
      body: '--x\r\nnonsense',
      status: 400,
      has: ['couldn’t process that'],
    },
    {
      name: 'without a boundary is refused',
      path: '/form',
      method: 'POST',
      headers: {...sameOrigin, 'content-type': 'multipart/form-data'},
      body: 'x',
      status: 400,
    },
    {
      name: 'over the limit is 413 and the page says so',
      path: '/form',
      method: 'POST',
      headers,
      body: `_action=stay&a=${'x'.repeat(11.5 * 1024 * 1024)}`,
      status: 413,
      has: ['the limit is 1 MB'],
    },
    {
      name: 'with too many fields is refused',
      path: '/form',
      method: 'POST',
      headers,
      body: `_action=stay${'&a=1'.repeat(2001)}`,
      status: 400,
    },
  ]
  it.each(scenarios)('$name', async scenario => {
    await play(fixture, scenario)
    expect(fixture.world.count).toBe(0)
  })
})

describe('who may post', () => {
  const cases: [string, Record<string, string>, number][] = [
    ['a page of this application', {'sec-fetch-site': 'same-origin'}, 303],
    ['the person, directly', {'sec-fetch-site': 'none'}, 303],
    ['another site', {'sec-fetch-site': 'cross-site'}, 403],
    ['another site of the same domain', {'sec-fetch-site': 'same-site', origin: 'http://localhost'}, 403],
    ['an old browser with our origin', {origin: 'http://localhost', cookie: 'a=b'}, 303],
    ['an old browser with another origin', {origin: 'http://evil.example'}, 403],
    ['our origin with another port', {origin: 'http://localhost:81'}, 403],
    ['the origin null', {origin: 'null'}, 403],
    ['nobody knows, with cookies', {cookie: 'a=b'}, 403],
    ['a program without cookies', {}, 303],
  ]
  it.each(cases)('%s', async (_who, sender, status) => {
    const fixture = createFixture()
    const response = await request(fixture, '/form', {
      method: 'POST',
      headers: {...urlencoded, ...sender},
      body: '_action=stay',
    })
    expect(response.status).toBe(status)
    expect(fixture.world.count).toBe(status === 303 ? 1 : 0)
    if (status === 403) expect(await response.text()).toContain('came from another site')
  })

  it('is decided by the public origin if one is set', async () => {
    const fixture = createFixture({origin: 'https://time.example.com'})
    const send = (origin: string) =>
      request(fixture, '/form', {method: 'POST', headers: {...urlencoded, origin}, body: '_action=stay'})
    expect((await send('https://time.example.com')).status).toBe(303)
    expect((await send('http://localhost')).status).toBe(403)
  })

  it('is decided for every content type, method and address, before the body is read', async () => {
    const fixture = createFixture()
    for (const type of ['text/plain', 'application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        for (const path of ['/form', '/plain', '/nothing']) {
          const body = new ReadableStream({pull: () => Promise.reject(new Error('the body was read'))})
          const init = {method, headers: {'sec-fetch-site': 'cross-site', 'content-type': type}, body, duplex: 'half'}
          const response = await request(fixture, path, init as RequestInit)
          expect(response.status).toBe(403)
        }
    expect((await request(fixture, '/plain', {headers: {'sec-fetch-site': 'cross-site'}})).status).toBe(200)
  })
})
