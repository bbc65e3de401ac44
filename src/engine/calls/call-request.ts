/** One request to a call, and what comes of it. Nothing of HTTP is known here. */
import type {Json} from '../../feel/core.ts'
import type {Actor} from '../actor.ts'
import type {Idempotency} from '../reply.ts'
import {type ChangedRecord, rejected, type WriteProblem} from '../write/change.ts'
import type {WriteContext} from '../write/context.ts'
import type {OwnValues} from './answer.ts'
import type {CallBody} from './body.ts'

export type {Json} from '../../feel/core.ts'

/** One request to a call, as far as it is known before anything is read. */
export interface CallRequest {
  readonly actor: Actor
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: CallBody
  /** The versions of `If-Match`; null where the request names none. */
  readonly versions: readonly number[] | null
  readonly idempotency: Idempotency | null
  /** What the answer may show of the request itself. */
  readonly own: OwnValues
  /** Work in the transaction of the change, after it: a new password. */
  readonly alongside?: (context: WriteContext, records: readonly ChangedRecord[]) => Promise<void>
  /** The digest of the session that stays when others of the same person are ended. */
  readonly keepsSession?: string | null
}

export type CallResult =
  | {
      readonly kind: 'answer'
      readonly json: Json | undefined
      /** Of the one record that the answer is about. */
      readonly record: {readonly id: string; readonly version: number} | null
      readonly page: {readonly next: string | null; readonly previous: string | null} | null
      /** The same request was carried out before. */
      readonly repeated: boolean
    }
  | {readonly kind: 'refused'; readonly code: string; readonly problems: readonly WriteProblem[]}

export const answered = (json: Json | undefined, record: {id: string; version: number} | null): CallResult => ({
  kind: 'answer',
  json,
  record,
  page: null,
  repeated: false,
})

export function refusedBy(problems: readonly WriteProblem[]): CallResult {
  return {kind: 'refused', code: rejected(problems).code, problems}
}
