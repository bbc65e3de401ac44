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
  const read = beginRead(client)
  try {
    return await read.through(work)
  } finally {
    read.end()
  }
}

export interface OpenRead {
  readonly through: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Whether a statement has failed: the transaction then answers no others. */
  readonly isBroken: () => boolean
  /** Nothing is answered after it, and the connection is given back. */
  readonly end: () => void
}

export function beginRead(client: PreparingClient): OpenRead {
  const begun = client.query(begin, [])
  // Reported by `through`: what fails first is the cause.
  begun.catch(ignoreFailure)
  const statements = sending(client)
  return {
    async through(work) {
      const value = await work(statements.db)
      await begun
      return value
    },
    isBroken: statements.hasFailed,
    end() {
      statements.close()
      client.endRead()
    },
  }
}

/** Each statement sees a snapshot of its own. */
export async function glanceOn<T>(client: PreparingClient, work: (db: Db) => Promise<T>): Promise<T> {
  const statements = sending(client)
  try {
    return await work(statements.db)
  } finally {
    statements.close()
    client.release()
  }
}

interface Sending {
  readonly db: Db
  readonly hasFailed: () => boolean
  readonly close: () => void
}

/** Work that goes on after it has failed gets no more answers: another request has the connection by then. */
function sending(client: PreparingClient): Sending {
  let open = true
  let failed = false
  const send = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!open) throw new StoreError('CLOSED')
    try {
      return await ask()
    } catch (error) {
      failed = true
      throw error
    }
  }
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      send(async () => {
        const {rows} = await client.query<Row>(query.sql, query.parameters)
        return {rows}
      }),
    streamQuery() {
      throw new Error('Rows are not streamed.')
    },
  }
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: consumer => consumer(connection),
  })
  const props = {config: {dialect}, driver: new DummyDriver(), executor, dialect}
  const values: ReadValues = query => send(() => client.values(query.sql, query.parameters))
  return {
    db: new DirectDb(props, {values, sign: '$'}),
    hasFailed: () => failed,
    close: () => {
      open = false
    },
  }
}

const ignoreFailure = (): void => {}
