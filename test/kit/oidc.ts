/**
 * Providers of single sign-on: `oidc-provider`, as companies run it, in which a person signs in without a page; and one
 * that answers whatever a test wants, signed with its own key.
 */
import {once} from 'node:events'
import {createServer, type IncomingMessage, type RequestListener, type Server} from 'node:http'
import type {AddressInfo} from 'node:net'
import {exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT} from 'jose'
import Provider from 'oidc-provider'
import {onTestFinished, vi} from 'vitest'
import type {Provider as ProviderSettings} from '../../src/accounts/sso/providers.ts'

const clientId = 'nonet'
const clientSecret = 'a secret of the test'

export interface ProviderPerson {
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
  readonly groups?: readonly string[]
}

interface TestProvider {
  readonly issuer: string
  /** As the environment would describe it. */
  readonly settings: (more?: Partial<ProviderSettings>) => ProviderSettings
}

async function serve(listen: (issuer: string) => RequestListener): Promise<string> {
  let answer: RequestListener = (_request, response) => response.end()
  const server: Server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise(resolve => void server.close(() => resolve(undefined)).closeAllConnections()))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answer = listen(issuer)
  return issuer
}

function settingsOf(issuer: string): TestProvider['settings'] {
  return more => ({
    name: 'company',
    label: 'Company',
    issuer,
    clientId,
    clientSecret,
    domains: [],
    groupsClaim: 'groups',
    scope: 'openid email profile',
    ...more,
  })
}

type Cookies = Map<string, string>

export interface CompanyProvider extends TestProvider {
  /** By their subjects there. */
  readonly people: Map<string, ProviderPerson>
  /** Who signs in next. */
  current: string
  /** It starts again with another key. */
  rotate: () => Promise<void>
  /** Where its logout tokens go. */
  post: (url: string, init: RequestInit) => Response | Promise<Response>
  /** Ends its session of a browser that has signed in there. */
  endSession: (cookies: Cookies) => Promise<void>
}

/** A real provider: discovery, PKCE, its own keys, tokens with `sid`. */
export async function companyProvider(redirectTo: string): Promise<CompanyProvider> {
  // It says that its store and keys are for trying it out, which they are.
  const said = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn')]
  for (const each of said) each.mockImplementation(() => {})
  onTestFinished(() => said.forEach(each => void each.mockRestore()))
  const people = new Map<string, ProviderPerson>()
  const company: Omit<CompanyProvider, 'issuer' | 'settings'> = {
    people,
    current: '',
    rotate: async () => {},
    post: () => Response.error(),
    endSession: async () => {},
  }
  const issuer = await serve(at => {
    const started = (keys: readonly JWK[]) => {
      const provider: Provider = new Provider(at, {
        ...(keys.length > 0 ? {jwks: {keys: [...keys]}} : {}),
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [redirectTo],
            token_endpoint_auth_method: 'client_secret_post',
            backchannel_logout_uri: redirectTo.replace(/callback$/, 'logout'),
            backchannel_logout_session_required: true,
          },
        ],
        claims: {openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups']},
        cookies: {keys: ['only for tests']},
        features: {devInteractions: {enabled: false}, backchannelLogout: {enabled: true}},
        fetch: async (url, init) => company.post(String(url), init ?? {}),
        pkce: {required: () => true},
        interactions: {url: (_context, {uid}) => `/interaction/${uid}`},
        findAccount: (_context, accountId) => ({
          accountId,
          claims: async () => ({sub: accountId, ...people.get(accountId)}),
        }),
        loadExistingGrant: async context => {
          const {client, session} = context.oidc
          if (!client || !session?.accountId) return undefined
          const grant = new provider.Grant({clientId: client.clientId, accountId: session.accountId})
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
      })
      return {provider, handle: provider.callback()}
    }
    let now = started([])
    company.rotate = async () => {
      const {privateKey} = await generateKeyPair('RS256', {extractable: true})
      now = started([{...(await exportJWK(privateKey)), kid: 'next', alg: 'RS256', use: 'sig'}])
    }
    return (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        void now.provider.interactionFinished(request, response, {login: {accountId: company.current}})
      else void now.handle(request, response)
    }
  })
  company.endSession = async cookies => {
    const page = await visit(`${issuer}/session/end`, cookies)
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(await page.text()) ?? []
    await visit(`${issuer}/session/end/confirm`, cookies, new URLSearchParams({xsrf, logout: 'yes'}))
  }
  return Object.assign(company, {issuer, settings: settingsOf(issuer)})
}

/** Follows the redirects of a provider like a browser, up to the address at which it leads back. */
export async function answerOf(start: string, redirectTo: string, cookies: Cookies = new Map()): Promise<string> {
  let at = start
  for (let step = 0; step < 10; step += 1) {
    const response = await visit(at, cookies)
    const to = response.headers.get('location')
    if (to === null) throw new Error(`${response.status} without a redirect: ${await response.text()}`)
    at = new URL(to, at).href
    if (at.startsWith(redirectTo)) return at
  }
  throw new Error('the provider does not lead back')
}

async function visit(at: string, cookies: Cookies, body?: URLSearchParams): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = body ? {method: 'POST', body} : {}
  const response = await fetch(at, {redirect: 'manual', headers: {cookie}, ...sent})
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    cookies.set(name, value)
  }
  return response
}

export interface AnyProvider extends TestProvider {
  /** What the next id token says, after the nonce, audience and times that are right. */
  claims: JWTPayload
  nonce: string
  /** The signature is made with a key that the provider does not publish. */
  forged: boolean
  /** Another way to sign: not at all, or with the secret that the client knows. */
  signs: 'itself' | 'nothing' | 'the client'
  /** What it says at its userinfo endpoint, if it has one. */
  more: JWTPayload | null
  /** The issuer that its description names. */
  calledIssuer: string | null
  /** A new key signs from now on. */
  readonly rotate: () => Promise<void>
  readonly sign: (payload: JWTPayload) => Promise<string>
  /** What was sent to get the last token. */
  sent: URLSearchParams
}

/** A provider that says what a test wants. */
export async function anyProvider(): Promise<AnyProvider> {
  const secret = await generateKeyPair('RS256')
  let keys = await generateKeyPair('RS256')
  let keyId = 'first'
  const state: Omit<AnyProvider, 'issuer' | 'settings' | 'sign' | 'rotate'> = {
    ...{claims: {}, nonce: '', forged: false, signs: 'itself', more: null, calledIssuer: null},
    sent: new URLSearchParams(),
  }
  const signed = async (payload: JWTPayload): Promise<string> => {
    if (state.signs === 'nothing') return new UnsecuredJWT(payload).encode()
    if (state.signs === 'the client')
      return new SignJWT(payload).setProtectedHeader({alg: 'HS256'}).sign(new TextEncoder().encode(clientSecret))
    return new SignJWT(payload)
      .setProtectedHeader({alg: 'RS256', kid: keyId})
      .sign(state.forged ? secret.privateKey : keys.privateKey)
  }
  const issuer = await serve(at => async (request, response) => {
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    const path = request.url ?? ''
    if (path === '/.well-known/openid-configuration')
      return json({
        issuer: state.calledIssuer ?? at,
        authorization_endpoint: `${at}/authorize`,
        token_endpoint: `${at}/token`,
        jwks_uri: `${at}/keys`,
        ...(state.more ? {userinfo_endpoint: `${at}/userinfo`} : {}),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (path === '/userinfo') return json(state.more)
    if (path === '/keys')
      return json({keys: [{...(await exportJWK(keys.publicKey)), kid: keyId, alg: 'RS256', use: 'sig'}]})
    state.sent = new URLSearchParams(await bodyOf(request))
    const now = Math.floor(Date.now() / 1000)
    // Several at once name theirs in the code.
    const [, named] = /^nonce (.+)$/.exec(state.sent.get('code') ?? '') ?? []
    const usual = {iss: at, aud: clientId, sub: 'anna', iat: now, exp: now + 300, nonce: named ?? state.nonce}
    return json({access_token: 'access', token_type: 'Bearer', id_token: await signed({...usual, ...state.claims})})
  })
  return Object.assign(state, {
    issuer,
    settings: settingsOf(issuer),
    sign: signed,
    rotate: async () => {
      keys = await generateKeyPair('RS256')
      keyId = 'second'
    },
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
