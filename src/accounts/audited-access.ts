/** What signing in and out leaves in the audit log. */

import type {AuditDetails} from '../engine/audit/audit-entry.ts'
import {nobody, type PersonActor} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import type {Db} from '../store/sql.ts'
import type {Accounts} from './accounts.ts'

/** Someone who does it without a session, or has just got one. */
export const personBy = (id: string): PersonActor => ({kind: 'person', id, name: '', roles: []})

/** `by`: `password`, `link`, or what else has let them in. */
export async function noteSignIn({audit}: Engine, db: Db, person: string, details: AuditDetails): Promise<void> {
  await audit?.note(db, {kind: 'sign-in', by: personBy(person), details})
}

/**
 * Behind the answer, which must not take longer for someone who is known. What was typed is not written: it may be a
 * password.
 */
export function reportFailedSignIn(accounts: Accounts, person: string | null, details: AuditDetails): void {
  const {audit} = accounts.engine()
  void audit?.reportRefusal({kind: 'sign-in', by: nobody, about: person, details}).catch(accounts.failed)
}
