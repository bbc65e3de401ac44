/**
 * Links in mails that need no sign-in. One kind performs one action on one record for one person, once; the other turns off notification mails. Only
 * digests are stored (`nonet_token`). A link is not a session: it opens no other page, and permissions are checked when it is used.
 */
import {sql} from 'kysely'
import type {Db} from '../store/sql.ts'
import {findPayload, insertLink} from './account-rows.ts'
import {day} from './accounts.ts'
import {newSecret, secretDigest} from './secret.ts'

/** How long an action link is valid. */
const actionLinkLength = 7 * day
/** An expired link is kept this much longer, so that its page can explain why it does not work. */
const endedLinkLength = 30 * day
const unsubscribeLength = 90 * day

export interface ActionLink {
  readonly person: string
  readonly entity: string
  readonly record: string
  readonly action: string
  /** The version of the record that the mail describes. */
  readonly version: number
  /** Milliseconds. */
  readonly until: number
  readonly used: number | null
}

type NewActionLink = Omit<ActionLink, 'until' | 'used'>

/** The secret in the address. */
export async function insertActionLink(db: Db, link: NewActionLink, now: number): Promise<string> {
  const secret = newSecret()
  const until = now + actionLinkLength
  const {person, ...about} = link
  const payload = JSON.stringify({...about, until, used: null})
  await insertLink(db, {kind: 'action', person, until: until + endedLinkLength, secret, payload}, now)
  return secret
}

/** Null if there is no such link, or no longer. */
export async function findActionLink(db: Db, secret: string, now: number): Promise<ActionLink | null> {
  const found = await findPayload(db, {kind: 'action', secret}, now)
  if (!found || found.person === null) return null
  // Written only by `insertActionLink` and `useActionLink`.
  return {...(found.payload as Omit<ActionLink, 'person'>), person: found.person}
}

/** False if it was already used, also concurrently. Runs in the transaction of the action. */
export async function useActionLink(db: Db, secret: string, now: number): Promise<boolean> {
  const found = await findActionLink(db, secret, now)
  if (!found || found.used !== null || found.until <= now) return false
  const {person, ...about} = found
  const {numAffectedRows} = await sql`update nonet_token set payload = ${JSON.stringify({...about, used: now})}
    where token = ${secretDigest(secret)} and payload = ${JSON.stringify(about)}`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}

/** The secret in the address. */
export async function insertUnsubscribeLink(db: Db, person: string, now: number): Promise<string> {
  const secret = newSecret()
  await insertLink(db, {kind: 'unsubscribe', person, until: now + unsubscribeLength, secret, payload: '{}'}, now)
  return secret
}

/** The person whose mails it turns off. It can be used repeatedly. */
export async function findUnsubscribeLink(db: Db, secret: string, now: number): Promise<string | null> {
  return (await findPayload(db, {kind: 'unsubscribe', secret}, now))?.person ?? null
}
