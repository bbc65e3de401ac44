/** Attempts to sign in with a provider, each bound to the browser that began it. */
import {endLink, findPayload, insertLink} from '../account-rows.ts'
import {type Accounts, minute} from '../accounts.ts'
import {isSecret, newSecret} from '../secret.ts'
import {endProviderSessions} from './identities.ts'
import {type ProviderClient, type ProviderIdentity, type SignInChecks, SignInFailed} from './provider-client.ts'
import type {Provider} from './providers.ts'

export const singleSignOnPath = '/_sso/'

/** Where a visitor begins to sign in; `back` is where they want to be. */
export function startPath(provider: string, back: string): string {
  const query = back === '/' ? '' : `?return=${encodeURIComponent(back)}`
  return `${singleSignOnPath}${provider}${query}`
}

/** Milliseconds from the sign-in page to the answer of the provider. */
const attemptLength = 10 * minute

interface ProviderAttempt {
  readonly provider: string
  readonly nonce: string
  readonly verifier: string
  readonly back: string
}

const answerAddress = (accounts: Accounts, provider: Provider): string =>
  `${accounts.origin()}${singleSignOnPath}${provider.name}/callback`

/** `state` also belongs into a cookie: an answer counts only in the browser that has asked. */
export async function beginSignIn(
  accounts: Accounts,
  client: ProviderClient,
  back: string,
): Promise<{readonly address: URL; readonly state: string; readonly maxAge: number}> {
  const checks: SignInChecks = {state: newSecret(), nonce: newSecret(), verifier: newSecret()}
  const {nonce, verifier, state} = checks
  const address = await client.startAddress(answerAddress(accounts, client.provider), checks)
  const attempt: ProviderAttempt = {provider: client.provider.name, nonce, verifier, back}
  const now = accounts.now()
  const link = {
    kind: 'sso',
    person: null,
    until: now + attemptLength,
    secret: state,
    payload: JSON.stringify(attempt),
  } as const
  await accounts.engine().store.transaction(db => insertLink(db, link, now))
  return {address, state, maxAge: attemptLength / 1000}
}

/** Each answer counts once, for the provider that was asked. */
export async function finishSignIn(
  accounts: Accounts,
  client: ProviderClient,
  {query, state}: {readonly query: URLSearchParams; readonly state: string | null},
): Promise<{readonly identity: ProviderIdentity; readonly back: string}> {
  const attempt = state === null ? null : await takeAttempt(accounts, state)
  if (state === null || attempt?.provider !== client.provider.name)
    throw new SignInFailed(new Error('no such attempt in this browser'))
  const address = new URL(answerAddress(accounts, client.provider))
  address.search = query.toString()
  return {identity: await client.identify(address, {...attempt, state}), back: attempt.back}
}

async function takeAttempt(accounts: Accounts, state: string): Promise<ProviderAttempt | null> {
  if (!isSecret(state)) return null
  return accounts.engine().store.transaction(async db => {
    const found = await findPayload(db, {kind: 'sso', secret: state}, accounts.now())
    await endLink(db, state)
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
