/** Files with fixed names, from the folder `public`: how they are answered, and what is never one of them. */
import {execFileSync} from 'node:child_process'
import {mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {RateLimiter} from '../../src/server/limits.ts'
import {mostPublicBytes, publicFilesIn} from '../../src/server/public-files.ts'
import {Client, type PeopleFixtureOptions, peopleFixture} from '../kit/people.ts'
import {makeFolder, sqlite} from '../kit/store-databases.ts'

const document = `# Club

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Rules | /rules.txt | page | everyone |
| Member | /members/:id | record of User | Member |

### Rules

Be kind.

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On |
|---|---|---|
| Member | read | User |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| people | GET | /api/people | list of User | Member |
`

const files: Readonly<Record<string, string>> = {
  'robots.txt': 'User-agent: *\nDisallow: /admin\n',
  'favicon.ico': 'icon',
  '.well-known/security.txt': 'Contact: mailto:security@example.com\n',
  '.well-known/apple-app-site-association': '{}',
  'sitemap.xml': '<urlset/>',
  'press/Größe 2.pdf': '%PDF-1.7',
  'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'empty.txt': '',
  'rules.txt': 'Hidden by a screen.',
  'members/ada.txt': 'Hidden by a parameter.',
  'api/people.json': 'Hidden by calls.',
  '.env': 'SECRET=1',
  '.git/config': 'secret',
  '.well-known/.hidden': 'secret',
  'page.html': '<script>alert(1)</script>',
  'page.HTM': '<script>alert(1)</script>',
  'page.xhtml': '<script/>',
  'run.js': 'alert(1)',
  'run.mjs': 'alert(1)',
  'look.css': 'body{}',
  'look.xsl': '<x/>',
  plain: 'no ending',
  '_nonet/x.txt': 'reserved',
  'sign-in/x.txt': 'reserved',
  txt: 'no ending',
}

async function club(options: Partial<PeopleFixtureOptions> = {}) {
  const around = await makeFolder()
  const folder = join(around, 'public')
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), {recursive: true})
    writeFileSync(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  writeFileSync(join(around, 'secret.txt'), 'above')
  mkdirSync(join(around, 'other'))
  writeFileSync(join(around, 'other/secret.txt'), 'beside')
  const fixture = await peopleFixture({
    address: await sqlite.make(document),
    document,
    records: true,
    publicFolder: folder,
    ...options,
  })
  const get = (path: string, init?: RequestInit) => new Client(fixture).get(path, init)
  return {fixture, folder, around, write, get}
}

describe('files in public', () => {
  it('are answered at their names, with a type and a policy that run nothing', async () => {
    const {get, fixture} = await club()
    const answer = await get('/robots.txt')
    expect([answer.status, await answer.text()]).toEqual([200, files['robots.txt']])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '31',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const types = async (path: string) => (await get(path)).headers.get('content-type')
    expect(await types('/favicon.ico')).toBe('image/x-icon')
    expect(await types('/.well-known/security.txt')).toBe('text/plain; charset=utf-8')
    expect(await types('/.well-known/apple-app-site-association')).toBe('application/json')
    expect(await (await get('/press/Gr%C3%B6%C3%9Fe%202.pdf')).text()).toBe('%PDF-1.7')
    expect((await get('/empty.txt')).headers.get('content-length')).toBe('0')
    for (const path of ['/mark.svg', '/sitemap.xml'])
      expect((await get(path)).headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
    expect(fixture.logged.map(({path}) => path)).toContain('/robots.txt')
  })

  it('are answered once: then with 304, until they change', async () => {
    const {get, write, folder} = await club()
    const tag = (await get('/robots.txt')).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
    const again = await get('/robots.txt', {headers: {'if-none-match': `W/"x", ${tag}`}})
    expect([again.status, await again.text()]).toEqual([304, ''])
    write('robots.txt', 'User-agent: *\nDisallow: /other\n')
    // Copied files keep their times.
    utimesSync(join(folder, 'robots.txt'), 1, 1)
    const changed = await get('/robots.txt', {headers: {'if-none-match': tag}})
    expect([changed.status, await changed.text()]).toEqual([200, 'User-agent: *\nDisallow: /other\n'])
    rmSync(join(folder, 'robots.txt'))
    expect((await get('/robots.txt')).status).toBe(404)
    write('new.txt', 'new')
    expect(await (await get('/new.txt')).text()).toBe('new')
  })

  it('are answered in part', async () => {
    const {get} = await club()
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await get('/robots.txt', {headers: {range, ...more}})
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=0-9')).toEqual([206, 'bytes 0-9/31', 'User-agent'])
    expect(await part('bytes=-7')).toEqual([206, 'bytes 24-30/31', '/admin\n'])
    expect(await part('bytes=40-')).toEqual([416, 'bytes */31', ''])
    expect((await part('bytes=0-1,4-5'))[0]).toBe(200)
    expect((await part('bytes=0-9', {'if-range': '"other"'}))[0]).toBe(200)
    const head = await get('/robots.txt', {method: 'HEAD'})
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '31', ''])
  })

  it('never hide a screen, a call or an address of the product', async () => {
    const {get, folder} = await club()
    expect(await (await get('/rules.txt')).text()).toContain('Be kind.')
    for (const path of ['/members/ada.txt', '/api/people.json', '/_nonet/x.txt', '/sign-in/x.txt'])
      expect([path, await (await get(path)).text()]).toEqual([path, expect.not.stringMatching(/Hidden|^reserved$/)])
    expect((await publicFilesIn(folder)).filter(({why}) => why === 'reserved').map(({path}) => path)).toEqual([
      '_nonet/x.txt',
      'sign-in/x.txt',
    ])
  })

  it.each([
    '/.env',
    '/.git/config',
    '/.well-known/.hidden',
    '/.well-known',
    '/page.html',
    '/page.HTM',
    '/page.xhtml',
    '/run.js',
    '/run.mjs',
    '/look.css',
    '/look.xsl',
    '/plain',
    '/txt',
    '/press',
    '/../secret.txt',
    '/press/../../secret.txt',
    '/press/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/press//..//secret.txt',
    '/press/%252e%252e/%252e%252e/secret.txt',
    '/robots.txt%00.png',
    '/robots.txt::$DATA',
    '/robots.txt.',
    '/robots.txt%20',
    '/constructor',
    '/x.constructor',
    '/x.__proto__',
    '/.well-known/constructor',
    '/.well-known/../.env',
  ])('do not include %s', async path => {
    const {fixture} = await club()
    // As it is sent: a URL would have resolved the dots.
    const answer = await fixture.app.fetch(new Request('http://localhost/'), {target: path})
    expect([400, 404]).toContain(answer.status)
    const body = await answer.text()
    expect(body).toMatch(/^<!doctype html>|^not found\n$/)
    expect(body).not.toMatch(/above|beside|SECRET/)
  })

  it('do not include links, pipes and what is too large', async () => {
    const {get, folder, around, write} = await club()
    symlinkSync(join(around, 'secret.txt'), join(folder, 'link.txt'))
    symlinkSync(join(around, 'other'), join(folder, 'linked'))
    symlinkSync(join(folder, 'robots.txt'), join(folder, 'inner.txt'))
    execFileSync('mkfifo', [join(folder, 'pipe.txt')])
    write('large.txt', '')
    truncateSync(join(folder, 'large.txt'), mostPublicBytes + 1)
    for (const path of ['/link.txt', '/linked/secret.txt', '/inner.txt', '/pipe.txt', '/large.txt'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const unserved = (await publicFilesIn(folder)).filter(({why}) => why === 'link' || why === 'size')
    expect(unserved.map(({path, why}) => `${path} ${why}`)).toEqual([
      'inner.txt link',
      'large.txt size',
      'link.txt link',
      'linked link',
    ])
    const outside = await club()
    rmSync(outside.folder, {recursive: true})
    symlinkSync(join(outside.around, 'other'), outside.folder)
    expect((await outside.get('/secret.txt')).status).toBe(404)
  })

  it('are not changed by other methods, and have a limit', async () => {
    const {fixture} = await club({downloadLimiter: new RateLimiter({now: () => 0})})
    const client = new Client(fixture)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fixture.app.request('/robots.txt', {method, body: 'x'})).status).toBeGreaterThan(399)
    expect(await (await client.get('/robots.txt')).text()).toBe(files['robots.txt'])
    const statuses = []
    for (let count = 0; count < 4000 && statuses.at(-1) !== 429; count += 1)
      statuses.push((await client.get('/robots.txt')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
