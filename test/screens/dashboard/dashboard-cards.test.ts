/**
 * Interactive cards: short rows with actions, parts of a whole, the next record, and people with the day they return.
 */
import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {Json} from '../../../src/feel/core.ts'
import type {CardBody, DashboardData} from '../../../src/screens/dashboard/data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Leave

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Home | / | dashboard | Staff |
| Leave | /leaves/:number | record of Leave | Staff |

### Home

| Card | Shows | As |
|---|---|---|
| Mine | list of Leave where person = me sort first limit 2 columns kind, days, status actions withdraw | rows |
| All of mine | list of Leave where person = me limit 5 columns kind | rows |
| Allowance | sum of Budget.left, used where person = me | ring |
| By kind | sum of Budget.left, used where person = me by kind | meters |
| Next | list of Leave where person = me by first..last columns kind, days, status | next |
| Coming | list of Leave where person = me by first..last limit 3 columns kind | next |
| Away | list of Leave where person != me and status = "asked" by first..last per person columns kind | people |
| Weeks | list of Leave where status = "asked" by first..last per person weeks 2 columns kind | strip |

## 3. Entities

### Leave
- named by: {person}, {first..last}

| Field | Type | Default |
|---|---|---|
| number | serial | |
| person | User | |
| kind | one of holiday, training | "holiday" |
| first | date | |
| last | date | |
| days | number | |

### Budget

| Field | Type |
|---|---|
| person | User |
| kind | one of holiday, training |
| left | decimal 1 |
| used | decimal 1 |

## 4. States

### Leave
- starts: asked
- final: withdrawn

| Action | From | To | Who |
|---|---|---|---|
| withdraw | asked | withdrawn | person |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Staff | works | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Staff | read | Leave, Budget, User | |
`

/** The date of the test kit is Tuesday, 10 March 2026. */
async function office(address: string) {
  const {engine} = await engineOf({document, address, grants: documentGrants})
  const add = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const person = (name: string) => add('User', {email: `${name}@example.com`, name, roles: ['Staff']})
  const [rui, nadia, liam] = [await person('Rui'), await person('Nadia'), await person('Liam')]
  const leave = (who: string, first: string, last: string, days: number) =>
    add('Leave', {person: who, first, last, days})
  await leave(rui, '2026-02-02', '2026-02-03', 2)
  await leave(rui, '2026-03-24', '2026-03-26', 3)
  await leave(rui, '2026-04-01', '2026-04-01', 1)
  await leave(nadia, '2026-03-09', '2026-03-13', 5)
  await leave(liam, '2026-03-10', '2026-03-10', 1)
  await leave(liam, '2026-03-18', '2026-03-18', 1)
  await add('Budget', {person: rui, kind: 'holiday', left: '6.5', used: '22.5'})
  await add('Budget', {person: rui, kind: 'training', left: '3', used: '2'})
  const who = (id: string, name: string): Actor => ({kind: 'person', id, name, roles: ['Staff']})
  return {pages: pagesOf(engine), leave, rui: who(rui, 'Rui'), nadia: who(nadia, 'Nadia')}
}

function bodyOf<As extends CardBody['as']>({cards}: DashboardData, name: string, as: As) {
  const body = cards.find(card => card.name === name)?.body
  if (body?.as !== as) throw new Error(`${name} is ${JSON.stringify(body)}`)
  return body as Extract<CardBody, {as: As}>
}

describe.each(storesOfStories)('interactive cards, on $name', ({make}) => {
  test('rows show the record, its state, and the viewer’s current actions', async () => {
    const {pages, rui} = await office(await make(document))
    const {data} = await pages.get<DashboardData>(rui, '/')
    const {rows, more} = bodyOf(data, 'Mine', 'rows')
    expect(rows.map(({title}) => title)).toEqual(['Holiday, 2–3 Feb', 'Holiday, 24–26 Mar'])
    expect(rows[1]).toMatchObject({texts: ['3 days'], state: {label: 'Asked'}})
    expect(rows[1]?.actions.map(({label}) => label)).toEqual(['Withdraw'])
    expect((await pages.get(rui, rows[1]?.actions[0]?.href ?? '')).screen).toBe('form')
    expect(more).toEqual({count: '3'})
  })

  test('D32: a card that shows everything has no link', async () => {
    const {pages, rui} = await office(await make(document))
    const {data} = await pages.get<DashboardData>(rui, '/')
    const all = bodyOf(data, 'All of mine', 'rows')
    expect(all.rows).toHaveLength(3)
    expect(all.more).toBeNull()
  })

  test('parts of a whole are summed, in total and for each group', async () => {
    const {pages, rui, nadia} = await office(await make(document))
    const {data} = await pages.get<DashboardData>(rui, '/')
    const ring = bodyOf(data, 'Allowance', 'ring')
    expect(ring.total).toBe('34')
    expect(ring.parts.map(({label, text, percent}) => `${label} ${text} ${percent}`)).toEqual([
      'Left 9.5 28%',
      'Used 24.5 72%',
    ])
    const {meters} = bodyOf(data, 'By kind', 'meters')
    expect(meters.map(({label, total, parts}) => `${label} ${parts[0]?.text} of ${total}`)).toEqual([
      'Holiday 6.5 of 29',
      'Training 3 of 5',
    ])
    expect(meters[1]?.parts.map(({start, share}) => [start, share])).toEqual([
      [0, 60],
      [60, 40],
    ])
    const none = (await pages.get<DashboardData>(nadia, '/')).data
    expect(bodyOf(none, 'Allowance', 'ring')).toMatchObject({total: '0', parts: [{path: ''}, {path: ''}]})
    expect(bodyOf(none, 'By kind', 'meters').meters).toEqual([])
  })

  test('the next record has a countdown, or is current', async () => {
    const {pages, rui, nadia} = await office(await make(document))
    const {next} = bodyOf((await pages.get<DashboardData>(rui, '/')).data, 'Next', 'next')
    expect(next).toMatchObject({days: 14, day: 'Tue 24 Mar', title: 'Holiday, 24–26 Mar'})
    const now = bodyOf((await pages.get<DashboardData>(nadia, '/')).data, 'Next', 'next').next
    expect(now).toMatchObject({days: null, day: 'Fri 13 Mar'})
  })

  test('with a limit the next record has its date, followed by the others', async () => {
    const {pages, rui} = await office(await make(document))
    const {next, following} = bodyOf((await pages.get<DashboardData>(rui, '/')).data, 'Coming', 'next')
    expect(next).toMatchObject({days: 14, date: {month: 'Mar', number: '24', when: 'Tuesday, in 14 days'}})
    expect(following).toMatchObject([{title: 'Holiday, Wed 1 Apr', day: '1 Apr', weekday: 'Wed'}])
  })

  test('people return on the next working day; the card links to exactly those it shows', async () => {
    const {pages, rui} = await office(await make(document))
    const {data} = await pages.get<DashboardData>(rui, '/')
    const {people, following} = bodyOf(data, 'Away', 'people')
    expect(people.map(({name, back}) => `${name} ${back}`)).toEqual(['Nadia back Mon', 'Liam back Wed'])
    expect(following).toBe('Next: Liam, Wed 18 Mar')
    const href = data.cards.find(({name}) => name === 'Away')?.href ?? ''
    expect((await pages.get<ListData>(rui, href)).data.records).toHaveLength(2)
  })

  test('a person with two records today is named once, with the return after the later one', async () => {
    const {pages, leave, rui, nadia} = await office(await make(document))
    await leave(nadia.kind === 'person' ? nadia.id : '', '2026-03-10', '2026-03-10', 1)
    const {people} = bodyOf((await pages.get<DashboardData>(rui, '/')).data, 'Away', 'people')
    expect(people.map(({name, back}) => `${name} ${back}`)).toEqual(['Nadia back Mon', 'Liam back Wed'])
  })

  test('a strip shows this and the next weeks, with the row of the viewer first', async () => {
    const {pages, rui} = await office(await make(document))
    const strip = bodyOf((await pages.get<DashboardData>(rui, '/')).data, 'Weeks', 'strip')
    expect(strip.bands.map(({text, units}) => [text, units])).toEqual([
      ['This week', 14],
      ['16 Mar', 14],
    ])
    expect(strip.heads.filter(({now}) => now).map(({key}) => key)).toEqual(['2026-03-10'])
    expect([strip.own?.name, strip.rows.map(({name}) => name)]).toEqual(['Rui', ['Nadia', 'Liam']])
    // The initial state is undecided.
    expect(strip.rows[0]?.bars).toMatchObject([{requested: true}])
    expect(strip.timeline).toBe(null)
    expect((await pages.html(rui, '/')).includes(' style=')).toBe(false)
  })

  test('a strip has all bars of its rows, however many records of others begin before them', async () => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const add = async (requests: ReturnType<typeof creating>[]) => done(await engine.change(operator, requests))
    const names = Array.from({length: 60}, (_, index) => `Person ${String(index).padStart(2, '0')}`)
    const people: string[] = []
    for (const name of names)
      people.push(
        (await add([creating('User', {email: `${name.replace(' ', '')}@example.com`, name, roles: ['Staff']})])).id,
      )
    const leave = (person: string | undefined, first: string) =>
      creating('Leave', {person: person ?? '', first, last: first, days: 1})
    // Ten days for each of sixty people are more than are read to choose the rows.
    await add(people.flatMap(person => Array.from({length: 10}, (_, day) => leave(person, `2026-03-${10 + day}`))))
    await add([leave(people[0], '2026-03-21'), leave(people[59], '2026-03-22')])
    const viewer: Actor = {kind: 'person', id: people[59] ?? '', name: 'Person 59', roles: ['Staff']}
    const strip = bodyOf((await pagesOf(engine).get<DashboardData>(viewer, '/')).data, 'Weeks', 'strip')
    expect(strip.rows).toHaveLength(8)
    expect(strip.own?.bars).toHaveLength(11)
    expect(strip.rows.map(({bars}) => bars.length)).toEqual([11, 10, 10, 10, 10, 10, 10, 10])
  })
})
