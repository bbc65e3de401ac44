/**
 * Delivers the calls of point 7 from the outbox: signs and sends them, stores the response, and explains failures. Such
 * explanations never contain values of the environment. What it throws decides whether the outbox tries again (`engine/outbox/outbox.ts`).
 */
import {engineItself} from '../engine/base/actor.ts'
import {CompiledAnswer} from '../engine/calls/answer.ts'
import type {Engine} from '../engine/engine.ts'
import {type Deliverer, type OutboxRow, removeMessage, TryLater, Undeliverable} from '../engine/outbox/outbox.ts'
import {type OutgoingPayload, storedPayload} from '../engine/outbox/payload.ts'
import type {Input} from '../engine/transaction/change.ts'
import {writeAll} from '../engine/write/write.ts'
import type {Json} from '../feel/core.ts'
import type {OutgoingCall, OutgoingHeader, Shape} from '../points/calls/model.ts'
import {isNamedHost, variablesOf} from '../points/calls/read-address.ts'
import {type OutgoingAnswer, type SendLimits, send, signaturesOf} from './send.ts'

export interface DeliveryContext {
  readonly engine: () => Engine
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Hosts for which the operator allows private addresses, and plain http. */
  readonly privateHosts: readonly string[]
  /** Milliseconds. */
  readonly now: () => number
  readonly limits?: Partial<Pick<SendLimits, 'patience' | 'largest'>>
}

const usualLimits = {patience: 15_000, largest: 1024 * 1024}

export function callCourier(world: DeliveryContext): Deliverer {
  return async row => {
    const {specification} = world.engine()
    const event = specification.calls.events.find(({name, entity}) => name === row.name && entity === row.entity)
    if (!event) throw new Undeliverable('The document has no such call any more.')
    const missing = variablesOf(event).filter(name => !world.environment[name])
    if (missing.length > 0) {
      if (event.optional) return 'moot'
      throw new Error(`The environment has no ${missing.join(' and no ')}.`)
    }
    const isPrivate = (host: string) => world.privateHosts.includes(host.toLowerCase())
    const answer = await send(requestOf(event, row, world), {...usualLimits, ...world.limits, isPrivate})
    checkAnswer(answer, world.now())
    if (event.sets.length > 0) await keepAnswer(world.engine(), {event, row, answer})
    return 'delivered'
  }
}

// The request.

function requestOf(event: OutgoingCall, row: OutboxRow, world: DeliveryContext) {
  const payload = payloadOf(row)
  const body = event.body === null ? null : JSON.stringify(payload.body)
  const timestamp = Math.floor(world.now() / 1000)
  const {id} = row
  return {
    method: event.method,
    url: urlOf(event, payload, world),
    headers: {
      ...Object.fromEntries(event.headers.map(header => [header.name, headerOf(header, row, world)])),
      'User-Agent': 'Nonet',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      ...(body === null ? {} : {'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body))}),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...(event.secret === null
        ? {}
        : {'webhook-signature': signed(event.secret, world, {id, timestamp, body: body ?? ''})}),
    },
    body,
    reads: event.sets.some(({kind}) => kind === 'answer'),
  }
}

function payloadOf({payload}: OutboxRow): OutgoingPayload {
  const read = storedPayload(payload)
  if (read === null) throw new Undeliverable('Its content cannot be read any more.')
  return read
}

function signed(secret: string, {environment}: DeliveryContext, message: Parameters<typeof signaturesOf>[1]): string {
  const signatures = signaturesOf(environment[secret] ?? '', message)
  if (signatures === null) throw new Error(`${secret} is not a secret that signs: whsec_ and 24 to 64 bytes in base64.`)
  return signatures
}

function urlOf(event: OutgoingCall, {values}: OutgoingPayload, {engine, environment}: DeliveryContext): URL {
  const braces = event.address.filter(piece => typeof piece !== 'string' && piece.kind === 'value')
  if (braces.length !== values.length) throw new Undeliverable('The address of this call has other values in it now.')
  let next = 0
  const addressWith = (valueAt: (index: number) => string) => {
    next = 0
    return event.address
      .map(piece => {
        if (typeof piece === 'string') return piece
        if (piece.kind === 'environment') return (environment[piece.name] ?? '').trim()
        next += 1
        return valueAt(next - 1)
      })
      .join('')
  }
  const text = addressWith(index => encodeURIComponent(values[index] ?? ''))
  if (
    changesPath(
      text,
      addressWith(() => 'x'),
    )
  )
    throw new Undeliverable('A value of the record would change the path of this call.')
  // Without the text, which may contain a secret.
  if (!URL.canParse(text)) throw new Error('Its address is not one: look at the variables in it.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw new Error('Its address has a user or a password in it.')
  if (!isNamedHost(engine().specification.calls.settings.hosts, url))
    throw new Error(`The document does not name the host ${url.host}.`)
  url.hash = ''
  return url
}

/** Whether a value makes a segment that leads elsewhere: `..` is resolved, encoded or not. */
function changesPath(text: string, plain: string): boolean {
  const segmentsOf = (address: string) => (address.split(/[?#]/)[0] ?? '').split('/')
  const written = segmentsOf(plain)
  return segmentsOf(text).some((segment, at) => segment !== written[at] && /^(?:\.|%2e){1,2}$/i.test(segment))
}

function headerOf({pieces}: OutgoingHeader, {id, name, action, at}: OutboxRow, {environment}: DeliveryContext): string {
  const own: Readonly<Record<string, string>> = {
    'call.id': id,
    'call.name': name,
    'call.action': action,
    'call.at': new Date(at).toISOString(),
  }
  return pieces
    .map(piece => {
      if (typeof piece === 'string') return piece
      return piece.kind === 'environment' ? (environment[piece.name] ?? '').trim() : (own[piece.name] ?? '')
    })
    .join('')
}

// The response.

function checkAnswer({status, retryAfter}: OutgoingAnswer, now: number): void {
  if (status >= 200 && status <= 299) return
  if (status >= 300 && status <= 399) throw new Error(`The receiver answered ${status}. Redirects are not followed.`)
  if (status === 410) throw new Undeliverable('The receiver answered 410: it does not want this call any more.')
  const message = `The receiver answered ${status}.`
  const after = status === 429 || status === 503 ? waitIn(retryAfter, now) : null
  throw after === null ? new Error(message) : new TryLater(message, after)
}

/** Seconds, or a date. */
function waitIn(text: string | null, now: number): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

interface AnsweredCall {
  readonly event: OutgoingCall
  readonly row: OutboxRow
  readonly answer: OutgoingAnswer
}

async function keepAnswer(engine: Engine, {event, row, answer}: AnsweredCall): Promise<void> {
  const json = event.sets.some(({kind}) => kind === 'answer') ? jsonOf(answer) : null
  await keep(engine, row, {
    shape: expressionsOf(event),
    fieldsOf: found => new Map(event.sets.map(set => [set.field, inputOf(set, json, found)])),
    refused: reason => `The receiver took the call, but its answer cannot be kept: ${reason}.`,
  })
}

interface Kept {
  /** What is read of the record. */
  readonly shape: Shape
  readonly fieldsOf: (record: Json) => ReadonlyMap<string, Input>
  readonly refused: (reason: string) => string
}

/** Sets fields of the record through the write path, in the transaction that removes the row from the outbox. */
export async function keep(engine: Engine, row: OutboxRow, {shape, fieldsOf, refused}: Kept): Promise<void> {
  const {entity} = row
  const outcome = await engine.unitOfWork(engineItself, async context => {
    const [found] = await new CompiledAnswer(entity, shape).all(context, [row.record])
    await removeMessage(context.db, row)
    if (!found) return []
    return writeAll(context, [{kind: 'update', entity, id: row.record, fields: fieldsOf(found.json)}])
  })
  if (outcome.ok) return
  const problems = outcome.problems.map(({field, code}) => (field === null ? code : `${field} ${code}`))
  const reason = problems.length > 0 ? problems.join(', ') : outcome.code
  // If the database was busy, the response itself is fine.
  if (outcome.code === 'BUSY') throw new Error('The answer could not be kept yet.')
  throw new Undeliverable(refused(reason))
}

function jsonOf({content}: OutgoingAnswer): Json {
  if (content === null) throw new Undeliverable('The receiver took the call, but its answer is too large.')
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw new Undeliverable('The receiver took the call, but its answer is not JSON.')
  }
}

function expressionsOf({sets}: OutgoingCall) {
  const entries = sets.flatMap(set => (set.kind === 'expression' ? [[set.field, set.value] as const] : []))
  return {kind: 'object', entries} as const
}

function inputOf(set: OutgoingCall['sets'][number], answer: Json, values: Json): Input {
  if (set.kind === 'expression') return {json: valueAt(values, [set.field]) ?? null}
  const json = valueAt(answer, set.path)
  if (json !== undefined) return {json}
  throw new Undeliverable(`The receiver took the call, but its answer has no ${['answer', ...set.path].join('.')}.`)
}

function valueAt(json: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = json
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Array.isArray(at) ? at[Number(key)] : Object.hasOwn(at, key) ? (at as {[key: string]: Json})[key] : undefined
  }
  return at
}
