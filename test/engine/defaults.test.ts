/**
 * Defaults that read records: evaluated on records that the actor may read, when a record is created, on every path.
 */

import {describe, expect, it} from 'vitest'
import {initialValues} from '../../src/features/forms/fields.ts'
import {type Actor, documentGrants, type Engine, importCsv, nobody, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, shown} from '../kit/time-off.ts'

const document = `# Orders

## 3. Entities

### Kind
- named by: name

| Field | Type | Required | Default | Unique |
|---|---|---|---|---|
| name | text | yes | | yes |
| secret | yes/no | yes | no | |

### User

| Field | Type |
|---|---|
| kind | Kind |

### Order
- named by: title

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| kind | Kind | yes | Kind[name = "normal"][1] |
| mine | Kind | | me.kind |
| how_many | number | yes | count(Kind) |
| next | number | yes | max(append(Order.next, 0)) + 1 |
| colours | any of red, green | | if count(Kind) > 2 then ["green"] else ["red", "green"] |
| lines | list of Line by order | | |

### Line
- part of: Order

| Field | Type | Required | Default |
|---|---|---|---|
| order | Order | yes | |
| kind | Kind | yes | Kind[name = "normal"][1] |
| text | text | yes | |

## 4. States

### Order

| Action | Who | Then |
|---|---|---|
| again | signed in | create Order(title: "again") |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| Clerk | all | Order, Line | |
| Clerk | read | Kind | not(secret) |
| everyone | create | Order | |
`

describe.each(stores)('L6: on $name', ({make}) => {
  async function opened() {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const add = async (entity: string, fields: Parameters<typeof creating>[1]) =>
      done(await engine.change(operator, [creating(entity, fields)])).id
    await add('Kind', {name: 'urgent'})
    const normal = await add('Kind', {name: 'normal'})
    await add('Kind', {name: 'hidden', secret: true})
    const ada = person(await add('User', {name: 'Ada', email: 'ada@example.com', kind: normal}), 'Clerk')
    return {engine, ada, normal}
  }

  const order =
    'kind.name + " " + mine.name + " " + string(how_many) + " " + string(next) + " " + string(count(colours))'

  it('a new record gets them, from the records its creator sees at that time', async () => {
    const {engine, ada} = await opened()
    const first = done(await engine.change(ada, [creating('Order', {title: 'a'})]))
    expect(await shown(engine, first, order)).toBe('normal normal 2 1 2')
    const second = done(await engine.change(ada, [creating('Order', {title: 'b', how_many: 9})]))
    expect(await shown(engine, second, order)).toBe('normal normal 9 2 2')
    // An effect runs as the document, which sees all records.
    done(await act(engine, ada, first, 'again'))
    expect(await shown(engine, first, 'string(Order[title = "again"][1].how_many)')).toBe('3')
    const many = await engine.change(
      ada,
      ['c', 'd'].map(title => creating('Order', {title})),
    )
    expect(many.ok).toBe(true)
    expect(await shown(engine, first, 'string(max(Order.next))')).toBe('5')
  })

  it('forms, parts and imports have the same', async () => {
    const {engine, ada, normal} = await opened()
    expect(await inForm(engine, ada)).toEqual([normal, '2', '1'])
    expect(await inForm(engine, nobody)).toEqual(['', '0', '1'])
    const made = done(await engine.change(ada, [creating('Order', {title: 'a'})]))
    const line = {kind: 'create', fields: new Map([['text', {json: 'x'}]])} as const
    done(await engine.change(ada, [updating('Order', made, {}, {parts: new Map([['lines', [line]]])})]))
    expect(await shown(engine, made, 'lines[1].kind.name')).toBe('normal')
    const open = async function* () {
      yield new TextEncoder().encode('title\nfrom a file\n')
    }
    expect(await importCsv(engine, ada, {entity: 'Order', open})).toMatchObject({ok: true, count: 1})
    expect(await shown(engine, made, 'Order[title = "from a file"][1].kind.name')).toBe('normal')
  })

  async function inForm(engine: Engine, actor: Actor): Promise<string[]> {
    const fields = engine.specification.entities.entities.get('Order')?.fields
    const asked = ['kind', 'how_many', 'next'].flatMap(name => fields?.get(name) ?? [])
    const values = await engine.read(actor, reader => initialValues(reader, asked))
    return [...values.values()].map(([first = '']) => first)
  }
})
