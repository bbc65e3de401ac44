/**
 * A repeated request has one effect and gets the same result, across processes and restarts, for a day. Only the
 * address the first request led to is stored, in the transaction of its change; never a page, a cookie or a credential.
 */
import {toMillis} from '../feel/calendar.ts'
import type {Db} from '../store/sql.ts'
import {instantAt, millisOf, queryRows} from '../store/sql.ts'
import type {ReadContext} from './query/read-context.ts'
import {type Idempotency, Refused, type Visit} from './reply.ts'
import type {ChangedRecord} from './transaction/change.ts'
import type {WriteContext} from './transaction/context.ts'

/** An idempotent change, and the address it leads to. */
export interface Repeatable {
  readonly request: Idempotency
  readonly leadsTo: (context: ReadContext, records: readonly ChangedRecord[]) => string | Promise<string>
}

/** The option for a change of this visit; empty if the request has no token. */
export function repeatable(
  {idempotency}: Pick<Visit, 'idempotency'>,
  leadsTo: string | Repeatable['leadsTo'],
): {readonly repeatable?: Repeatable} {
  if (!idempotency) return {}
  return {repeatable: {request: idempotency, leadsTo: typeof leadsTo === 'string' ? () => leadsTo : leadsTo}}
}

/** Thrown inside the transaction if the same request was already performed and led to this address. */
export class RepeatedRequest extends Error {
  readonly to: string

  constructor(to: string) {
    super('this request has been carried out')
    this.to = to
  }
}

const minute = 60 * 1000
const day = 24 * 60 * minute
/** Longer addresses are stored without their query string. */
const longestOutcome = 500

/**
 * The address the same request led to; null for a new request. Reusing a token for another page, action or body is an
 * error.
 */
export async function recallOutcome(db: Db, request: Idempotency, now: number): Promise<string | null> {
  if (request.kind === 'foreign') throw new Refused('STALE_FORM')
  const [row] = await queryRows(db)`
    select fingerprint, outcome from nonet_idempotency where key = ${request.key} and at > ${instantAt(now - day)}`
  if (!row) return null
  const [fingerprint, outcome] = row
  if (fingerprint !== request.fingerprint) throw new Refused('ALREADY_SENT')
  return String(outcome)
}

/**
 * When the request with this key led to this address, in milliseconds; null if it did not in the last hour. An address
 * that names its key proves that it is of the person who sent the form.
 */
export async function ledTo(
  {db, moment}: Pick<ReadContext, 'db' | 'moment'>,
  {key, to}: {readonly key: string; readonly to: string},
): Promise<number | null> {
  const since = instantAt(toMillis(moment.now) - 60 * minute)
  const [row] = await queryRows(db)`
    select at from nonet_idempotency where key = ${key} and outcome = ${to} and at > ${since}`
  return row ? millisOf(row[0]) : null
}

/** Performs each request once. Rows older than a day are ignored, and removed at most once a minute. */
export class IdempotentWrites {
  private cleaned = 0

  async once(
    context: WriteContext,
    {request, leadsTo}: Repeatable,
    work: (context: WriteContext) => Promise<readonly ChangedRecord[]>,
  ): Promise<readonly ChangedRecord[]> {
    const now = toMillis(context.moment.now)
    const earlier = await recallOutcome(context.db, request, now)
    if (earlier !== null) throw new RepeatedRequest(earlier)
    const records = await work(context)
    if (request.kind === 'own') {
      const outcome = bounded(await leadsTo(context, records))
      await this.removeOld(context.db, now)
      await queryRows(context.db)`insert into nonet_idempotency (key, at, fingerprint, outcome)
        values (${request.key}, ${instantAt(now)}, ${request.fingerprint}, ${outcome})`
    }
    return records
  }

  private async removeOld(db: Db, now: number): Promise<void> {
    if (Math.abs(now - this.cleaned) < minute) return
    this.cleaned = now
    await queryRows(db)`delete from nonet_idempotency where at <= ${instantAt(now - day)}`
  }
}

function bounded(to: string): string {
  if (to.length <= longestOutcome) return to
  const [path = '/'] = to.split('?')
  return path.length <= longestOutcome ? path : '/'
}
