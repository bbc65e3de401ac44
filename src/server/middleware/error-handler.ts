import {randomInt} from 'node:crypto'
import type {Back} from '../../contract/page.ts'
import {type PageReply, Refused} from '../../engine/reply.ts'
import {StoreError, type StoreErrorCode} from '../../store/store-error.ts'
import {staticFailure} from '../html.ts'
import type {AppOptions} from '../options.ts'
import {type Frame, respond} from '../page-response.ts'
import type {Incoming} from '../request.ts'
import {Answer} from '../response.ts'
import {failure, refused} from '../screens.ts'

/** From a refusal back to the record or the form that it came from: the request's own address, never what a sender claims of itself. */

type Code = Refused['code']

/** The form is as good as before; only what was sent was too much, could not be read, or could not be saved. */
const unread: readonly Code[] = ['TOO_LARGE', 'TOO_MANY', 'BAD_INPUT', 'UNSUPPORTED', 'STORAGE_FULL', 'STORAGE_FAILED']

/** What was asked for is refused, and asking for it again would be: what it was about stays. */
const notDone: readonly Code[] = ['FORBIDDEN', 'CONFLICT', 'NOT_NOW', 'REFERRED_TO']

export function errorBackLink(code: Code, {method}: Pick<Incoming, 'method'>, url: string): Back | null {
  const [path = '/'] = url.split('?')
  const sent = method === 'POST'
  if (sent && unread.includes(code)) return {href: url, typed: true}
  // Looked at without more words, it is this very page that was refused.
  return notDone.includes(code) && (sent || path !== url) ? {href: path, typed: false} : null
}

/** What went wrong, as an answer: a refusal with its reason, a failure with a reference to what the log says of it. */

type Failing = Pick<AppOptions, 'reference' | 'log'>

/** What people are told when the store or a disk fails; anything else is a failure with a reference. */
const storeCodes: Readonly<Partial<Record<StoreErrorCode, Refused['code']>>> = {
  BUSY: 'BUSY',
  CONFLICT: 'BUSY',
  FULL: 'STORAGE_FULL',
  DISK: 'STORAGE_FAILED',
  READ_ONLY: 'STORAGE_FAILED',
  REPLACED: 'STORAGE_FAILED',
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
}

/** Of the folder for uploads, or of the one for temporary files. */
const diskCodes: Readonly<Record<string, Refused['code']>> = {
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  EFBIG: 'STORAGE_FULL',
  EROFS: 'STORAGE_FAILED',
  EIO: 'STORAGE_FAILED',
}

function refusalIn(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const code = error instanceof StoreError ? storeCodes[error.code] : diskCodes[systemCode(error)]
  return code === undefined ? null : new Refused(code, {}, error)
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : ''
}

/** An operator must hear of it each time: until it is repaired nothing is saved. */
const toBeRepaired: ReadonlySet<string> = new Set(['STORAGE_FULL', 'STORAGE_FAILED', 'OUTCOME_UNKNOWN'])

function refusedPage(refusal: Refused, {application, actor, request, url}: Frame): PageReply {
  return refused(application, actor, refusal, errorBackLink(refusal.code, request, url))
}

export async function errorResponse(error: unknown, frame: Frame, options: Failing): Promise<Answer> {
  const reference = options.reference()
  try {
    const refusal = refusalIn(error)
    if (refusal && toBeRepaired.has(refusal.code)) options.log.failure('storage', refusal.cause ?? error)
    if (refusal) return await respond(refusedPage(refusal, frame), frame)
    options.log.failure(reference, error)
    const page: PageReply = failure(frame.application, frame.actor, reference)
    return await respond(page, frame)
  } catch (second) {
    options.log.failure(reference, second)
    const headers = {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store'}
    return new Answer(staticFailure(reference), {status: 500, headers})
  }
}

/** A short word for a failure that people can read out over the telephone: no letters that look alike. */

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newReference(): string {
  const pick = () => letters[randomInt(letters.length)] ?? ''
  return `${Array.from({length: 4}, pick).join('')}-${Array.from({length: 4}, pick).join('')}`
}
