import {readFileSync} from 'node:fs'
import {gzipSync} from 'node:zlib'
import {describe, expect, it} from 'vitest'
import type {Page} from '../../src/engine/page/frame.ts'
import {createApplication} from '../../src/screens/testing.ts'
import {type AssetManifest, Assets} from '../../src/server/assets.ts'
import {htmlDocument} from '../../src/server/html.ts'
import {documentOf, handbook} from '../kit/documents.ts'
import {createFixture} from '../kit/fixture.ts'
import {emptyPage} from '../kit/render.tsx'

const {app} = createFixture()

async function linked(path = '/plain', from = app): Promise<string[]> {
  const html = await (await from.request(path)).text()
  return [...html.matchAll(/(?:src|href)="(\/_nonet\/[^"]+)"/g)].map(match => match[1] ?? '')
}

describe('the files of a page', () => {
  it('exist, immutable, of the right type and compressed', async () => {
    const types: Record<string, RegExp> = {
      js: /^text\/javascript/,
      css: /^text\/css/,
      woff2: /^font\/woff2$/,
      svg: /^image\/svg/,
      png: /^image\/png$/,
      webmanifest: /^application\/manifest\+json$/,
    }
    const files = await linked()
    expect([...new Set(files.map(file => file.split('.').at(-1)))].sort()).toEqual([
      'css',
      'js',
      'png',
      'svg',
      'webmanifest',
      'woff2',
    ])
    for (const file of files) {
      const kind = file.split('.').at(-1) ?? ''
      for (const encoding of ['br', 'gzip', '']) {
        const response = await app.request(file, {headers: {'accept-encoding': encoding}})
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toMatch(types[kind] ?? /never/)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('content-encoding') ?? '').toBe(['woff2', 'png'].includes(kind) ? '' : encoding)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      }
    }
  })

  it('requested with HEAD have no body', async () => {
    const [file = ''] = await linked()
    const response = await app.request(file, {method: 'HEAD'})
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
  })

  it('have at most 113 kB of script on the first page of a screen, and 30 kB in each lazy file', () => {
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as AssetManifest
    const sized = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + gzipSync(readFileSync(`dist/browser/${name}`), {level: 9}).length, 0)
    const {file, imports, screens, languages} = manifest.script
    for (const texts of Object.values(languages))
      for (const [screen, more] of Object.entries(screens)) {
        const first = sized([...new Set([file, ...imports, ...more, ...texts])])
        expect(first).toBeGreaterThan(60_000)
        expect([screen, first]).toSatisfy(([, size]) => size <= 113_000)
      }
    for (const name of manifest.files.filter(each => each.endsWith('.js') && each !== file && !imports.includes(each)))
      expect([name, sized([name])]).toSatisfy(([, size]) => size <= 30_000)
  })

  it('have at most 11 kB of style where a list begins, and 17 kB where a form does', () => {
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as AssetManifest
    const {style, details, screenStyles} = manifest
    const first = (screen: string) => {
      const own = screenStyles[screen]
      const names = [style, ...(details.screens.includes(screen) ? [details.style] : []), ...(own ? [own] : [])]
      return names.reduce((sum, name) => sum + gzipSync(readFileSync(`dist/browser/${name}`), {level: 9}).length, 0)
    }
    expect([first('list') > 5000, first('list')]).toSatisfy(([, size]) => Number(size) <= 10_700)
    for (const screen of Object.keys(manifest.script.screens))
      expect([screen, first(screen)]).toSatisfy(([, size]) => Number(size) <= 16_600)
  })

  it('have the styles of forms and records first where a page begins with them, and last elsewhere', () => {
    const {details} = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as AssetManifest
    const kinds = ['account', 'entry', 'form', 'import', 'inbox', 'record', 'security', 'sent-mails']
    expect(details.screens).toEqual(expect.arrayContaining(kinds))
    expect(details.screens.filter(each => /list|dashboard|calendar|timeline|board|gallery/.test(each))).toEqual([])
    const assets = new Assets('dist/browser').link(createApplication(documentOf(handbook).specification, {}))
    const placed = (screen: string, beside?: string) => {
      const page = {...emptyPage, screen, data: {panel: beside ? {screen: beside} : null}} as unknown as Page
      const html = String(htmlDocument(page, {json: new Uint8Array(), body: '', assets}))
      const at = html.indexOf(details.style)
      expect(html.indexOf(details.style, at + 1)).toBe(-1)
      return at < html.indexOf('<body>') ? 'first' : 'last'
    }
    expect([placed('list'), placed('form'), placed('list', 'record')]).toEqual(['last', 'first', 'first'])
  })

  it('include only the styles of the current screen; the others wait', async () => {
    const html = await (await app.request('/plain')).text()
    const waiting = [...html.matchAll(/data-screen="([\w-]+)" disabled/g)].map(match => match[1])
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as AssetManifest
    expect(waiting).toEqual(Object.keys(manifest.screenStyles))
  })

  it('include the font of further letters where the page has one, so that it is not laid out twice', async () => {
    const polish = createFixture({document: handbook.replaceAll('Plain words', 'Łatwe słowa')})
    const fonts = async (from = app) => (await linked('/plain', from)).filter(file => file.endsWith('.woff2'))
    const [usual] = await fonts()
    expect(await fonts()).toEqual([expect.stringContaining('inter-latin-wght')])
    expect(await fonts(polish.app)).toEqual([usual, expect.stringContaining('inter-latin-ext')])
  })

  it("contain React's own renderer and no other", () => {
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8')) as AssetManifest
    const scripts = manifest.files.filter(name => name.endsWith('.js'))
    const texts = scripts.map(name => readFileSync(`dist/browser/${name}`, 'utf8'))
    expect(texts.filter(text => text.includes('__reactContainer$'))).toHaveLength(1)
    expect(texts.filter(text => /preact|__PREACT/i.test(text))).toEqual([])
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

  it('of another theme make another build', async () => {
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
