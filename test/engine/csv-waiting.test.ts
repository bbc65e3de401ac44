/** Exports and checks of imports block no one else. */

import {describe, expect, it} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {writeExportFile} from '../../src/engine/csv/export.ts'
import {documentGrants, documentRules, importCsv, operator} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, engineOf, refusals} from '../kit/engine.ts'
import {Client, peopleFixture} from '../kit/people.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const document = `# Stock

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | / | list of Thing | signed in |

## 3. Entities

### Thing

- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..40 | yes | yes |
| price | number | yes | |
| owner | User | | |
| kind | text | | |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| dear | Thing.price | kind = "dear" | price >= 100 | TOO_CHEAP |
| few | Thing | | count(Thing[kind = this.kind and id != this.id]) < 3 | TOO_MANY_OF_A_KIND |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| Keeper | create | Thing | owner = null or owner = me |
| Keeper | read, export | Thing | |
| Keeper | read | User | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_CHEAP | 422 | {name} costs {price}, which is not dear. |
| TOO_MANY_OF_A_KIND | 422 | There are three already. |
`

const rules = documentRules(documentOf(document).specification)

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** Waits until it is released. */
function gate() {
  const {promise, resolve} = Promise.withResolvers<void>()
  return {passed: promise, open: resolve}
}

describe.each(stores)('while files go in and out, on $name', ({make}) => {
  const fresh = async () => engineOf({document, address: await make(document), grants: documentGrants, rules})

  it('S14: other requests are served while six exports run', async () => {
    const {engine} = await fresh()
    const {passed, open} = gate()
    const exports = Array.from({length: 6}, () =>
      writeExportFile(engine, {actor: operator}, async function* () {
        yield 'name\n'
        await passed
      }),
    )
    for (let turn = 0; turn < 8; turn += 1)
      expect(await engine.read(operator, async ({moment}) => moment.zone)).toBe('UTC')
    done(await engine.change(operator, [creating('Thing', {name: 'A lamp', price: 7})]))
    open()
    for (const {bytes} of await Promise.all(exports)) expect(await new Response(bytes).text()).toBe('name\n')
  })

  it('S21: a change succeeds while a file is validated, and the validation writes nothing', async () => {
    const {engine} = await fresh()
    const {passed, open} = gate()
    const file = async function* () {
      yield* bytesOf('name,price\nA lamp,7\n')
      await passed
      yield* bytesOf('A chair,9\n')
    }
    const check = importCsv(engine, operator, {entity: 'Thing', open: file, dryRun: true})
    await new Promise(resolve => setTimeout(resolve, 50))
    done(await engine.change(operator, [creating('Thing', {name: 'A lamp', price: 8})]))
    open()
    expect(await check).toMatchObject({ok: true, count: 2})
    const again = await engine.change(operator, [creating('Thing', {name: 'A chair', price: 9})])
    expect(again.ok).toBe(true)
  })

  it('a validation reports what the import would: values, permission, rules, and conflicting rows', async () => {
    const {engine} = await fresh()
    for (const name of ['a', 'b', 'c'])
      done(await engine.change(operator, [creating('Thing', {name, price: 1, kind: 'x'})]))
    const people = 'name,email\nAda,ada@example.com\nBo,bo@example.com\n'
    await importCsv(engine, operator, {entity: 'User', open: () => bytesOf(people)})
    const [ada = ''] = await engine.read(operator, async reader => {
      const {rows} = await reader.db
        .selectFrom('user')
        .select('id')
        .where('name', '=', 'Ada')
        .execute()
        .then(rows => ({rows}))
      return rows.map(({id}) => String(id))
    })
    const actor = {kind: 'person', id: ada, name: 'Ada', roles: ['Keeper']} as const
    const text = ['name,price,kind,owner', 'd,7,dear,', 'e,7,x,', 'f,7,,Bo', 'g,7,,Ada', 'g,8,,', 'a,many,,Cy'].join(
      '\n',
    )
    const reports = []
    for (const dryRun of [true, false])
      reports.push(await importCsv(engine, actor, {entity: 'Thing', open: () => bytesOf(text), dryRun}))
    const [check, real] = reports.map(({problems}) =>
      problems.map(({line, column, message}) => `${line} ${column}: ${message}`),
    )
    expect(check).toEqual([
      '2 price: d costs 7, which is not dear.',
      '3 null: There are three already.',
      '4 null: You don’t have permission to do this. Nothing was changed.',
      '6 name: This name is already in use.',
      '7 price: Enter a number, for example 12.',
      '7 owner: No user called “Cy”.',
      '7 name: This name is already in use.',
    ])
    expect(real).toEqual(check)
    expect(refusals(await engine.change(operator, [creating('Thing', {name: 'g', price: 1})]))).toEqual([
      'it was accepted',
    ])
  })
})

describe('the import page', () => {
  it('S21: validates one file per person at a time', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), document, records: true, rules})
    const client = new Client(fixture)
    const password = 'staple-horse-lamp'
    await addWithPassword(fixture.engine, {name: 'Ada', email: 'ada@example.com', password, roles: ['Keeper']})
    await client.post('/sign-in', {_action: 'sign in', email: 'ada@example.com', password})
    const rows = Array.from({length: 400}, (_, n) => `thing ${n},7`).join('\n')
    const check = () => client.post('/?_import', {_action: 'check import', csv: `name,price\n${rows}\n`})
    const statuses = (await Promise.all([check(), check(), check()])).map(({status}) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409])
    expect((await check()).status).toBe(200)
  })
})
