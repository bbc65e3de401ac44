/**
 * The access of a person: sessions, links, keys and the addresses of feeds, and how they sign in. What a change ends is
 * removed at once; undoing the change restores it. What lets people in without their password is not restored after a
 * new password, which ends it, too.
 */
import {type RawBuilder, sql} from 'kysely'
import {type Db, queryRows} from '../../store/sql.ts'
import type {WriteContext} from './context.ts'
import {type EntryOf, nothing, type SideEffect} from './journal.ts'

/** Where a person can enter without their password. */
const entrances = ['nonet_session', 'nonet_token']
/** What gives programs and displays access on the person's behalf. */
const addresses = ['nonet_key', 'nonet_feed']
/** How the person signs in. */
const factors = ['nonet_totp', 'nonet_recovery', 'nonet_passkey']
const identities = ['nonet_account', 'nonet_identity', 'nonet_browser']
/** With what they chose for themselves. */
const accounts = [
  ...factors,
  ...identities,
  ...['nonet_factor_due', 'nonet_quiet', 'nonet_language', 'nonet_view', 'nonet_entry'],
  ...['nonet_directory_person', 'nonet_directory_member'],
]

const endedBy = {
  /** The account may belong to someone else. */
  'new address': entrances,
  deactivation: [...entrances, ...addresses],
  /** The owner of the address comes in for the first time, with a provider. */
  'another owner': [...entrances, ...addresses, ...factors, ...identities],
  deletion: [...entrances, ...addresses, ...accounts],
}

/** People who change their own address keep the current session. */
export async function endAccess(
  {db, journal, keepsSession}: WriteContext,
  person: string,
  because: keyof typeof endedBy,
): Promise<void> {
  const chosen = await passwordChosen(db, person)
  for (const table of endedBy[because]) {
    const isKept = table === 'nonet_session' && because === 'new address'
    const where = isKept ? sql` and token <> ${keepsSession ?? ''}` : sql``
    await removeRows({db, journal}, {table, person, where, chosen})
  }
}

/** A new link of a kind ends the earlier ones. */
export async function endLinksOf(
  context: Pick<WriteContext, 'db' | 'journal'>,
  person: string,
  kind: 'address' | 'invitation',
): Promise<void> {
  const chosen = await passwordChosen(context.db, person)
  await removeRows(context, {table: 'nonet_token', person, where: sql` and kind = ${kind}`, chosen})
}

interface RowsOfPerson {
  readonly table: string
  readonly person: string
  readonly where: RawBuilder<unknown>
  /** When the person had chosen their password. */
  readonly chosen: string | null
}

async function removeRows(
  {db, journal}: Pick<WriteContext, 'db' | 'journal'>,
  {table, person, where, chosen}: RowsOfPerson,
): Promise<void> {
  const {rows} = await sql<Record<string, unknown>>`
    delete from ${sql.table(table)} where person = ${person}${where} returning *`.execute(db)
  for (const row of rows) journal.add({kind: 'access', table, row: textsOf(row), chosen})
}

/** When the person chose their password; null without one. */
async function passwordChosen(db: Db, person: string): Promise<string | null> {
  const [row] = await queryRows(db)`select changed from nonet_account where person = ${person}`
  return row ? String(row[0]) : null
}

/** Texts, ids and instants, which both databases accept as they return them. */
function textsOf(row: Readonly<Record<string, unknown>>): EntryOf<'access'>['row'] {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)]),
  )
}

/** Links whose mails were taken back. */
export const madeLinks: SideEffect<'link'> = {
  async undo({db}, entries) {
    for (const {token} of entries) await sql`delete from nonet_token where token = ${token}`.execute(db)
  },
  complete: nothing,
}

export const endedAccess: SideEffect<'access'> = {
  async undo({db}, entries) {
    for (const {table, row, chosen} of entries) {
      if (entrances.includes(table) && chosen !== (await passwordChosen(db, String(row['person'])))) continue
      await db
        .insertInto(table)
        .values(row)
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
  },
  complete: nothing,
}
