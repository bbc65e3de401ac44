/** Pages of a list: stable while others write, bounded, and with a constant number of statements. */

import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {writeCursor} from '../../src/engine/lists/keyset.ts'
import {listPage} from '../../src/engine/lists/list.ts'
import {emptyQuery, type ListDefinition, type ListQuery, type ListResult} from '../../src/engine/query/list-query.ts'
import type {QueryContext} from '../../src/engine/query/select.ts'
import {CalendarDate} from '../../src/feel/calendar.ts'
import {noGrants, operator} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import type {TestRecord} from '../kit/naive-world.ts'
import {stores} from '../kit/store-databases.ts'
import {addRecord} from '../kit/store-document.ts'
import {type Place, worldPlace} from './list-place.ts'
import {randomFrom, randomRecords} from './list-world.ts'

const screen: ListDefinition = {
  entity: 'Ticket',
  where: null,
  columns: [['subject'], ['owner'], ['parent'], ['tags'], ['owner', 'team'], ['colours']],
  sort: [{path: ['due'], descending: true}],
  filters: [['level'], ['due']],
  search: [['subject'], ['owner', 'name']],
  groupBy: null,
  size: 7,
}

/** Both ways to find a page: collected, and scanned. */
const stops = [1000, 0]

describe.each(stores)('pages on $name', ({make}) => {
  async function placeWith(count: number): Promise<{place: Place; records: TestRecord[]}> {
    const place = await worldPlace(make)
    const records = randomRecords(randomFrom(7), count)
    await place.fill(records, {Ticket: ['subject'], User: ['name']})
    return {place, records}
  }

  const ask = (
    place: Place,
    asked: Partial<ListQuery>,
    more: {screen?: ListDefinition; stop?: number; spy?: (reading: QueryContext) => QueryContext} = {},
  ) =>
    place.ask(operator, noGrants, (reading, visibility) =>
      listPage(more.spy?.(reading) ?? reading, visibility, {
        screen: more.screen ?? screen,
        asked: {...emptyQuery, ...asked},
        stop: more.stop ?? 1000,
      }),
    )

  test.each(stops)('neither repeat nor skip stable records while others add and delete (%i)', async stop => {
    const {place, records} = await placeWith(40)
    const tickets = records.filter(({entity}) => entity === 'Ticket')
    const owner = records.find(({entity}) => entity === 'User')?.id ?? ''
    const referred = new Set(tickets.map(({values}) => values.parent))
    const free = tickets.filter(({id}) => !referred.has(id)).map(({id}) => id)
    const gone = new Set<string>()
    const seen: string[] = []
    let page: ListResult = await ask(place, {}, {stop})
    for (;;) {
      seen.push(...page.rows.map(({id}) => id))
      if (page.next === null) break
      const last = page.rows.at(-1)?.id ?? ''
      // The record of the cursor itself, one further on, and new ones on both sides.
      for (const id of [last, free.find(each => !gone.has(each) && !seen.includes(each)) ?? ''].filter(each =>
        free.includes(each),
      )) {
        gone.add(id)
        await place.store.transaction(async db => {
          await sql`delete from ticket__tags where owner = ${id}`.execute(db)
          await sql`delete from ticket where id = ${id}`.execute(db)
        })
      }
      for (const due of ['2026-03-31', '2027-01-01'])
        await addRecord(place.store, place.specification, 'Ticket', {
          subject: 'new',
          owner,
          level: 'low',
          starts: '2026-01-01',
          due,
          done: false,
        })
      page = await ask(place, {place: {side: 'after', cursor: page.next}}, {stop})
    }
    expect(new Set(seen).size).toBe(seen.length)
    const stayed = tickets.map(({id}) => id).filter(id => !gone.has(id))
    expect(stayed.filter(id => !seen.includes(id))).toEqual([])
    expect(gone.size).toBeGreaterThan(5)
  })

  test('need the same number of statements for many records as for few', async () => {
    const {place} = await placeWith(12)
    const many = await placeWith(150)
    const statements = async (
      at: Place,
      asked: Partial<ListQuery>,
      {stop, groupBy}: {stop: number; groupBy: readonly string[]},
    ): Promise<number> => {
      let count = 0
      const spy = (reading: QueryContext): QueryContext => ({
        ...reading,
        db: reading.db.withPlugin({
          transformQuery: ({node}) => node,
          transformResult: async ({result}) => {
            count += 1
            return result
          },
        }),
      })
      await ask(at, asked, {spy, screen: {...screen, size: 100, groupBy}, stop})
      return count
    }
    for (const stop of stops) {
      // The page, the count if it does not show all, and the linked tags; and how common the words are.
      expect(await statements(place, {}, {stop, groupBy: ['level']})).toBe(2)
      expect(await statements(many.place, {}, {stop, groupBy: ['level']})).toBe(3)
      expect(await statements(many.place, {search: 'ec'}, {stop, groupBy: ['level']})).toBe(stop < 150 ? 4 : 3)
      // In an order of other records, few are collected with their number; if there are more, the others are scanned.
      expect(await statements(place, {}, {stop, groupBy: ['owner', 'team']})).toBe(stop < 12 ? 3 : 2)
      expect(await statements(many.place, {}, {stop, groupBy: ['owner', 'team']})).toBe(stop < 150 ? 3 : 2)
    }
  })

  test('show the number of records, up to a thousand', async () => {
    const {place} = await placeWith(30)
    expect((await ask(place, {}, {stop: 30})).count).toEqual({exact: 30})
    expect((await ask(place, {}, {stop: 29})).count).toEqual({moreThan: 29})
  })

  test('have cells with names, linked records and groups', async () => {
    const {place, records} = await placeWith(30)
    const tagNames = new Map(
      records.flatMap(({entity, id, values}) => (entity === 'Tag' ? [[id, String(values.name)]] : [])),
    )
    const {rows, groups} = await ask(place, {}, {screen: {...screen, size: 50, groupBy: ['level']}})
    expect(groups?.map(({value}) => value)).toEqual(['high', 'low', 'normal'])
    for (const {id, version, cells, group} of rows) {
      const values: TestRecord['values'] = records.find(each => each.id === id)?.values ?? {}
      const tags = Array.isArray(values.tags) ? values.tags : []
      expect(version).toBe(1)
      expect(cells[0]).toEqual({value: values.subject, text: values.subject})
      expect(cells[1]?.value).toBe(values.owner)
      expect(new Set(cells[3]?.text.split(', '))).toEqual(
        new Set(tags.length === 0 ? [''] : tags.map(tag => tagNames.get(String(tag)))),
      )
      expect(cells[5]?.value).toEqual(values.colours)
      expect(groups?.[group ?? -1]?.value).toBe(values.level)
    }
  })

  test.each([
    'x',
    '_',
    'A'.repeat(9000),
    Buffer.from('{}').toString('base64url'),
    Buffer.from('[null]').toString('base64url'),
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["2026-01-01","no id"]').toString('base64url'),
    Buffer.from('["9999999-01-01","00000000-0000-7000-8000-000000000000"]').toString('base64url'),
    Buffer.from(`["0000-00-00","${newId()}"]`).toString('base64url'),
    Buffer.from(`["2026-02-31","${newId()}"]`).toString('base64url'),
    Buffer.from(`[{"op":"all"},"${newId()}"]`).toString('base64url'),
    Buffer.from(`["2026-01-01","${newId()}'; drop table ticket; --"]`).toString('base64url'),
    Buffer.from(`["\\u0000","${newId()}"]`).toString('base64url'),
  ])('start at the beginning for an invalid cursor: %s', async cursor => {
    const {place} = await placeWith(12)
    const first = await ask(place, {})
    for (const side of ['after', 'before'] as const)
      for (const stop of stops) expect((await ask(place, {place: {side, cursor}}, {stop})).rows).toEqual(first.rows)
  })

  test('accept any cursor of the right shape, whatever the key', async () => {
    const {place} = await placeWith(12)
    const extremes = {
      due: [new CalendarDate(1, 1, 1), new CalendarDate(9999, 12, 31), null],
      price: [0, 9_007_199_254_740_991, -1, null],
      score: [0, 9_007_199_254_740_991, null],
      subject: ['', '\u{10ffff}', "'", '%', null],
      level: ['high', 'normal'],
      done: [true, false],
      made: [null],
    }
    for (const [name, values] of Object.entries(extremes))
      for (const value of values)
        for (const stop of stops)
          for (const side of ['after', 'before'] as const) {
            const keys = writeCursor([value, newId()])
            const {rows} = await ask(
              place,
              {sort: [{path: [name], descending: stop === 0}], place: {side, cursor: keys}},
              {stop},
            )
            expect(rows.length).toBeLessThanOrEqual(7)
          }
  })
})
