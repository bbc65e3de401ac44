/** Parts of own code within built-in screens, as the server sends them: rendered with the page, and of use without JavaScript. */
import {describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {guest, keeper, partsDocument, partsFixture} from '../kit/parts.ts'
import {Client} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const attic = {_action: 'create', name: 'Attic', colour: 'teal', size: 'large'}

/** The input of a field, as an element of HTML. */
const inputOf = (html: string, name: string): string =>
  new RegExp(`<(?:input|select)[^>]*\\bname="${name}"[^>]*>`).exec(html)?.[0] ?? ''

describe.each(storesOfStories)('parts of own code, on $name', ({make}) => {
  const opened = async (options: Partial<Parameters<typeof partsFixture>[0]> = {}) => {
    const fixture = await partsFixture({address: await make(options.document ?? partsDocument), ...options})
    const client = new Client(fixture)
    await client.post('/sign-up', keeper)
    const created = await client.post('/rooms/new', attic)
    const room = created.headers.get('location') ?? ''
    const html = async (path: string, by = client) => (await by.get(path)).text()
    const page = async (path: string, by = client) =>
      (await by.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {headers: {accept: pageMediaType}})).json()
    return {...fixture, fixture, client, created, room, html, page}
  }

  it('show a field in lists and records', async () => {
    const {html, page, room, created} = await opened()
    expect(created.status).toBe(303)
    const shown =
      '<span data-own="fields/Colour"><!--$--><b class="swatch" data-own-class="">teal|teal</b><!--/$--></span>'
    const list = await html('/rooms')
    expect(list).toContain(shown)
    expect(list).toMatch(/<link rel="stylesheet" href="\/_nonet\/own-fields-Colour-[\w-]+\.css">/)
    expect(list).toMatch(/<script type="module" src="\/_nonet\/own-fields-Colour-[\w-]+\.js"/)
    expect(list).not.toMatch(/<script type="module" src="\/_nonet\/own-cards-/)
    expect((await page('/rooms')).own).toEqual(['fields/Colour'])
    expect(await html(room)).toContain(shown)
  })

  it('give its editor a native input in every form that has the field, with its value', async () => {
    const {html, page, room, client} = await opened()
    const [{version}] = [(await page(room)).data]
    const id = room.split('/').at(-1)
    const forms = {
      new: await html('/rooms/new'),
      edit: await html(`${room}?edit`),
      action: await html(`${room}?action=paint`),
      bulk: await html(`/rooms?_bulk=paint&_record=${id}:${version}`),
      cell: await html(`/rooms?_cell=${id}.colour`),
    }
    for (const [form, text] of Object.entries(forms)) {
      expect([form, inputOf(text, 'colour')]).toEqual([form, expect.stringMatching(/^<input id="[^"]+"/)])
      expect([form, text]).toEqual([form, expect.stringContaining('data-own="fields/ColourPicker"')])
      expect([form, text.match(/name="colour"/g)?.length]).toEqual([form, 1])
    }
    for (const form of ['edit', 'action', 'cell'] as const) {
      expect([form, inputOf(forms[form], 'colour')]).toEqual([form, expect.stringContaining('value="teal"')])
      expect([form, forms[form]]).toEqual([form, expect.stringContaining('<i>Now <!-- -->teal</i>')])
    }
    expect(inputOf(forms.new, 'size')).toContain('data-toggle=""')
    expect(forms.new).toContain('<option value="small">Small</option>')
    // Without JavaScript it is a form like any other.
    const saved = await client.post(`${room}?edit`, {
      _action: 'update',
      _version: String(version),
      name: 'Attic',
      colour: 'plum',
      size: 'small',
      secret: '',
    })
    expect(saved.status).toBe(303)
    expect(await html('/rooms')).toContain('plum|plum')
  })

  it('leave a value to the checks of its field and the rules, and show it again with the reason', async () => {
    const {client, html} = await opened()
    const refused = async (colour: string) => {
      const answer = await client.post('/rooms/new', {...attic, colour})
      return [answer.status, await answer.text()] as const
    }
    for (const colour of ['x'.repeat(21), 'x', '']) {
      const [status, text] = await refused(colour)
      expect([colour, status]).toEqual([colour, 422])
      expect(inputOf(text, 'colour')).toContain('aria-invalid="true"')
      expect(inputOf(text, 'colour')).toContain(`value="${colour}"`)
      expect(inputOf(text, 'colour')).toMatch(/aria-describedby="[^"]*field-colour-problem/)
    }
    const [status, mud] = await refused('mud')
    expect([status, inputOf(mud, 'colour')]).toEqual([422, expect.stringContaining('value="mud"')])
    expect(mud).toContain('Not mud.')
    for (const size of ['huge', '__proto__', 'constructor'])
      expect((await client.post('/rooms/new', {...attic, size})).status).toBe(422)
    const evil = '"><script>alert(1)</script>'.slice(0, 20)
    await client.post('/rooms/new', {...attic, colour: evil})
    expect(await html('/rooms')).not.toContain(evil)
    expect((await html('/rooms')).match(/Attic/g)?.length).toBeGreaterThan(1)
  })

  it('draw a card, of what its person may read', async () => {
    const {html, fixture, client} = await opened()
    await client.post('/rooms/new', {...attic, name: 'Cellar', size: 'small'})
    const shown = await html('/')
    expect(shown).toContain('<p class="map" data-own-class="">Rooms by size<!-- -->: <!-- -->')
    expect(shown).toMatch(/Large=1 Small=1|Small=1 Large=1/)
    expect(shown).toContain('<p class="total" data-own-class="">1002</p>')
    expect(shown).toMatch(/<ol class="largest" data-own-class=""><li>Attic<!-- --> <!-- -->Large<\/li>/)
    expect(shown).toMatch(/shows-number[^>]*><h2>As usual/)
    const other = new Client(fixture)
    await other.post('/sign-up', guest)
    expect(await html('/', other)).toContain('1002')
    const visitor = await new Client(fixture).get('/')
    expect(visitor.headers.get('location')).toContain('/sign-in')
  })

  it('get nothing that their person may not read', async () => {
    const {client, fixture, page, html, room} = await opened()
    const {version} = (await page(room)).data
    await client.post(`${room}?edit`, {
      _action: 'update',
      _version: String(version),
      name: 'Attic',
      colour: 'teal',
      size: 'small',
      secret: 'vault',
    })
    expect(await html(room)).toContain('vault|vault')
    const other = new Client(fixture)
    await other.post('/sign-up', guest)
    const hidden = await html(room, other)
    expect(hidden).toContain('teal|teal')
    expect(hidden).not.toContain('vault')
    expect((await other.get('/rooms/new')).status).not.toBe(200)
    expect((await other.post(`${room}?edit`, {_action: 'update', _version: '2', colour: 'plum'})).status).not.toBe(303)
    expect(await html('/rooms')).not.toContain('plum')
  })

  it('that throw show the product’s part, with a reference; the rest of the page works', async () => {
    const broken = {
      'fields/Colour.tsx': "export default function Colour() {\n  throw new Error('no paint')\n}\n",
      'fields/ColourPicker.tsx': "export default function ColourPicker() {\n  throw new Error('no brush')\n}\n",
      'cards/Total.tsx': "export default function Total() {\n  throw new Error('no sum')\n}\n",
    }
    const {html, failures, room, client} = await opened({code: broken})
    const list = await html('/rooms')
    expect(list).toMatch(/teal.*<code>TEST-0001<\/code>/)
    const form = await html('/rooms/new')
    expect(inputOf(form, 'colour')).toMatch(/class="input"/)
    expect(form).toContain('<code>TEST-0001</code>')
    expect(inputOf(form, 'size')).toContain('data-toggle')
    const overview = await html('/')
    expect(overview).toContain('class="map"')
    expect(overview).toMatch(/<section class="card broken" role="alert">.*TEST-0001/)
    expect((await client.post('/rooms/new', {...attic, name: 'Cellar'})).status).toBe(303)
    expect(await html(room)).toContain('Attic')
    expect(new Set(failures.splice(0).map(String))).toEqual(
      new Set(['Error: Error: no paint', 'Error: Error: no brush', 'Error: Error: no sum']),
    )
  })

  it('without an input have that of the product', async () => {
    const forgetful = {'fields/ColourPicker.tsx': 'export default () => <button type="button">Teal</button>\n'}
    const {html} = await opened({code: forgetful})
    const form = await html('/rooms/new')
    expect(form).toContain('<button type="button">Teal</button>')
    expect(inputOf(form, 'colour')).toMatch(/type="text"/)
  })

  it('are the product’s without their code, as with --no-code', async () => {
    const missing = await opened({
      without: ['fields/Colour.tsx', 'fields/Colour.css', 'fields/ColourPicker.tsx', 'cards/Total.tsx'],
    })
    const list = await missing.html('/rooms')
    expect(list).toContain('teal')
    expect(list).not.toContain('data-own=')
    expect(inputOf(await missing.html('/rooms/new'), 'colour')).toContain('type="text"')
    expect(await missing.html('/')).toMatch(
      /class="figure"><a[^>]*>1<\/a>.*class="map"|class="map".*class="figure"><a[^>]*>1<\/a>/,
    )
    const without = await opened({noCode: true})
    for (const path of ['/rooms', without.room, '/', '/rooms/new'])
      expect(await without.html(path)).not.toMatch(/data-own|id="own"|style-src-attr/)
    expect(inputOf(await without.html('/rooms/new'), 'colour')).toContain('type="text"')
    expect(inputOf(await without.html('/rooms/new'), 'size')).toMatch(/^<select/)
  })

  it('are on no page that does not show them', async () => {
    const {client, page} = await opened()
    const answer = await client.get('/plain')
    expect(answer.headers.get('content-security-policy')).not.toContain('style-src-attr')
    expect(await answer.text()).not.toMatch(/(?:src|href)="[^"]*own-/)
    expect(await page('/plain')).not.toHaveProperty('own')
  })
})
