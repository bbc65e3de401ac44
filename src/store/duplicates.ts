/** Records that would have the same combination of values where it may occur only once, as they are after the plan. */
import {type RawBuilder, sql} from 'kysely'
import type {DatabaseName, Db} from './database.ts'
import {eachRow, type Row} from './each-row.ts'
import {type Found, mostExamples} from './found.ts'
import {limitTo} from './limit-to.ts'
import type {KeyPart, Probe} from './step.ts'

type ColumnPart = Extract<KeyPart, {readonly kind: 'column'}>

export async function findDuplicates(
  db: Db,
  database: DatabaseName,
  probe: Probe & {probe: 'duplicates'},
): Promise<Found> {
  const columns = probe.parts.filter(part => part.kind === 'column')
  const filled = probe.parts.some(part => part.kind === 'constant' && part.filled)
  if (columns.length === 0) return await allAlike(db, probe.table, filled)
  const values = valuesOf(probe.table, columns, filled)
  const found = columns.every(({rewrite}) => rewrite === null)
    ? equalAsTheyAre(db, values)
    : equalAfterwards(db, database, {columns, values, filled})
  return await found
}

async function allAlike(db: Db, table: string, filled: boolean): Promise<Found> {
  const {rows} = await sql<Row>`select count(*) as n from ${sql.table(table)}`.execute(db)
  const count = Number(rows[0]?.n)
  return {count: filled && count > 1 ? count : 0, examples: []}
}

/** Each combination once, with how often it occurs; where all of it is empty it may occur often. */
function valuesOf(table: string, columns: readonly ColumnPart[], filled: boolean): RawBuilder<Row> {
  const refs = columns.map(({column}) => sql.ref(column))
  const listed = columns.map(({column}, index) => sql`${sql.ref(column)} as ${sql.ref(`v${index}`)}`)
  const some = filled
    ? sql`1 = 1`
    : sql.join(
        refs.map(ref => sql`${ref} is not null`),
        sql` or `,
      )
  return sql<Row>`select ${sql.join(listed)}, count(*) as n from ${sql.table(table)} where ${some} group by ${sql.join(refs)}`
}

async function equalAsTheyAre(db: Db, values: RawBuilder<Row>): Promise<Found> {
  const several = sql`(${values} having count(*) > 1) as several`
  const query = sql<Row>`select *, sum(n) over () as total from ${several} ${limitTo(mostExamples)}`
  const {rows} = await query.execute(db)
  const examples = rows.map(({n, total: _, ...key}) => shown(Object.values(key), Number(n)))
  return {count: Number(rows[0]?.total ?? 0), examples}
}

interface Afterwards {
  readonly columns: readonly ColumnPart[]
  readonly values: RawBuilder<Row>
  readonly filled: boolean
}

/** Values that differ now may be equal once they are converted. */
async function equalAfterwards(db: Db, database: DatabaseName, {columns, values, filled}: Afterwards): Promise<Found> {
  const counts = new Map<string, {key: readonly (string | null)[]; n: number}>()
  for await (const rows of eachRow(db, database, values)) {
    for (const row of rows) {
      const key = columns.map(({rewrite}, index) => afterwards(row[`v${index}`], rewrite, database))
      if (!filled && key.every(part => part === null)) continue
      const text = JSON.stringify(key)
      counts.set(text, {key, n: (counts.get(text)?.n ?? 0) + Number(row.n)})
    }
  }
  const several = [...counts.values()].filter(({n}) => n > 1)
  return {
    count: several.reduce((sum, {n}) => sum + n, 0),
    examples: several.slice(0, mostExamples).map(({key, n}) => shown(key, n)),
  }
}

/** What does not fit is another step's affair. */
function afterwards(value: unknown, rewrite: ColumnPart['rewrite'], database: DatabaseName): string | null {
  if (value === null || value === undefined) return null
  const rewritten = rewrite?.(value, database)
  if (rewritten === undefined) return String(value)
  return rewritten.ok ? (rewritten.stored === null ? null : String(rewritten.stored)) : `unfit ${String(value)}`
}

function shown(key: readonly unknown[], times: number): string {
  return `${key.map(part => (part === null ? 'nothing' : `"${String(part)}"`)).join(', ')} in ${times} records`
}
