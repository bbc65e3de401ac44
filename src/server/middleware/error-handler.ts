/** Error pages: a refusal with its reason, or a failure with a reference to the log. */
import {randomInt} from 'node:crypto'
import type {Back} from '../../engine/page/frame.ts'
import {Refused} from '../../engine/reply.ts'
import {ProofRequired} from '../../engine/transaction/proof.ts'
import {StoreError, type StoreErrorCode} from '../../store/store-error.ts'
import type {Middleware, RequestContext} from '../context.ts'
import {failure, refusalPage} from '../fallback-pages.ts'
import {staticFailure} from '../html.ts'
import {respond} from '../page-response.ts'
import {BufferedResponse} from '../response.ts'
import {isGone} from './turns.ts'

export const errorHandler: Middleware = async (context, next) => {
  try {
    return await next()
  } catch (error) {
    return errorResponse(context, error)
  }
}

async function errorResponse(context: RequestContext, error: unknown): Promise<Response> {
  if (isGone(context, error)) return clientGone()
  const {log, request, address} = context
  const reference = context.server.reference()
  try {
    const refusal = await refusalFor(context, error)
    if (refusal && storageCodes.has(refusal.code)) log.failure('storage', refusal.cause ?? error)
    if (!refusal) log.failure(reference, error)
    const page = refusal
      ? refusalPage(context, refusal, errorBackLink(refusal.code, request, address.url))
      : failure(context, reference)
    return await respond(context, page, {aboutError: true})
  } catch (second) {
    log.failure(reference, second)
    const headers = {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store'}
    return new BufferedResponse(staticFailure(reference), {status: 500, headers})
  }
}

/** For the log, by its usual number; nobody reads it. */
export const clientGone = (): Response => new BufferedResponse(null, {status: 499})

/** What a storage failure means for people; anything else is a failure with a reference. */
const storeCodes: Readonly<Partial<Record<StoreErrorCode, Refused['code']>>> = {
  BUSY: 'BUSY',
  CONFLICT: 'BUSY',
  UNREACHABLE: 'UNAVAILABLE',
  LOST: 'UNAVAILABLE',
  FULL: 'STORAGE_FULL',
  DISK: 'STORAGE_FAILED',
  READ_ONLY: 'STORAGE_FAILED',
  REPLACED: 'STORAGE_FAILED',
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
}

/** Errors of the upload folder or the temporary folder. */
const diskCodes: Readonly<Record<string, Refused['code']>> = {
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  EFBIG: 'STORAGE_FULL',
  EROFS: 'STORAGE_FAILED',
  EIO: 'STORAGE_FAILED',
  EACCES: 'STORAGE_FAILED',
  EPERM: 'STORAGE_FAILED',
}

/** What an error means for people and programs; null for a failure. */
export async function refusalFor(context: RequestContext, error: unknown): Promise<Refused | null> {
  return refusalIn(error) ?? outdated(context, error)
}

function refusalIn(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  if (error instanceof ProofRequired) return new Refused('PROOF_REQUIRED')
  const code = error instanceof StoreError ? storeCodes[error.code] : diskCodes[systemCode(error)]
  return code === undefined ? null : new Refused(code, {}, error)
}

/** For operators. */
export const otherDocument =
  'The tables of the database were changed for another document. Restart this process with that document.'

/** What fails because another process has applied another document is temporary: this process is about to be restarted. */
async function outdated({server}: RequestContext, error: unknown): Promise<Refused | null> {
  const isOutdated = await server.isOutdated?.().catch(() => false)
  return isOutdated ? new Refused('UNAVAILABLE', {}, new Error(otherDocument, {cause: error})) : null
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : ''
}

/** Logged each time: something cannot be saved or read until an operator fixes it. */
export const storageCodes: ReadonlySet<string> = new Set([
  'STORAGE_FULL',
  'STORAGE_FAILED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'FILE_MISSING',
])

type ErrorCode = Refused['code']

/** The form itself is fine; the request body was too large, unreadable, or could not be saved. */
const formErrors: readonly ErrorCode[] = [
  'TOO_LARGE',
  'TOO_MANY',
  'BAD_INPUT',
  'UNSUPPORTED',
  'STORAGE_FULL',
  'STORAGE_FAILED',
  'UNAVAILABLE',
]

/** The action is refused and would be again; its record still exists. */
const actionErrors: readonly ErrorCode[] = ['FORBIDDEN', 'CONFLICT', 'NOT_NOW', 'REFERRED_TO', 'PERSON_IN_USE']

/** A link from a refusal back to its record or form. It is the request's own address, never one the sender supplies. */
export function errorBackLink(code: ErrorCode, {method}: Pick<Request, 'method'>, url: string): Back | null {
  const [path = '/'] = url.split('?')
  const sent = method === 'POST'
  if (sent && formErrors.includes(code)) return {href: url, typed: true}
  // A GET without a query was refused for this page itself.
  return actionErrors.includes(code) && (sent || path !== url) ? {href: path, typed: false} : null
}

/** Without letters and digits that look or sound alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A short reference for a failure that people can read out on the phone. */
export function newReference(): string {
  const pick = () => letters[randomInt(letters.length)] ?? ''
  return `${Array.from({length: 4}, pick).join('')}-${Array.from({length: 4}, pick).join('')}`
}
