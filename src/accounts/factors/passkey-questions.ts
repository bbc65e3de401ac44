/**
 * What browsers are asked about passkeys. A question holds its purpose, its person and its end, sealed with a key of this
 * database, so that showing a page writes nothing. That it was answered is written: each counts once.
 */
import {createHmac} from 'node:crypto'
import type {Db} from '../../store/sql.ts'
import {insertOnce, readPasskeyKey, writePasskeyKey} from '../account-rows.ts'
import {type Accounts, minute} from '../accounts.ts'
import {newSecret} from '../secret.ts'

/** Milliseconds for an answer: a sign-in page may be open for a while. */
const patience = 60 * minute

/** `person`: null for a visitor, who may use any passkey. */
export interface PasskeyPurpose {
  readonly kind: 'sign in' | 'add' | 'prove'
  readonly person: string | null
}

/** `secret`: comes back with the answer. `challenge`: what the device signs. */
interface AskedQuestion {
  readonly secret: string
  readonly challenge: string
}

export async function askQuestion(accounts: Accounts, purpose: PasskeyPurpose): Promise<AskedQuestion> {
  const secret = `${accounts.now() + patience}.${newSecret()}`
  return {secret, challenge: challengeOf(await keyOf(accounts), secret, purpose)}
}

/** What was asked; null if it was too long ago, or is no question. */
export async function challengeAsked(
  accounts: Accounts,
  secret: string,
  purpose: PasskeyPurpose,
): Promise<string | null> {
  const [, until = 0] = /^(\d{1,15})\.[\w-]{43}$/.exec(secret) ?? []
  return Number(until) > accounts.now() ? challengeOf(await keyOf(accounts), secret, purpose) : null
}

/** Returns whether this is its first right answer. */
export function spendQuestion(db: Db, secret: string, now: number): Promise<boolean> {
  return insertOnce(db, {kind: 'passkey', person: null, until: now + patience, secret}, now)
}

function challengeOf(key: string, secret: string, {kind, person}: PasskeyPurpose): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, person, secret]))
    .digest('base64url')
}

const century = 100 * 365 * 24 * 60 * minute

/** Made when the first question is asked, which is for a person who adds a passkey. */
async function keyOf(accounts: Accounts): Promise<string> {
  const {store} = accounts.engine()
  const known = await store.read(readPasskeyKey)
  if (known !== null) return known
  const made = await store.transaction(async db => {
    await writePasskeyKey(db, newSecret(), accounts.now() + century)
    return readPasskeyKey(db)
  })
  if (made === null) throw new Error('the key of questions about passkeys is missing')
  return made
}
