/**
 * Lists in the order of other records: by name, with duplicate and empty names, through one or several references.
 * Scanned and collected pages equal sorting in memory, and names may change while a person pages through.
 */

import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {referenceOrder} from '../../src/engine/lists/reference-order.ts'
import {sortKeys} from '../../src/engine/lists/sort-keys.ts'
import {Permissions} from '../../src/engine/permissions/visibility.ts'
import {emptyQuery, type ListDefinition, type ListQuery, type Sorting} from '../../src/engine/query/list-query.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import {grantsBy, noGrants, operator} from '../../src/screens/testing.ts'
import type {Granted} from '../kit/naive-visibility.ts'
import {coreOf} from '../kit/naive-world.ts'
import {stores} from '../kit/store-databases.ts'
import {compare, everyone} from './list-compare.ts'
import {type Place, worldPlace} from './list-place.ts'
import {maybe, pick, type Random, randomFrom, randomRecords, world} from './list-world.ts'

const searched = {Ticket: ['subject'], User: ['name']}
const others =
  'owner helper parent owner.team helper.team owner.nick helper.manager parent.owner called parent.due'.split(' ')
const further = 'level mood starts due price done sure score owner helper number'.split(' ')
const everything: Granted = new Map(
  ['Ticket', 'User', 'Team', 'Tag'].map(name => [name, [{where: null, fields: null}]]),
)

const by = (random: Random, names: readonly string[]): Sorting => ({
  path: pick(random, names).split('.'),
  descending: maybe(random),
})

function randomScreen(random: Random, place: Place): ListDefinition {
  const more = Array.from({length: Math.floor(random() * 3)}, () => by(random, further))
  return {
    entity: 'Ticket',
    where: maybe(random, 0.7)
      ? null
      : coreOf(place.specification, 'Ticket', pick(random, ['done', 'owner.team = me.team'])),
    columns: [['subject'], ['owner'], ['helper']],
    sort: [by(random, others), ...more],
    filters: [['level']],
    search: [['subject'], ['owner', 'name']],
    groupBy: null,
    size: pick(random, [4, 7, 50]),
  }
}

const asked = (random: Random): ListQuery => ({
  ...emptyQuery,
  filters: maybe(random, 0.8) ? [] : [{path: ['level'], by: {filter: 'choice', words: ['high', 'low'], none: false}}],
  search: maybe(random, 0.7) ? '' : pick(random, ['a', 'e', 's', 'str', 'ada e']),
})

test('each of these orders starts with an index of the other records', () => {
  const {entities} = world()
  const tables = sqlTables(entities)
  const visibility = new Permissions(entities, grantsBy(noGrants)).of(operator)
  const led = others.filter(name => {
    const sort = [{path: name.split('.'), descending: false}]
    return referenceOrder(sortKeys(visibility, tables, {entity: 'Ticket', sort}), tables) !== null
  })
  expect(led).toEqual(others)
})

describe.each(stores)('in the order of other records on $name', ({make}) => {
  const filled = async (seed: number, tickets: number) => {
    const place = await worldPlace(make)
    const records = randomRecords(randomFrom(seed), tickets)
    await place.fill(records, searched)
    return {place, records}
  }

  test('pages equal sorting in memory, in both directions', async () => {
    const random = randomFrom(11)
    const {place, records} = await filled(11, 30)
    for (let round = 0; round < 24; round++) {
      const screen = randomScreen(random, place)
      const me = pick(random, everyone(records))
      const stop = pick(random, [0, 0, 3, 1000])
      await compare({place, records, granted: everything, me, screen, asked: asked(random), stop})
    }
  })

  test.each([0, 1000])('records are neither skipped nor repeated while other names change (%i)', async stop => {
    const {place, records} = await filled(3, 40)
    const screen: ListDefinition = {
      ...randomScreen(randomFrom(3), place),
      where: null,
      sort: [{path: ['owner'], descending: false}],
      size: 4,
    }
    const page = (at: ListQuery['place']) =>
      place.ask(operator, noGrants, (reading, visibility) =>
        listPage(reading, visibility, {screen, asked: {...emptyQuery, place: at}, stop}),
      )
    const before = await place.ask(operator, noGrants, (reading, visibility) =>
      listPage(reading, visibility, {screen: {...screen, size: 50}, asked: emptyQuery}),
    )
    const ownerOf = new Map(records.map(({id, values}) => [id, String(values.owner)]))
    const moved = new Set<string>()
    const seen: string[] = []
    let last = await page(null)
    for (let turn = 0; ; turn++) {
      seen.push(...last.rows.map(({id}) => id))
      if (last.next === null) break
      // First the record of the cursor itself, then one that is ahead or behind, up and down in turn.
      const owner = turn % 2 === 0 ? ownerOf.get(last.rows.at(-1)?.id ?? '') : everyone(records)[turn]
      if (owner !== undefined && moved.size < 3 && !moved.has(owner)) {
        moved.add(owner)
        const name = turn % 4 < 2 ? `Zz ${turn}` : `Aa ${turn}`
        await place.store.transaction(db => sql`update "user" set name = ${name} where id = ${owner}`.execute(db))
      }
      last = await page({side: 'after', cursor: last.next})
    }
    const stayed = (id: string) => !moved.has(ownerOf.get(id) ?? '')
    expect(moved.size).toBe(3)
    expect(seen.filter(stayed)).toEqual(before.rows.map(({id}) => id).filter(stayed))
    expect(seen.filter(stayed).length).toBeGreaterThan(10)
  })
})
