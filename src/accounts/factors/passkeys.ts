/**
 * Passkeys (WebAuthn): what a browser is asked, and whether its answer is right. Each question counts once, for one
 * purpose, at the public address of the application.
 */

import {isIP} from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type {Db} from '../../store/sql.ts'
import {endLink, findPayload, insertLink} from '../account-rows.ts'
import {type Accounts, minute, type Person} from '../accounts.ts'
import {newSecret} from '../secret.ts'
import {noteUse} from '../sessions.ts'
import {findPasskey, hasPasskeys, notePasskeyUse, type Passkey, passkeysOf} from './passkey-rows.ts'

/** Milliseconds for an answer: a sign-in page may be open for a while. */
const patience = 60 * minute

/** Where passkeys belong to: a host name, because browsers accept no address of the network. Null: there are none here. */
function placeOf(accounts: Accounts): {readonly origin: string; readonly rpID: string} | null {
  const {origin, hostname, protocol} = new URL(accounts.origin())
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return null
  return protocol === 'https:' || hostname === 'localhost' ? {origin, rpID: hostname} : null
}

export const hasPlaceForPasskeys = (accounts: Accounts): boolean => placeOf(accounts) !== null

/** EdDSA, ES256 and RS256: what devices have. The library would also ask the runtime for what is experimental there. */
const algorithms = [-8, -7, -257]

/** What the browser is asked, and the one-time secret that comes back with its answer. */
export interface PasskeyQuestion<Options> {
  readonly options: Options
  readonly secret: string
}

type PasskeyPurpose = 'sign in' | 'add' | 'prove'

interface AskedPasskey {
  readonly challenge: string
  readonly purpose: PasskeyPurpose
}

async function remember(
  accounts: Accounts,
  {person, ...asked}: AskedPasskey & {readonly person: string | null},
): Promise<string> {
  const [secret, now] = [newSecret(), accounts.now()]
  const link = {kind: 'passkey', person, until: now + patience, secret, payload: JSON.stringify(asked)} as const
  await noteUse(accounts.engine(), db => insertLink(db, link, now))
  return secret
}

/** For a person who adds one. */
export async function askToAdd(
  accounts: Accounts,
  {id, name, email}: Person,
): Promise<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON> | null> {
  const place = placeOf(accounts)
  if (!place) return null
  const {generateRegistrationOptions} = await import('@simplewebauthn/server')
  const existing = await accounts.engine().store.read(db => passkeysOf(db, id))
  const options = await generateRegistrationOptions({
    rpName: accounts.engine().specification.purpose.title,
    rpID: place.rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    supportedAlgorithmIDs: algorithms,
    // With it a person can sign in without typing, and the device asks who it is.
    authenticatorSelection: {residentKey: 'required', userVerification: 'required'},
    excludeCredentials: existing.map(passkey => ({id: passkey.id, transports: [...passkey.transports]})),
  })
  return {options, secret: await remember(accounts, {person: id, challenge: options.challenge, purpose: 'add'})}
}

/** For a visitor, by any passkey; or for a person who proves that it is them, by one of theirs. Null: no one has any. */
export async function askForPasskey(
  accounts: Accounts,
  person: string | null,
): Promise<PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON> | null> {
  const place = placeOf(accounts)
  if (!place) return null
  const {store} = accounts.engine()
  const own = person === null ? [] : await store.read(db => passkeysOf(db, person))
  const isUsed = person === null ? await store.read(hasPasskeys) : own.length > 0
  if (!isUsed) return null
  const {generateAuthenticationOptions} = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: place.rpID,
    userVerification: person === null ? 'required' : 'preferred',
    allowCredentials: own.map(passkey => ({id: passkey.id, transports: [...passkey.transports]})),
  })
  const purpose = person === null ? 'sign in' : 'prove'
  return {options, secret: await remember(accounts, {person, challenge: options.challenge, purpose})}
}

/** What a browser has sent; null if it cannot be an answer. */
export interface PasskeyAnswer {
  readonly response: string
  readonly secret: string
}

/** Bytes. */
const longestAnswer = 16 * 1024

function readResponse(text: string): {readonly id: string} | null {
  if (text.length > longestAnswer) return null
  try {
    const read: unknown = JSON.parse(text)
    const isAnswer = typeof read === 'object' && read !== null && 'id' in read && typeof read.id === 'string'
    return isAnswer ? (read as {id: string}) : null
  } catch {
    return null
  }
}

/** The question of an answer, which ends with it. */
async function takeQuestion(
  accounts: Accounts,
  secret: string,
  {person, purpose}: {readonly person: string | null; readonly purpose: PasskeyPurpose},
): Promise<string | null> {
  return accounts.engine().store.transaction(async db => {
    const found = await findPayload(db, {kind: 'passkey', secret}, accounts.now())
    if (!found) return null
    await endLink(db, secret)
    // Written by `remember`.
    const asked = found.payload as AskedPasskey
    return found.person === person && asked.purpose === purpose ? asked.challenge : null
  })
}

/** The new passkey, whose device has checked who it is; null if the answer is wrong. */
export async function verifyNewPasskey(
  accounts: Accounts,
  person: string,
  {response, secret}: PasskeyAnswer,
): Promise<Pick<Passkey, 'id' | 'key' | 'counter' | 'transports'> | null> {
  const [place, read] = [placeOf(accounts), readResponse(response)]
  const challenge = await takeQuestion(accounts, secret, {person, purpose: 'add'})
  if (!place || !read || challenge === null) return null
  const {verifyRegistrationResponse} = await import('@simplewebauthn/server')
  try {
    const {verified, registrationInfo} = await verifyRegistrationResponse({
      // The library checks its shape.
      response: read as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const {id, publicKey, counter, transports = []} = registrationInfo.credential
    const known = transports.filter(transport => /^[a-z-]{1,20}$/.test(transport)).slice(0, 8)
    return {id, key: Buffer.from(publicKey).toString('base64url'), counter, transports: known}
  } catch {
    return null
  }
}

/** The passkey behind an answer, with its new counter; null if the answer is wrong. `person`: null for a visitor. */
export async function verifyPasskey(
  accounts: Accounts,
  person: string | null,
  {response, secret}: PasskeyAnswer,
): Promise<{readonly passkey: Passkey; readonly newCounter: number} | null> {
  const [place, read] = [placeOf(accounts), readResponse(response)]
  const purpose = person === null ? 'sign in' : 'prove'
  const challenge = await takeQuestion(accounts, secret, {person, purpose})
  if (!place || !read || challenge === null) return null
  const passkey = await accounts.engine().store.read(db => findPasskey(db, read.id))
  if (!passkey || (person !== null && passkey.person !== person)) return null
  const {verifyAuthenticationResponse} = await import('@simplewebauthn/server')
  const {id, key, counter} = passkey
  try {
    const {verified, authenticationInfo} = await verifyAuthenticationResponse({
      // The library checks its shape.
      response: read as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpID,
      credential: {id, publicKey: new Uint8Array(Buffer.from(key, 'base64url')), counter},
      // Alone, it has to be two factors: the device, and the check of the person who uses it.
      requireUserVerification: person === null,
    })
    return verified ? {passkey, newCounter: authenticationInfo.newCounter} : null
  } catch {
    // Also a counter that does not grow: the passkey may have been copied.
    return null
  }
}

export function spendPasskey(
  db: Db,
  {passkey, newCounter}: {readonly passkey: Passkey; readonly newCounter: number},
  now: number,
): Promise<boolean> {
  return notePasskeyUse(db, passkey, {now, newCounter})
}
