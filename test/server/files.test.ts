/** Uploaded files: from whom they are accepted, what is stored, the quotas, and how they are read. */

import {readdir, rm, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {documentRules, openFolder} from '../../src/screens/testing.ts'
import {RateLimiter, Slots} from '../../src/server/limits.ts'
import {documentOf} from '../kit/documents.ts'
import {Client, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../kit/people.ts'
import {makeFolder, sqlite, stores} from '../kit/store-databases.ts'

const document = `# Claims

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Claims | /claims | list of Claim | signed in |
| New claim | /claims/new | form for Claim | everyone |
| Claim | /claims/:id | record of Claim | signed in |
| Rules | /rules | page | everyone |

### Rules

Be kind.

## 3. Entities

### Claim

| Field | Type | Required |
|---|---|---|
| title | text 1..40 | yes |
| proof | files | |

### Note

| Field | Type | Required |
|---|---|---|
| text | text 1..40 | yes |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| no jokes | Claim | this.title != "joke" | JOKE |

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |
| Guest | invitation |

| Role | May | On |
|---|---|---|
| everyone | create | Claim |
| Member | create, read, update | Claim |

## 8. Errors

| Code | Message |
|---|---|
| JOKE | Not funny. |

## 9. Limits

| Name | Value |
|---|---|
| MAX_UPLOAD | 1000 b |
| UPLOADS_PER_PERSON | 2500 b |
| UPLOADS_IN_ALL | 4000 b |
`

interface Claims {
  readonly fixture: PeopleFixture
  readonly folder: string
  /** Everything in the folder of files, including incomplete uploads. */
  readonly stored: () => Promise<string[]>
}

async function claims(address: string, more: Partial<PeopleFixtureOptions> = {}): Promise<Claims> {
  const folder = await makeFolder()
  const rules = documentRules(documentOf(document).specification)
  const files = await openFolder(folder)
  const fixture = await peopleFixture({address, document, records: true, files, rules, ...more})
  const stored = async () => {
    const found = await readdir(folder, {recursive: true, withFileTypes: true})
    return found.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  }
  return {fixture, folder, stored}
}

async function member(fixture: PeopleFixture, name = 'finn'): Promise<Client> {
  const client = new Client(fixture)
  const fields = {_action: 'sign up', name, email: `${name}@example.com`, password: 'staple-horse-lamp', role: 'Member'}
  expect((await client.post('/sign-up', fields)).status).toBe(303)
  return client
}

let made = 0

/** A form as sent by browsers: the button comes after the files. */
function formOf(action: string, fields: Readonly<Record<string, string>>, ...sizes: number[]): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const size of sizes) {
    made += 1
    data.append('proof', new File([`${made}`.padEnd(size, 'x')], 'proof.txt'))
  }
  data.append('_action', action)
  return data
}

const post = (client: Client, path: string, body: FormData) =>
  client.get(path, {method: 'POST', body, headers: {'sec-fetch-site': 'same-origin'}})

describe.each(stores)('uploaded files, on $name', ({make}) => {
  it('S6: are stored with the record that refers to them, and can be downloaded', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const response = await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, 10, 20))
    expect(response.status).toBe(303)
    expect(await stored()).toHaveLength(2)
    const page = await (await client.get(response.headers.get('location') ?? '')).text()
    const href = /\/_nonet\/file\/[^"&?]+/.exec(page)?.[0] ?? ''
    expect(await (await client.get(href)).text()).toMatch(/^\d+x+$/)
  })

  it('X13: of six forms at once, those within the quota are saved, and no other file stays', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const titles = ['one', 'two', 'three', 'four', 'five', 'six']
    const answers = await Promise.all(titles.map(title => post(client, '/claims/new', formOf('create', {title}, 900))))
    expect(answers.map(({status}) => status).toSorted()).toEqual([303, 303, 422, 422, 422, 422])
    expect(await stored()).toHaveLength(2)
  })

  it('that are lost on the disk are reported by their name, to people and to operators', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const response = await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, 10))
    const page = await (await client.get(response.headers.get('location') ?? '')).text()
    const href = /\/_nonet\/file\/[^"&?]+/.exec(page)?.[0] ?? ''
    for (const file of await stored()) await rm(file)
    const lost = await client.get(href)
    expect(lost.status).toBe(404)
    expect(await lost.text()).toContain('The file “proof.txt” is missing on the server')
    expect(String(fixture.failures)).toMatch(/The file \w\w\/\w{64} \(proof\.txt\) is missing in the folder/)
    // The test expects this failure.
    fixture.failures.length = 0
  })

  it('S6: without an account are not stored, wherever they are sent', async () => {
    const {fixture, stored} = await claims(await make(document))
    const cases = [
      {path: '/sign-in', action: 'sign in', status: 403},
      {path: '/rules', action: 'create', status: 405},
      {path: '/nowhere', action: 'create', status: 404},
      {path: '/claims/new', action: 'create', status: 403},
    ]
    for (const {path, action, status} of cases) {
      const response = await post(new Client(fixture), path, formOf(action, {title: 'Glasses'}, 900, 900))
      expect({path, status: response.status}).toEqual({path, status})
      expect(await stored()).toEqual([])
    }
  })

  it('S6: without an account are ignored if signing in comes first, and the input is restored', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const response = await post(client, '/claims/new', formOf('create', {title: 'Glasses'}))
    const path = response.headers.get('location') ?? ''
    const signedOut = await post(new Client(fixture), path, formOf('update', {title: 'New glasses'}, 900))
    expect(signedOut.status).toBe(403)
    expect(await signedOut.text()).toContain('New glasses')
    expect(await stored()).toEqual([])
  })

  it('S6: are rejected if the form has no file field, and public forms show no file control', async () => {
    const {fixture} = await claims(await make(document))
    expect(await (await new Client(fixture).get('/claims/new')).text()).not.toContain('type="file"')
    expect(await (await (await member(fixture)).get('/claims/new')).text()).toContain('type="file"')
  })

  it('S6b: are removed if the form is rejected', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, number])[] = [
      ['an action that does not exist', 'praise', {title: 'Glasses'}, 422],
      ['a rule', 'create', {title: 'joke'}, 422],
      ['what is not filled in', 'create', {title: ''}, 422],
      ['a field that does not exist', 'create', {title: 'Glasses', colour: 'red'}, 422],
      ['an action that takes none', '_preview', {title: 'Glasses'}, 403],
    ]
    for (const [why, action, fields, status] of cases) {
      const response = await post(client, '/claims/new', formOf(action, fields, 900, 900))
      expect({why, status: response.status}).toEqual({why, status})
      expect(await stored()).toEqual([])
    }
  })

  it('S6b: are removed if the person lacks permission, or the record does not exist', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const gone = '/claims/01890a5d-ac96-774b-bcce-b302099a8057'
    expect((await post(client, gone, formOf('update', {title: 'x', _version: '1'}, 900))).status).toBe(404)
    expect((await post(client, '/account', formOf('name', {name: 'x'}, 900))).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  it('S6: of an import are read and not stored', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const body = formOf('import records', {})
    body.append('file', new File(['title\nGlasses\nBooks\n'], 'claims.csv'))
    expect((await post(client, '/claims?_import', body)).status).toBe(303)
    expect(await (await client.get('/claims')).text()).toContain('Books')
    expect(await stored()).toEqual([])
  })

  it('S6: have a quota per person and one in total, and rejected ones do not count', async () => {
    const {fixture, stored} = await claims(await make(document))
    const [finn, gwen] = [await member(fixture), await member(fixture, 'gwen')]
    const sent = async (client: Client, ...sizes: number[]) => {
      const response = await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, ...sizes))
      return response.status === 303
        ? 'kept'
        : /You’ve used all your storage|The storage for files is full/.exec(await response.text())?.[0]
    }
    expect(await sent(finn, 1000, 1000)).toBe('kept')
    expect(await sent(finn, 501)).toBe('You’ve used all your storage')
    expect(await sent(finn, 250, 251)).toBe('You’ve used all your storage')
    expect(await sent(finn, 500)).toBe('kept')
    expect(await sent(gwen, 1000)).toBe('kept')
    expect(await sent(gwen, 501)).toBe('The storage for files is full')
    expect(await sent(gwen, 500)).toBe('kept')
    const sizes = await Promise.all((await stored()).map(async path => (await stat(path)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(4000)
  })

  it('S6: are received in a few forms at once per person, and rejected ones free their slot', async () => {
    const {fixture, stored} = await claims(await make(document))
    const client = await member(fixture)
    const slowly = () => {
      let open: ReadableStreamDefaultController<Uint8Array> | null = null
      const head = '--b\r\ncontent-disposition: form-data; name="proof"; filename="a.txt"\r\n\r\nxxx'
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          open = controller
          controller.enqueue(new TextEncoder().encode(head))
        },
      })
      const headers = {'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=b'}
      const init = {method: 'POST', body, headers, duplex: 'half'}
      return {answer: client.get('/claims/new', init), end: () => open?.error(new Error('gone'))}
    }
    const some = [slowly(), slowly(), slowly()]
    await expect.poll(async () => (await stored()).length).toBe(3)
    expect((await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, 10))).status).toBe(503)
    expect((await post(client, '/claims/new', formOf('create', {title: 'Glasses'}))).status).toBe(303)
    for (const {end} of some) end()
    for (const {answer} of some) expect((await answer).status).toBe(400)
    expect(await stored()).toEqual([])
    expect((await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, 10))).status).toBe(303)
  })

  it('S31: are streamed in a limited number of downloads per person', async () => {
    const {fixture} = await claims(await make(document))
    const client = await member(fixture)
    const made = await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, 10))
    const page = await (await client.get(made.headers.get('location') ?? '')).text()
    const href = /\/_nonet\/file\/[^"&?]+/.exec(page)?.[0] ?? ''
    const unread = await Promise.all(Array.from({length: 32}, () => client.get(href)))
    expect(unread.map(({status}) => status)).toEqual(Array.from({length: 32}, () => 200))
    const waiting = client.get(href)
    await unread[0]?.text()
    expect(await (await waiting).text()).toMatch(/^\d+x+$/)
    for (const each of unread.slice(1)) await each.body?.cancel()
  })
})

describe('downloads', () => {
  it('S31: are counted separately from pages, with five times the limit', async () => {
    const downloadLimiter = new RateLimiter({now: () => 0})
    const slowly = document.replace('| MAX_UPLOAD', '| REQUESTS_PER_MINUTE | 2 |\n| MAX_UPLOAD')
    const {fixture} = await claims(await sqlite.make(), {document: slowly, downloadLimiter})
    const client = await member(fixture)
    const created = await post(client, '/claims/new', formOf('create', {title: 'Glasses'}, 10))
    const page = await (await client.get(created.headers.get('location') ?? '')).text()
    const href = /\/_nonet\/file\/[^"&?]+/.exec(page)?.[0] ?? ''
    const statuses: number[] = []
    for (let each = 0; each < 11; each += 1) {
      const response = await client.get(href)
      await response.text()
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array.from({length: 10}, () => 200), 429])
    expect((await client.get('/rules')).status).toBe(200)
  })
})

describe('slots', () => {
  it('S31: are counted per person and in total, and returned once', () => {
    const slots = new Slots({each: 2, all: 3})
    const [a, b] = [slots.take('x'), slots.take('x')]
    expect(slots.take('x')).toBeNull()
    const c = slots.take('y')
    expect(slots.take('z')).toBeNull()
    a?.()
    a?.()
    expect([slots.take('z') === null, slots.take('y')]).toEqual([false, null])
    b?.()
    c?.()
    expect(slots.take('y')).not.toBeNull()
  })

  it('S31: have a limited waiting time', async () => {
    const slots = new Slots({each: 1, all: 1})
    const first = slots.take('x')
    expect(await slots.takeWithin('x', 60)).toBeNull()
    setTimeout(() => first?.(), 60)
    expect(await slots.takeWithin('x', 5000)).not.toBeNull()
  })
})
