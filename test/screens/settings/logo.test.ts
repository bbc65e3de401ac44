/** The company's logo: uploaded in the settings, shown to everyone instead of the nine dots, and removed again. */
import {readdir, utimes} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {personOf} from '../../../src/engine/base/actor.ts'
import {day, sweepFiles} from '../../../src/engine/jobs/interval-jobs.ts'
import {pageMediaType} from '../../../src/engine/page/frame.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {type Actor, documentGrants, nobody, openFolder, operator} from '../../../src/screens/testing.ts'
import {appPicture} from '../../../src/server/app-icon.ts'
import {queryRows} from '../../../src/store/sql.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {appFor, type Got} from '../../kit/pages.ts'
import {makeFolder, stores} from '../../kit/store-databases.ts'
import {rulesOfDocument} from '../../kit/time-off.ts'

const document = `# Desk

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Settings | /settings | settings | Office, Staff |
| House rules | /rules | page | everyone |

### House rules

Be kind.

## 6. Roles

| Role | Joins by |
|---|---|
| Office | sign-up |
| Staff | sign-up |

| Role | May | On |
|---|---|---|
| Office | read | User |

## 9. Constants

| Name | Value | Changed by | Meaning |
|---|---|---|---|
| LOGO | "" | Office | before the name |
| PAGE_SIZE | 25 | Office, Staff | |
`

const png = appPicture({hue: 172, points: Array(9).fill(true)}, {size: 48, maskable: false})
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  )
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2], [0xff, 0xc0, 0, 11, 8, 0, 40, 0, 120, 1, 1, 0x11, 0])
const webp = (kind: string, ...rest: readonly number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], rest)

/** As a browser sends the form: with a hidden text, and the name of the stored image unless it was removed. */
function form(chosen: Uint8Array<ArrayBuffer> | null, stored: string | null = null): FormData {
  const sent = new FormData()
  sent.append('LOGO', '_none')
  if (stored !== null) sent.append('LOGO', stored)
  if (chosen) sent.append('LOGO', new File([chosen], 'our logo.png', {type: 'image/png'}))
  sent.append('PAGE_SIZE', '25')
  sent.append('_action', 'save')
  return sent
}

describe.each(stores)('the logo, on $name', ({make}) => {
  async function office() {
    const address = await make(document)
    const {engine, store, clock} = await engineOf({document, address, grants: documentGrants, rules: rulesOfDocument})
    const folder = await makeFolder()
    const files = await openFolder(folder)
    const user = async (name: string, role: string) =>
      person(done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`})])).id, role)
    const [ola, ada] = [await user('Ola', 'Office'), await user('Ada', 'Staff')]
    let now: Actor = nobody
    const failed = (cause: unknown) => {
      throw cause
    }
    const app = appFor({engine, files, actorOf: async () => now, failed})
    const ask = (who: Actor, path: string, init?: RequestInit) => {
      now = who
      return app.request(path, init)
    }
    const settings = async (who: Actor, body?: FormData): Promise<Got<FormScreenData>> => {
      const headers = {accept: pageMediaType, 'sec-fetch-site': 'same-origin'}
      const init = body ? {method: 'POST', body, headers} : {headers}
      return (await ask(who, body ? '/settings' : '/settings?_data=x', init)).json()
    }
    /** The address of the image on a page that everyone reads. */
    const shown = async () =>
      /<a class="brand"[^>]*><img class="logo"[^>]* src="([^"]+)"/.exec(await (await ask(nobody, '/rules')).text())?.[1]
    return {store, clock, folder, files, entities: engine.specification.entities, ask, settings, shown, ola, ada}
  }

  it('is uploaded, shown to everyone before the name, kept by the next form, and removed', async () => {
    const {store, settings, shown, ola} = await office()
    expect(await shown()).toBeUndefined()
    expect((await settings(ola)).data.fields[0]).toMatchObject({
      ...{name: 'LOGO', control: 'file', required: false, files: [], help: 'Before the name.'},
      attributes: {accept: 'image/png,image/jpeg,image/webp'},
    })
    expect((await settings(ola, form(png))).redirect).toBe('/settings')
    const src = await shown()
    expect(src).toMatch(/^\/_nonet\/logo\/[0-9a-f]{64}-48x48\.png$/)
    const name = src?.split('/').at(-1) ?? ''
    const [field] = (await settings(ola)).data.fields
    expect(field?.files).toEqual([{id: name, text: 'Logo', size: '48 × 48', thumbnail: src}])
    expect(field?.help).toMatch(/^Before the name\. Changed by Ola on \d+ \w+ 2026\.$/)
    await settings(ola, form(null, name))
    expect(await shown()).toBe(src)
    await settings(ola, form(null))
    expect(await shown()).toBeUndefined()
    const history = await store.readOne(
      db => queryRows(db)`select record, person, changes from nonet_history where entity = 'settings'`,
    )
    const changes = history.map(([record, who, change]) => [record, who, JSON.parse(String(change))])
    expect(changes).toHaveLength(2)
    expect(changes).toContainEqual(['LOGO', personOf(ola)?.id, [{field: 'LOGO', before: '', after: name}]])
    expect(changes).toContainEqual(['LOGO', personOf(ola)?.id, [{field: 'LOGO', before: name, after: ''}]])
  })

  it('picture: is shown instead of the name where it is more than three times as wide as high', async () => {
    const {ask, settings, ola} = await office()
    const wide = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2], [0xff, 0xc0, 0, 11, 8, 0, 60, 1, 104, 1, 1, 0x11, 0])
    await settings(ola, form(wide))
    const html = await (await ask(nobody, '/rules')).text()
    const [, brand = ''] = /<a class="brand"[^>]*>(.*?)<\/a>/.exec(html) ?? []
    expect(brand).toMatch(/^<img [^>]*>$/)
    for (const part of ['alt="Desk"', 'width="168"', 'height="28"']) expect(brand).toContain(part)
  })

  it('has a public address that is cached, and no other file has one', async () => {
    const {ask, settings, shown, ola} = await office()
    await settings(ola, form(png))
    const src = (await shown()) ?? ''
    const got = await ask(nobody, src)
    const names = ['content-type', 'x-content-type-options', 'cache-control', 'set-cookie', 'vary']
    expect([got.status, ...names.map(name => got.headers.get(name))]).toEqual([
      ...[200, 'image/png', 'nosniff', 'public, max-age=31536000, immutable', null, null],
    ])
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(png)
    const head = await ask(nobody, src, {method: 'HEAD'})
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await ask(nobody, src.replace('.png', '.webp'))).status).toBe(404)
    // Replaced: it is still stored, but no longer public.
    await settings(ola, form(jpeg))
    expect(await shown()).toMatch(/-120x40\.jpg$/)
    expect((await ask(nobody, src)).status).toBe(404)
  })

  it('is accepted only as an image, and only from people who may change it', async () => {
    const {ask, settings, shown, ola, ada} = await office()
    const told = async (chosen: Uint8Array<ArrayBuffer>) => {
      const {status, data} = await settings(ola, form(chosen))
      return [status, ...data.problems.map(({field, message}) => `${field}: ${message}`)]
    }
    const refused = [422, 'LOGO: Choose a PNG, JPEG or WebP image of at most 200 kB and 4096 pixels.']
    expect(await told(bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))).toEqual(refused)
    expect(await told(bytes('GIF89a'))).toEqual(refused)
    expect(await told(png.slice(0, 18))).toEqual(refused)
    expect(await told(new Uint8Array([...png, ...new Uint8Array(200 * 1024)]))).toEqual(refused)
    expect(await told(bytes([...png.slice(0, 16), 0, 0, 0x20, 0], [...png.slice(20)]))).toEqual(refused)
    expect(await told(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]))).toEqual(refused)
    expect(await told(webp('VP8?', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).toEqual(refused)
    const name = `${'a'.repeat(64)}-48x48.png`
    // The name of a file does not make it the logo.
    await settings(ola, form(null, name))
    expect((await settings(ada, form(png))).status).toBe(403)
    expect((await settings(ada, form(null, name))).status).toBe(403)
    expect((await settings(nobody, form(png))).status).toBe(404)
    expect((await settings(ada)).data.fields.map(field => field.name)).toEqual(['PAGE_SIZE'])
    expect(await shown()).toBeUndefined()
    expect((await ask(nobody, `/_nonet/logo/${name}`)).status).toBe(404)
  })

  it.each([
    ['a JPEG', jpeg, '120x40.jpg'],
    ['a lossy WebP', webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 120, 0, 40, 0), '120x40.webp'],
    ['a lossless WebP', webp('VP8L', 0x2f, 119, 0xc0, 9, 0), '120x40.webp'],
    ['an extended WebP', webp('VP8X', 0, 0, 0, 0, 119, 0, 0, 39, 0, 0), '120x40.webp'],
  ])('can be %s, whose size is read', async (_, image, ending) => {
    const {settings, shown, ola} = await office()
    await settings(ola, form(image))
    expect((await shown())?.split('-')[1]).toBe(ending)
  })

  it('is kept when unused files are removed, until it is replaced', async () => {
    const {store, entities, clock, folder, files, settings, ask, shown, ola} = await office()
    const sweep = async () => {
      const old = new Date(clock.now - 2 * day)
      for (const each of await readdir(folder, {recursive: true, withFileTypes: true}))
        if (each.isFile()) await utimes(join(each.parentPath, each.name), old, old)
      return (await sweepFiles({store, entities, files}, clock.now)).contents
    }
    const read = async () => new Uint8Array(await (await ask(nobody, (await shown()) ?? '')).arrayBuffer())
    await settings(ola, form(png))
    expect(await sweep()).toBe(0)
    expect(await read()).toEqual(png)
    await settings(ola, form(jpeg))
    expect(await sweep()).toBe(1)
    expect(await read()).toEqual(jpeg)
  })
})
