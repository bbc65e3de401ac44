/** A section of a record's page that cannot be read shows an error with a reference, and the rest is unaffected. */

import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {pageMediaType} from '../../../src/engine/page/frame.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import {documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {appFor} from '../../kit/pages.ts'
import {stores} from '../../kit/store-databases.ts'

const shelves = `# Shelves

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Shelf | /shelves/:id | record of Shelf | Member |

### Shelf

- with: Book by shelf, Film by shelf

## 3. Entities

### Shelf

- named by: name

| Field | Type |
|---|---|
| name | text |

### Book

- named by: title

| Field | Type |
|---|---|
| title | text |
| shelf | Shelf |

### Film

- named by: title

| Field | Type |
|---|---|
| title | text |
| shelf | Shelf |
`

describe.each(stores)('on $name', ({make}) => {
  test('related records and the history fail without affecting the page', async () => {
    const {engine} = await engineOf({document: shelves, address: await make(shelves), grants: documentGrants})
    const causes: unknown[] = []
    const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
    const app = appFor({engine, actorOf: async () => member, failed: cause => causes.push(cause)})
    const shelf = done(await engine.change(operator, [creating('Shelf', {name: 'Top'})]))
    done(await engine.change(operator, [creating('Film', {title: 'Heat', shelf: shelf.id})]))
    const path = `/shelves/${shelf.id}`
    const shown = async (): Promise<{status: number; data: RecordData}> => {
      const response = await app.request(`${path}?_data=x`, {headers: {accept: pageMediaType}})
      return response.json()
    }
    expect((await shown()).data.related.map(({failed}) => failed)).toEqual([null, null])

    await engine.store.transaction(db => sql`alter table book rename to gone`.execute(db))
    const one = await shown()
    expect([one.status, one.data.heading, one.data.historyFailed]).toEqual([200, 'Top', null])
    expect(one.data.related.map(({heading, failed}) => [heading, failed])).toEqual([
      ['Books', 'TEST-0001'],
      ['Films', null],
    ])
    expect(one.data.related[1]?.records).toHaveLength(1)
    expect(one.data.history).not.toHaveLength(0)
    // The books, and their number in the warning of the deletion.
    expect(causes).toHaveLength(2)

    await engine.store.transaction(db => sql`alter table nonet_history rename to gone_history`.execute(db))
    const two = await shown()
    expect([two.status, two.data.history, two.data.historyFailed]).toEqual([200, [], 'TEST-0001'])
    const html = await (await app.request(path)).text()
    expect(html.match(/class="card broken" role="alert"/g)).toHaveLength(2)
    expect(html).toContain('Heat')

    await engine.store.transaction(db => sql`alter table shelf rename to gone_shelf`.execute(db))
    expect((await app.request(path)).status).toBe(500)
  })
})
