/** What the store's two databases have in common for those who write SQL. */
import type {Kysely} from 'kysely'

export type DatabaseName = 'sqlite' | 'postgres'

/** Tables follow from the document, so their rows are typed where their values are read, by each field's own type. */
export type Rows = Record<string, Record<string, unknown>>

/**
 * A connection inside a transaction. Values come as the database writes them: SQLite's whole numbers as bigint,
 * PostgreSQL's everything as text but booleans, and null.
 */
export type Db = Kysely<Rows>
