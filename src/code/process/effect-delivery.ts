/**
 * Delivers the effects of own code from the outbox: runs each with what its row in point 7 gives it, and sets fields of
 * the record with what it returns. Requests to other hosts are made here, with the checks of outgoing calls.
 */

import {EffectClient} from '../../engine/calls/effect-client.ts'
import type {Engine} from '../../engine/engine.ts'
import {type Deliverer, type OutboxRow, Undeliverable} from '../../engine/outbox/outbox.ts'
import {storedPayload} from '../../engine/outbox/payload.ts'
import {isJsonObject, type Json} from '../../feel/core.ts'
import type {OwnEffect} from '../../points/calls/model.ts'
import {isNamedHost} from '../../points/calls/read-address.ts'
import {type DeliveryContext, keep} from '../../webhooks/delivery.ts'
import {send} from '../../webhooks/send.ts'
import type {EffectHost} from './effect-process.ts'
import {
  type EffectOutcome,
  type EffectReply,
  type EffectRequest,
  type FetchAnswer,
  type FetchRequest,
  largestBody,
} from './effect-protocol.ts'

/** Runs the effect of this name; null if it has no code. */
export type RunOwnEffect = (name: string, request: EffectRequest, host: EffectHost) => Promise<EffectOutcome> | null

/** What a test answers in place of other hosts. */
export type AnswerFetch = (asked: FetchRequest) => Promise<FetchAnswer>

interface EffectContext extends DeliveryContext {
  readonly run: RunOwnEffect
  readonly answerFetch?: AnswerFetch
}

/** Milliseconds for one request. */
const fetchPatience = 15_000

export function effectCourier(world: EffectContext): Deliverer {
  return async row => {
    const engine = world.engine()
    const {effects, settings} = engine.specification.calls
    const effect = effects.find(({name, entity}) => name === row.name && entity === row.entity)
    if (!effect) throw new Undeliverable('The document has no such effect any more.')
    const secrets = secretsOf(effect, world)
    const payload = storedPayload(row.payload)
    if (payload === null) throw new Undeliverable('Its content cannot be read any more.')
    const client = effect.as === null ? null : new EffectClient(engine, actorOf(effect, effect.as))
    const host: EffectHost = {
      async answer(question): Promise<EffectReply['answer']> {
        if (question.kind === 'fetch')
          return {ok: true, value: answerJson(await fetchFor(question.asked, settings.hosts, world))}
        if (client === null) return {ok: false, reason: 'The effect has no role in the column As.'}
        return {ok: true, value: {...(await client.answer(question.asked))} as unknown as Json}
      },
    }
    const request = {
      record: payload.body,
      key: row.id,
      secrets,
      deadline: effect.deadline * 1000,
      hasClient: client !== null,
    }
    const running = world.run(effect.name, request, host)
    if (running === null) throw new Error('The effect has no code.')
    const outcome = await running
    if (outcome.kind === 'failed') throw failureOf(outcome, Object.values(secrets))
    if (effect.sets.length > 0) await keepReturned(engine, row, {effect, value: outcome.value})
    return 'delivered'
  }
}

const actorOf = ({name}: OwnEffect, role: string) => ({kind: 'effect', name, roles: [role]}) as const

function secretsOf({secrets}: OwnEffect, {environment}: EffectContext): Record<string, string> {
  const missing = secrets.filter(name => !environment[name])
  if (missing.length > 0) throw new Error(`The environment has no ${missing.join(' and no ')}.`)
  return Object.fromEntries(secrets.map(name => [name, environment[name] ?? '']))
}

/** What the author has thrown, without the secrets in it. */
function failureOf({cause, gaveUp}: Extract<EffectOutcome, {kind: 'failed'}>, secrets: readonly string[]): Error {
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), cause)
  const message = (hidden.split('\n')[0] ?? '').replace(/^(?:GiveUp|Error): /, '')
  const error = gaveUp ? new Undeliverable(message) : new Error(message)
  error.stack = hidden
  return error
}

async function keepReturned(
  engine: Engine,
  row: OutboxRow,
  {effect, value}: {readonly effect: OwnEffect; readonly value: Json},
): Promise<void> {
  const given = isJsonObject(value) ? value : {}
  const missing = effect.sets.filter(field => !Object.hasOwn(given, field))
  if (missing.length > 0) throw new Undeliverable(`The effect was run, but has not returned ${missing.join(', ')}.`)
  await keep(engine, row, {
    shape: {kind: 'constant', json: null},
    fieldsOf: () => new Map(effect.sets.map(field => [field, {json: given[field] ?? null}])),
    refused: reason => `The effect was run, but what it returned cannot be kept: ${reason}.`,
  })
}

// Requests to other hosts.

const methods = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

/** Headers about the connection, which is the engine's. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer|keep-alive|accept-encoding|proxy-.*)$/i

async function fetchFor(
  asked: FetchRequest,
  hosts: readonly string[],
  {privateHosts, limits, answerFetch}: EffectContext,
): Promise<FetchAnswer> {
  const {url: written, method, headers, body} = asked
  if (!URL.canParse(written) || !methods.test(method)) throw new Error('This is not a request.')
  const url = new URL(written)
  if (url.username !== '' || url.password !== '') throw new Error('An address has no user and password in it.')
  if (!isNamedHost(hosts, url))
    throw new Error(`The document does not name the host ${url.host} under \`- hosts:\` of point 7.`)
  if (answerFetch) return answerFetch(asked)
  url.hash = ''
  const bytes = body === null ? null : Buffer.from(body, 'base64')
  const own = headers.filter(([name]) => !ownHeaders.test(name))
  const answer = await send(
    {
      method,
      url,
      headers: {
        'User-Agent': 'Nonet',
        ...Object.fromEntries(own),
        'Accept-Encoding': 'identity',
        ...(bytes && {'Content-Length': String(bytes.length)}),
      },
      body: bytes,
      reads: 'failures too',
    },
    {
      isPrivate: host => privateHosts.includes(host.toLowerCase()),
      patience: limits?.patience ?? fetchPatience,
      largest: limits?.largest ?? largestBody,
    },
  )
  if (answer.content === null) throw new Error('The answer is larger than 5 MB.')
  const given = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map(each => [name, each] as const),
  )
  return {status: answer.status, headers: given, body: answer.content.toString('base64')}
}

const answerJson = ({status, headers, body}: FetchAnswer): Json => ({
  status,
  headers: headers.map(each => [...each]),
  body,
})
