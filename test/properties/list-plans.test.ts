/**
 * No statement of a list reads a whole table: checked in the query plans of the databases, on fifty thousand records.
 */

import {CompiledQuery} from 'kysely'
import {describe, expect, test} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {readListQuery} from '../../src/engine/lists/list-address.ts'
import {Permissions} from '../../src/engine/permissions/visibility.ts'
import type {ListDefinition, ListQuery} from '../../src/engine/query/list-query.ts'
import {Loaders} from '../../src/engine/query/loaders.ts'
import {localeOf} from '../../src/engine/query/lookup.ts'
import type {QueryContext} from '../../src/engine/query/select.ts'
import {Statements} from '../../src/engine/query/statement.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import {type Actor, type Grants, requestTimeAt} from '../../src/screens/testing.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {DatabaseName, Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {agent, all, desk, fill, idOf, lead, manager, observer, people, queue, wishes} from '../engine/list-desk.ts'
import {now} from '../engine/list-world.ts'
import {onServer} from '../kit/postgres-template.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {watched} from '../kit/watched.ts'

const records = 50_000
/** The records that one step of a statement may read: counting stops at 1,000, and each range of an order at a page. */
const most = 6000

const actor: Actor = {kind: 'person', id: idOf(2, 7), name: 'Name7', roles: []}
const moment = requestTimeAt(now, desk.limits.settings)
const tables = sqlTables(desk.entities)

interface Case {
  readonly name: string
  readonly screen?: ListDefinition
  readonly query?: string
  readonly grants?: Grants
  readonly deep?: boolean
}

const cases: readonly Case[] = [
  {name: 'the first page'},
  {name: 'a page far behind', deep: true},
  {name: 'one state', query: 'status=open'},
  {name: 'two states, far behind', query: 'status=open,waiting', deep: true},
  {name: 'a person', query: `assignee=${idOf(2, 7)}`},
  {name: 'a team', query: `requester.team=${idOf(1, 3)}`},
  {name: 'some days', query: 'starts=2026-03-01..2026-03-31'},
  {name: 'another order, empty last', query: 'sort=-due'},
  {name: 'another order, far behind', query: 'sort=due', deep: true},
  {name: 'another order and a state', query: 'sort=price&status=open'},
  {name: 'two keys, one of them a choice', screen: queue},
  {name: 'two keys, far behind', screen: queue, deep: true},
  {name: 'two keys and a person', screen: queue, query: `assignee=${idOf(2, 7)}`},
  {name: 'the name of a person', query: 'sort=requester'},
  {name: 'the name of a person, far behind', query: 'sort=-requester', deep: true},
  {name: 'a name that may be missing, far behind', query: 'sort=assignee', deep: true},
  {name: 'the name of a person, and a state', query: 'sort=requester&status=open'},
  {name: 'the name of a person, in what an agent may see', query: 'sort=requester', grants: agent},
  {name: 'the name of a person and a day, far behind', screen: people, deep: true},
  {name: 'the name of a person and a common word', query: 'sort=requester&q=topic1'},
  {name: 'a rare word', query: 'q=case0007777'},
  {name: 'a common word', query: 'q=topic1'},
  {name: 'a common word, far behind', query: 'q=topic1', deep: true},
  {name: 'a common word and a state', query: 'q=topic&status=new'},
  {name: 'a common word and a person', query: `q=topic1&assignee=${idOf(2, 44)}`},
  {name: 'a name', query: 'q=name7'},
  {name: 'a name that is visible on some records', query: 'q=name7', grants: observer},
  {name: 'what an agent may see', grants: agent},
  {name: 'a state of what an agent may see', grants: agent, query: 'status=open'},
  {name: 'what a manager may see', grants: manager},
  {name: 'a state of what a manager may see', grants: manager, query: 'status=open'},
]

describe.each(stores)('the plans of lists on $name', ({name, make}) => {
  async function filled(): Promise<Store> {
    const address = await make()
    const store = await opened(address)
    expect((await prepare(store, desk)).kind).toBe('ready')
    await store.transaction(db => fill(db, name, records))
    expect((await prepare(store, desk, {wishes: () => wishes})).kind).toBe('ready')
    // As the server does automatically after a while.
    if (name === 'postgres') await onServer(address, 'vacuum analyze')
    return store
  }

  async function statements(
    db: Db,
    {screen = all, query = '', grants = lead, deep = false}: Case,
  ): Promise<CompiledQuery[]> {
    const visibility = new Permissions(desk.entities, grants).of(actor)
    const {asked, ignored} = readListQuery(new URLSearchParams(query), {screen, visibility, locale: localeOf(moment)})
    expect(ignored).toEqual([])
    const reading: QueryContext = {
      db,
      database: name,
      tables,
      moment,
      actor,
      statements: new Statements(),
      loaders: new Loaders({keeps: true}),
    }
    let place: ListQuery['place'] = null
    for (let page = 0; deep && page < 20; page++) {
      const {next} = await listPage(reading, visibility, {screen: {...screen, size: 60}, asked: {...asked, place}})
      if (next !== null) place = {side: 'after', cursor: next}
    }
    // Only executed steps count: a plan may contain statements for other numbers of records.
    const {run, ran} = watched(db)
    const {rows} = await listPage({...reading, db: run}, visibility, {screen, asked: {...asked, place}})
    expect(rows.length, query).toBeGreaterThan(0)
    return ran
  }

  test('read few records', async () => {
    const store = await filled()
    await store.read(async db => {
      for (const each of cases)
        for (const statement of await statements(db, each)) {
          const plan = await planOf(db, name, statement)
          const told = [each.name, statement.sql, ...plan].join('\n')
          if (name === 'sqlite') expectLed(plan, told)
          else expectFew(plan, told)
        }
    })
  }, 180_000)
})

/** PostgreSQL's plan of a prepared statement, which does not depend on the values. */
async function planOf(db: Db, database: DatabaseName, {sql: text, parameters}: CompiledQuery): Promise<string[]> {
  const run = (written: string, values: readonly unknown[] = []) =>
    db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(written, [...values]))
  if (database === 'sqlite')
    return (await run(`explain query plan ${text}`, parameters)).rows.map(row => String(row['detail']))
  const given = parameters.length === 0 ? '' : `(${parameters.map(written).join(', ')})`
  await run(`prepare shown as ${text}`)
  const {rows} = await run(`explain (analyze, costs off, timing off) execute shown${given}`)
  await run('deallocate shown')
  return rows.map(row => String(row['QUERY PLAN']))
}

function written(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `array[${value.map(written).join(', ')}]`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** SQLite gives no numbers: every table is read by an index or in the order of one, and only pages are sorted. */
function expectLed(plan: readonly string[], told: string): void {
  for (const line of plan)
    if (/^SCAN (r|s|o|w\d+|x\d+)\b/.test(line)) expect(line, told).toMatch(/USING (COVERING )?INDEX/)
  const sorts = plan.filter(line => line === 'USE TEMP B-TREE FOR ORDER BY')
  const unions = plan.filter(line => line.startsWith('MERGE (UNION)'))
  const records = plan.filter(line => line.startsWith('CORRELATED LIST SUBQUERY'))
  // The ids of the page, the page, the references of one record, and two for each union of a few ids.
  expect(sorts.length, told).toBeLessThanOrEqual(2 + Math.min(1, records.length) + unions.length * 2)
}

/** PostgreSQL reports the rows of each step, and the rows it discarded. */
function expectFew(plan: readonly string[], told: string): void {
  for (const line of plan) {
    const given = /actual rows=([\d.]+) loops=(\d+)/.exec(line)
    expect(Number(given?.[1] ?? 0) * Number(given?.[2] ?? 0), told).toBeLessThanOrEqual(most)
    expect(Number(/Rows Removed by .*: (\d+)/.exec(line)?.[1] ?? 0), told).toBeLessThanOrEqual(most)
  }
}
