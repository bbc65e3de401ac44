/**
 * Kysely over `node:sqlite` for tests; whole numbers travel as bigint in both directions, so that nothing is rounded.
 */
import type {DatabaseSync, SQLInputValue} from 'node:sqlite'
import {Kysely, type SqliteDatabase, SqliteDialect} from 'kysely'

export function sqliteKysely<Tables>(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({dialect: new SqliteDialect({database: asKyselyWants(database)})})
}

function asKyselyWants(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text)
      statement.setReadBigInts(true)
      return {
        reader: statement.columns().length > 0,
        all: values => statement.all(...values.map(inputValue)),
        run: values => statement.run(...values.map(inputValue)),
        iterate: values => statement.iterate(...values.map(inputValue)),
      }
    },
  }
}

/** A JavaScript number would be bound as REAL and make SQLite's arithmetic inexact. */
function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite has no value for ${typeof value}.`)
}
