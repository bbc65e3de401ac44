/** Counting what a step would touch, with up to three examples of what does not fit. Reads and changes nothing. */
import {type RawBuilder, sql} from 'kysely'
import type {DatabaseName, Db} from './database.ts'
import {checkCondition} from './ddl.ts'
import {findDuplicates} from './duplicates.ts'
import {eachRow, type Row} from './each-row.ts'
import {type Found, mostExamples} from './found.ts'
import {limitTo} from './limit-to.ts'
import type {Probe, ProbedColumn} from './step.ts'

export type Naming = ReadonlyMap<string, readonly string[]>

export async function look(db: Db, database: DatabaseName, probe: Probe, naming: Naming): Promise<Found> {
  const table = sql.table(probe.table)
  if (probe.probe === 'rows') return await counted(db, sql<Row>`select count(*) as n from ${table}`)
  if (probe.probe === 'duplicates') return await findDuplicates(db, database, probe)
  if (probe.probe === 'misfits') return await findMisfits(db, database, probe, naming)
  const condition = conditionOf(probe, database)
  const found = await counted(db, sql<Row>`select count(*) as n from ${table} where ${condition}`)
  const hasExamples = probe.probe === 'empty' || probe.probe === 'unlinked'
  if (!hasExamples || found.count === 0) return found
  const some = sql<Row>`select id from ${table} where ${condition} order by id ${limitTo(mostExamples)}`
  const {rows} = await some.execute(db)
  const names = await namesOf(db, {table: probe.table, ids: rows.map(({id}) => String(id)), naming})
  return {count: found.count, examples: rows.map(({id}) => names.get(String(id)) ?? `record ${id}`)}
}

interface Named {
  readonly table: string
  readonly ids: readonly string[]
  readonly naming: Naming
}

/** Records as people know them, `1003 Dinner with Contoso`; by id where nothing names them. */
export async function namesOf(db: Db, {table, ids, naming}: Named): Promise<ReadonlyMap<string, string>> {
  const columns = naming.get(table) ?? []
  if (columns.length === 0 || ids.length === 0) return new Map()
  const listed = columns.map((column, index) => sql`${sql.ref(column)} as ${sql.ref(`n${index}`)}`)
  const {rows} =
    await sql<Row>`select id, ${sql.join(listed)} from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)
  return new Map(
    rows.map(row => {
      const words = columns.map((_, index) => row[`n${index}`]).filter(word => word !== null && word !== undefined)
      return [String(row.id), shorten(words.join(' ')) || `record ${row.id}`]
    }),
  )
}

async function counted(db: Db, query: RawBuilder<Row>): Promise<Found> {
  const {rows} = await query.execute(db)
  return {count: Number(rows[0]?.n), examples: []}
}

type Conditional = Extract<Probe, {readonly probe: 'filled' | 'empty' | 'word' | 'unlinked'}>

function conditionOf(probe: Conditional, database: DatabaseName): RawBuilder<unknown> {
  if (probe.probe === 'unlinked') return sql`id not in (select owner from ${sql.table(probe.pairs)})`
  if (probe.probe === 'word') return hasWord(probe.column, probe.word, database)
  const empty = isEmpty(probe.column, database)
  return probe.probe === 'empty' ? empty : sql`not (${empty})`
}

/** No words at all are as good as nothing. */
function isEmpty({name, holds}: ProbedColumn, database: DatabaseName): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (holds.as !== 'words') return sql`${column} is null`
  const none = database === 'postgres' ? sql`'[]'::jsonb` : sql`'[]'`
  return sql`(${column} is null or ${column} = ${none})`
}

function hasWord({name, holds}: ProbedColumn, word: string, database: DatabaseName): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (holds.as !== 'words') return sql`${column} = ${word}`
  if (database === 'postgres') return sql`${column} @> cast(${JSON.stringify([word])} as jsonb)`
  return sql`exists (select 1 from json_each(${column}) where value = ${word})`
}

/** Equal values are judged once. */
async function findMisfits(
  db: Db,
  database: DatabaseName,
  probe: Probe & {probe: 'misfits'},
  naming: Naming,
): Promise<Found> {
  const column = sql.ref(probe.column.name)
  const id = database === 'postgres' ? sql`min(id::text)` : sql`min(id)`
  const values = sql<Row>`select ${column} as value, count(*) as n, ${id} as id from ${sql.table(probe.table)}
    where ${column} is not null ${outside(probe, database)} group by ${column}`
  const found: {id: string; shown: string}[] = []
  let count = 0
  for await (const rows of eachRow(db, database, values)) {
    for (const {value, n, id} of rows) {
      const rewritten = probe.rewrite(value, database)
      if (rewritten.ok) continue
      count += Number(n)
      if (found.length < mostExamples) found.push({id: String(id), shown: shorten(rewritten.shown)})
    }
  }
  const names = await namesOf(db, {table: probe.table, ids: found.map(({id}) => id), naming})
  return {count, examples: found.map(({id, shown}) => `"${shown}" in ${names.get(id) ?? `record ${id}`}`)}
}

function outside({unless, column}: Probe & {probe: 'misfits'}, database: DatabaseName): RawBuilder<unknown> {
  const condition = unless === null ? null : checkCondition({...unless, column: column.name}, database)
  return condition === null ? sql`` : sql`and not (${sql.raw(condition)})`
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('')
}
