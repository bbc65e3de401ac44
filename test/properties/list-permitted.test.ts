/**
 * Lists equal the evaluation of every grant on every record: lists, filters, orders, searches, counts and names, page
 * by page in both directions, collected and scanned.
 */

import {describe, test} from 'vitest'
import {
  emptyQuery,
  type Filtering,
  type ListDefinition,
  type ListQuery,
  type Path,
  type Sorting,
} from '../../src/engine/query/list-query.ts'
import {CalendarDate} from '../../src/feel/calendar.ts'
import type {Grant} from '../../src/screens/testing.ts'
import {compare, everyone} from '../engine/list-compare.ts'
import {worldPlace} from '../engine/list-place.ts'
import {maybe, pick, type Random, randomFrom, randomGrants, randomRecords, type world} from '../engine/list-world.ts'
import type {Granted} from '../kit/naive-visibility.ts'
import {conditionOf, coreOf, type TestRecord} from '../kit/naive-world.ts'
import {casesOn, stores} from '../kit/store-databases.ts'

const searched = {Ticket: ['subject', 'body'], User: ['name', 'nick'], Team: ['name']}
const sortable =
  'subject body level mood owner helper parent starts due made price done sure score number late owner.team owner.name helper.manager.nick parent.owner id colours'.split(
    ' ',
  )
const plain = 'level mood starts due done sure price number'.split(' ')
const columns =
  'subject owner helper parent parent.owner owner.team owner.team.name level mood due made price score late colours'.split(
    ' ',
  )
const wheres = [
  'done',
  'level in ("high", "low")',
  'level = "normal"',
  'owner = me',
  'owner.team = me.team',
  'score > 0',
  'level != "high"',
  'mood != "good"',
  'not(mood in ("good"))',
  'due > date("2026-02-01")',
  'due in [date("2026-02-01")..date("2026-12-31")]',
]

/** Conditions of the document: of the record alone, and through other records. */
const conditions = [
  ...wheres,
  'helper.manager.name != null',
  'owner.nick = null',
  'parent.owner = me',
  'count(tags) > 0',
  'count(Ticket[owner = this.owner]) > 1',
  'count(Ticket[level = "high" and owner.team = me.team]) > 1',
]

const pathOf = (text: string): Path => text.split('.')

function randomScreen(random: Random, specification: ReturnType<typeof world>): ListDefinition {
  return {
    entity: 'Ticket',
    where: maybe(random, 0.6) ? null : coreOf(specification, 'Ticket', pick(random, wheres)),
    columns: columns.map(pathOf),
    sort: randomSort(random),
    filters: ['level', 'mood', 'owner', 'done'].map(pathOf),
    search: ['subject', 'body', 'owner.name', 'owner.team.name', 'helper.nick']
      .filter(() => maybe(random, 0.6))
      .map(pathOf),
    groupBy: null,
    size: pick(random, [50, 50, 50, 5, 3]),
  }
}

const randomSort = (random: Random): Sorting[] =>
  Array.from({length: Math.floor(random() * 4)}, () => ({
    path: pathOf(pick(random, maybe(random) ? plain : sortable)),
    descending: maybe(random),
  }))

function filters(random: Random, records: readonly TestRecord[]): Filtering[] {
  const ids = (entity: string) => records.filter(each => each.entity === entity && maybe(random, 0.4)).map(({id}) => id)
  const words: Filtering[] = [true, false].flatMap((none): Filtering[] => [
    {path: ['level'], by: {filter: 'choice', words: ['high', 'low'], none}},
    {path: ['mood'], by: {filter: 'choice', words: none ? [] : ['good'], none}},
    {path: ['colours'], by: {filter: 'choice', words: ['red', 'blue'], none}},
    {path: ['helper'], by: {filter: 'record', ids: ids('User'), none}},
    {path: ['helper', 'team'], by: {filter: 'record', ids: ids('Team'), none}},
    {path: ['parent'], by: {filter: 'empty or not', filled: none}},
    {path: ['done'], by: {filter: 'yes/no', yes: none}},
    {path: ['sure'], by: {filter: 'yes/no', yes: none}},
  ])
  return [
    ...words,
    {path: ['subject'], by: {filter: 'text', text: 'STR'}},
    {path: ['owner'], by: {filter: 'record', ids: ids('User'), none: false}},
    {path: ['owner', 'team'], by: {filter: 'record', ids: ids('Team'), none: false}},
    {path: ['tags'], by: {filter: 'record', ids: ids('Tag'), none: false}},
    {path: ['due'], by: {filter: 'range', low: new CalendarDate(2026, 2, 1), high: new CalendarDate(2026, 12, 31)}},
    {path: ['due'], by: {filter: 'range', low: new CalendarDate(2026, 2, 2), high: null}},
    {path: ['score'], by: {filter: 'range', low: null, high: 1}},
    {path: ['owner', 'nick'], by: {filter: 'text', text: 'n'}},
  ]
}

const randomAsked = (random: Random, records: readonly TestRecord[]): ListQuery => ({
  sort: maybe(random) ? [] : randomSort(random),
  filters: Array.from({length: Math.floor(random() * 3)}, () => pick(random, filters(random, records))),
  search: maybe(random, 0.6)
    ? ''
    : pick(random, ['ec', 'str ec', 'ÅNG', 'fi', 'ada', 'a', 'oneil', 'zurich 4', 'b', 'nack aero']),
  place: null,
})

const rounds = 80

describe.each(stores)('a list on $name', ({name, make}) => {
  test.each(casesOn(name, [1, 2]))('shows exactly the visible records of random grants, world %i', async seed => {
    const random = randomFrom(seed)
    const place = await worldPlace(make)
    const records = randomRecords(random, 30)
    await place.fill(records, searched)
    for (let round = 0; round < rounds; round++) {
      const screen = randomScreen(random, place.specification)
      const granted = randomGrants(random, place.specification)
      const me = pick(random, everyone(records))
      const asked = randomAsked(random, records)
      await compare({place, records, granted, me, screen, asked, stop: pick(random, [1000, 0, 3])})
    }
  })

  test('reads in conditions of the document only what the person may see', async () => {
    const random = randomFrom(3)
    const place = await worldPlace(make)
    const records = randomRecords(random, 30)
    await place.fill(records, searched)
    for (const text of conditions)
      for (let round = 0; round < (name === 'sqlite' ? 16 : 4); round++) {
        const condition = conditionOf(place.specification, 'Ticket', text)
        const screen = {
          ...randomScreen(random, place.specification),
          where: null,
          condition,
          columns: [['subject']],
          size: 50,
        }
        const granted = randomGrants(random, place.specification)
        await compare({
          place,
          records,
          granted,
          me: pick(random, everyone(records)),
          screen,
          asked: emptyQuery,
          stop: 1000,
        })
      }
  })

  test('filters by no field that is hidden on the record', async () => {
    const random = randomFrom(5)
    const place = await worldPlace(make)
    const records = randomRecords(random, 30)
    await place.fill(records, searched)
    const partly = (entity: string, text: string, always: string): Grant[] => [
      {where: coreOf(place.specification, entity, text), fields: null},
      {where: null, fields: new Set([always])},
    ]
    const granted: Granted = new Map([
      ['Ticket', partly('Ticket', 'level = "high"', 'price')],
      ['User', partly('User', 'nick != null', 'name')],
      ['Team', partly('Team', 'name != "B"', 'updated')],
      ['Tag', [{where: coreOf(place.specification, 'Tag', 'not(secret)'), fields: null}]],
    ])
    const screen = {...randomScreen(random, place.specification), where: null, size: 50}
    const [me = ''] = everyone(records)
    for (const filter of filters(random, records))
      for (const stop of [1000, 0])
        await compare({place, records, granted, me, screen, asked: {...emptyQuery, filters: [filter]}, stop})
  })
})
