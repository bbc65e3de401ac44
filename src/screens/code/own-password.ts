/** A new password of one's own, beside the other fields of a form. */
import type {PreparedPassword} from '../../accounts/own-account.ts'
import {personOf} from '../../engine/base/actor.ts'
import {type Form, Refused, type Visit} from '../../engine/reply.ts'
import type {FormFieldData} from '../../features/forms/data.ts'

export function passwordFields({additions}: Visit): readonly FormFieldData[] {
  const entry = additions?.entry?.()
  return entry ? [entry.newPassword.field()] : []
}

/** Null if it stays as it is. Nobody sets the password of someone else here. */
export async function passwordIn(form: Form, visit: Visit, record: string | null): Promise<PreparedPassword | null> {
  const password = form.text('password') ?? ''
  if (password === '') return null
  const self = personOf(visit.actor)
  const entry = visit.additions?.entry?.()
  if (!self || self.byKey || self.id !== record || !entry) throw new Refused('FORBIDDEN')
  return entry.newPassword.prepare(self, password)
}
