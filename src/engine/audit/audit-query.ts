/** Reads entries of the audit log by filters, some at a time: for its page, its export and the command. */
import {sql} from 'kysely'
import {type Db, instantAt, limitTo} from '../../store/sql.ts'
import {type AuditEntry, entryOfRow, type PlacedEntry} from './audit-entry.ts'

export interface AuditFilter {
  /** The ids of people who did it, or whom it is about. */
  readonly people?: readonly string[] | null
  readonly kind?: string | null
  readonly outcome?: string | null
  /** Milliseconds: from this moment, and before that one. */
  readonly from?: number | null
  readonly to?: number | null
}

export interface ListedEntry extends PlacedEntry {
  readonly entry: AuditEntry
}

interface AuditPage {
  readonly order: 'newest first' | 'oldest first'
  /** The id of the entry before the first one of these. */
  readonly after: string | null
  readonly most: number
}

/** Ids are in the order of their times. */
export async function listEntries(
  db: Db,
  filter: AuditFilter,
  {order, after, most}: AuditPage,
): Promise<ListedEntry[]> {
  const {people, kind, outcome, from, to} = filter
  const isDown = order === 'newest first'
  const conditions = [
    ...(after === null ? [] : [isDown ? sql`a.id < ${after}` : sql`a.id > ${after}`]),
    ...(people ? [aboutPeople(people)] : []),
    ...(kind ? [sql`a.kind = ${kind}`] : []),
    ...(outcome ? [sql`a.outcome = ${outcome}`] : []),
    ...(from === null || from === undefined ? [] : [sql`a.at >= ${instantAt(from)}`]),
    ...(to === null || to === undefined ? [] : [sql`a.at < ${instantAt(to)}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const direction = isDown ? sql`desc` : sql`asc`
  const {rows} = await sql<Record<keyof AuditEntry | 'number' | 'digest', unknown>>`
    select a.*, s.number, s.digest from nonet_audit as a left join nonet_audit_seal as s on s.entry = a.id
    ${where} order by a.id ${direction} ${limitTo(most)}`.execute(db)
  return rows.map(row => ({
    number: row.number === null ? null : Number(row.number),
    digest: row.digest === null ? null : String(row.digest),
    entry: entryOfRow(row),
  }))
}

function aboutPeople(people: readonly string[]) {
  if (people.length === 0) return sql`1 = 0`
  const ids = sql.join(people)
  return sql`(a.person in (${ids}) or a.about in (${ids}))`
}

/** All that fit, some at a time, each read by its own statement. */
export async function* entriesInOrder(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  filter: AuditFilter,
  {order, atOnce = 500}: Pick<AuditPage, 'order'> & {readonly atOnce?: number},
): AsyncGenerator<readonly ListedEntry[]> {
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const entries: readonly ListedEntry[] = await read(db =>
      listEntries(db, filter, {order, after: from, most: atOnce}),
    )
    if (entries.length > 0) yield entries
    if (entries.length < atOnce) return
    after = entries.at(-1)?.entry.id ?? null
  }
}
