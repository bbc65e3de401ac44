/** The passkeys of people (`nonet_passkey`): public keys, of which only the device has the other half. */
import {sql} from 'kysely'
import {type Db, queryRows} from '../../store/sql.ts'
import {instantAt, millisOf} from '../accounts.ts'

export interface Passkey {
  /** As the device names it. */
  readonly id: string
  readonly person: string
  readonly key: string
  /** How often the device says that it has used it; 0 if it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly made: number
  readonly used: number | null
}

const columns = sql`id, person, key, counter, transports, name, made, used`

function passkeyOf(row: Readonly<Record<string, unknown>>): Passkey {
  return {
    id: String(row['id']),
    person: String(row['person']),
    key: String(row['key']),
    counter: Number(row['counter']),
    transports: String(row['transports']).split(' ').filter(Boolean),
    name: String(row['name']),
    made: millisOf(row['made']),
    used: row['used'] === null ? null : millisOf(row['used']),
  }
}

/** Oldest first. */
export async function passkeysOf(db: Db, person: string): Promise<Passkey[]> {
  const {rows} = await sql<Record<string, unknown>>`select ${columns} from nonet_passkey
    where person = ${person} order by made, id`.execute(db)
  return rows.map(passkeyOf)
}

export async function findPasskey(db: Db, id: string): Promise<Passkey | null> {
  const {rows} = await sql<Record<string, unknown>>`select ${columns} from nonet_passkey where id = ${id}`.execute(db)
  return rows[0] ? passkeyOf(rows[0]) : null
}

/** Whether anyone has one: until then, nobody is offered to sign in with one. */
export async function hasPasskeys(db: Db): Promise<boolean> {
  return (await queryRows(db)`select id from nonet_passkey limit 1`).length > 0
}

export async function insertPasskey(db: Db, passkey: Omit<Passkey, 'used'>): Promise<void> {
  const {id, person, key, counter, transports, name, made} = passkey
  await sql`insert into nonet_passkey (${columns})
    values (${id}, ${person}, ${key}, ${counter}, ${transports.join(' ')}, ${name}, ${instantAt(made)}, ${null})`.execute(
    db,
  )
}

/** Returns whether it was still as it had been read: another answer with the same counter does not count. */
export async function notePasskeyUse(
  db: Db,
  {id, counter}: Passkey,
  {now, newCounter}: {readonly now: number; readonly newCounter: number},
): Promise<boolean> {
  const {rows} = await sql`update nonet_passkey set counter = ${newCounter}, used = ${instantAt(now)}
    where id = ${id} and counter = ${counter} returning id`.execute(db)
  return rows.length > 0
}

export async function renamePasskey(
  db: Db,
  {id, person, name}: Pick<Passkey, 'id' | 'person' | 'name'>,
): Promise<void> {
  await sql`update nonet_passkey set name = ${name} where id = ${id} and person = ${person}`.execute(db)
}

export async function deletePasskey(db: Db, {id, person}: Pick<Passkey, 'id' | 'person'>): Promise<boolean> {
  const {rows} = await sql`delete from nonet_passkey where id = ${id} and person = ${person} returning id`.execute(db)
  return rows.length > 0
}
