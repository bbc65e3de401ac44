/** Attempts to sign in with a provider, each bound to the browser that began it. */
import {endLink, findPayload, insertLink} from '../account-rows.ts'
import type {Accounts} from '../accounts.ts'
import {isSecret, newSecret} from '../secret.ts'
import type {OwnAttempt} from './connections.ts'
import {endProviderSessions} from './identities.ts'
import type {ProviderClient, ProviderIdentity, SignInChecks} from './provider-client.ts'
import type {Provider} from './providers.ts'

export const singleSignOnPath = '/_sso/'

/** Where a visitor begins to sign in; `back` is where they want to be. */
export function startPath(provider: string, back: string): string {
  const query = back === '/' ? '' : `?return=${encodeURIComponent(back)}`
  return `${singleSignOnPath}${provider}${query}`
}

/** Where a person who is signed in begins to connect an account of a provider, with the one-time secret of `beginConnecting`. */
export const connectingPath = (provider: string, secret: string): string =>
  `${singleSignOnPath}${provider}?connect=${secret}`

/** Where they begin to prove that it is them, with the token of `provingToken`. */
export const provingPath = (provider: string, {token, back}: {readonly token: string; readonly back: string}): string =>
  `${singleSignOnPath}${provider}?confirm=${encodeURIComponent(token)}&return=${encodeURIComponent(back)}`

/** Seconds from the sign-in page to the answer of the provider. */
export const attemptLength = 600

interface ProviderAttempt {
  readonly provider: string
  readonly nonce: string
  readonly verifier: string
  readonly back: string
  /** Null: a visitor signs in. */
  readonly own: OwnAttempt | null
}

interface BegunAttempt extends ProviderAttempt {
  readonly state: string
}

const answerAddress = (accounts: Accounts, provider: Provider): string =>
  `${accounts.origin()}${singleSignOnPath}${provider.name}/callback`

/** `state` also belongs into a cookie: an answer counts only in the browser that has asked. */
export async function beginSignIn(
  accounts: Accounts,
  client: ProviderClient,
  {back, own = null}: {readonly back: string; readonly own?: OwnAttempt | null},
): Promise<{readonly address: URL; readonly state: string}> {
  const checks: SignInChecks = {state: newSecret(), nonce: newSecret(), verifier: newSecret()}
  const {nonce, verifier, state} = checks
  const address = await client.startAddress(answerAddress(accounts, client.provider), checks, {
    asksAgain: own?.purpose === 'confirm',
  })
  const attempt: ProviderAttempt = {provider: client.provider.name, nonce, verifier, back, own}
  const now = accounts.now()
  const link = {
    kind: 'sso',
    person: null,
    until: now + attemptLength * 1000,
    secret: state,
    payload: JSON.stringify(attempt),
  } as const
  await accounts.engine().store.transaction(db => insertLink(db, link, now))
  return {address, state}
}

/** What the browser has begun, if it has: each answer counts once, for the provider that was asked. */
export async function attemptOf(
  accounts: Accounts,
  {provider}: ProviderClient,
  state: string | null,
): Promise<BegunAttempt | null> {
  const attempt = state === null ? null : await takeAttempt(accounts, state)
  return state !== null && attempt?.provider === provider.name ? {...attempt, state} : null
}

/** Who has signed in there, by the query of the address to which the provider led back. */
export async function finishSignIn(
  accounts: Accounts,
  client: ProviderClient,
  {query, attempt}: {readonly query: URLSearchParams; readonly attempt: BegunAttempt},
): Promise<ProviderIdentity> {
  const address = new URL(answerAddress(accounts, client.provider))
  address.search = query.toString()
  return client.identify(address, attempt)
}

async function takeAttempt(accounts: Accounts, state: string): Promise<ProviderAttempt | null> {
  if (!isSecret(state)) return null
  return accounts.engine().store.transaction(async db => {
    const found = await findPayload(db, {kind: 'sso', secret: state}, accounts.now())
    if (found) await endLink(db, {kind: 'sso', secret: state})
    // Written by `beginSignIn`.
    return found ? (found.payload as ProviderAttempt) : null
  })
}

/** Someone has signed out there. */
export async function endSessionsOfProvider(
  accounts: Accounts,
  ended: Parameters<typeof endProviderSessions>[1],
): Promise<void> {
  await accounts.engine().store.transaction(db => endProviderSessions(db, ended))
}
