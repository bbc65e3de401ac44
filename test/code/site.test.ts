/** A site of one's own, as the server sends it: its layout, signing in on its pages, and what programs read. */
import {describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {stepOf, withApp} from '../kit/factors.ts'
import {Client} from '../kit/people.ts'
import {siteDocument, siteFiles, siteFixture} from '../kit/site.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const isPrivate = siteDocument.replace('| everyone | read | Thing | |', '| Finder | read | Thing | owner = me |')
const withPictures = siteDocument.replace(
  '| add | create Thing | name, about |',
  '| add | create Thing | name, about, picture |',
)

const joined = {_action: 'join', handle: 'ada', email: 'ada@example.com', password: 'a long enough secret'}

/** What links and styles of the product a page has. */
const looks = (html: string) =>
  [...html.matchAll(/<link rel="(?:stylesheet|icon|manifest)" href="\/_nonet\/([\w-]+?)-/g)].map(([, name]) => name)

describe.each(storesOfStories)('a site on $name', ({make}) => {
  const opened = async (options: Partial<Parameters<typeof siteFixture>[0]> = {}) => {
    const fixture = await siteFixture({address: await make(), ...options})
    const client = new Client(fixture)
    const html = async (path: string) => (await client.get(path)).text()
    return {...fixture, fixture, client, html}
  }

  it('has the layout of its author in place of menu, header and styles', async () => {
    const {html, manifest, client} = await opened()
    const page = await html('/')
    expect(page).toContain('<header class="side" data-own-class="">')
    expect(page).toMatch(
      /<main id="main" tabindex="-1"><div class="screen of-code">.*<h1>Home<\/h1>.*<\/main><footer>Below/,
    )
    expect(page).not.toMatch(/class="(?:shell|skip|brand|behind)"|id="progress"|id="done"/)
    expect(looks(page).filter(name => name !== 'site')).toEqual(
      expect.not.arrayContaining(['style', 'index', 'details', 'later']),
    )
    expect(page).toContain(`href="/_nonet/${manifest.parts['layouts/Public']?.style}"`)
    expect(page).not.toContain('color-scheme')
    for (const [, href = ''] of page.matchAll(/(?:src|href)="(\/_nonet\/[^"]+)"/g))
      expect([href, (await client.get(href)).status]).toEqual([href, 200])
    const policy = (await client.get('/')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' blob: https:;")
    expect(policy).toMatch(/style-src-attr 'unsafe-inline'$/)
  })

  it('has it around pages of the product', async () => {
    const {html, client} = await opened()
    expect(await html('/rules')).toMatch(/<header class="side".*Be kind/)
    expect(await html('/forgot-password')).toContain('<header class="side"')
    await client.post('/join', joined)
    const page = await html('/account')
    expect(page).toContain('<header class="side"')
    expect(page).toMatch(/href="\/_nonet\/site-\w+\.css"/)
  })

  it('is loaded as a document where the layout is another one', async () => {
    const {client} = await opened({document: siteDocument.replace('### Rules\n', '### Rules\n\n- layout: none\n')})
    const build = async (path: string) =>
      (await (await client.get(`${path}?_data=x`, {headers: {accept: pageMediaType}})).json()).build
    expect(await build('/')).toMatch(/^[\w-]+\.Public$/)
    expect(await build('/rules')).toMatch(/^[\w-]+$/)
    const page = await (await client.get('/rules')).text()
    expect(page).toContain('class="shell')
    expect(page).not.toContain('/_nonet/site-')
  })

  it('is the product’s where its layout fails on the server, with the reason in the log', async () => {
    const broken =
      siteFiles['layouts/Public.tsx']?.replace('const person =', "throw new Error('no roof')\n  const person =") ?? ''
    const {html, failures} = await opened({code: {'layouts/Public.tsx': broken}})
    const page = await html('/')
    expect(page).toContain('class="shell')
    expect(page).toContain('"onServer":[]')
    expect(page).not.toMatch(/(?:src|href)="[^"]*own-layouts-Public-/)
    expect(failures.splice(0).map(String)).toEqual(['Error: Error: no roof'])
  })

  it('offers the people of a demonstration on the page of all ways to sign in', async () => {
    const at = async (demo: boolean) => {
      const {client} = await opened({demo})
      return (await client.get('/login')).text()
    }
    expect(await at(true)).toContain('<a href="/sign-in?ways=all">')
    expect(await at(false)).not.toContain('ways=all')
  })

  it('leads visitors to its own page to sign in, and back', async () => {
    const {client, fixture} = await opened()
    const leads = async (path: string) => (await client.get(path)).headers.get('location')
    expect(await leads('/mine')).toBe('/sign-in?return=%2Fmine')
    expect(await leads('/sign-in?return=%2Fmine')).toBe('/login?return=%2Fmine')
    expect(await leads('/sign-in')).toBe('/login')
    expect(await leads('/sign-up')).toBe('/join')
    // For people who have no password.
    expect(await leads('/sign-in?ways=all')).toBeNull()
    const page = await (await client.get('/login?return=%2Fmine')).text()
    expect(page).toContain('<a href="/login">Sign in</a>')
    expect(page).toContain('<a href="/forgot-password?return=%2Fmine">')
    const up = await client.post('/join?return=%2Frules', joined)
    expect([up.status, up.headers.get('location')]).toEqual([303, '/rules'])
    expect(await (await client.get('/')).text()).toContain('Leave, <!-- -->ada')
    const out = await client.post('/mine', {_action: 'leave'})
    expect([out.status, out.headers.get('location')]).toEqual([303, '/'])
    expect(await (await client.get('/')).text()).not.toContain('Leave')
    const credentials = {_action: 'enter', email: joined.email, password: joined.password}
    expect((await client.post('/login', credentials)).headers.get('location')).toBe('/mine')
    await client.post('/sign-out?return=/', {_action: 'sign out'})
    expect((await client.post('/login?return=%2Frules', credentials)).headers.get('location')).toBe('/rules')
    await client.post('/sign-out', {_action: 'sign out'})
    for (const evil of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const one = new Client(fixture)
      const answer = await one.post(`/login?return=${encodeURIComponent(evil)}`, credentials)
      expect(answer.headers.get('location')).toBe('/')
    }
  })

  it('asks for a second factor on the built-in page, and leads where the person wanted to be', async () => {
    const {client, fixture} = await opened()
    await client.post('/join', joined)
    const {app} = await withApp(fixture, client)
    const credentials = {_action: 'enter', email: joined.email, password: joined.password}
    const enter = async (path: string, later: number) => {
      const one = new Client(fixture)
      const asked = await one.post(path, credentials)
      expect(asked.status).toBe(200)
      const page = await asked.clone().text()
      expect(page).toMatch(/<header class="side".*name="code"/)
      expect(page).not.toContain('Come in')
      const step = await stepOf(asked)
      expect((await one.get('/mine')).headers.get('location')).toBe('/sign-in?return=%2Fmine')
      const wrong = await one.post(path, {_action: 'second factor', _step: step, code: '000000'})
      expect(wrong.status).toBe(422)
      expect(await wrong.text()).toContain('name="code"')
      const right = await one.post(path, {_action: 'second factor', _step: step, code: app.code(later)})
      expect((await one.get('/mine')).status).toBe(200)
      return [right.status, right.headers.get('location')]
    }
    expect(await enter('/login?return=%2Frules', 0)).toEqual([303, '/rules'])
    expect(await enter('/login', 1)).toEqual([303, '/mine'])
  })

  it('shows a refusal with what was typed, never the password', async () => {
    const {client} = await opened()
    const refused = await client.post('/login', {
      _action: 'enter',
      email: 'who@example.com',
      password: 'some wrong one',
    })
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toContain('<ul class="wrong" data-own-class=""><li>Incorrect email or password.</li></ul>')
    expect(page).toContain('value="who@example.com"')
    expect(page).not.toContain('some wrong one')
    const short = await (await client.post('/join', {...joined, password: 'short', handle: ''})).text()
    expect(short).toContain('ada@example.com')
    expect(short).toMatch(/Handle/)
    expect(short).not.toContain('"short"')
  })

  it('refuses what its forms do not declare', async () => {
    const {client, engine} = await opened()
    const people = () =>
      engine.store
        .read(
          async db =>
            (
              await db
                .selectFrom('user' as never)
                .selectAll()
                .execute()
            ).length,
        )
        .catch(() => -1)
    const before = await people()
    for (const more of [{role: 'Keeper'}, {roles: 'Keeper'}, {name: 'Eve'}, {active: 'no'}, {id: 'x'}])
      expect((await client.post('/join', {...joined, ...more} as Record<string, string>)).status).toBe(422)
    expect(await people()).toBe(before)
    // Not where it is not declared, and not by other names.
    expect((await client.post('/', joined)).status).not.toBe(303)
    for (const action of ['sign up', 'constructor', '__proto__', 'second factor'])
      expect((await client.post('/join', {...joined, _action: action})).status).toBeGreaterThanOrEqual(400)
    await client.post('/join', joined)
    expect((await client.post('/join', {...joined, email: 'other@example.com'})).status).toBeGreaterThanOrEqual(400)
    // Sets: the owner is the person, whatever is sent.
    expect((await client.post('/mine', {_action: 'add', name: 'Hat', about: '', owner: 'x'})).status).toBe(422)
    const made = await client.post('/mine', {_action: 'add', name: 'Hat', about: 'felt'})
    expect(made.headers.get('location')).toBe('/things/hat')
  })

  it('says what search engines and previews show', async () => {
    const {client, html} = await opened()
    await client.post('/join', joined)
    await client.post('/mine', {_action: 'add', name: 'Hat <b>', about: 'felt " & warm'})
    const page = await html('/things/hat-b')
    expect(page).toContain('<title>Hat &#60;b&#62;, found · Found things</title>')
    expect(page).toContain('<meta name="description" content="felt &#34; &#38; warm – Hat &#60;b&#62;">')
    expect(page).toContain('<meta property="og:title" content="Hat &#60;b&#62;, found · Found things">')
    expect(page).not.toContain('og:image')
    expect(await html('/')).toContain('<meta name="description" content="All that was found.">')
    expect((await client.get('/things/none')).status).toBe(404)
  })

  it.each([
    ['/hat.png', 'http://localhost/hat.png'],
    ['https://pictures.example/hat.png?a=1&b="2', 'https://pictures.example/hat.png?a=1&#38;b=%222'],
    ['javascript:alert(1)', null],
    ['//evil.example/hat.png', null],
  ])('shows the picture %s in previews as %s', async (picture, shown) => {
    const {client, html} = await opened({document: withPictures})
    await client.post('/join', joined)
    await client.post('/mine', {_action: 'add', name: 'Hat', about: '', picture})
    const [, image = null] = /<meta property="og:image" content="([^"]*)">/.exec(await html('/things/hat')) ?? []
    expect(image).toBe(shown)
  })

  it('says nothing of a record that may not be read', async () => {
    const {client, fixture} = await opened({document: isPrivate})
    await client.post('/join', joined)
    await client.post('/mine', {_action: 'add', name: 'Hat', about: 'felt'})
    expect(await (await client.get('/things/hat')).text()).toContain('<title>Hat, found')
    const visitor = new Client(fixture)
    const [hidden, none] = [await visitor.get('/things/hat'), await visitor.get('/things/none')]
    expect([hidden.status, none.status]).toEqual([404, 404])
    const page = await hidden.text()
    expect(page).not.toMatch(/Hat|felt/)
    expect(page).toBe((await none.text()).replaceAll('/things/none', '/things/hat'))
  })

  it('draws missing pages and failures itself, with true status codes', async () => {
    const {client} = await opened()
    const missing = await client.get('/nowhere')
    expect(missing.status).toBe(404)
    const page = await missing.text()
    expect(page).toMatch(/<header class="side".*<div data-own="Missing">.*<h1>404<!-- -->: <!-- -->Page not found/)
    const refused = await client.post('/rules', {_action: 'x'})
    expect(refused.status).toBe(405)
    expect(await refused.text()).toContain('<h1>405')
  })
})
