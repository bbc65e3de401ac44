/** Statements that are written once: the same for other people, records and days, never with the values of somebody else. */

import {expect, test} from 'vitest'
import {list} from '../../src/engine/query/list.ts'
import {emptyQuery} from '../../src/engine/query/list-query.ts'
import type {Actor} from '../../src/engine/testing.ts'
import {condition, done} from '../kit/engine.ts'
import {sqlite} from '../kit/store-databases.ts'
import {company} from '../kit/time-off.ts'

const {make} = sqlite

test('each person, record and day gets its own rows from a statement that others had written', async () => {
  const {engine, people, draft, shown, clock} = await company(await make())
  const days = ['2026-05-04', '2026-06-01']
  const own = new Map<Actor, string[]>()
  for (const who of [people.ada, people.bo])
    for (const day of days) {
      const record = done(await draft(who, {first_day: day, last_day: day}))
      own.set(who, [...(own.get(who) ?? []), await shown(record, 'number')])
    }
  const numbers = (who: Actor, where: string) =>
    engine.read(who, async reader => {
      const core = condition(engine.specification, 'Request', where)
      const screen = {
        entity: 'Request',
        where: core,
        columns: [['number']],
        sort: [{path: ['number'], descending: false}],
        filters: [],
        search: [],
        groupBy: null,
        size: 10,
      }
      return (await list(reader, reader.visibility, {screen, asked: emptyQuery})).rows.map(row => row.cells[0]?.text)
    })
  for (let round = 0; round < 2; round++)
    for (const [who, theirs] of own) {
      expect(await numbers(who, 'person = me')).toEqual(theirs)
      expect(await numbers(who, 'person.id = me.id')).toEqual(theirs)
      for (const number of theirs) expect(await numbers(who, `number = ${number}`)).toEqual([number])
      expect(await numbers(who, 'first_day >= today()')).toEqual(theirs)
    }
  const [[first, theirs] = []] = own
  if (!first || !theirs) throw new Error('nobody has asked')
  clock.now = Date.parse('2026-05-20T10:00:00Z')
  expect(await numbers(first, 'first_day >= today()')).toEqual(theirs.slice(1))
  expect(await numbers(first, 'created <= now()')).toEqual(theirs)
})
