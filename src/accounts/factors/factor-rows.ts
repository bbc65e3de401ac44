/** The rows of second factors: the secret of an authenticator app (`nonet_totp`), and recovery codes (`nonet_recovery`). */
import {randomBytes} from 'node:crypto'
import {sql} from 'kysely'
import {hasSecondFactor} from '../../engine/transaction/proof.ts'
import {type Db, queryRows} from '../../store/sql.ts'
import {instantAt, millisOf} from '../accounts.ts'
import {secretDigest} from '../secret.ts'
import {newTotpSecret, stepOfCode, toBase32} from './totp.ts'

export interface AuthenticatorApp {
  readonly secret: string
  /** Null until its first code was entered. */
  readonly since: number | null
}

export async function appOf(db: Db, person: string): Promise<AuthenticatorApp | null> {
  const [row] = await queryRows(db)`select secret, since from nonet_totp where person = ${person}`
  if (!row) return null
  return {secret: String(row[0]), since: row[1] === null ? null : millisOf(row[1])}
}

export async function hasApp(db: Db, person: string): Promise<boolean> {
  return (await queryRows(db)`select person from nonet_totp where person = ${person} and since is not null`).length > 0
}

/** A new secret, which counts when its first code is entered. One that counts already stays. */
export async function prepareApp(db: Db, person: string): Promise<void> {
  if (await hasApp(db, person)) return
  const secret = newTotpSecret()
  await sql`insert into nonet_totp (person, secret, since, step) values (${person}, ${secret}, ${null}, 0)
    on conflict (person) do update set secret = ${secret}, step = 0`.execute(db)
}

/** Each code counts once, also if it is sent several times at once. */
export async function spendAppCode(db: Db, person: string, {code, now}: SpentCode): Promise<boolean> {
  const {rows} = await sql<Record<'secret' | 'step', unknown>>`
    select secret, step from nonet_totp where person = ${person}`.execute(db)
  const [row] = rows
  if (!row) return false
  const step = stepOfCode(String(row.secret), code, {now, last: Number(row.step)})
  if (step === null) return false
  const used = await sql`update nonet_totp set step = ${step}
    where person = ${person} and secret = ${String(row.secret)} and step < ${step} returning person`.execute(db)
  return used.rows.length > 0
}

interface SpentCode {
  readonly code: string
  readonly now: number
}

export async function acceptApp(db: Db, person: string, now: number): Promise<void> {
  await sql`update nonet_totp set since = ${instantAt(now)} where person = ${person}`.execute(db)
}

export async function removeApp(db: Db, person: string): Promise<void> {
  await sql`delete from nonet_totp where person = ${person}`.execute(db)
  await endRecoveryCodes(db, person)
}

/** They replace a second factor, and end with the last one. */
export async function endRecoveryCodes(db: Db, person: string): Promise<void> {
  if (!(await hasSecondFactor(db, person))) await sql`delete from nonet_recovery where person = ${person}`.execute(db)
}

/* Recovery codes: 120 random bits each, so a fast digest cannot be reversed. Earlier ones had 80. */

const recoveryCodes = 10

/** Earlier ones end. They are shown once. */
export async function newRecoveryCodes(db: Db, person: string): Promise<string[]> {
  await sql`delete from nonet_recovery where person = ${person}`.execute(db)
  const codes = Array.from({length: recoveryCodes}, () => toBase32(randomBytes(15)).toLowerCase())
  for (const code of codes)
    await sql`insert into nonet_recovery (code, person) values (${recoveryDigest(person, code)}, ${person})`.execute(db)
  return codes.map(code => (code.match(/.{4}/g) ?? []).join('-'))
}

export async function spendRecoveryCode(db: Db, person: string, code: string): Promise<boolean> {
  const {rows} = await sql`delete from nonet_recovery
    where code = ${recoveryDigest(person, code)} and person = ${person} returning code`.execute(db)
  return rows.length > 0
}

export async function recoveryCodesLeft(db: Db, person: string): Promise<number> {
  return (await queryRows(db)`select code from nonet_recovery where person = ${person}`).length
}

const recoveryDigest = (person: string, code: string): string => secretDigest(`${person} ${code}`)
