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
import type {Accounts, Person} from '../accounts.ts'
import {askQuestion, challengeAsked, spendQuestion} from './passkey-questions.ts'
import {findPasskey, hasPasskeys, notePasskeyUse, type Passkey, passkeysOf} from './passkey-rows.ts'

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

/** For a person who adds one. */
export async function askToAdd(
  accounts: Accounts,
  {id, name, email}: Person,
): Promise<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON> | null> {
  const place = placeOf(accounts)
  if (!place) return null
  const {generateRegistrationOptions} = await import('@simplewebauthn/server')
  const existing = await accounts.engine().store.read(db => passkeysOf(db, id))
  const {secret, challenge} = await askQuestion(accounts, {kind: 'add', person: id})
  const options = await generateRegistrationOptions({
    challenge: Buffer.from(challenge, 'base64url'),
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
  return {options, secret}
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
  const {secret, challenge} = await askQuestion(accounts, {kind: person === null ? 'sign in' : 'prove', person})
  const options = await generateAuthenticationOptions({
    challenge: Buffer.from(challenge, 'base64url'),
    rpID: place.rpID,
    userVerification: person === null ? 'required' : 'preferred',
    allowCredentials: own.map(passkey => ({id: passkey.id, transports: [...passkey.transports]})),
  })
  return {options, secret}
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

/** The new passkey, whose device has checked who it is; null if the answer is wrong. */
export async function verifyNewPasskey(
  accounts: Accounts,
  person: string,
  {response, secret}: PasskeyAnswer,
): Promise<Pick<Passkey, 'id' | 'key' | 'counter' | 'transports'> | null> {
  const [place, read] = [placeOf(accounts), readResponse(response)]
  const challenge = await challengeAsked(accounts, secret, {kind: 'add', person})
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

export interface RightAnswer {
  readonly passkey: Passkey
  readonly newCounter: number
  /** Of its question. */
  readonly secret: string
}

/** The passkey behind an answer, with its new counter; null if the answer is wrong. `person`: null for a visitor. */
export async function verifyPasskey(
  accounts: Accounts,
  person: string | null,
  {response, secret}: PasskeyAnswer,
): Promise<RightAnswer | null> {
  const [place, read] = [placeOf(accounts), readResponse(response)]
  const kind = person === null ? 'sign in' : 'prove'
  const challenge = await challengeAsked(accounts, secret, {kind, person})
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
    return verified ? {passkey, newCounter: authenticationInfo.newCounter, secret} : null
  } catch {
    // Also a counter that does not grow: the passkey may have been copied.
    return null
  }
}

/** Returns whether neither its question nor its counter was used before. */
export async function spendPasskey(db: Db, {passkey, newCounter, secret}: RightAnswer, now: number): Promise<boolean> {
  return (await spendQuestion(db, secret, now)) && notePasskeyUse(db, passkey, {now, newCounter})
}
