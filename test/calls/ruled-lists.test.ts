/**
 * A call whose readers see only their own records, filtered by a choice: one index of the reference and the choice
 * finds its records and their number.
 */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {readListQuery} from '../../src/engine/lists/list-address.ts'
import {boundList, countsAll} from '../../src/engine/lists/list-plan.ts'
import {Permissions} from '../../src/engine/permissions/visibility.ts'
import {plainList} from '../../src/engine/query/list-query.ts'
import {Loaders} from '../../src/engine/query/loaders.ts'
import {localeOf} from '../../src/engine/query/lookup.ts'
import {Statements} from '../../src/engine/query/statement.ts'
import {documentIndexes} from '../../src/engine/required-indexes.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {type Actor, documentGrants, requestTimeAt} from '../../src/screens/testing.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {DatabaseName, Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {document as desk, idOf} from '../engine/list-desk.ts'
import {documentOf} from '../kit/documents.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {watched} from '../kit/watched.ts'

const document = desk
  .replace('| Role | May | On |\n|---|---|---|', '| Role | May | On | Where |\n|---|---|---|---|')
  .replace(
    '| everyone | read | Ticket, User, Team |',
    '| signed in | read | User, Team | |\n| signed in | read | Ticket | requester = me |',
  )
const {specification} = documentOf(document)
const actor: Actor = {kind: 'person', id: idOf(2, 1), name: 'Ada', roles: []}
const moment = requestTimeAt(Date.parse('2026-06-01T12:00:00Z'), specification.limits.settings)
const visibility = new Permissions(specification.entities, documentGrants(specification)).of(actor)
const screen = plainList({
  entity: 'Ticket',
  sort: [{path: ['starts'], descending: true}],
  filters: [['status'], ['priority']],
  size: 10,
})

/** Eight people, who have as many tickets each; one of twenty is open. */
async function fill(db: Db, database: DatabaseName, tickets: number): Promise<void> {
  const lite = database === 'sqlite'
  const id = (kind: number, n: string) =>
    lite
      ? `'0000000${kind}-0000-7000-8000-' || printf('%012x', ${n})`
      : `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const instant = lite ? `'2026-01-01T00:00:00.000Z'` : `timestamptz '2026-01-01T00:00:00Z'`
  const numbers = (most: number) =>
    `with recursive g(n) as (select 0 union all select n + 1 from g where n < ${most - 1})`
  const day = lite ? `date('2024-01-01', (n % 997) || ' days')` : `date '2024-01-01' + n % 997`
  await sql
    .raw(`${numbers(8)} insert into "user" (id, created, updated, version, name, email, roles, active)
      select ${id(2, 'n')}, ${instant}, ${instant}, 1, 'Name' || n, 'u' || n || '@example.com', '[]', ${lite ? 1 : true} from g`)
    .execute(db)
  await sql
    .raw(`${numbers(tickets)} insert into ticket (id, created, updated, version, subject, status, priority, requester, starts)
      select ${id(3, 'n')}, ${instant}, ${instant}, 1, 'Ticket ' || n, case (n / 8) % 20 when 0 then 'open' else 'closed' end,
        'low', ${id(2, 'n % 8')}, ${day} from g`)
    .execute(db)
  await sql.raw('analyze ticket').execute(db)
}

async function filled(address: string, tickets: number): Promise<Store> {
  const store = await opened(address)
  const prepared = await prepare(store, specification, {wishes: () => documentIndexes(specification, kinds)})
  if (prepared.kind !== 'ready') throw new Error(prepared.text)
  await store.transaction(db => fill(db, store.database, tickets))
  return store
}

/** The number of one's own tickets, and how the database has found it. */
function counted(store: Store, query: string): Promise<{readonly count: number; readonly plan: string}> {
  const {asked} = readListQuery(new URLSearchParams(query), {screen, visibility, locale: localeOf(moment)})
  return store.read(async db => {
    const {database} = store
    const {run, ran} = watched(db)
    const tables = sqlTables(specification.entities)
    const reading = {
      db: run,
      database,
      tables,
      moment,
      actor,
      statements: new Statements(),
      loaders: new Loaders({keeps: true}),
    }
    const {plan, values} = boundList(reading, visibility, {screen, asked, stop: countsAll, most: 200})
    const [row] = await plan.count().run(reading, values)
    const [statement] = ran
    if (!statement) throw new Error('Nothing was counted.')
    const how = database === 'sqlite' ? 'explain query plan' : 'explain (analyze, costs off, timing off)'
    const {rows} = await db.executeQuery<Record<string, unknown>>({...statement, sql: `${how} ${statement.sql}`})
    const lines = rows.map(each => String(each['detail'] ?? each['QUERY PLAN']))
    return {count: Number(row?.[0]), plan: lines.join('\n')}
  })
}

describe.each(stores)('on $name, of one’s own tickets', ({make}) => {
  test('those of one state are found by the index of the person and the state', async () => {
    const store = await filled(await make(), 16_000)
    const open = await counted(store, 'status=open')
    expect(open.count).toBe(100)
    expect(open.plan).toContain('ticket_requester_status_starts_id_index')
    // None of the person's other 1,900 tickets is read.
    if (store.database === 'sqlite') expect(open.plan).toContain('(requester=? AND status=?)')
    else expect(open.plan).not.toContain('Rows Removed by Filter')
    const some = await counted(store, 'status=open,new')
    expect(some.count).toBe(100)
    expect(some.plan).toContain('ticket_requester_status_starts_id_index')
    expect((await counted(store, 'priority=low')).count).toBe(2000)
    expect((await counted(store, '')).count).toBe(2000)
  })
})
