/** Rows of the system that compare with `old`: they belong to the change. And `change`, which changes other records. */

import {describe, expect, it} from 'vitest'
import {importCsv, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = `# Tours

## 3. Entities

### Tour

| Field | Type | Required | Default |
|---|---|---|---|
| title | text 1..60 | yes | |
| day | date | yes | |
| price | number 0..1000 | yes | 10 |
| follows | number | yes | 0 |
| seats | list of Seat by tour | | |

### Seat
- named by: place

| Field | Type | Required | Default |
|---|---|---|---|
| tour | Tour | yes | |
| place | number | yes | |
| price | number 0..1000 | yes | 10 |
| sold | yes/no | yes | no |

## 4. States

### Tour
- starts: draft
- final: over

| Action | From | To | Who | When | Then |
|---|---|---|---|---|---|
| publish | draft | open | signed in | | |
| close | open | over | signed in | | |
| check again | open | draft | system | day < old.day or title != old.title | |
| reprice | open | same | system | price != old.price | set follows = follows + 1; for each s in Seat[tour = this and not(sold) and price = old.price]: change s(price: price) |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| even places are cheap | Seat.price | modulo(place, 2) = 1 or price < 100 | TOO_DEAR |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 422 | Seat {place} is too expensive. |
`

describe.each(stores)('what follows a change, on $name', ({make: place}) => {
  const open = async (text = document) => {
    const {engine} = await engineOf({document: text, address: await place(text), rules: rulesOfDocument})
    const made = async (entity: string, fields: Parameters<typeof creating>[1]) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const ada = person((await made('User', {name: 'Ada', email: 'ada@example.com'})).id)
    const tour = await made('Tour', {title: 'Harbour', day: '2026-05-10', price: 10})
    const seats = [await made('Seat', {tour: tour.id, place: 1}), await made('Seat', {tour: tour.id, place: 2})]
    await made('Seat', {tour: tour.id, place: 3, sold: true})
    done(await act(engine, ada, tour, 'publish'))
    const change = async (fields: Parameters<typeof creating>[1]) => {
      const version = Number(await shown(engine, tour, 'version'))
      return engine.change(ada, [updating('Tour', {...tour, version}, fields)])
    }
    return {engine, ada, tour, seats, change}
  }

  it('performs the row with the change, only where the condition holds for it, and never by the job', async () => {
    const {engine, tour, change} = await open()
    done(await change({day: '2026-05-11'}))
    expect(await shown(engine, tour, 'status')).toBe('open')
    done(await change({day: '2026-05-09'}))
    expect(await shown(engine, tour, 'status')).toBe('draft')
    // In another state the row does not apply.
    done(await change({title: 'Old harbour'}))
    expect(await runSystemActions(engine)).toMatchObject({performed: 0, refused: [], setbacks: []})
    expect(await shown(engine, tour, 'status')).toBe('draft')
  })

  it('changes other records once, with one entry in their history', async () => {
    const {engine, tour, seats, change} = await open()
    done(await change({price: 20}))
    expect(await shown(engine, tour, 'string join(for s in Seat return string(s.price), " ")')).toBe('20 20 10')
    // It sets a field of its own record, which does not make it follow itself.
    expect(await shown(engine, tour, 'follows')).toBe('1')
    const [first] = seats
    if (first) expect(await shown(engine, first, 'version')).toBe('2')
  })

  it('refuses the change if what follows is refused, and leaves everything as it was', async () => {
    const {engine, tour, change} = await open()
    expect(refusals(await change({price: 200}))).toEqual(['TOO_DEAR'])
    expect(await shown(engine, tour, 'price')).toBe('10')
    expect(await shown(engine, tour, 'count(Seat[price = 10])')).toBe('3')
  })

  it('code 8: refuses an import if what follows from its rows is refused, and reports why', async () => {
    const byTitle = document
      .replace(
        '| Field | Type | Required | Default |\n|---|---|---|---|',
        '| Field | Type | Required | Default | Unique |\n|---|---|---|---|---|',
      )
      .replace('| title | text 1..60 | yes | |', '| title | text 1..60 | yes | | yes |')
    const {engine, ada, tour} = await open(byTitle)
    const file = async function* () {
      yield new TextEncoder().encode('title,price\nHarbour,200\n')
    }
    const report = await importCsv(engine, ada, {entity: 'Tour', open: file, existing: 'update'})
    expect(report).toMatchObject({ok: false, total: 1, problems: [{code: 'TOO_DEAR', column: null}]})
    expect(report.problems[0]?.message).toBe('Seat 2 is too expensive.')
    expect(await shown(engine, tour, 'price')).toBe('10')
  })
})
