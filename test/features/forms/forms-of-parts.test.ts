/** Parts on the screens of their owner: which lists a form has, what its rows say, and comments of several kinds. */
import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Stock

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Stock takes | / | list of Count | signed in |
| Stock take | /counts/:number | record of Count | signed in |
| New stock take | /counts/new | form for Count | Keeper |
| Enter counts | /counts/:number/edit | form for Count | Keeper |
| Planned stock take | /counts/planned | form for Count | Keeper |

### Stock take
- fields: day, lines, remarks, notes
- with: Batch by count
- with columns: name
- with sort: -name
- with where: name != "Zinc"

### New stock take
- fields: day
- actions: start

### Enter counts
- fields: lines

### Planned stock take
- fields: day

## 3. Entities

### Article

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Batch

| Field | Type | Required | Set by |
|---|---|---|---|
| name | text | yes | |
| count | Count | | engine |

### Count
- named by: number
- singular: stock take

| Field | Type | Required |
|---|---|---|
| number | serial | |
| day | date | yes |
| lines | list of Line by count | |
| remarks | list of Remark by count | |
| notes | list of Note by count | |

### Line
- part of: Count

| Field | Type | Required | Set by |
|---|---|---|---|
| count | Count | yes | |
| article | Article | | engine |
| expected | number | | engine |
| counted | number | | |

### Remark
- part of: Count

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| count | Count | yes | | |
| author | User | yes | me | engine |
| text | long text | yes | | |

### Note
- part of: Count
- singular: internal note
- plural: internal notes

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| count | Count | yes | | |
| author | User | yes | me | engine |
| text | long text | yes | | |

## 4. States

### Count
- starts: open
- final: closed

| Action | From | To | Who | Then |
|---|---|---|---|---|
| start | nothing | open | Keeper | for each a in Article: create Line(count: this, article: a, expected: 7) |
| close | open | closed | Keeper | |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | invitation |
| Guest | sign-up |

| Role | May | On |
|---|---|---|
| Keeper | all | Article, Batch, Count, Line, Remark, Note |
| Guest | read | Article, Batch, Count, Line |
| Guest | create, read | Remark |
| signed in | read | User |
`

describe.each(storesOfStories)('parts on the screens of their owner, on $name', ({make}) => {
  const opened = async () => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const member = async (name: string, role: string): Promise<Actor> => {
      const fields = {email: `${name}@example.com`, name, roles: [role]}
      return person(done(await engine.change(operator, [creating('User', fields)])).id, role)
    }
    const [keeper, guest] = [await member('Kim', 'Keeper'), await member('Gil', 'Guest')]
    for (const name of ['Box', 'Screw']) done(await engine.change(operator, [creating('Article', {name})]))
    return {pages: pagesOf(engine), keeper, guest}
  }

  it('are left out of a form whose action creates them, and are the only fields of one that names them alone', async () => {
    const {pages, keeper} = await opened()
    const form = await pages.get<FormScreenData>(keeper, '/counts/new')
    expect([form.data.fields.map(({name}) => name), form.data.lineItems]).toEqual([['day'], []])
    const planned = await pages.get<FormScreenData>(keeper, '/counts/planned')
    expect(planned.data.lineItems.map(({name}) => name)).toEqual(['lines'])
    await pages.post(keeper, '/counts/new', {_action: 'start', day: '2026-11-18'})
    const entry = await pages.get<FormScreenData>(keeper, '/counts/1/edit')
    expect(entry.data.fields).toEqual([])
    const [lines] = entry.data.lineItems
    expect(lines?.rows.map(({facts}) => facts.map(({label, text}) => `${label} ${text}`))).toEqual([
      ['Article Box', 'Expected 7'],
      ['Article Screw', 'Expected 7'],
      ['Article ', 'Expected '],
      ['Article ', 'Expected '],
    ])
    expect(lines?.rows[0]?.fields.map(({label}) => label)).toEqual(['Counted'])
    // A rejected form still says which row is which.
    const again = await pages.post<FormScreenData>(keeper, '/counts/1/edit', {
      _action: 'update',
      _version: String(entry.data.version),
      '_part.lines.0': `${lines?.rows[0]?.id} ${lines?.rows[0]?.version}`,
      'lines.0.counted': 'many',
    })
    expect([again.status, again.data.lineItems[0]?.rows[0]?.facts[0]?.text]).toEqual([422, 'Box'])
  })

  it('D2: named among the fields of a record are a table below it, with their own columns', async () => {
    const {pages, keeper} = await opened()
    await pages.post(keeper, '/counts/new', {_action: 'start', day: '2026-11-18'})
    const {data} = await pages.get<RecordData>(keeper, '/counts/1')
    expect(data.fields.map(({label}) => label)).toEqual(['Day'])
    expect(data.related.map(({heading, records}) => [heading, records.length])).toEqual([
      ['Lines', 2],
      ['Batches', 0],
    ])
    // D2: `with columns`, `with sort` and `with where` are about the batches.
    expect(data.related.map(({columns}) => columns.map(({label}) => label))).toEqual([
      ['Article', 'Expected', 'Counted'],
      ['Name'],
    ])
    // Only the engine says which stock take a batch belongs to.
    expect(data.related.map(({add}) => add !== null)).toEqual([true, false])
  })

  it('that are comments of several kinds have a box each, for people who may write them', async () => {
    const {pages, keeper, guest} = await opened()
    await pages.post(keeper, '/counts/new', {_action: 'start', day: '2026-11-18'})
    for (const [who, kind] of [
      [guest, 'Remark'],
      [keeper, 'Note'],
    ] as const)
      await pages.post(who, '/counts/1', {_action: `add ${kind}`, text: `A ${kind}`})
    const seen = async (who: Actor) => {
      const {data} = await pages.get<RecordData>(who, '/counts/1')
      const said = data.history.flatMap(({what, comment}) => (comment === null ? [] : [`${what}: ${comment}`]))
      return {boxes: data.addComments.map(({several}) => several), said: said.toSorted()}
    }
    expect(await seen(keeper)).toEqual({
      boxes: ['Remarks', 'internal notes'],
      said: ['wrote · Internal note: A Note', 'wrote · Remark: A Remark'],
    })
    expect(await seen(guest)).toEqual({boxes: ['Remarks'], said: ['wrote: A Remark']})
  })
})
