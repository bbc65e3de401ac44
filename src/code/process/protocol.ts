/** What the server and a code process send each other, as JSON. A process does one thing at a time. */
import type {Json} from '../../feel/core.ts'

export interface RenderRequest {
  /** The page as JSON, as it is sent to the browser. */
  readonly page: string
  /** The files of its own parts in the folder of the build, by their names. */
  readonly parts: Readonly<Record<string, string>>
  /** What people can quote if the part fails. */
  readonly reference: string
}

export type RenderAnswer =
  /** With what failed in a part of the page, for the log. */
  | {readonly kind: 'html'; readonly html: string; readonly failures: readonly string[]}
  /** The part has decided while rendering that another page is shown, or none. */
  | {readonly kind: 'redirect'; readonly to: string}
  | {readonly kind: 'missing'}
  /** The page as a whole failed. */
  | {readonly kind: 'failed'; readonly cause: string}

/** Calls of functions, which the process has loaded when it started. */
export interface FunctionsRequest {
  readonly calls: readonly {readonly name: string; readonly values: Readonly<Record<string, Json>>}[]
}

/** What they gave, in the order of the calls; or why one of them has failed. */
export type FunctionsAnswer =
  | {readonly kind: 'given'; readonly values: readonly Json[]}
  | {readonly kind: 'failed'; readonly cause: string}

/** Own code may have sent it: each value is held against its type where it is used. */
export function isFunctionsAnswer(message: unknown): message is FunctionsAnswer {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  const {kind, values, cause} = message as Readonly<Record<string, unknown>>
  return kind === 'given' ? Array.isArray(values) : kind === 'failed' && typeof cause === 'string'
}

/** Characters of what own code sends: what is larger is refused where it is made. */
export const largestMessage = 8 * 1024 * 1024

/** The process is ready for its first page, or its first call. */
export const ready = 'ready'

/** Asked now and then: who does not answer is busy with something that no page has asked for. */
export const alive = 'alive'

const kinds: readonly unknown[] = ['html', 'redirect', 'missing', 'failed'] satisfies RenderAnswer['kind'][]

/** Own code may have sent it: nothing but the shape is trusted, and the content is what a page of its author is. */
export function isRenderAnswer(message: unknown): message is RenderAnswer {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  const {kind, html, failures, to, cause} = message as Readonly<Record<string, unknown>>
  const isList = Array.isArray(failures) && failures.every(each => typeof each === 'string')
  if (kind === 'html') return typeof html === 'string' && isList
  if (kind === 'redirect') return typeof to === 'string'
  if (kind === 'failed') return typeof cause === 'string'
  return kinds.includes(kind)
}
