/** A store with records for tests of lists, queried as any actor. */

import {sql} from 'kysely'
import {fillSearch} from '../../src/engine/lists/search-index.ts'
import {Permissions, type Visibility} from '../../src/engine/permissions/visibility.ts'
import {Loaders} from '../../src/engine/query/loaders.ts'
import type {QueryContext} from '../../src/engine/query/select.ts'
import {Statements} from '../../src/engine/query/statement.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import type {Specification} from '../../src/points/specification.ts'
import {type Actor, type Grants, grantsBy, operator, requestTimeAt} from '../../src/screens/testing.ts'
import type {RequiredIndex} from '../../src/store/document-schema.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import type {TestRecord} from '../kit/naive-world.ts'
import {lentStore, savePrepared} from '../kit/pooled-databases.ts'
import {opened, type StorePlace} from '../kit/store-databases.ts'
import {insertRecord} from '../kit/store-document.ts'
import {now, world, worldText} from './list-world.ts'

export interface Place {
  readonly store: Store
  readonly specification: Specification
  fill(records: readonly TestRecord[], searched: Readonly<Record<string, readonly string[]>>): Promise<void>
  ask<T>(actor: Actor, grants: Grants, work: (reading: QueryContext, visibility: Visibility) => Promise<T>): Promise<T>
}

/** The world of list-world.ts in a database that may be an earlier test's, emptied. */
export async function worldPlace(make: StorePlace['make']): Promise<Place> {
  const address = await make(worldText)
  const lent = await lentStore(address)
  const place = await placeFor(lent?.store ?? (await opened(address)), world())
  await savePrepared(address)
  return place
}

async function placeFor(
  store: Store,
  specification: Specification,
  wishes: readonly RequiredIndex[] = [],
): Promise<Place> {
  const prepared = await prepare(store, specification, {wishes: () => wishes})
  if (prepared.kind !== 'ready') throw new Error(prepared.text)
  const tables = sqlTables(specification.entities)
  const moment = requestTimeAt(now, specification.limits.settings)
  const statements = new Statements()
  const reading = (db: Db, actor: Actor): QueryContext => ({
    db,
    database: store.database,
    tables,
    moment,
    actor,
    statements,
    loaders: new Loaders({keeps: true}),
  })
  return {
    store,
    specification,
    async fill(records, searched) {
      await store.transaction(async db => {
        for (const {name} of [...tables].map(([name]) => ({name})))
          if (/^[A-Z]/.test(name)) await empty(db, tables.get(name)?.table ?? '')
        for (const {entity, id, values} of records)
          await insertRecord(db, store.database, {specification, name: entity, values: {...values, id}})
        for (const [entity, fields] of Object.entries(searched))
          await fillSearch(reading(db, operator), entity, new Set(fields))
      })
    },
    ask: (actor, grants, work) =>
      store.read(db => work(reading(db, actor), new Permissions(specification.entities, grantsBy(grants)).of(actor))),
  }
}

/** References are checked when the transaction ends. */
async function empty(db: Db, table: string): Promise<void> {
  await sql`set constraints all deferred`.execute(db).catch(() => sql`pragma defer_foreign_keys = on`.execute(db))
  await sql`delete from ${sql.table(table)}`.execute(db)
}
