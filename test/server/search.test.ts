/** The search across everything: what it finds, for whom, and that nobody finds what they may not read. */

import {describe, expect, test} from 'vitest'
import type {SearchData} from '../../src/contract/search.ts'
import {documentSearchFields} from '../../src/engine/required-indexes.ts'
import {fillSearch} from '../../src/engine/search/search-index.ts'
import {type Actor, documentGrants, nobody, operator} from '../../src/engine/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {type Pages, pagesOf} from '../kit/pages.ts'
import {stores} from '../kit/store-databases.ts'

const shop = `# Repairs

## 1. What the product does and for whom

Things get mended.

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Jobs | /jobs | list of Job | Mender, Lead |
| Job | /jobs/:number | record of Job | Mender, Lead |
| Parts | /parts | list of Part | Lead |
| Rules | /rules | page | everyone |

### Jobs

- columns: number, thing, secret, status
- search: thing

### Rules

Be kind.

## 3. Entities and their fields

### Job

- named by: {thing} for {owner}

| Field | Type | Required |
|---|---|---|
| number | serial from 1001 | |
| thing | text 1..80 | yes |
| owner | User | |
| secret | text 0..80 | |

### Part

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..80 | yes |

### Note

| Field | Type | Required |
|---|---|---|
| text | text 1..80 | yes |

## 4. States and transitions

### Job

- starts: new
- final: mended

| Action | From | To | Who |
|---|---|---|---|
| mend | new | mended | Mender |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Mender | mends | invitation |
| Lead | leads | invitation |
| Guest | looks on | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Mender | read | Job | owner = me | thing, owner, status |
| Mender | read | User | | name |
| Lead | read | Job, Part, User, Note | | |
`

interface World {
  readonly pages: Pages
  readonly ida: Actor
  readonly lead: Actor
}

async function world(address: string): Promise<World> {
  const {engine} = await engineOf({document: shop, address, grants: documentGrants})
  const make = async (entity: string, values: Readonly<Record<string, string>>) =>
    done(await engine.change(operator, [creating(entity, values)]))
  const ida = await make('User', {name: 'Ida Sørensen', email: 'ida@example.com'})
  const bo = await make('User', {name: 'Bo Lind', email: 'bo@example.com'})
  await make('Job', {thing: 'Kettle', owner: ida.id, secret: 'copper'})
  await make('Job', {thing: 'Kettle with a crack', owner: bo.id, secret: 'tin'})
  for (let n = 0; n < 9; n += 1) await make('Job', {thing: `Lamp ${n}`, owner: bo.id})
  await make('Part', {name: 'Kettle lid'})
  await make('Note', {text: 'Kettle on'})
  await engine.within(operator, async writing => {
    for (const [entity, fields] of documentSearchFields(engine.specification)) await fillSearch(writing, entity, fields)
    return []
  })
  return {pages: pagesOf(engine), ida: person(ida.id, 'Mender'), lead: person(bo.id, 'Lead')}
}

async function found({pages}: World, who: Actor, sought: string): Promise<string[]> {
  const {data} = await pages.get<SearchData>(who, `/search?q=${encodeURIComponent(sought)}`)
  return data.groups.flatMap(group => [
    `${group.heading} ${'exact' in group.count ? group.count.exact : '?'} ${group.more ?? '-'}`,
    ...group.records.map(each => `${each.name} ${each.href} ${each.about} ${each.state?.tone ?? '-'}`),
  ])
}

describe.each(stores)('searching everything on $name', ({make}) => {
  test('finds by words of names, also of the records that name them, and by numbers', async () => {
    const shown = await world(await make())
    expect(await found(shown, shown.lead, 'kettle')).toEqual([
      'Jobs 2 -',
      'Kettle for Ida Sørensen /jobs/1001 1001 · copper idle',
      'Kettle with a crack for Bo Lind /jobs/1002 1002 · tin idle',
      'Parts 1 -',
      'Kettle lid /parts  -',
    ])
    expect(await found(shown, shown.lead, 'SOREN')).toEqual([
      'Jobs 1 -',
      'Kettle for Ida Sørensen /jobs/1001 1001 · copper idle',
    ])
    expect(await found(shown, shown.lead, '1002')).toEqual([
      'Jobs 1 -',
      'Kettle with a crack for Bo Lind /jobs/1002 1002 · tin idle',
    ])
    expect((await found(shown, shown.lead, 'lamp')).filter(line => line.startsWith('Jobs'))).toEqual([
      'Jobs 9 /jobs?q=lamp',
    ])
  })

  test('shows only what the person may read, and only entities of screens they may open', async () => {
    const shown = await world(await make())
    // The number in the address is not hers to see, so no link is made of it.
    expect(await found(shown, shown.ida, 'kettle')).toEqual(['Jobs 1 -', 'Kettle for Ida Sørensen /jobs  idle'])
    for (const sought of ['1001', '1002', 'copper', 'crack', 'lind']) {
      expect([sought, await found(shown, shown.ida, sought)]).toEqual([sought, []])
    }
    expect(await found(shown, shown.lead, 'on')).toEqual([])
  })

  test('is there for whoever has something to search, and nobody else', async () => {
    const shown = await world(await make())
    const guest = person('018f0000-0000-7000-8000-000000000001', 'Guest')
    expect((await shown.pages.get(guest, '/search?q=kettle')).status).toBe(404)
    expect((await shown.pages.get(nobody, '/search?q=kettle')).status).toBe(404)
    expect(await shown.pages.html(guest, '/rules')).not.toContain('type="search"')
    const html = await shown.pages.html(shown.lead, '/search?q=%3Czzz%3E')
    expect(html).toContain('No results for “&lt;zzz&gt;”')
    expect(html).toContain('placeholder="Search jobs and parts"')
    for (const query of ['', '?q=', '?q=%3F%21'])
      expect((await shown.pages.get<SearchData>(shown.lead, `/search${query}`)).data.groups).toEqual([])
  })
})
