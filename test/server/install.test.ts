/** Installing the application: a manifest, icons, and the theme colour. */
import {expect, test} from 'vitest'
import {appManifest, appPicture, paperColours} from '../../src/server/app-icon.ts'
import {peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const look = {product: 'Shed', description: 'Tools are lent.', language: 'en', hue: 172, points: Array(9).fill(true)}

test('a page links to a manifest with the name of the product and existing icons', async () => {
  const {app} = await peopleFixture({address: await sqlite.make()})
  const page = await app.request('/sign-in')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'")
  expect(html).toMatch(/<meta name="theme-color" content="#[0-9a-f]{6}" media="\(prefers-color-scheme: dark\)">/)
  const href = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1] ?? ''
  const answer = await app.request(href)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    display: string
    start_url: string
    icons: {src: string; sizes: string; purpose: string}[]
  }
  expect(manifest).toMatchObject({display: 'standalone', start_url: '/'})
  expect(html).toContain(manifest.name)
  expect(manifest.icons.map(({sizes, purpose}) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const touch = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(html)?.[1] ?? ''
  for (const src of [touch, ...manifest.icons.map(each => each.src)]) {
    const picture = await app.request(src)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = new Uint8Array(await picture.arrayBuffer())
    expect([...bytes.slice(1, 4)]).toEqual([0x50, 0x4e, 0x47])
  }
})

test('an icon has the declared size, and the manifest the name and language of the document', () => {
  const picture = Buffer.from(appPicture(look, {size: 48, maskable: false}))
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([48, 48])
  const manifest: unknown = JSON.parse(appManifest(look, [{src: '/a.png', size: 48, maskable: true}]))
  expect(manifest).toMatchObject({
    name: 'Shed',
    lang: 'en',
    description: 'Tools are lent.',
    icons: [{purpose: 'maskable', sizes: '48x48'}],
  })
})

test('the theme colours match the background of the page', () => {
  expect(paperColours(172)).toEqual({light: '#f8fbfa', dark: '#0f1412'})
})

test('the worker contains a page, and is requested again each time', async () => {
  const {app} = await peopleFixture({address: await sqlite.make()})
  const answer = await app.request('/_offline.js')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const script = await answer.text()
  expect(script).toContain('You’re offline')
  // The page is inside a script: its own tags are escaped.
  expect(script).not.toContain('<')
  expect(() => new Function(script)).not.toThrow()
})
