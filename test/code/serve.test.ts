/** Pages with own code, as the server sends them. */
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {screens} from '../../src/screens/screens.server.ts'
import {createApplication} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {documentOf, handbook} from '../kit/documents.ts'
import {floorPlan, ownServer} from '../kit/own-code.ts'

const rooms = `import type {ReactNode} from 'react'
export default function FloorPlan({data}: {data: any}): ReactNode {
  return <ul style={{color: 'red'}}>{data.rooms.rows.map((room: any) => <li key={room.id}>{room.name}</li>)}</ul>
}
`
const list = '<ul style="color:red"><li>Attic</li><li>Cellar</li></ul>'

const screen = (component: string) => ({
  'screens/FloorPlan.tsx': `import {redirect, notFound} from 'nonet/screen'\n${component}`,
})

describe('a page with own code', () => {
  it('contains what its component has rendered, in the shell', async () => {
    const {app} = await ownServer({'screens/FloorPlan.tsx': rooms})
    const response = await app.request('/floors')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain(list)
    expect(html).toContain('<div data-own="FloorPlan">')
    expect(html).toContain('id="main"')
  })

  it('links its script, its style and the kit, which are served', async () => {
    const {app, html, manifest} = await ownServer({
      'screens/FloorPlan.tsx': `import plan from './plan.webp'\n${rooms.replace('<ul', '<ul data-plan={plan}')}`,
      'screens/FloorPlan.css': 'li { color: red }',
      'screens/plan.webp': 'picture',
    })
    const {browser, style} = manifest.parts['FloorPlan'] ?? {}
    const page = await html()
    expect(page).toContain(`<script type="module" src="/_nonet/${browser}" fetchpriority="low"></script>`)
    expect(page).toContain(`<link rel="stylesheet" href="/_nonet/${style}">`)
    expect(page).toMatch(/<link rel="modulepreload" href="\/_nonet\/kit-[^"]+\.js"/)
    expect(page).toContain(`"scripts":{"FloorPlan":"/_nonet/${browser}"}`)
    const types: Record<string, string> = {js: 'text/javascript', css: 'text/css', webp: 'image/webp'}
    expect(manifest.files).toHaveLength(3)
    for (const file of manifest.files)
      for (const encoding of ['br', 'gzip', '']) {
        const response = await app.request(`/_nonet/${file}`, {headers: {'accept-encoding': encoding}})
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toContain(types[file.split('.').at(-1) ?? ''])
        expect(response.headers.get('cache-control')).toContain('immutable')
      }
    const served = [...page.matchAll(/(?:src|href)="(\/_nonet\/[^"]+)"/g)].map(([, href = '']) => href)
    expect(served.length).toBeGreaterThan(10)
    for (const href of served) expect([href, (await app.request(href)).status]).toEqual([href, 200])
  })

  it('serves nothing else of its build', async () => {
    const {app, manifest} = await ownServer({'screens/FloorPlan.tsx': rooms})
    const {server} = manifest.parts['FloorPlan'] ?? {}
    for (const name of [server, 'manifest.json', `../server/${server}`, '%2e%2e/manifest.json'])
      expect((await app.request(`/_nonet/${name}`)).status).not.toBe(200)
  })

  it('may have style attributes; other pages may not, and know its script', async () => {
    const {app} = await ownServer({'screens/FloorPlan.tsx': rooms})
    const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy')
    expect(await policyOf('/floors')).toMatch(/script-src 'self';.*; style-src-attr 'unsafe-inline'$/)
    expect(await policyOf('/plain')).not.toContain('unsafe-inline')
    expect(await (await app.request('/plain')).text()).toContain('<script type="application/json" id="own">')
  })

  it('leads elsewhere, or is the missing page, with true status codes', async () => {
    const away = await ownServer(screen(`export default function FloorPlan() { return redirect('/plain') }`))
    const response = await away.app.request('/floors')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/plain'])
    const none = await ownServer(screen('export default function FloorPlan() { return notFound() }'))
    expect((await none.app.request('/floors')).status).toBe(404)
    const outside = await ownServer(screen(`export default function FloorPlan() { return redirect('//evil.example') }`))
    expect((await outside.app.request('/floors')).status).toBe(500)
  })

  it('that throws shows a message with the reference of the log, and the shell', async () => {
    const {app, failures} = await ownServer(
      screen(`export default function FloorPlan() { throw new Error('floor 13') }`),
    )
    const response = await app.request('/floors')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<code>TEST-0001</code>')
    expect(html).not.toContain('floor 13')
    expect(failures).toEqual([{reference: 'TEST-0001', cause: expect.objectContaining({message: 'Error: floor 13'})}])
    // Where the author has written it.
    const [{cause} = {cause: null}] = failures
    expect(cause instanceof Error && cause.stack).toContain('screens/FloorPlan.tsx:2:')
  })

  it.each([
    ['never ends', 'export default function FloorPlan() { for (;;); }', {deadline: 2500}],
    ['cannot be loaded', `throw new Error('at import')\nexport default () => null`, {}],
    ['is not for the server', '', {}],
  ])('that %s has its data as tables', async (what, component, processes) => {
    const files =
      what === 'is not for the server'
        ? {'screens/FloorPlan.client.tsx': 'const {width} = window.screen\nexport default () => width'}
        : screen(component)
    const {html, failures} = await ownServer(files, {processes})
    const page = await html()
    expect(page).toContain('<h2>Rooms</h2>')
    expect(page).toContain('Attic')
    expect(page).toContain('"onServer":[]')
    expect(failures).toHaveLength(component === '' ? 0 : 1)
  })

  it('opens the form of a record with its values, which the server knows', async () => {
    const field = (value: string) => ({
      ...{
        name: 'name',
        label: 'Name',
        help: '',
        required: true,
        control: 'line' as const,
        attributes: {},
        options: null,
      },
      values: [value],
    })
    const [rename] = Object.values(floorPlan.actions)
    if (!rename) throw new Error('There is no action.')
    const form = `import {ActionForm} from 'nonet/screen'
export default ({data, actions}: any) => <ActionForm action={actions.rename} record={data.rooms.rows[0]} />`
    const {html} = await ownServer(
      {'screens/FloorPlan.tsx': form},
      {
        data: ({query}) => {
          const refused = query.has('_open') ? {record: 'r1', problems: [], fields: [field('Attic')]} : null
          return {...floorPlan, actions: {rename: {...rename, fields: [field('')], refused}}}
        },
      },
    )
    const closed = await html()
    expect(closed).toContain('href="/floors?_open=rename&amp;_record=r1"')
    expect(closed).not.toContain('name="_action"')
    const open = await html('/floors?_open=rename&_record=r1')
    expect(open).toContain('value="Attic"')
    expect(open).toContain('<input type="hidden" name="_record" value="r1"/>')
  })

  it('is data for the script, without being rendered', async () => {
    const {app} = await ownServer({'screens/FloorPlan.tsx': rooms})
    const response = await app.request('/floors?_data=x', {headers: {accept: 'application/vnd.nonet.page+json'}})
    expect(await response.json()).toMatchObject({screen: 'code', data: {component: 'FloorPlan'}})
  })

  it('is the only one that has something of it: an application without own code has its own files', async () => {
    const manifest = JSON.parse(readFileSync('dist/browser/manifest.json', 'utf8'))
    expect(manifest).not.toHaveProperty('kit')
    const files = readdirSync('dist/browser').filter(name => /\.(?:js|css)$/.test(name))
    expect(files.length).toBeGreaterThan(20)
    const marks = /data-own|kit-[\w-]+\.js|hrefsOf/
    expect(files.filter(name => marks.test(readFileSync(join('dist/browser', name), 'utf8')))).toEqual([])
    const application = createApplication(documentOf(handbook).specification, {})
    const app = createApp({
      application: () => application,
      assets: new Assets('dist/browser'),
      screens,
      origin: null,
      log: {request: () => {}, failure: () => {}},
      now: () => performance.now(),
      reference: () => 'TEST-0001',
    })
    const response = await app.request('/plain')
    expect(response.headers.get('content-security-policy')).not.toContain('style-src-attr')
    expect(await response.text()).not.toMatch(/id="own"|data-own/)
  })

  it('cannot end the element of its data', async () => {
    const hostile = '</script><script>alert(1)</script>'
    const {html} = await ownServer({'screens/FloorPlan.tsx': rooms}, {data: () => ({...floorPlan, heading: hostile})})
    expect(await html()).not.toContain(hostile)
  })
})
