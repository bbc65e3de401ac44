import {readFileSync} from 'node:fs'
import {gzipSync} from 'node:zlib'
import {describe, expect, it} from 'vitest'
import {shownAtOnce, shownOnDemand} from '../../src/browser/views.ts'
import {views} from '../../src/frontend/views.ts'
import type {Manifest} from '../../src/server/assets.ts'
import {handbook} from '../kit/documents.ts'
import {createFixture} from '../kit/fixture.ts'

const {app} = createFixture()

async function linked(path = '/plain', from = app): Promise<string[]> {
  const html = await (await from.request(path)).text()
  return [...html.matchAll(/(?:src|href)="(\/_nonet\/[^"]+)"/g)].map(match => match[1] ?? '')
}

describe('the files of a page', () => {
  it('are there, immutable, of the right type and compressed', async () => {
    const types: Record<string, RegExp> = {
      js: /^text\/javascript/,
      css: /^text\/css/,
      woff2: /^font\/woff2$/,
      svg: /^image\/svg/,
    }
    const files = await linked()
    expect([...new Set(files.map(file => file.split('.').at(-1)))].sort()).toEqual(['css', 'js', 'svg', 'woff2'])
    for (const file of files) {
      const kind = file.split('.').at(-1) ?? ''
      for (const encoding of ['br', 'gzip', '']) {
        const response = await app.request(file, {headers: {'accept-encoding': encoding}})
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toMatch(types[kind] ?? /never/)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('content-encoding') ?? '').toBe(kind === 'woff2' ? '' : encoding)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      }
    }
  })

  it('asked for with HEAD have no body', async () => {
    const [file = ''] = await linked()
    const response = await app.request(file, {method: 'HEAD'})
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
  })

  it('have at most 40 kB of script on any screen and 15 kB of style, compressed with gzip', () => {
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as Manifest
    const sized = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + gzipSync(readFileSync(`dist/browser/${name}`), {level: 9}).length, 0)
    for (const {file, needs, views} of Object.values(manifest.scripts))
      for (const more of [[], ...Object.values(views)]) {
        expect(sized([file, ...needs, ...more])).toBeGreaterThan(10_000)
        expect(sized([file, ...needs, ...more])).toBeLessThanOrEqual(40_000)
      }
    expect(sized([manifest.style])).toBeLessThanOrEqual(15_000)
  })

  it('hold a view for every screen, and each that comes on demand in a file of its name', () => {
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as Manifest
    expect([...Object.keys(shownAtOnce), ...Object.keys(shownOnDemand)].sort()).toEqual(Object.keys(views).sort())
    for (const script of Object.values(manifest.scripts))
      expect(Object.keys(script.views).sort()).toEqual(Object.keys(shownOnDemand).sort())
  })

  it('carry the accent and the open points of the document', async () => {
    const violet = createFixture({document: `${handbook}| ACCENT | "violet" |\n`})
    const files = await linked('/plain', violet.app)
    const style = files.find(file => file.endsWith('.css')) ?? ''
    expect(await (await violet.app.request(style)).text()).toContain('--hue:290')
    const icon = files.find(file => file.endsWith('.svg')) ?? ''
    const drawn = await (await violet.app.request(icon)).text()
    expect(drawn.match(/class="f"/g)).toHaveLength(5)
    expect(drawn.match(/class="o"/g)).toHaveLength(4)
    expect(await linked('/plain')).not.toContain(style)
  })

  it('of another look make another build', async () => {
    const build = async (document: string) => {
      const response = await createFixture({document}).app.request('/plain?_data=x', {
        headers: {accept: 'application/vnd.nonet.page+json'},
      })
      return (await response.json()).build
    }
    expect(await build(handbook)).toBe(await build(handbook.replace('Plain words', 'Other words')))
    expect(await build(handbook)).not.toBe(await build(`${handbook}| ACCENT | "violet" |\n`))
  })
})
