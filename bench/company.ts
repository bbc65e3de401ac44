/**
 * A company of any size: the demonstration of the time-off planner, imported by Nonet itself, then copied inside the
 * database, each person with everything about them. The same demonstration always becomes the same company.
 *
 *     node bench/company.ts --people 5000 --requests 100000 --database postgres://… [--dist DIST]
 *
 * The people of the demonstration keep their teams, so their own pages have the same content in a company of any size.
 */
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {parseArgs} from 'node:util'
import {type RawBuilder, sql} from 'kysely'
import {openStore} from '../src/store/open.ts'
import {readApplied} from '../src/store/plan/applied.ts'
import type {Table, TableColumn} from '../src/store/schema.ts'
import type {DatabaseName, Db} from '../src/store/sql.ts'
import type {Store} from '../src/store/store.ts'

export interface CompanySize {
  readonly people: number
  readonly requests: number
}

/** What belongs to a person or a team; everything else, such as kinds of leave and public holidays, is shared. */
const copied = [
  'team',
  'user',
  'request',
  'remark',
  'allowance',
  'correction',
  'overtime',
  'time_account',
  'pattern',
  'deputy',
  'absence',
  'payroll_line',
]
const finished = ['taken', 'rejected', 'cancelled', 'withdrawn']
/** Weeks between a request and its copies from earlier years, which is longer than the demonstration's past. */
const weeksApart = 104
/** Four hexadecimal digits, so there are at most 61,439 copies. */
const firstCopy = 4096

/** Fills an address with the demonstration: Nonet creates the tables and the records. */
export async function makeDemonstration(address: string, dist = 'dist'): Promise<void> {
  const args = [resolve(dist, 'nonet.js'), 'run', 'apps/time-off', '--demo', '--db', address, '--port', '0']
  const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'inherit']})
  const exit = once(child, 'exit')
  let isReady = false
  for await (const chunk of child.stdout) {
    isReady = String(chunk).includes('listening on')
    if (isReady) break
  }
  if (isReady) await dueWorkOf(address)
  child.kill('SIGTERM')
  await exit
  if (!isReady) throw new Error('The planner did not start.')
}

/** Until the planner has done what is due, such as giving allowances: nothing has a new history for some seconds. */
async function dueWorkOf(address: string): Promise<void> {
  const store = await openStore(address)
  try {
    for (let [had, calm] = [-1, 0]; calm < 4; calm++) {
      await new Promise(done => setTimeout(done, 1000))
      const has = await store.read(db => countOf(db, 'nonet_history'))
      if (has !== had) [had, calm] = [has, 0]
    }
  } finally {
    await store.close()
  }
}

/** Copies people until there are as many as wanted, and finished requests of earlier years, too. */
export async function growCompany(address: string, size: CompanySize): Promise<void> {
  const store = await openStore(address)
  try {
    await store.transaction(db => grow(db, store.database, size))
    await refreshStatistics(store)
  } finally {
    await store.close()
  }
}

async function grow(db: Db, database: DatabaseName, {people, requests}: CompanySize): Promise<void> {
  const {schema} = await readApplied(db, database)
  const tables = copied.flatMap(name => schema.tables.filter(table => table.name === name))
  await (database === 'sqlite' ? sql`pragma defer_foreign_keys = on` : sql`set constraints all deferred`).execute(db)
  const copies = Math.max(0, Math.ceil(people / (await countOf(db, 'user'))) - 1)
  await sql`create temporary table bench_copy as with recursive n (k) as
    (select 0 union all select k + 1 from n where k < ${sql.lit(copies)}) select k from n`.execute(db)
  for (const table of tables) await copyRows(db, database, {table, copies, layer: 0, most: null})
  for (const table of ['nonet_state', 'nonet_acted', 'nonet_history', 'nonet_search'])
    await copyNotes(db, database, table)
  for (const table of tables.filter(({name}) => name === 'request'))
    await addEarlier(db, database, {table, copies, requests})
  for (const {counters, name: table} of tables)
    for (const {name, column} of counters)
      await sql`update nonet_counter set next = (select max(${sql.ref(column)}) + 1 from ${sql.ref(table)})
        where name = ${name}`.execute(db)
  await sql`drop table bench_copy`.execute(db)
}

interface EarlierRequests {
  readonly table: Table
  readonly copies: number
  readonly requests: number
}

/** Requests of earlier years, all of them finished, until there are as many as wanted. */
async function addEarlier(db: Db, database: DatabaseName, {table, copies, requests}: EarlierRequests): Promise<void> {
  let had = await countOf(db, 'request')
  for (let layer = 1; had < requests; layer++) {
    await copyRows(db, database, {table, copies, layer, most: requests - had})
    const has = await countOf(db, 'request')
    if (has === had) return
    had = has
  }
}

interface RowCopies {
  readonly table: Table
  readonly copies: number
  /** 0: for the copies of people. Others: the same requests again, some years earlier. */
  readonly layer: number
  readonly most: number | null
}

async function copyRows(db: Db, database: DatabaseName, asked: RowCopies): Promise<void> {
  const {table, layer, most} = asked
  const values = table.columns.map(column => copiedValue(database, column, asked))
  const which = layer === 0 ? sql`c.k > 0` : sql`r.status in (${sql.join(finished)})`
  const limit = most === null ? sql`` : sql`order by r.id, c.k limit ${sql.lit(most)}`
  await sql`insert into ${sql.ref(table.name)} (${sql.join(table.columns.map(({name}) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.ref(table.name)} r, bench_copy c
    where ${which} and ${isOfDemonstration('r.id')} ${limit}`.execute(db)
}

function copiedValue(
  database: DatabaseName,
  column: TableColumn,
  {table, copies, layer}: RowCopies,
): RawBuilder<unknown> {
  const {name, holds} = column
  const own = sql.ref(`r.${name}`)
  const copy = sql`(c.k + ${sql.lit(layer * (copies + 1))})`
  const target = table.foreignKeys.find(key => key.column === name)?.table
  const isAlone = table.indexes.some(({unique, columns}) => unique && columns.length === 1 && columns[0]?.name === name)
  if (name === 'id') return copyOf(database, own, copy)
  if (target !== undefined && copied.includes(target))
    return sql`case when ${own} is null or c.k = 0 then ${own} else ${copyOf(database, own, sql`c.k`)} end`
  if (table.counters.some(counter => counter.column === name)) return sql`${own} + ${copy} * 10000`
  if (layer > 0 && holds.as === 'date') return daysBefore(database, own, layer * weeksApart * 7)
  if (table.name === 'user' && name === 'roles')
    return database === 'sqlite' ? sql`'["Employee"]'` : sql`'["Employee"]'::jsonb`
  if (name === 'email') return sql`c.k || '.' || ${own}`
  return isAlone || (table.name === 'user' && name === 'name') ? sql`${own} || ' ' || c.k` : own
}

const daysBefore = (database: DatabaseName, date: RawBuilder<unknown>, days: number): RawBuilder<unknown> =>
  database === 'sqlite' ? sql`date(${date}, ${sql.lit(`-${days} days`)})` : sql`${date} - ${sql.lit(days)}::integer`

/** What an import makes has an id that begins with the time; the ids of copies begin with their number instead. */
const copyOf = (database: DatabaseName, id: RawBuilder<unknown>, copy: RawBuilder<unknown>): RawBuilder<unknown> =>
  database === 'sqlite'
    ? sql`printf('%04x', ${copy} + ${sql.lit(firstCopy)}) || substr(${id}, 5)`
    : sql`(to_hex(${copy} + ${sql.lit(firstCopy)}) || substr(${id}::text, 5))::uuid`

const isOfDemonstration = (id: string): RawBuilder<unknown> =>
  sql`${sql.ref(id)} < ${sql.lit(`${firstCopy.toString(16)}0000-0000-0000-0000-000000000000`)}`

/** Histories, times of states and words of a search, which name a record by its entity and its id. */
async function copyNotes(db: Db, database: DatabaseName, table: string): Promise<void> {
  const {rows} = await sql<Record<string, unknown>>`select * from ${sql.ref(table)} limit 1`.execute(db)
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const values = columns.map(name => {
    const own = sql.ref(`r.${name}`)
    const isId = name === 'id' || name === 'record' || name === 'person'
    // A history has ids of records that may be of an earlier document, so they are texts.
    const copy = copyOf(database, own, sql`c.k`)
    return isId ? sql`case when ${own} is null then null else ${copy} end` : own
  })
  const those = sql.join(
    ['user', 'request', 'allowance'].map(name => sql`select cast(id as text) from ${sql.ref(name)}`),
    sql` union all `,
  )
  await sql`insert into ${sql.ref(table)} (${sql.join(columns.map(name => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.ref(table)} r, bench_copy c
    where c.k > 0 and cast(r.record as text) in (${those}) and ${isOfDemonstration('r.record')}`.execute(db)
}

async function countOf(db: Db, table: string): Promise<number> {
  const {rows} = await sql<{n: unknown}>`select count(*) as n from ${sql.ref(table)}`.execute(db)
  return Number(rows[0]?.n)
}

async function refreshStatistics(store: Store): Promise<void> {
  await store.exclusive(db => sql`analyze`.execute(db).then(() => undefined))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const {values} = parseArgs({
    options: {
      people: {type: 'string', default: '5000'},
      requests: {type: 'string', default: '100000'},
      database: {type: 'string'},
      dist: {type: 'string', default: 'dist'},
    },
  })
  if (!values.database) throw new Error('Say where: --database sqlite:FILE, or --database postgres://…')
  const began = Date.now()
  await makeDemonstration(values.database, values.dist)
  const imported = Date.now()
  await growCompany(values.database, {people: Number(values.people), requests: Number(values.requests)})
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(`The demonstration took ${seconds(imported - began)} s, the rest ${seconds(Date.now() - imported)} s.`)
}
