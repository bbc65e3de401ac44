/**
 * `nonet dev --sso`: a provider of OpenID Connect on this machine, in which everyone can be any person of the
 * application, to see single sign-on without a company account. It keeps nothing, and answers to this machine alone.
 */
import {createHash, randomBytes} from 'node:crypto'
import {once} from 'node:events'
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {exportJWK, generateKeyPair, SignJWT} from 'jose'
import {findPeople, type Person, userField} from '../accounts/accounts.ts'
import type {Provider} from '../accounts/sso/providers.ts'
import {engineItself} from '../engine/base/actor.ts'
import {escapeHtml} from '../engine/base/escape-html.ts'
import type {Engine} from '../engine/engine.ts'
import type {Roles} from '../points/roles/model.ts'
import {CannotRun} from './command.ts'

export interface LocalProvider {
  readonly provider: Provider
  readonly stop: () => void
}

interface LocalProviderOptions {
  readonly engine: () => Engine
  /** Where the application is. */
  readonly origin: () => string
  /** 0 picks a free one. */
  readonly port: number
}

/** The name that point 6 uses, so that its groups are those of this provider. */
function nameIn({roles}: Roles): string {
  const named = [...roles.values()].flatMap(({through}) => through)
  return named[0]?.provider ?? 'local'
}

/** A code that has been given out, for one token. */
interface GivenCode {
  readonly person: Person
  readonly challenge: string
  readonly nonce: string
  readonly redirect: string
}

const clientId = 'nonet'
const mostPeople = 200
/** Milliseconds. */
const codeLength = 60_000
const longestBody = 16 * 1024

const newSecret = (): string => randomBytes(32).toString('base64url')

export async function startLocalProvider({engine, origin, port}: LocalProviderOptions): Promise<LocalProvider> {
  const name = nameIn(engine().specification.roles)
  const [clientSecret, keyId] = [newSecret(), newSecret()]
  const keys = await generateKeyPair('RS256')
  const codes = new Map<string, GivenCode>()
  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      response.statusCode = 500
      response.end(`${cause instanceof Error ? cause.message : 'failed'}\n`)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((cause: unknown) => {
    throw new CannotRun(`The local provider of single sign-on cannot listen on port ${port}: ${String(cause)}`)
  })
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  const issuer = `http://${host}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another name would be a page of the internet that leads to this machine.
    if (request.headers.host !== host) return refuse(response, 421)
    const {pathname, searchParams} = new URL(request.url ?? '/', issuer)
    if (request.method === 'POST' && pathname === '/token') return giveToken(request, response)
    if (request.method !== 'GET') return refuse(response, 405)
    if (pathname === '/.well-known/openid-configuration') return json(response, configuration(issuer))
    if (pathname === '/keys') {
      const key = await exportJWK(keys.publicKey)
      return json(response, {keys: [{...key, kid: keyId, alg: 'RS256', use: 'sig'}]})
    }
    if (pathname === '/authorize') return choose(searchParams, response)
    return refuse(response, 404)
  }

  /** First the people, then, with one of them, back to the application with a code. */
  async function choose(asked: URLSearchParams, response: ServerResponse): Promise<void> {
    const redirect = `${origin()}/_sso/${name}/callback`
    const isKnown = asked.get('client_id') === clientId && asked.get('redirect_uri') === redirect
    const challenge = asked.get('code_challenge') ?? ''
    if (!isKnown || challenge === '' || asked.get('code_challenge_method') !== 'S256') return refuse(response, 400)
    const people = await peopleOf(engine())
    const person = people.find(({id}) => id === asked.get('as'))
    if (!person) return page(response, people, asked)
    const code = newSecret()
    codes.set(code, {person, challenge, nonce: asked.get('nonce') ?? '', redirect})
    setTimeout(() => codes.delete(code), codeLength).unref()
    const back = new URL(redirect)
    back.search = new URLSearchParams({code, state: asked.get('state') ?? '', iss: issuer}).toString()
    response.writeHead(303, {location: back.href, 'cache-control': 'no-store'}).end()
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = new URLSearchParams(await bodyOf(request))
    const given = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const proof = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = sent.get('client_id') === clientId && sent.get('client_secret') === clientSecret
    if (!given || !isClient || given.challenge !== proof || sent.get('redirect_uri') !== given.redirect)
      return json(response, {error: 'invalid_grant'}, 400)
    const {person, nonce} = given
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({
      ...{nonce, sid: newSecret(), auth_time: now, name: person.name, email: person.email, email_verified: true},
      groups: groupsOf(engine().specification.roles, {name, roles: person.roles}),
    })
      .setProtectedHeader({alg: 'RS256', kid: keyId})
      .setIssuer(issuer)
      .setAudience(clientId)
      .setSubject(person.id)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(keys.privateKey)
    return json(response, {access_token: newSecret(), token_type: 'Bearer', expires_in: 300, id_token: token})
  }

  const provider: Provider = {
    ...{name, label: 'Local provider', issuer, clientId, clientSecret},
    ...{domains: [], groupsClaim: 'groups', scope: 'openid email profile'},
  }
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return {provider, stop}
}

function configuration(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** Everyone who may sign in, as the provider of a company would know them. */
function peopleOf(engine: Engine): Promise<Person[]> {
  return engine.read(engineItself, reader =>
    findPeople(reader, {where: [userField(reader, 'active')], limit: mostPeople}),
  )
}

/** Those that give the roles that the person has. */
function groupsOf({roles: declared}: Roles, {name, roles}: {readonly name: string; readonly roles: readonly string[]}) {
  return [...declared.values()]
    .filter(role => roles.includes(role.name))
    .flatMap(({through}) =>
      through.flatMap(({provider, group}) => (provider === name && group !== null ? [group] : [])),
    )
}

function page(response: ServerResponse, people: readonly Person[], asked: URLSearchParams): void {
  const links = people.map(({id, name, email, roles}) => {
    const query = new URLSearchParams(asked)
    query.set('as', id)
    const text = `${escapeHtml(name)} <small>${escapeHtml([email, ...roles].join(' · '))}</small>`
    return `<li><a href="/authorize?${escapeHtml(query.toString())}">${text}</a></li>`
  })
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  })
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local provider</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
ul{list-style:none;padding:0}a{display:block;padding:.6rem .8rem;border:1px solid;border-radius:.5rem;margin:.4rem 0;color:inherit;text-decoration:none}
small{display:block;opacity:.75}</style>
<h1>Local provider</h1><p>This page is where people would sign in to their company. Choose who you are.</p>
<ul>${links.join('\n')}</ul>${people.length === 0 ? '<p>The application has no people yet.</p>' : ''}</html>`)
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, {'content-type': 'application/json', 'cache-control': 'no-store'})
    .end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {'content-type': 'text/plain'}).end(`${status}\n`)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > longestBody) throw new Error('too large')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString()
}
