/** Account mails: written to the outbox in the transaction of the change, and delivered from there. */
import {type Courier, type OutboxRow, post} from '../engine/jobs/outbox.ts'
import type {Json} from '../feel/core.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {newId} from '../store/id.ts'
import type {Db} from '../store/sql.ts'
import type {Mail, Mailer} from './mailer.ts'

export interface AccountMail {
  readonly mail: Mail
  readonly about: 'reset' | 'invitation' | 'moved' | 'sign up' | 'known' | 'new address'
  /** Null: nobody yet. */
  readonly person: string | null
  /** It is dropped after this moment; milliseconds. */
  readonly until: number | null
}

export async function postMail(db: Db, {mail, about, person, until}: AccountMail, now: number): Promise<void> {
  const id = newId()
  const letter = {id, event: id, kind: 'mail', name: about, entity: userEntity, record: person ?? id, action: about}
  await post(
    db,
    {
      ...letter,
      payload: {
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        ...(mail.button === undefined ? {} : {button: mail.button}),
        until,
      },
    },
    now,
  )
}

export function mailCourier(mailer: Mailer, now: () => number): Courier {
  return async row => {
    const {mail, until} = mailIn(row)
    if (until !== null && until <= now()) return 'moot'
    await mailer.send(mail, row.id)
    return 'delivered'
  }
}

function mailIn({payload}: OutboxRow): {mail: Mail; until: number | null} {
  const [to, subject, text] = [textAt(payload, 'to'), textAt(payload, 'subject'), textAt(payload, 'text')]
  const [until, button] = [memberOf(payload, 'until'), memberOf(payload, 'button')]
  return {
    mail: {to, subject, text, ...(typeof button === 'string' ? {button} : {})},
    until: typeof until === 'number' ? until : null,
  }
}

export function textAt(payload: Json, name: string): string {
  const value = memberOf(payload, name)
  if (typeof value !== 'string') throw new Error(`a letter without ${name}`)
  return value
}

/** What may be missing from the payload. */
export function optionalText({payload}: OutboxRow, name: 'name' | 'text' | 'says'): string | null {
  const value = memberOf(payload, name)
  return typeof value === 'string' ? value : null
}

/** Who did it, if a person did. */
export function byIn({payload}: OutboxRow): string | null {
  const by = memberOf(payload, 'by')
  return typeof by === 'string' ? by : null
}

function memberOf(payload: Json, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = Object(payload)
  return Object.hasOwn(members, name) ? members[name] : undefined
}
