/** Figures equal the sum of the visible records, on both databases. */

import {describe, expect, test} from 'vitest'
import {type Figure, figure} from '../../src/engine/lists/figures.ts'
import type {Path} from '../../src/engine/query/list-query.ts'
import {type CalendarDate, DateTime, inZone} from '../../src/feel/calendar.ts'
import {add, type Num} from '../../src/feel/decimal.ts'
import {formatValue} from '../../src/feel/format.ts'
import {isNum, isReference, type Value} from '../../src/feel/value.ts'
import {type Grants, operator} from '../../src/screens/testing.ts'
import {engineOf} from '../kit/engine.ts'
import {conditionOf, NaiveWorld} from '../kit/naive-world.ts'
import {sqlite, stores} from '../kit/store-databases.ts'
import {watched} from '../kit/watched.ts'
import {worldPlace} from './list-place.ts'
import {maybe, NaiveList, now, pick, type Random, randomFrom, randomGrants, randomRecords} from './list-world.ts'

const keys = 'level mood owner owner.team helper.team starts due done late number parent'.split(' ')
const dates = ['starts', 'due', 'made']
const periods = ['week', 'month', 'quarter', 'year'] as const

function randomBy(random: Random): Figure['by'] {
  if (maybe(random, 0.1)) return null
  if (maybe(random, 0.4)) return {path: [pick(random, dates)], period: pick(random, periods)}
  return {path: pick(random, keys).split('.'), period: null}
}

/** Groups that are records are ordered by size. */
const isOfRecords = (path: Path) => ['owner', 'owner.team', 'helper.team', 'parent'].includes(path.join('.'))

const pad = (n: number) => String(n).padStart(2, '0')

function keyText(value: Value, period: (typeof periods)[number] | null): string {
  if (value === null) return ''
  if (isReference(value)) return value.id
  if (period === null) return formatValue(value)
  const date = value instanceof DateTime ? (inZone(value, 'Europe/Paris')?.date ?? value.date) : (value as CalendarDate)
  if (period === 'year') return String(date.year)
  if (period === 'month') return `${date.year}-${pad(date.month)}-01`
  if (period === 'quarter') return `${date.year}-${pad(date.month - ((date.month - 1) % 3))}-01`
  const day = new Date(Date.UTC(date.year, date.month - 1, date.day))
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

describe.each(stores)('figures on $name', ({make}) => {
  test('are those of the visible records', async () => {
    const random = randomFrom(11)
    const place = await worldPlace(make)
    const records = randomRecords(random, 40)
    await place.fill(records, {})
    const people = records.filter(({entity}) => entity === 'User').map(({id}) => id)
    for (let round = 0; round < 80; round++) {
      const granted = randomGrants(random, place.specification)
      const me = pick(random, people)
      const naive = new NaiveList(new NaiveWorld(place.specification, records, now), granted, me)
      const said = maybe(random) ? null : pick(random, ['done', 'level = "high"', 'owner = me'])
      const where = said === null ? null : conditionOf(place.specification, 'Ticket', said)
      const sum: Path | null = maybe(random) ? null : [pick(random, ['price', 'number', 'score'])]
      const asked: Figure = {entity: 'Ticket', where, sum, by: randomBy(random)}
      const told = JSON.stringify({
        round,
        asked,
        granted: [...granted].map(([name, grants]) => [
          name,
          grants.map(({where, fields}) => [where, fields && [...fields]]),
        ]),
      })
      const expected = new Map<string, Num>()
      if (asked.by === null) expected.set('', 0)
      const screen = {
        entity: 'Ticket',
        where: where?.core ?? null,
        columns: [],
        sort: [],
        filters: [],
        search: [],
        groupBy: null,
        size: 10,
      }
      for (const record of naive.list(screen, {sort: [], filters: [], search: '', place: null})) {
        // A record with a hidden field does not match, so that nothing is revealed.
        if (said !== null && !naive.seesField(record, said.split(' ')[0] ?? '')) continue
        const key = asked.by === null ? '' : keyText(naive.at(record, asked.by.path) ?? null, asked.by.period)
        const value = sum === null ? 1 : (naive.at(record, sum) ?? 0)
        expected.set(key, add(expected.get(key) ?? 0, isNum(value) ? value : 0) ?? 0)
      }
      const grants: Grants = (_, act, entity) => (act === 'read' ? (granted.get(entity) ?? []) : [])
      const found = await place.ask({kind: 'person', id: me, name: 'Me', roles: []}, grants, (reading, visibility) =>
        figure(reading, visibility, asked),
      )
      const got = found.groups.map(({key, value}) => [String(key.value ?? ''), String(value)] as const)
      const wanted = [...expected].map(([key, value]) => [key, formatValue(value)] as const)
      // Groups hidden from the actor are one group, which exists without records too.
      const some = (groups: readonly (readonly [string, string])[]) =>
        new Map(groups.filter(([key, value]) => asked.by === null || key !== '' || value !== '0'))
      expect(some(got), told).toEqual(some(wanted))
      expect(found.more, told).toBe(false)
      if (asked.by?.period === null && isOfRecords(asked.by.path)) {
        const amounts = got.map(([, value]) => Number(value))
        expect(amounts, told).toEqual(amounts.toSorted((a, b) => b - a))
      }
    }
  })
})

const orders = `# Orders

## 3. Entities

### Customer

| Field | Type | Required |
|---|---|---|
| name | text 2..40 | yes |

### Article

| Field | Type | Required |
|---|---|---|
| name | text 2..40 | yes |
| customer | Customer | yes |

### Order

| Field | Type | Required |
|---|---|---|
| customer | Customer | yes |
| articles | = count(Article[customer = this.customer]) | |
`

test('a sum is computed once for each record in SQLite, also where it is the order', async () => {
  const {engine} = await engineOf({document: orders, address: await sqlite.make(orders)})
  await engine.read(operator, async reader => {
    const {run, ran} = watched(reader.db)
    const asked: Figure = {entity: 'Order', where: null, sum: ['articles'], by: {path: ['customer'], period: null}}
    await figure({...reader, db: run}, reader.visibility, asked)
    const [statement] = ran
    if (!statement) throw new Error('nothing was read')
    const plan = await reader.db.executeQuery<{detail: string}>({
      ...statement,
      sql: `explain query plan ${statement.sql}`,
    })
    expect(plan.rows.filter(({detail}) => detail.startsWith('CORRELATED'))).toHaveLength(1)
  })
})
