/** The global search: its results for different people, restricted to records they may read. */

import {describe, expect, test} from 'vitest'
import {fillSearch} from '../../../src/engine/lists/search-index.ts'
import type {SearchData} from '../../../src/engine/page/search.ts'
import {documentSearchFields} from '../../../src/engine/required-indexes.ts'
import {kinds} from '../../../src/screens/kinds.ts'
import {type Actor, documentGrants, nobody, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {type Pages, pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const shop = `# Repairs

## 1. What the product does and for whom

Things are repaired.

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Jobs | /jobs | list of Job | Repairer, Lead |
| Job | /jobs/:number | record of Job | Repairer, Lead |
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
- final: repaired

| Action | From | To | Who |
|---|---|---|---|
| repair | new | repaired | Repairer |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Repairer | repairs | invitation |
| Lead | leads | invitation |
| Guest | looks on | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Repairer | read | Job | owner = me | thing, owner, status |
| Repairer | read | User | | name |
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
  await make('Job', {thing: 'Kettle with a crack', owner: bo.id, secret: '7'})
  for (let n = 0; n < 9; n += 1) await make('Job', {thing: `Lamp ${n}`, owner: bo.id})
  await make('Part', {name: 'Kettle lid'})
  await make('Note', {text: 'Kettle on'})
  await engine.unitOfWork(operator, async writing => {
    for (const [entity, fields] of documentSearchFields(engine.specification, kinds))
      await fillSearch(writing, entity, fields)
    return []
  })
  return {pages: pagesOf(engine), ida: person(ida.id, 'Repairer'), lead: person(bo.id, 'Lead')}
}

async function found({pages}: World, who: Actor, sought: string): Promise<string[]> {
  const {data} = await pages.get<SearchData>(who, `/search?q=${encodeURIComponent(sought)}`)
  return data.groups.flatMap(group => [
    `${group.heading} ${'exact' in group.count ? group.count.exact : '?'} ${group.more ?? '-'}`,
    ...group.records.map(each => `${each.name} ${each.href} ${each.about} ${each.state?.tone ?? '-'}`),
  ])
}

describe.each(storesOfStories)('searching everything on $name', ({make}) => {
  test('finds by words of names, also of the records in them, and by numbers', async () => {
    const shown = await world(await make(shop))
    expect(await found(shown, shown.lead, 'kettle')).toEqual([
      'Jobs 2 -',
      'Kettle for Ida Sørensen /jobs/1001 1001 · copper idle',
      'Kettle with a crack for Bo Lind /jobs/1002 1002 · Secret: 7 idle',
      'Parts 1 -',
      'Kettle lid /parts  -',
    ])
    expect(await found(shown, shown.lead, 'SOREN')).toEqual([
      'Jobs 1 -',
      'Kettle for Ida Sørensen /jobs/1001 1001 · copper idle',
    ])
    expect(await found(shown, shown.lead, '1002')).toEqual([
      'Jobs 1 -',
      'Kettle with a crack for Bo Lind /jobs/1002 1002 · Secret: 7 idle',
    ])
    expect((await found(shown, shown.lead, 'lamp')).filter(line => line.startsWith('Jobs'))).toEqual([
      'Jobs 9 /search?q=lamp&in=Job',
    ])
    expect((await found(shown, shown.lead, 'lamp&in=Job')).length).toBe(0)
    const {data} = await shown.pages.get<SearchData>(shown.lead, '/search?q=lamp&in=Job')
    expect([data.groups[0]?.records.length, data.groups[0]?.more, data.all]).toEqual([9, null, '/search?q=lamp'])
  })

  test('shows only readable records, and only entities of screens that the person may open', async () => {
    const shown = await world(await make(shop))
    // She may not see the number in the address, so there is no link.
    expect(await found(shown, shown.ida, 'kettle')).toEqual(['Jobs 1 -', 'Kettle for Ida Sørensen /jobs  idle'])
    for (const sought of ['1001', '1002', 'copper', 'crack', 'lind']) {
      expect([sought, await found(shown, shown.ida, sought)]).toEqual([sought, []])
    }
    expect(await found(shown, shown.lead, 'on')).toEqual([])
  })

  test('exists only for people who have something to search', async () => {
    const shown = await world(await make(shop))
    const guest = person('018f0000-0000-7000-8000-000000000001', 'Guest')
    expect((await shown.pages.get(guest, '/search?q=kettle')).status).toBe(404)
    expect((await shown.pages.get(nobody, '/search?q=kettle')).status).toBe(404)
    expect(await shown.pages.html(guest, '/rules')).not.toContain('type="search"')
    const html = await shown.pages.html(shown.lead, '/search?q=%3Czzz%3E')
    expect(html).toContain('No results for “&lt;zzz&gt;”')
    expect(html).toContain('"hint":"Search jobs and parts"')
    for (const query of ['', '?q=', '?q=%3F%21'])
      expect((await shown.pages.get<SearchData>(shown.lead, `/search${query}`)).data.groups).toEqual([])
  })
})

const leave = `# Leave

## 1. What the product does and for whom

Time off.

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Requests | /requests | list of Request | Member, Lead |
| Request | /requests/:number | record of Request | Member, Lead |
| New request | /requests/new | form for Request | Member |
| People | /people | list of User | Lead |
| Kinds | /kinds | list of Kind | Lead |

### Requests

- columns: number, kind, dates, part, status

## 3. Entities and their fields

### Request

- named by: {kind} {number}
- span: dates = first_day..last_day

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| person | User | yes | me |
| kind | Kind | yes | |
| first_day | date | yes | |
| last_day | date | yes | |
| part | one of whole_day, morning | yes | whole_day |
| diagnosis | one of flu, hay_fever | | |

| Value | Label |
|---|---|
| open | Awaiting approval |

### Kind

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..80 | yes |

## 4. States and transitions

### Request

- starts: open
- final: approved

| Action | From | To | Who |
|---|---|---|---|
| approve | open | approved | Lead |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Member | asks | invitation |
| Lead | decides | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read, create | Request | person = me | number, person, kind, first_day, last_day, part, status |
| Member | read | Kind, User | | |
| Lead | all | Request, Kind, User | | |

## 9. Limits and constants

| Name | Value | Meaning |
|---|---|---|
| TIME_ZONE | "Europe/Berlin" | |
`

describe.each(storesOfStories)('records found by other words on $name', ({make}) => {
  async function office(language = 'en') {
    const document = leave.replace('| TIME_ZONE', `| LANGUAGE | "${language}" | |\n| TIME_ZONE`)
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const add = async (entity: string, values: Readonly<Record<string, string>>) =>
      done(await engine.change(operator, [creating(entity, values)]))
    const ida = await add('User', {name: 'Ida Mart', email: 'ida@example.com'})
    const bo = await add('User', {name: 'Bo Lind', email: 'bo@example.com'})
    const [sick, holiday] = [await add('Kind', {name: 'Sickness'}), await add('Kind', {name: 'Holiday'})]
    const ask = (person: {id: string}, kind: {id: string}, more: Readonly<Record<string, string>>) =>
      add('Request', {person: person.id, kind: kind.id, ...more})
    // The clock of the tests is in March 2026.
    await ask(ida, sick, {first_day: '2026-12-30', last_day: '2027-01-03', diagnosis: 'hay_fever'})
    await ask(ida, holiday, {first_day: '2026-05-04', last_day: '2026-05-08', part: 'morning'})
    await ask(bo, holiday, {first_day: '2025-12-01', last_day: '2025-12-02'})
    await engine.unitOfWork(operator, async writing => {
      for (const [entity, fields] of documentSearchFields(engine.specification, kinds))
        await fillSearch(writing, entity, fields)
      return []
    })
    const shown = {pages: pagesOf(engine), ida: person(ida.id, 'Member'), lead: person(bo.id, 'Lead')}
    const names = async (who: Actor, sought: string) =>
      (await shown.pages.get<SearchData>(who, `/search?q=${encodeURIComponent(sought)}`)).data.groups.flatMap(group =>
        group.records.map(({name, date, state}) => [group.heading, name, date, state?.text ?? ''].join(' | ')),
      )
    return {...shown, names}
  }

  test('a leave type and its requests, choices and states by their labels', async () => {
    const {names, ida, lead} = await office()
    expect(await names(lead, 'sick')).toEqual([
      'Requests | Sickness 1 | 30 Dec 2026 – 3 Jan 2027 | Awaiting approval',
      'Kinds | Sickness |  | ',
    ])
    expect(await names(ida, 'morning')).toEqual(['Requests | Holiday 2 | 4–8 May | Awaiting approval'])
    expect((await names(ida, 'awaiting')).length).toBe(2)
    expect((await names(ida, 'awaiting sick')).length).toBe(1)
    expect(await names(ida, 'approved')).toEqual([])
  })

  test('months, with and without a year, and only visible ones', async () => {
    const {names, ida, lead} = await office()
    expect((await names(lead, 'December')).map(line => line.slice(0, 21))).toEqual([
      'Requests | Sickness 1',
      'Requests | Holiday 3 ',
    ])
    expect((await names(ida, 'dec')).length).toBe(1)
    expect((await names(lead, 'Dec 2026')).length).toBe(1)
    expect((await names(lead, '2025 dec')).length).toBe(1)
    expect((await names(lead, 'jan 2027')).length).toBe(1)
    expect(await names(lead, 'dec 2027')).toEqual([])
    // A hidden field finds nothing, by any name.
    expect(await names(ida, 'hay')).toEqual([])
    expect((await names(lead, 'lind')).map(line => line.split(' | ')[0])).toEqual(['People'])
  })

  test('months in the language of the product', async () => {
    const {names, lead} = await office('de')
    expect((await names(lead, 'Dezember')).length).toBe(2)
    expect((await names(lead, 'Mai 2026')).length).toBe(1)
    expect((await names(lead, 'December 2026')).length).toBe(1)
  })

  test('people come first, and an empty search offers what can be created', async () => {
    const {pages, ida, lead, names} = await office()
    expect((await names(lead, 'mar')).map(line => line.split(' | ')[0])[0]).toBe('People')
    const {data} = await pages.get<SearchData>(ida, '/search')
    expect([data.create, data.groups]).toEqual([[{label: 'New request', href: '/requests/new'}], []])
    expect(await pages.html(ida, '/search')).toContain('href="/requests/new"')
    expect(data.hint).toBe('Search requests')
    expect((await pages.get<SearchData>(lead, '/search')).data.hint).toBe('Search people, requests and more')
  })
})
