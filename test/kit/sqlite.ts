/** Kysely over `node:sqlite` for tests; whole numbers are bigint in both directions, so that nothing is rounded. */
import type {DatabaseSync} from 'node:sqlite'
import {Kysely, type SqliteDatabase} from 'kysely'
import {SqliteWithPlaceholders} from '../../src/store/placeholders.ts'
import {inputValue} from '../../src/store/sqlite/sqlite-connection.ts'

export function sqliteKysely<Tables>(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({dialect: new SqliteWithPlaceholders({database: asKyselyWants(database)})})
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
