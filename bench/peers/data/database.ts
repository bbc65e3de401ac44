/** The one SQLite file, opened as in Nonet, and statements that are prepared once. */
import {DatabaseSync, type StatementSync} from 'node:sqlite'

export type Row = Readonly<Record<string, unknown>>

let opened: DatabaseSync | null = null
const statements = new Map<string, StatementSync>()

/** On demand: builds load this module too, without a file. */
function database(): DatabaseSync {
  if (opened) return opened
  opened = new DatabaseSync(process.env['BENCH_DB'] ?? '', {timeout: 5000})
  opened.exec('pragma journal_mode = wal')
  opened.exec('pragma synchronous = full')
  opened.exec('pragma cache_size = -16000')
  return opened
}

function prepared(sql: string): StatementSync {
  const known = statements.get(sql)
  if (known) return known
  const made = database().prepare(sql)
  statements.set(sql, made)
  return made
}

export function all(sql: string, ...values: readonly (string | number | null)[]): Row[] {
  return prepared(sql).all(...values)
}

export function first(sql: string, ...values: readonly (string | number | null)[]): Row | null {
  return prepared(sql).get(...values) ?? null
}

export function run(sql: string, ...values: readonly (string | number | null)[]): number {
  return Number(prepared(sql).run(...values).changes)
}

/** Durable when it returns; rolled back if `work` throws. */
export function transaction<T>(work: () => T): T {
  database().exec('begin immediate')
  try {
    const value = work()
    database().exec('commit')
    return value
  } catch (error) {
    database().exec('rollback')
    throw error
  }
}
