/** Letters of a change: they wait in the outbox until the change can no longer be undone. */
import {sql} from 'kysely'
import type {Db} from '../../store/sql.ts'
import {type OutboxMessage, postAll} from '../outbox/outbox.ts'
import {ChangeRejected} from './change.ts'
import type {Journal} from './context.ts'
import {nothing, type SideEffect} from './journal.ts'

/** `journal`: of the change that causes the letter, if there is one. */
export async function postHeld(
  db: Db,
  letter: OutboxMessage,
  {now, journal}: {readonly now: number; readonly journal?: Journal | undefined},
): Promise<void> {
  await postAllHeld(db, [letter], {now, journal})
}

export async function postAllHeld(
  db: Db,
  letters: readonly OutboxMessage[],
  {now, journal}: {readonly now: number; readonly journal?: Journal | undefined},
): Promise<void> {
  await postAll(db, letters, {now, due: now + (journal?.delay ?? 0)})
  for (const {id} of letters) journal?.add({kind: 'letter', id})
}

const idsAtOnce = 1000

/** Delivery marks a row in the same statement that reads it, so a row is either delivered or taken back. */
export const heldLetters: SideEffect<'letter'> = {
  async undo({db}, entries) {
    for (let start = 0; start < entries.length; start += idsAtOnce) {
      const ids = entries.slice(start, start + idsAtOnce).map(({id}) => id)
      const {rows} = await sql`delete from nonet_outbox where id in (${sql.join(ids)})
        and attempts = 0 and coalesce(unfinished, 0) = 0 returning id`.execute(db)
      if (rows.length < ids.length) throw new ChangeRejected('UNDO_LATE', [])
    }
  },
  // They leave when they are due.
  complete: nothing,
}
