/** Old notifications are removed, read or not: what happened stays in the history of the record. */
import {sql} from 'kysely'
import {instantAt, limitTo} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'

const kept = 90 * 24 * 60 * 60_000
const atOnce = 1000

export async function sweepNotifications(store: Store, now: number): Promise<number> {
  const before = instantAt(now - kept)
  for (let count = 0; ; ) {
    const {numAffectedRows} = await store.transaction(db =>
      sql`delete from nonet_notification where id in
        (select id from nonet_notification where at < ${before} order by at ${limitTo(atOnce)})`.execute(db),
    )
    count += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < atOnce) return count
  }
}
