/**
 * The calls of point 7. They ignore cookies: the caller is the holder of the key or token in the `Authorization` header, or anonymous, so that no
 * other site can make a browser call on a person's behalf. Limits and permissions are checked before the body is read.
 */
import {createHash} from 'node:crypto'
import {factorDue} from '../../accounts/factors/required.ts'
import {actorOfKey, isKey} from '../../accounts/keys.ts'
import {prepareNewPassword} from '../../accounts/own-account.ts'
import {secretDigest} from '../../accounts/secret.ts'
import {actorOfToken, endOwnSession, type StartedSession} from '../../accounts/sessions.ts'
import {type SignInResult, signIn} from '../../accounts/sign-in.ts'
import {type SignUpResult, signUpByCall} from '../../accounts/sign-up.ts'
import {parseAddress} from '../../engine/address.ts'
import {type Actor, nobody, personOf} from '../../engine/base/actor.ts'
import {type CallBody, emptyBody, readCallBody, setValues} from '../../engine/calls/body.ts'
import type {CallRequest, CallResult, Json} from '../../engine/calls/call-request.ts'
import type {CompiledCall} from '../../engine/calls/calls.ts'
import type {ToolRequest} from '../../engine/calls/tools.ts'
import {type Idempotency, Refused} from '../../engine/reply.ts'
import {type Input, problem, type WriteProblem} from '../../engine/transaction/change.ts'
import type {CallSettings} from '../../points/calls/model.ts'
import {type CallRefusal, problemResponse} from '../call-problems.ts'
import {clientKey, createContext, logFailure, type Middleware, type RequestContext} from '../context.ts'
import {TooManyRequests} from '../fallback-pages.ts'
import {decodeText, readBody} from '../form.ts'
import {BufferedResponse} from '../response.ts'
import {clientGone, refusalFor, storageCodes} from './error-handler.ts'
import {beginTurn, isGone} from './turns.ts'

export const calls: Middleware = async (context, next) => {
  const {call, application} = context
  const compiled = application.calls
  if (!call && compiled && !context.route && compiled.isAmong(context.address.path)) {
    context.kind = 'call'
    return problemResponse(compiled.specification, null, stop('NOT_FOUND').refusal)
  }
  if (!call || !compiled) return next()
  context.kind = 'call'
  const {settings} = compiled.specification.calls
  if (context.request.method === 'OPTIONS') return preflight(context, settings)
  const response = await answered(context)
  for (const [name, value] of Object.entries(corsHeaders(context.request, settings))) response.headers.set(name, value)
  if (!response.headers.has('vary')) response.headers.set('vary', 'Authorization, Origin')
  return response
}

/** Stops a request: the refusal is the response. */
class CallRefused extends Error {
  readonly refusal: CallRefusal

  constructor(refusal: CallRefusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export const stop = (code: Refused['code'], values: WriteProblem['values'] = {}, headers = {}): CallRefused =>
  new CallRefused({code, problems: [problem(code, null, values)], headers})

/** Carries out a call inside another request, which has already been counted, for the holder of that one. */
export async function answerWithin(
  {server, request, peer, sender}: RequestContext,
  holder: Holder,
  {method, target, body}: ToolRequest,
): Promise<Response> {
  const headers = body === null ? {} : {'content-type': 'application/json'}
  const inner = new Request(new URL(target, request.url), {method, headers, ...(body === null ? {} : {body})})
  const context = {...createContext(server, inner, {target, peer}), sender}
  const compiled = context.application.calls
  if (!compiled) throw new Error('a call without calls')
  const found = parseAddress(target)
  if (found.kind !== 'ok') return problemResponse(compiled.specification, null, stop('BAD_ADDRESS').refusal)
  context.address = found.address
  context.call = compiled.find(method, found.address.path)
  if (!context.call) return problemResponse(compiled.specification, null, stop('NOT_FOUND').refusal)
  return answered(context, holder)
}

/** `known`: the caller, if already authenticated and counted. */
async function answered(context: RequestContext, known: Holder | null = null): Promise<Response> {
  const {call: found, application, request} = context
  const specification = application.calls?.specification
  if (!found || !specification) throw new Error('a call without calls')
  const call = 'call' in found ? found.call : null
  const limited: Record<string, string> = {}
  try {
    const holder = known ?? (await holderOf(context, specification.calls.settings))
    context.actor = holder.actor
    if (!known) Object.assign(limited, countRequest(context))
    if (!call || !('parameters' in found)) {
      const methods = 'methods' in found ? found.methods : []
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
      throw stop('WRONG_METHOD', {}, {allow})
    }
    if (!call.mayCall(holder.actor)) throw holder.actor.kind === 'nobody' ? notSignedIn(context) : stop('FORBIDDEN')
    const body = await bodyOf(request, call, specification.calls.settings.ignoresUnknownKeys)
    if (holder.byKey && (body.read.password !== null || call.call.operation.kind === 'sign out'))
      throw stop('FORBIDDEN')
    if (!known) await beginTurn(context)
    const result = await resultOf(context, call, {
      actor: holder.actor,
      parameters: found.parameters,
      query: context.address.query,
      body: body.read,
      versions: versionsOf(request),
      idempotency: idempotencyOf(context, body.text),
      own: {token: holder.token},
      keepsSession: holder.token && !holder.byKey ? secretDigest(holder.token) : null,
    })
    const response =
      result.kind === 'answer'
        ? answerResponse(context, call, result)
        : problemResponse(specification, call.call, withCause(context, result))
    if (result.kind === 'refused') await auditRefusal(context, result.code)
    return withHeaders(response, limited)
  } catch (error) {
    if (isGone(context, error)) return clientGone()
    const refusal = await refusalOf(context, error)
    await auditRefusal(context, refusal.code)
    return withHeaders(problemResponse(specification, call?.call ?? null, refusal), limited)
  }
}

/** What the caller has no permission for, also without or with a wrong key. */
async function auditRefusal({actor, call, request, server}: RequestContext, code: string): Promise<void> {
  if (code !== 'FORBIDDEN' && code !== 'NOT_SIGNED_IN') return
  const name = call && 'call' in call ? call.call.call.name : request.method
  const details = {name, code}
  await server.accounts?.engine().audit?.reportRefusal({kind: 'call', by: actor, details})
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

export async function refusalOf(context: RequestContext, error: unknown): Promise<CallRefusal> {
  if (error instanceof CallRefused) return error.refusal
  const refused = await refusalFor(context, error)
  if (refused instanceof TooManyRequests) return stop(refused.code, refused.values, refused.headers).refusal
  if (refused && storageCodes.has(refused.code)) context.log.failure('storage', refused.cause ?? error)
  if (refused) return {code: refused.code, problems: [problem(refused.code, null, refused.values)]}
  const reference = logFailure(context, error)
  return {code: 'FAILURE', problems: [problem('FAILURE', null, {reference})]}
}

/** A visitor may be allowed after signing in. */
function withCause(context: RequestContext, refusal: CallRefusal): CallRefusal {
  return refusal.code === 'FORBIDDEN' && context.actor.kind === 'nobody' ? notSignedIn(context).refusal : refusal
}

// The caller.

interface Holder {
  readonly actor: Actor
  readonly token: string | null
  /** An API key cannot sign anyone out, or change a password; the write path refuses it an address. */
  readonly byKey: boolean
}

export async function holderOf(context: RequestContext, {scheme}: CallSettings): Promise<Holder> {
  const {request, server} = context
  const header = request.headers.get('authorization')
  if (server.actorOf) return {actor: await server.actorOf(request), token: null, byKey: false}
  if (header === null || header.trim() === '') return {actor: nobody, token: null, byKey: false}
  const [word = '', token = '', ...more] = header.trim().split(/\s+/)
  const known = [scheme, 'Bearer'].some(each => each.toLowerCase() === word.toLowerCase())
  const {accounts} = server
  if (!known || more.length > 0 || !accounts) throw unknownCaller(context)
  const actor = await (isKey(token) ? actorOfKey(accounts, token) : actorOfToken(accounts, token))
  if (actor.kind === 'nobody') throw unknownCaller(context)
  const self = personOf(actor)
  // A key was made by its person for a program; a token is their session.
  if (self && !isKey(token) && (await factorDue(accounts, self, secretDigest(token))).kind === 'now')
    throw stop('SECOND_FACTOR_REQUIRED')
  return {actor, token, byKey: isKey(token)}
}

/** Guessed keys count as requests of their network address. */
function unknownCaller(context: RequestContext): CallRefused {
  countRequest(context)
  return notSignedIn(context)
}

export function notSignedIn({application}: RequestContext): CallRefused {
  const scheme = application.calls?.specification.calls.settings.scheme ?? 'Bearer'
  return stop('NOT_SIGNED_IN', {}, {'www-authenticate': scheme})
}

/** Counted together with the pages of the same person. */
export function countRequest(context: RequestContext): Record<string, string> {
  const {server, application} = context
  const most = application.requestsPerMinute
  if (!server.rateLimiter) return {}
  const {wait, left, resets} = server.rateLimiter.count(clientKey(context), most)
  const seconds = Math.ceil(resets / 1000)
  const headers = {
    'ratelimit-policy': `"minute";q=${most};w=60`,
    ratelimit: `"minute";r=${left};t=${seconds}`,
  }
  if (wait > 0) throw tooOften(context, wait, headers)
  return headers
}

function tooOften(
  context: RequestContext,
  millis: number,
  headers: Readonly<Record<string, string>> = {},
): CallRefused {
  const {code, values, headers: own} = new TooManyRequests(context, millis)
  return stop(code, values, {...headers, ...own})
}

// The input.

export const largestBody = 1024 * 1024

interface ReadRequest {
  readonly read: CallBody
  readonly text: string
}

async function bodyOf(request: Request, {call}: CompiledCall, ignoresUnknown: boolean): Promise<ReadRequest> {
  if (request.method === 'GET' || request.method === 'HEAD') return {read: emptyBody, text: ''}
  const text = decodeText(await readBody(request, largestBody))
  if (text.trim() === '') return {read: readCallBody(call.request, {}, ignoresUnknown), text}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if ((type !== 'application/json' && !type.endsWith('+json')) || encoding !== 'identity') throw stop('UNSUPPORTED')
  return {read: call.request ? readCallBody(call.request, parsed(text), ignoresUnknown) : emptyBody, text}
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refused('BAD_INPUT', {}, cause)
  }
}

/** `If-Match: "7-…"`: the version comes first in the ETag. One of several tags has to match. */
function versionsOf(request: Request): readonly number[] | null {
  const header = request.headers.get('if-match')
  if (header === null || header.trim() === '*') return null
  return header.split(',').flatMap(tag => {
    const [, version] = /^\s*(?:W\/)?"(\d{1,15})(?:-[\w-]*)?"\s*$/.exec(tag) ?? []
    return version === undefined ? [] : [Number(version)]
  })
}

const longestKey = 255

/** Stores a digest of the caller, the key and the whole request. */
function idempotencyOf({request, actor, sender, address}: RequestContext, body: string): Idempotency | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (key.trim() === '' || key.length > longestKey) throw stop('BAD_INPUT')
  const holder = clientKey({actor, sender})
  const digest = (...parts: readonly string[]): string =>
    createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return {
    kind: 'own',
    key: digest('call', holder, key),
    fingerprint: digest(request.method, address.url, body),
  }
}

// The result.

async function resultOf(context: RequestContext, call: CompiledCall, request: CallRequest): Promise<CallResult> {
  const {kind} = call.call.operation
  const {accounts} = context.server
  const {problems, password} = request.body
  const signs = kind === 'sign in' || kind === 'sign up' || kind === 'sign out'
  if (!signs && (password === null || !accounts)) return call.run(request)
  if (!accounts) throw stop('NOT_FOUND')
  if (problems.length > 0) return {kind: 'refused', code: problems[0]?.code ?? 'BAD_INPUT', problems}
  if (kind === 'sign out') {
    await endOwnSession(accounts, request.keepsSession ?? null)
    return {kind: 'answer', json: undefined, record: null, page: null, repeated: false}
  }
  const blank = kind === 'sign in' ? blankIn(request.body) : []
  if (blank.length > 0) return {kind: 'refused', code: 'REQUIRED', problems: blank}
  if (kind === 'sign in') return enter(context, call, await signedIn(context, request))
  if (kind === 'sign up') return enter(context, call, await signedUp(context, call, request))
  const person = personOf(request.actor)
  if (!person || password === null) return call.run(request)
  const change = await prepareNewPassword(accounts, person, password)
  if (change.problems.length > 0)
    return {kind: 'refused', code: change.problems[0]?.code ?? '', problems: change.problems}
  return call.run({...request, before: ({db}) => change.write(db, request.keepsSession ?? null)})
}

/** What is missing in a sign-in request, so that it is not counted as an attempt. */
function blankIn({given, password}: CallBody): WriteProblem[] {
  const email = given.get('email')?.json
  return [
    ...(email === undefined || email === null || email === '' ? [problem('REQUIRED', 'email')] : []),
    ...(password === null || password === '' ? [problem('REQUIRED', 'password')] : []),
  ]
}

function signedIn({server: {accounts}, sender}: RequestContext, {body}: CallRequest): Promise<SignInResult> {
  if (!accounts) throw stop('NOT_FOUND')
  const email = body.given.get('email')?.json
  const credentials = {email: typeof email === 'string' ? email : '', password: body.password ?? ''}
  return signIn(accounts, credentials, sender, {remembers: false})
}

async function signedUp(context: RequestContext, {call}: CompiledCall, {body}: CallRequest): Promise<SignUpResult> {
  const {accounts} = context.server
  if (!accounts) throw stop('NOT_FOUND')
  const fields = new Map<string, Input>([...body.given].map(([name, {json}]) => [name, {json}]))
  const moment = accounts.engine().moment()
  for (const [field, value] of setValues({actor: nobody, moment}, call.sets, body)) fields.set(field, {value})
  return signUpByCall(accounts, {fields, password: body.password ?? ''}, context.sender)
}

async function enter(
  context: RequestContext,
  call: CompiledCall,
  result: SignInResult | SignUpResult,
): Promise<CallResult> {
  if (result.kind === 'in') return entered(call, result.entered)
  if (result.kind === 'wait') throw tooOften(context, result.wait)
  if (result.kind === 'refused')
    return {kind: 'refused', code: result.problems[0]?.code ?? 'BAD_INPUT', problems: result.problems}
  throw stop(result.kind === 'factor' ? 'SECOND_FACTOR' : 'SIGN_IN_FAILED')
}

function entered(call: CompiledCall, {token, actor}: StartedSession): Promise<CallResult> {
  return call.answer(actor, personOf(actor)?.id ?? '', {token})
}

type Answer = Extract<CallResult, {kind: 'answer'}>

function answerResponse(context: RequestContext, {call}: CompiledCall, answer: Answer): Response {
  const {request, address} = context
  const headers: Record<string, string> = {'cache-control': 'private, no-cache'}
  if (answer.repeated) headers['idempotency-replayed'] = 'true'
  if (answer.page?.next) headers.link = `<${withCursor(address.url, answer.page.next)}>; rel="next"`
  if (answer.json === undefined)
    return new BufferedResponse(null, {status: call.status === 200 ? 204 : call.status, headers})
  const text = `${JSON.stringify(answer.json)}\n`
  headers['content-type'] = 'application/json; charset=utf-8'
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  if (answer.record) headers.etag = `"${answer.record.version}-${digest}"`
  else if (request.method === 'GET' || request.method === 'HEAD') headers.etag = `"${digest}"`
  if (call.operation.kind === 'sign in' || call.operation.kind === 'sign up') headers['cache-control'] = 'no-store'
  return new BufferedResponse(text, {status: call.status, headers})
}

function withCursor(url: string, next: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete('before')
  parameters.set('after', next)
  return `${path}?${parameters}`
}

// CORS, if the document allows it.

const exposed = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotency-Replayed'
const accepted = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key'

function allowedOrigin(request: Request, {origins}: CallSettings): string | null {
  const origin = request.headers.get('origin')
  if (origin === null) return null
  if (origins === 'any') return '*'
  return origins.includes(origin) ? origin : null
}

/** Never with credentials: calls accept none from a browser. */
function corsHeaders(request: Request, settings: CallSettings): Record<string, string> {
  const origin = allowedOrigin(request, settings)
  if (origin === null) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function preflight({request, call}: RequestContext, settings: CallSettings): Response {
  const methods = call && 'methods' in call ? call.methods : []
  const cors = corsHeaders(request, settings)
  const allow = [...methods, 'OPTIONS'].join(', ')
  const asked = Object.keys(cors).length > 0 && request.headers.has('access-control-request-method')
  const headers = asked
    ? {
        ...cors,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': accepted,
        'access-control-max-age': '600',
      }
    : cors
  return new BufferedResponse(null, {status: 204, headers: {...headers, allow, vary: 'Origin'}})
}
