/** The document that was applied last, as stored in the database: its schema, its text, and the digest of the text. */
import {createHash} from 'node:crypto'
import {sql} from 'kysely'
import type {Source} from '../../document/raw.ts'
import {emptySchema, type Schema} from '../schema.ts'
import type {DatabaseName, Db} from '../sql.ts'
import {StoreError} from '../store-error.ts'

export interface Applied {
  /** 0 if none was applied yet. */
  readonly number: number
  readonly digest: string
  readonly schema: Schema
  /** Unique per row: shows whether anything was applied since. */
  readonly print: string
}

export interface SourceText {
  readonly digest: string
  /** As JSON: name and text of each file. */
  readonly text: string
}

export function sourceText(sources: readonly Source[]): SourceText {
  const text = JSON.stringify(sources.map(({file, lines}) => ({file, text: lines.join('\n')})))
  return {text, digest: createHash('sha256').update(text).digest('hex')}
}

const none: Applied = {number: 0, digest: '', schema: emptySchema, print: ''}

export async function readApplied(db: Db, database: DatabaseName): Promise<Applied> {
  if (!(await hasTable(db, database, 'nonet_document'))) return none
  const {rows} = await sql<Record<'number' | 'digest' | 'schema', unknown>>`
    select number, digest, schema from nonet_document order by number desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return none
  const [number, digest, schema] = [Number(row.number), String(row.digest), String(row.schema)]
  return {number, digest, schema: readSchema(schema), print: printOf(number, digest, schema)}
}

function printOf(number: number, digest: string, schema: string): string {
  return createHash('sha256').update(`${number} ${digest} ${schema}`).digest('hex')
}

/** Only this application writes it, and only the format of this version is supported. */
function readSchema(text: string): Schema {
  const schema = JSON.parse(text) as Schema
  if (schema.format === 1) return schema
  throw new StoreError('NOT_OURS', {detail: 'It was made by a newer version.'})
}

export async function hasTable(db: Db, database: DatabaseName, name: string): Promise<boolean> {
  const query =
    database === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`
  return (await query.execute(db)).rows.length > 0
}

/** When it was applied before, and under which number; null for a text that was never applied. */
export async function appliedBefore(db: Db, digest: string): Promise<{number: number; applied: string} | null> {
  const {rows} = await sql<Record<'number' | 'applied', unknown>>`
    select number, applied from nonet_document where digest = ${digest} order by number desc limit 1`.execute(db)
  const [row] = rows
  return row ? {number: Number(row.number), applied: String(row.applied).slice(0, 16).replace('T', ' ')} : null
}

export interface NewlyApplied {
  readonly number: number
  readonly applied: string
  readonly plan: string
  readonly source: SourceText
  readonly schema: Schema
}

/** Returns its print. */
export async function writeApplied(db: Db, {number, applied, plan, source, schema}: NewlyApplied): Promise<string> {
  const text = JSON.stringify(schema)
  await sql`insert into nonet_document (number, applied, plan, digest, source, schema)
    values (${number}, ${applied}, ${plan}, ${source.digest}, ${source.text}, ${text})`.execute(db)
  return printOf(number, source.digest, text)
}
