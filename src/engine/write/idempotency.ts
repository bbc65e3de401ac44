/**
 * A request that is repeated has one effect and gets the same outcome: also across processes and restarts, for a day. What is stored is where the
 * first one led, in the transaction of its change; never a page, a cookie or a credential.
 */
import {toMillis} from '../../feel/calendar.ts'
import type {Db} from '../../store/sql.ts'
import {instantAt, queryRows} from '../../store/sql.ts'
import type {ReadContext} from '../read-context.ts'
import {type Idempotency, Refused, type Visit} from '../reply.ts'
import type {ChangedRecord} from './change.ts'
import type {WriteContext} from './context.ts'

/** A change that is remembered, and the address it leads to. */
export interface Repeatable {
  readonly request: Idempotency
  readonly leadsTo: (context: ReadContext, records: readonly ChangedRecord[]) => string | Promise<string>
}

/** The option for a change that this visit asks for; nothing where the request brought no token. */
export function repeatable(
  {idempotency}: Pick<Visit, 'idempotency'>,
  leadsTo: string | Repeatable['leadsTo'],
): {readonly repeatable?: Repeatable} {
  if (!idempotency) return {}
  return {repeatable: {request: idempotency, leadsTo: typeof leadsTo === 'string' ? () => leadsTo : leadsTo}}
}

/** Thrown inside the transaction: the same request has been carried out, and led there. */
export class RepeatedRequest extends Error {
  readonly to: string

  constructor(to: string) {
    super('this request has been carried out')
    this.to = to
  }
}

const minute = 60 * 1000
const day = 24 * 60 * minute
/** Longer addresses are remembered without their query. */
const longestOutcome = 500

/** Where the same request led before; null where it is new. The same token with another page, action or body is refused. */
export async function recallOutcome(db: Db, request: Idempotency, now: number): Promise<string | null> {
  if (request.kind === 'foreign') throw new Refused('STALE_FORM')
  const [row] = await queryRows(db)`
    select fingerprint, outcome from nonet_idempotency where key = ${request.key} and at > ${instantAt(now - day)}`
  if (!row) return null
  const [fingerprint, outcome] = row
  if (fingerprint !== request.fingerprint) throw new Refused('ALREADY_SENT')
  return String(outcome)
}

/** Carries out each request once. Rows that are older than a day are never read, and removed once a minute at most. */
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
