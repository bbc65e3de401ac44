/**
 * Reads, whose statements do not wait for each other: those that are asked for at once are sent at once. The beginning
 * of the transaction is sent with the first of them, and nothing waits for its end.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
} from 'kysely'
import {PostgresCompiler} from '../placeholders.ts'
import {type Db, DirectDb, type ReadValues} from '../sql.ts'
import {StoreError} from '../store-error.ts'
import type {PreparingClient} from './prepared-statements.ts'

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresCompiler(),
}

const begin = 'start transaction isolation level repeatable read read only'

/** Several statements see one snapshot. */
export async function readOn<T>(client: PreparingClient, work: (db: Db) => Promise<T>): Promise<T> {
  const begun = client.query(begin, [])
  // Reported below: what fails first is the cause.
  begun.catch(ignoreFailure)
  try {
    const value = await working(client, work)
    await begun
    return value
  } finally {
    // Ends a failed transaction, too. What the next one sends on this connection comes after it.
    client.query('commit', []).catch(ignoreFailure)
    client.release()
  }
}

/** Each statement sees a snapshot of its own. */
export async function glanceOn<T>(client: PreparingClient, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await working(client, work)
  } finally {
    client.release()
  }
}

/** Work that goes on after it has failed gets no more answers: another request has the connection by then. */
async function working<T>(client: PreparingClient, work: (db: Db) => Promise<T>): Promise<T> {
  let open = true
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      if (!open) throw new StoreError('CLOSED')
      const {rows} = await client.query<Row>(query.sql, query.parameters)
      return {rows}
    },
    streamQuery() {
      throw new Error('Rows are not streamed.')
    },
  }
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: consumer => consumer(connection),
  })
  const props = {config: {dialect}, driver: new DummyDriver(), executor, dialect}
  const values: ReadValues = async query => {
    if (!open) throw new StoreError('CLOSED')
    return client.values(query.sql, query.parameters)
  }
  try {
    return await work(new DirectDb(props, {values, sign: '$'}))
  } finally {
    open = false
  }
}

const ignoreFailure = (): void => {}
