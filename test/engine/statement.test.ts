/** Statements are compiled once: they serve other people, records and days, never with the values of an earlier request. */
import {afterEach, describe, expect, test, vi} from 'vitest'
import type {Actor} from '../../src/engine/base/actor.ts'
import {listPage} from '../../src/engine/lists/list.ts'
import {CompiledList} from '../../src/engine/lists/list-plan.ts'
import {emptyQuery, type Filtering} from '../../src/engine/query/list-query.ts'
import {BoundValues} from '../../src/engine/query/statement.ts'
import type {Environment} from '../../src/feel/environment.ts'
import {done} from '../kit/engine.ts'
import {conditionOf} from '../kit/naive-world.ts'
import {stores} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

const bind = BoundValues.of

describe.each(stores)('on $name', ({make}) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** `breaks`: a faulty binding of statements, once there are records. */
  async function eachGetsTheirOwn(breaks?: typeof bind): Promise<void> {
    const {engine, people, draft, shown, clock} = await company(await make(timeOff))
    const lists = new Map<string, CompiledList>()
    const listOf = (where: string) => {
      const screen = {
        entity: 'Request',
        condition: where === '' ? null : conditionOf(engine.specification, 'Request', where),
        where: null,
        columns: [['number']],
        sort: [{path: ['number'], descending: false}],
        filters: [['number']],
        search: [],
        groupBy: null,
        size: 10,
      }
      const compiled = lists.get(where) ?? new CompiledList(screen)
      lists.set(where, compiled)
      return compiled
    }
    const numbers = (who: Actor, where: string, filters: readonly Filtering[] = []) =>
      engine.read(who, async reader => {
        const {rows} = await listPage(reader, reader.visibility, {
          screen: listOf(where),
          asked: {...emptyQuery, filters},
        })
        return rows.map(row => row.cells[0]?.text)
      })
    const own = new Map<Actor, string[]>()
    for (const who of [people.ada, people.bo])
      for (const day of ['2026-05-04', '2026-06-01']) {
        const record = done(await draft(who, {first_day: day, last_day: day}))
        own.set(who, [...(own.get(who) ?? []), await shown(record, 'number')])
      }
    if (breaks) vi.spyOn(BoundValues, 'of').mockImplementation(breaks)
    for (let round = 0; round < 2; round++)
      for (const [who, theirs] of own) {
        expect(await numbers(who, 'person = me')).toEqual(theirs)
        expect(await numbers(who, 'person.id = me.id')).toEqual(theirs)
        expect(await numbers(who, 'first_day >= today()')).toEqual(theirs)
        for (const number of theirs) {
          const is: Filtering = {
            path: ['number'],
            by: {filter: 'range', low: Number(number), high: Number(number)},
          }
          expect(await numbers(who, '', [is])).toEqual([number])
        }
      }
    const [[first, theirs] = []] = own
    if (!first || !theirs) throw new Error('nobody has asked')
    clock.now = Date.parse('2026-05-20T10:00:00Z')
    expect(await numbers(first, 'first_day >= today()')).toEqual(theirs.slice(1))
    expect(await numbers(first, 'created <= now()')).toEqual(theirs)
  }

  test('each person, record and day gets the right rows from one statement', () => eachGetsTheirOwn())

  const broken: Readonly<Record<string, () => typeof bind>> = {
    'is bound to the first person who asked': () => {
      let first: Environment['me'] = null
      return (parameters, environment) => {
        first ??= environment.me
        return bind(parameters, {...environment, me: environment.me && first})
      }
    },
    'is bound to the values of the request that compiled it': () => {
      const known = new Map<unknown, BoundValues | null>()
      return (parameters, environment) => {
        const values = known.get(parameters) ?? bind(parameters, environment)
        known.set(parameters, values)
        return values
      }
    },
    'is bound to the day of the first request': () => {
      let first: Environment | null = null
      return (parameters, environment) => {
        first ??= environment
        const {now, today = null} = first
        return bind(parameters, {...environment, now, ...(today && {today})})
      }
    },
  }

  test.each(Object.entries(broken))('a statement that %s would be noticed', async (_, breaks) => {
    await expect(eachGetsTheirOwn(breaks())).rejects.toThrow(/to deeply equal/)
  })
})
