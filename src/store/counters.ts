/**
 * Numbers for `serial` fields, each given once. On PostgreSQL a sequence gives them, because transactions that wait
 * for one row of a counter would collide all the time; on SQLite, where one writes at a time, a row is enough.
 */
import {sql} from 'kysely'
import {createSequence, quoted} from './ddl.ts'
import type {Counter, Schema} from './schema.ts'
import {type DatabaseName, type Db, queryRows} from './sql.ts'

/** Inside the transaction that uses it. What is rolled back may leave a gap on PostgreSQL; nothing is given twice. */
export async function nextNumber(db: Db, database: DatabaseName, {name}: Pick<Counter, 'name'>): Promise<number> {
  const [next] = await nextNumbers({db, database}, {name}, 1)
  if (next === undefined) throw new Error(`There is no counter ${name}.`)
  return next
}

/** Growing ones; none where there is no such counter. */
export async function nextNumbers(
  {db, database}: Side,
  {name}: Pick<Counter, 'name'>,
  count: number,
): Promise<number[]> {
  if (database === 'postgres') {
    const rows = await queryRows(db)`select nextval(${quoted(name)}) from generate_series(1, ${count}::int)`
    return rows.map(([n]) => Number(n))
  }
  const rows = await queryRows(db)`update nonet_counter set next = next + ${count} where name = ${name} returning next`
  return rows.flatMap(([next]) => Array.from({length: count}, (_, at) => Number(next) - count + at))
}

interface Side {
  readonly db: Db
  readonly database: DatabaseName
}

export async function copyCounters(from: Side, to: Side, {tables}: Schema): Promise<void> {
  for (const table of tables)
    for (const counter of table.counters)
      await writeNext(to, table.name, {...counter, next: await readNext(from, counter)})
}

async function readNext({db, database}: Side, {name}: Counter): Promise<number> {
  const query =
    database === 'postgres'
      ? sql<{
          n: unknown
        }>`select case when is_called then last_value + 1 else last_value end as n from ${sql.table(name)}`
      : sql<{n: unknown}>`select next as n from nonet_counter where name = ${name}`
  const {rows} = await query.execute(db)
  return Number(rows[0]?.n)
}

type Reached = Counter & {readonly next: number}

async function writeNext({db, database}: Side, table: string, {name, column, from, next}: Reached): Promise<void> {
  if (database === 'sqlite') {
    await sql`insert into nonet_counter (name, next) values (${name}, ${next})`.execute(db)
    return
  }
  await sql.raw(createSequence(table, {name, column, from})).execute(db)
  await sql`select setval(${quoted(name)}, ${next}, false)`.execute(db)
}
