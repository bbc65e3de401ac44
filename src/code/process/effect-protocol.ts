/** What the server and the process of an effect send each other, as JSON. A process runs one effect and ends. */
import type {Json} from '../../feel/core.ts'

export interface EffectRequest {
  /** What Sends names, with the id of the record. */
  readonly record: Json
  /** The same in every attempt. */
  readonly key: string
  readonly secrets: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly deadline: number
  /** Whether it has a client: its row names a role. */
  readonly hasClient: boolean
}

/** A request to another host, which the engine makes. */
export interface FetchRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  /** In base64. */
  readonly body: string | null
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** In base64. */
  readonly body: string
}

/** Asked while the effect runs; the server answers with the same number. */
export type EffectQuestion =
  | {readonly kind: 'fetch'; readonly number: number; readonly asked: FetchRequest}
  | {readonly kind: 'client'; readonly number: number; readonly asked: Json}

export interface EffectReply {
  readonly number: number
  readonly answer: {readonly ok: true; readonly value: Json} | {readonly ok: false; readonly reason: string}
}

export type EffectOutcome =
  | {readonly kind: 'done'; readonly value: Json}
  /** `gaveUp`: it is not tried again. */
  | {readonly kind: 'failed'; readonly cause: string; readonly gaveUp: boolean}

/** Bytes of a request, and of an answer. */
export const largestBody = 5 * 1024 * 1024
/** Questions that wait for their answers at the same time. */
export const mostAtOnce = 8
/** Of one run. */
export const mostQuestions = 1000

/** Own code may have sent it. */
export function isEffectQuestion(message: unknown): message is EffectQuestion {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  const {kind, number, asked} = message as Readonly<Record<string, unknown>>
  if (typeof number !== 'number' || typeof asked !== 'object' || asked === null) return false
  return kind === 'client' || (kind === 'fetch' && isFetchRequest(asked))
}

function isFetchRequest(asked: object): boolean {
  const {url, method, headers, body} = asked as Readonly<Record<string, unknown>>
  const isPair = (each: unknown) =>
    Array.isArray(each) && each.length === 2 && each.every(part => typeof part === 'string')
  const isText = typeof url === 'string' && typeof method === 'string'
  return isText && (body === null || typeof body === 'string') && Array.isArray(headers) && headers.every(isPair)
}

export function isEffectOutcome(message: unknown): message is EffectOutcome {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  const {kind, value, cause, gaveUp} = message as Readonly<Record<string, unknown>>
  if (kind === 'done') return value !== undefined
  return kind === 'failed' && typeof cause === 'string' && typeof gaveUp === 'boolean'
}
