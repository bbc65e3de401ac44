/** Two dates as one value, as declared in point 3: shown, sorted, filtered, filled in and named. */
import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import {checkWhole, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {stores} from '../../kit/store-databases.ts'

const trips = `# Trips

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Trips | / | list of Trip | signed in |
| Trip | /trips/:number | record of Trip | signed in |
| New trip | /trips/new | form for Trip | signed in |
| Stays | /stays | list of Stay | signed in |

### Trips

- columns: place, dates, status
- filters: dates
- sort: -dates

### Trip

- fields: place, dates, length
- with: Stay by trip

### New trip

- fields: place, dates

### Stays

- columns: trip, trip.dates, time
- sort: trip.dates

## 3. Entities and their fields

### Trip

- named by: {place}, {dates}
- span: dates = leaves..returns, half days from_noon..until_noon, count length, label Travel dates

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| place | text | yes | |
| leaves | date | yes | |
| returns | date | yes | |
| from_noon | yes/no | yes | no |
| until_noon | yes/no | yes | no |
| length | = (returns - leaves) / duration("P1D") + 1 - (if from_noon then 0.5 else 0) - (if until_noon then 0.5 else 0) | | |
| stays | list of Stay by trip | | |

### Stay

- named by: {trip}
- span: time = arrives..departs

| Field | Type | Required |
|---|---|---|
| trip | Trip | yes |
| arrives | date and time | yes |
| departs | date and time | yes |

## 4. States and transitions

### Trip

- starts: planned
- final: booked

| Action | From | To | Who | When | Error | Says |
|---|---|---|---|---|---|---|
| book | planned | booked | Traveller | leaves > today() | TOO_LATE | booked {place}, {dates} |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Traveller | invitation |
| Porter | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| Traveller | all | Trip, Stay, User | |
| Porter | read | Trip | number, place, leaves |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_LATE | 409 | {place} on {dates} is over. |

## 9. Business constants and limits

| Name | Value |
|---|---|
| TIME_ZONE | "Europe/Paris" |
`

describe.each(stores)('a span on $name', ({make}) => {
  const world = async (document = trips) => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | boolean>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const ann = await add('User', {name: 'Ann', email: 'ann@example.org'})
    const rome = await add('Trip', {place: 'Rome', leaves: '2026-03-16', returns: '2026-03-18'})
    await add('Trip', {place: 'Oslo', leaves: '2026-03-17', returns: '2026-03-17', from_noon: true})
    await add('Trip', {place: 'Bern', leaves: '2026-01-30', returns: '2026-02-02', until_noon: true})
    await add('Trip', {place: 'Lima', leaves: '2027-01-11', returns: '2027-01-15'})
    await add('Stay', {trip: rome.id, arrives: '2026-03-16T14:00', departs: '2026-03-16T15:30'})
    return {engine, pages: pagesOf(engine), traveller: person(ann.id, 'Traveller'), porter: person(ann.id, 'Porter')}
  }
  const cellsOf = ({records}: ListData, column: number) => records.map(({cells}) => cells[column])
  const texts = (data: ListData, column: number) => cellsOf(data, column).map(cell => cell?.text)

  test('is one column: formatted as one value, with its days, sorted by its start', async () => {
    const {pages, traveller} = await world()
    const {data} = await pages.get<ListData>(traveller, '/')
    expect(data.columns[1]).toMatchObject({key: 'dates', label: 'Travel dates', display: 'span', count: 'length'})
    expect(cellsOf(data, 1)).toEqual([
      {text: '11–15 Jan 2027', value: '2027-01-11/2027-01-15', note: '5 days'},
      {text: 'Tue 17 Mar, afternoon', value: '2026-03-17/2026-03-17', note: '½ day'},
      {text: '16–18 Mar', value: '2026-03-16/2026-03-18', note: '3 days'},
      {text: '30 Jan – 2 Feb (until noon)', value: '2026-01-30/2026-02-02', note: '3.5 days'},
    ])
    const upwards = await pages.get<ListData>(traveller, data.columns[1]?.sort?.href ?? '')
    expect(texts(upwards.data, 0)).toEqual(['Bern', 'Rome', 'Oslo', 'Lima'])
  })

  test('is written for machines too', async () => {
    const {pages, traveller} = await world()
    const html = await pages.html(traveller, '/')
    expect(html).toContain('<time dateTime="2026-03-16">16</time>–<time dateTime="2026-03-18">18 Mar</time>')
    expect(await pages.html(traveller, '/?_export=csv')).toContain('Rome,2026-03-16,2026-03-18,')
  })

  test('is exported as its first and its last day and its half days', async () => {
    const {pages, traveller} = await world()
    const lines = (await pages.html(traveller, '/?_export=csv')).replace('\ufeff', '').split('\r\n')
    expect(lines.slice(0, 3)).toEqual([
      'Place,Leaves,Returns,From noon,Until noon,Status',
      'Lima,2027-01-11,2027-01-15,No,No,Planned',
      'Oslo,2026-03-17,2026-03-17,Yes,No,Planned',
    ])
  })

  test.each([
    ['2026-03-17..2026-03-31', ['Oslo', 'Rome']],
    ['2026-03-18..', ['Lima', 'Rome']],
    ['..2026-02-01', ['Bern']],
    ['2026-02-02', ['Bern']],
    ['2026-03-01..2026-03-10', []],
  ])('is found by an overlap with %s', async (range, places) => {
    const {pages, traveller} = await world()
    const {data} = await pages.get<ListData>(traveller, `/?dates=${range}`)
    expect(texts(data, 0)).toEqual(places)
    expect(data.filters[0]).toMatchObject({key: 'dates', label: 'Travel dates', control: 'dates'})
  })

  test('is one column of the records beside another one, even where no list says so', async () => {
    const {pages, traveller} = await world(trips.replace('- columns: trip, trip.dates, time\n', ''))
    const {data} = await pages.get<RecordData>(traveller, '/trips/1')
    expect(data.related.map(({columns}) => columns.map(({key}) => key))).toEqual([['time']])
  })

  test('names records, and is on their page and in lists of others', async () => {
    const {pages, traveller} = await world()
    const {data} = await pages.get<RecordData>(traveller, '/trips/1')
    expect(data.heading).toBe('Rome, 16–18 Mar')
    expect(data.cells[1]).toMatchObject({text: '16–18 Mar', note: '3 days'})
    expect(data.related[0]?.records[0]?.cells.map(({text}) => text)).toContain('Mon 16 Mar, 14:00–15:30')
    const stays = await pages.get<ListData>(traveller, '/stays')
    expect(stays.data.records[0]?.cells.map(({text}) => text)).toEqual([
      'Rome, 16–18 Mar',
      '16–18 Mar',
      'Mon 16 Mar, 14:00–15:30',
    ])
  })

  test('is in sentences and messages, with its value at the time', async () => {
    const {pages, traveller} = await world()
    const past = await pages.get<RecordData>(traveller, '/trips/3')
    const refused = await pages.post<RecordData>(traveller, '/trips/3', {
      _action: 'book',
      _version: String(past.data.version),
    })
    expect(refused.data.problems[0]?.message ?? refused.data.actions[0]?.problems[0]?.message).toBe(
      'Bern on 30 Jan – 2 Feb (until noon) is over.',
    )
    const {data} = await pages.get<RecordData>(traveller, '/trips/1')
    await pages.post(traveller, '/trips/1', {_action: 'book', _version: String(data.version)})
    const booked = await pages.get<RecordData>(traveller, '/trips/1')
    const edit = {place: 'Rome', leaves: '2026-03-20', returns: '2026-03-21', from_noon: 'no', until_noon: 'no'}
    await pages.post(traveller, '/trips/1?edit', {_action: 'update', _version: String(booked.data.version), ...edit})
    const moved = await pages.get<RecordData>(traveller, '/trips/1')
    expect(moved.data.heading).toBe('Rome, 20–21 Mar')
    expect(moved.data.history.map(({what}) => what)).toContain('booked Rome, 16–18 Mar')
  })

  test('is one control with both dates and half days', async () => {
    const {pages, traveller} = await world()
    const {data} = await pages.get<FormScreenData>(traveller, '/trips/new')
    expect(data.fields.map(({name, group, until}) => [name, group, until])).toEqual([
      ['place', undefined, undefined],
      ['leaves', 'Travel dates', 'returns'],
      ['returns', 'Travel dates', undefined],
      ['from_noon', 'Travel dates', undefined],
      ['until_noon', 'Travel dates', undefined],
    ])
    const html = await pages.html(traveller, '/trips/new')
    expect(html).toMatch(/<legend>Travel dates<\/legend>.*type="date".*type="date"/s)
    const made = {place: 'Kyiv', leaves: '2026-04-01', returns: '2026-04-02', from_noon: 'no', until_noon: 'no'}
    expect((await pages.post(traveller, '/trips/new', {_action: 'create', ...made})).redirect).toBe('/trips/5')
  })

  test('is hidden if one of its dates is, and cannot be filtered or sorted by then', async () => {
    const {pages, porter} = await world()
    const {data} = await pages.get<ListData>(porter, '/')
    expect(texts(data, 0).toSorted()).toEqual(['Bern', 'Lima', 'Oslo', 'Rome'])
    expect(texts(data, 1)).toEqual(['', '', '', ''])
    const filtered = await pages.get<ListData>(porter, '/?dates=2026-03-17')
    expect(filtered.data.records).toHaveLength(4)
  })
})

describe('the checker', () => {
  const found = (from: string, to: string) =>
    checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(trips.replace(from, to))}]).findings.filter(
      ({severity}) => severity === 'error',
    )

  test.each([
    ['= leaves..returns', '= leaves..place', 'N327', '`place` is not of the same type as `leaves`.'],
    ['= leaves..returns', '= place..returns', 'N327', '`place` is not a date, so a span cannot begin with it.'],
    ['= leaves..returns', '= leave..returns', 'N309', 'Trip has no field `leave`.'],
    ['from_noon..until_noon', 'from_noon..place', 'N327', '`place` is not a yes/no field.'],
    ['count length', 'count place', 'N327', '`place` is not a number of days.'],
    ['span: dates =', 'span: place =', 'N327', '`place` is already a field.'],
    ['span: dates =', 'span: id =', 'N327', 'Every record has the built-in field `id`.'],
    ['span: dates = leaves..returns', 'span: dates: leaves to returns', 'N327', 'is not a span.'],
    ['- columns: place, dates, status', '- columns: place, date, status', 'N212', 'Trip has no field `date`.'],
    ['{place}, {dates}\n', '{place}, {leaves..retuns}\n', 'N309', 'Trip has no field `retuns`.'],
    ['booked {place}, {dates}', 'booked {place}, {leaves..retuns}', 'N428', '`retuns` is not a field of Trip'],
  ])('%s → %s is %s', (from, to, code, message) => {
    expect(found(from, to)).toContainEqual(expect.objectContaining({code, message: expect.stringContaining(message)}))
  })

  test('suggests the intended field', () => {
    expect(found('= leaves..returns', '= leave..returns')[0]?.hint).toContain('leaves')
    expect(found('- columns: place, dates, status', '- columns: place, date, status')[0]?.hint).toContain('dates')
  })
})
