/**
 * OpenID Connect with one provider: the authorization code flow with PKCE, and tokens that log out. The library checks
 * issuer, audience, times, nonce and state; signatures are checked too, with keys that are fetched again when they change.
 */
import {createLocalJWKSet, createRemoteJWKSet, customFetch as fetchKeys, type JWTVerifyGetKey, jwtVerify} from 'jose'
import * as oidc from 'openid-client'
import type {Provider} from './providers.ts'

/** What the provider says about a person. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /** The provider's session; null if it names none. */
  readonly session: string | null
  readonly name: string
  readonly email: string
  /** Null: it does not say. */
  readonly isVerified: boolean | null
  readonly groups: readonly string[]
  /** Milliseconds: when the person signed in there; null if it does not say. */
  readonly signedInAt: number | null
}

/** One attempt to sign in: what the answer of the provider is compared with. */
export interface SignInChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The provider refused, could not be reached, or its answer is not to be trusted. */
export class SignInFailed extends Error {
  /** The person or the provider said no; otherwise something is wrong. */
  readonly isDenied: boolean

  constructor(cause: unknown, isDenied = false) {
    super(isDenied ? 'the provider has refused to sign in' : 'signing in with the provider has failed', {cause})
    this.isDenied = isDenied
  }

  /** Without what the provider has sent, which may hold tokens. */
  get reason(): string {
    const {cause} = this
    const said = cause instanceof Error ? `${'code' in cause ? `${String(cause.code)}: ` : ''}${cause.message}` : ''
    return `${this.message}: ${said.slice(0, longestText)}`
  }
}

const saysWhen = JSON.stringify({id_token: {auth_time: {essential: true}}})

/** The description of a provider is read again after this time. */
const knownFor = 60 * 60_000
const patienceInSeconds = 10
const longestText = 300
const mostGroups = 1000

export class ProviderClient {
  readonly provider: Provider
  readonly #now: () => number
  #known: {readonly at: number; readonly configuration: Promise<oidc.Configuration>} | null = null
  #keys: {readonly address: string; readonly find: JWTVerifyGetKey} | null = null

  constructor(provider: Provider, now: () => number) {
    this.provider = provider
    this.#now = now
  }

  /** Where the person signs in. */
  async startAddress(
    redirectTo: string,
    {state, nonce, verifier}: SignInChecks,
    {asksAgain = false}: {readonly asksAgain?: boolean} = {},
  ): Promise<URL> {
    const configuration = await this.#configuration()
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectTo,
      scope: this.provider.scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Not all providers follow it; those that do also say when it was, if need be because they are told to.
      ...(asksAgain ? {prompt: 'login', max_age: '0', claims: saysWhen} : {}),
    })
  }

  /** Who has signed in, by the address to which the provider led back. */
  async identify(address: URL, {state, nonce, verifier}: SignInChecks): Promise<ProviderIdentity> {
    try {
      const configuration = await this.#configuration()
      const checks = {expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true}
      const tokens = await oidc.authorizationCodeGrant(configuration, address, checks)
      const own = tokens.claims()
      if (!own) throw new Error('no id token')
      const isWhole = typeof own['email'] === 'string' && own[this.provider.groupsClaim] !== undefined
      const more =
        isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(configuration, tokens.access_token, own.sub)
      return this.#identityOf({...more, ...own})
    } catch (cause) {
      if (cause instanceof SignInFailed) throw cause
      throw new SignInFailed(cause, cause instanceof oidc.AuthorizationResponseError)
    }
  }

  /** The session or the person that a logout token ends (OpenID Connect Back-Channel Logout 1.0). */
  async loggedOut(token: string): Promise<{readonly session: string | null; readonly subject: string | null}> {
    try {
      const configuration = await this.#configuration()
      const {jwks_uri: address = ''} = configuration.serverMetadata()
      const {payload} = await jwtVerify(token, this.#keysAt(address), {
        issuer: this.provider.issuer,
        audience: this.provider.clientId,
        maxTokenAge: '5 minutes',
        clockTolerance: '1 minute',
        requiredClaims: ['jti', 'events'],
      })
      const {events, nonce, sid, sub} = payload
      const event = 'http://schemas.openid.net/event/backchannel-logout'
      const isLogout = typeof events === 'object' && events !== null && event in events && nonce === undefined
      const found = {session: textOf(sid) || null, subject: sub ?? null}
      if (!isLogout || (found.session === null && found.subject === null)) throw new Error('not a logout token')
      return found
    } catch (cause) {
      throw new SignInFailed(cause)
    }
  }

  #keysAt(address: string): JWTVerifyGetKey {
    if (!URL.canParse(address)) return createLocalJWKSet({keys: []})
    if (this.#keys?.address !== address)
      this.#keys = {
        address,
        find: createRemoteJWKSet(new URL(address), {[fetchKeys]: (url, options) => fetch(url, options)}),
      }
    return this.#keys.find
  }

  #configuration(): Promise<oidc.Configuration> {
    const now = this.#now()
    if (this.#known && now - this.#known.at < knownFor) return this.#known.configuration
    const configuration = this.#discover()
    this.#known = {at: now, configuration}
    // A provider that could not be reached is asked again at once.
    configuration.catch(() => {
      if (this.#known?.configuration === configuration) this.#known = null
    })
    return configuration
  }

  async #discover(): Promise<oidc.Configuration> {
    const {issuer, clientId, clientSecret} = this.provider
    const isLocal = issuer.startsWith('http:')
    const execute = [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])]
    try {
      return await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
        timeout: patienceInSeconds,
      })
    } catch (cause) {
      throw new SignInFailed(cause)
    }
  }

  #identityOf(claims: Readonly<Record<string, unknown>>): ProviderIdentity {
    const {iss, sub, sid, name, email, email_verified: isVerified, auth_time: signedInAt} = claims
    const groups = claims[this.provider.groupsClaim]
    return {
      issuer: String(iss),
      subject: String(sub),
      session: textOf(sid) || null,
      name: textOf(name),
      email: textOf(email),
      // Some send it as a text.
      isVerified: isVerified === undefined ? null : isVerified === true || isVerified === 'true',
      groups: (Array.isArray(groups) ? groups : [groups]).filter(each => typeof each === 'string').slice(0, mostGroups),
      signedInAt: typeof signedInAt === 'number' ? signedInAt * 1000 : null,
    }
  }
}

/** The providers of an application. */
export class SingleSignOn {
  readonly clients: readonly ProviderClient[]

  constructor(providers: readonly Provider[], now: () => number = Date.now) {
    this.clients = providers.map(provider => new ProviderClient(provider, now))
  }

  find(name: string): ProviderClient | null {
    return this.clients.find(({provider}) => provider.name === name) ?? null
  }
}

/** On one line: claims are shown and stored. */
function textOf(claim: unknown): string {
  return typeof claim === 'string'
    ? claim
        .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, longestText)
    : ''
}
