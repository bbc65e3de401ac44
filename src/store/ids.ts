/** Ids of records, and the numbers of `serial` fields. */

import {randomFillSync} from 'node:crypto'
import {sql} from 'kysely'
import {createSequence, quoted} from './ddl.ts'
import type {Counter, Schema} from './schema.ts'
import {type DatabaseName, type Db, queryRows} from './sql.ts'

/*
 * Ids of records: UUIDs of version 7. Sorted by creation time, increasing within a process, and with 62 random bits
 * each, so that they cannot be guessed or counted. The same text on both databases.
 */

type NewId = () => string

/** The 12 bits after the milliseconds are a counter, which starts low to leave room. */
const mostInMillisecond = 0xfff

/** Random bytes for one id. */
const perId = 10

export function idMaker(now: () => number = Date.now): NewId {
  const pool = Buffer.alloc(perId * 200)
  let used = pool.length
  let millisecond = 0
  let count = 0
  return () => {
    // Random bytes are requested in bulk, because the call costs more than the bytes.
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.toString('hex', used, used + 8)
    const [high = 0, low = 0] = [pool[used + 8], pool[used + 9]]
    used += perId
    const time = now()
    if (time > millisecond) {
      millisecond = time
      count = (high << 3) | (low & 7)
    } else if (count < mostInMillisecond) count += 1
    else {
      // The counter overflowed or the clock went back: use the next millisecond to stay in order.
      millisecond += 1
      count = 0
    }
    return format(millisecond, count, random)
  }
}

export const newId: NewId = idMaker()

/** `hex`: eight random bytes. */
function format(millisecond: number, count: number, hex: string): string {
  const time = millisecond.toString(16).padStart(12, '0')
  const variant = (8 | (Number.parseInt(hex.charAt(0), 16) & 3)).toString(16)
  const counted = count.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${hex.slice(1, 4)}-${hex.slice(4, 16)}`
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isId = (text: string): boolean => idPattern.test(text)

/*
 * Numbers for `serial` fields, each assigned once. PostgreSQL uses a sequence, because transactions that wait for one
 * counter row would collide constantly; on SQLite, with one writer at a time, a row suffices.
 */

/**
 * In the transaction that uses them, in increasing order; empty if there is no such counter. A rollback may leave a gap
 * on PostgreSQL; no number is assigned twice.
 */
export async function nextOfCounter(
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

/** Numbers that are drawn one after the other; for more, the sequence is locked. */
const mostDrawn = 1000

/**
 * The next numbers are above this one. Between a look at a sequence and `setval`, others draw numbers, which would be
 * assigned twice: numbers are drawn until the sequence is there, and only a long way is taken in one step.
 */
export async function raiseNumbers({db, database}: Side, {name}: Pick<Counter, 'name'>, past: number): Promise<void> {
  if (database === 'sqlite') {
    await sql`update nonet_counter set next = max(next, ${past + 1}) where name = ${name}`.execute(db)
    return
  }
  const missing = past + 1 - (await readNext({db, database}, {name}))
  if (missing <= 0) return
  if (missing <= mostDrawn) {
    await queryRows(
      db,
    )`select max(drawn) from (select nextval(${quoted(name)}) as drawn from generate_series(1, ${missing}::int)) as numbers`
    return
  }
  // Changes nothing, but from here on others wait for the end of this transaction before they draw.
  await sql`alter sequence ${sql.table(name)} no cycle`.execute(db)
  if ((await readNext({db, database}, {name})) <= past)
    await sql`alter sequence ${sql.table(name)} restart with ${sql.raw(String(past + 1))}`.execute(db)
}

/**
 * For a rehearsal, which is rolled back: the numbers that would be next, without taking them from a sequence, which has
 * no way back.
 */
export class ProvisionalNumbers {
  readonly #next = new Map<string, number>()

  async take(side: Side, counter: Pick<Counter, 'name'>, count: number): Promise<number[]> {
    const first = await this.#nextOf(side, counter)
    this.#next.set(counter.name, first + count)
    return Array.from({length: count}, (_, at) => first + at)
  }

  async raise(side: Side, counter: Pick<Counter, 'name'>, past: number): Promise<void> {
    this.#next.set(counter.name, Math.max(past + 1, await this.#nextOf(side, counter)))
  }

  async #nextOf(side: Side, counter: Pick<Counter, 'name'>): Promise<number> {
    return this.#next.get(counter.name) ?? (await readNext(side, counter))
  }
}

export async function copyCounters(from: Side, to: Side, {tables}: Schema): Promise<void> {
  for (const table of tables)
    for (const counter of table.counters)
      await writeNext(to, table.name, {...counter, next: await readNext(from, counter)})
}

async function readNext({db, database}: Side, {name}: Pick<Counter, 'name'>): Promise<number> {
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
