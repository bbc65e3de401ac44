/** Account mails: written to the outbox in the transaction of the change, and delivered from there. */

import type {Deliverer, OutboxRow} from '../engine/outbox/outbox.ts'
import type {Journal} from '../engine/transaction/context.ts'
import {postHeld} from '../engine/transaction/held-letters.ts'
import type {Json} from '../feel/core.ts'
import {languageOf} from '../messages/languages.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Specification} from '../points/specification.ts'
import {newId} from '../store/ids.ts'
import type {Db} from '../store/sql.ts'
import {inLine, type Mail, type Mailer} from './mailer.ts'

/* Account mails, in the language of the document. */

interface AccountMailFacts {
  readonly to: string
  readonly name: string
}

interface UnprovedMailFacts {
  readonly to: string
  readonly link: string
}

export function resetMail(
  specification: Specification,
  {to, name, link}: AccountMailFacts & {readonly link: string},
): Mail {
  return {to, ...wordsOf(specification).reset({name: unlinked(name), product: productOf(specification), link})}
}

export function invitationMail(
  specification: Specification,
  {to, name, link, by}: AccountMailFacts & {readonly link: string; readonly by: string | null},
): Mail {
  const facts = {name: unlinked(name), product: productOf(specification), link, by: by === null ? null : unlinked(by)}
  return {to, ...wordsOf(specification).invitation(facts)}
}

/** A name in a mail to an address that is not proved; null if a mail program could make a link of a part of it. */
function unlinked(name: string): string | null {
  const line = inLine(name)
  return /:\/\/|www\.|@|[^\s.。][.。][^\s.。]{2,}/iu.test(line.normalize('NFKC')) ? null : line
}

/** To an address that is not proved: without the name, which anybody may have typed. */
export function signUpMail(specification: Specification, {to, link}: UnprovedMailFacts): Mail {
  return {to, ...wordsOf(specification).signUp({product: productOf(specification), link})}
}

/** Any visitor can have it sent. */
export function knownMail(specification: Specification, {to, link}: UnprovedMailFacts): Mail {
  return {to, ...wordsOf(specification).known({product: productOf(specification), link})}
}

/** To an address that is not proved. */
export function newAddressMail(specification: Specification, {to, link}: UnprovedMailFacts): Mail {
  return {to, ...wordsOf(specification).newAddress({product: productOf(specification), link})}
}

/** To the present address. `address`: the one that was asked for. */
export function askedMail(
  specification: Specification,
  {to, name, address}: AccountMailFacts & {readonly address: string},
): Mail {
  return {to, ...wordsOf(specification).asked({name: inLine(name), product: productOf(specification), address})}
}

/** A new password, API key or second factor, in case someone else made it. */
export function securityMail(
  specification: Specification,
  about:
    | 'newPassword'
    | 'newKey'
    | 'factorAdded'
    | 'factorRemoved'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'providerAdded'
    | 'providerRemoved'
    | 'recoveryCode',
  {to, name}: AccountMailFacts,
): Mail {
  return {to, ...wordsOf(specification)[about]({name: inLine(name), product: productOf(specification)})}
}

interface DeviceFacts extends AccountMailFacts {
  readonly device: string
  /** In the network. */
  readonly place: string
  readonly when: string
}

export function newDeviceMail(specification: Specification, {to, name, ...facts}: DeviceFacts): Mail {
  return {to, ...wordsOf(specification).newDevice({name: inLine(name), product: productOf(specification), ...facts})}
}

/** `address`: the new one. */
export function movedMail(
  specification: Specification,
  {to, name, address}: AccountMailFacts & {readonly address: string},
): Mail {
  return {to, ...wordsOf(specification).moved({name: inLine(name), product: productOf(specification), address})}
}

function wordsOf({limits}: Specification) {
  return languageOf(limits.settings.LANGUAGE).mails
}

function productOf({purpose}: Specification): string {
  return inLine(purpose.title)
}

export interface AccountMail {
  readonly mail: Mail
  readonly about:
    | 'reset'
    | 'invitation'
    | 'moved'
    | 'asked'
    | 'sign up'
    | 'known'
    | 'new address'
    | 'new password'
    | 'new key'
    | 'new device'
    | 'factor added'
    | 'factor removed'
    | 'recovery code'
    | 'passkey added'
    | 'passkey removed'
    | 'provider added'
    | 'provider removed'
  /** Null if the person does not exist yet. */
  readonly person: string | null
  /** Dropped after this time, in milliseconds. */
  readonly until: number | null
}

interface PostOptions {
  readonly now: number
  /** Of the change that the mail reports: if the change can be undone, the mail waits. */
  readonly journal?: Journal | undefined
}

export async function postMail(
  db: Db,
  {mail, about, person, until}: AccountMail,
  {now, journal}: PostOptions,
): Promise<void> {
  const id = newId()
  const letter = {id, event: id, kind: 'mail', name: about, entity: userEntity, record: person ?? id, action: about}
  const {to, subject, text, button} = mail
  const payload = {to, subject, text, ...(button === undefined ? {} : {button}), until}
  await postHeld(db, {...letter, payload}, {now, journal})
}

export function mailCourier(mailer: Mailer, now: () => number): Deliverer {
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

/** An optional value of the payload. */
export function optionalText({payload}: OutboxRow, name: 'name' | 'text' | 'says'): string | null {
  const value = memberOf(payload, name)
  return typeof value === 'string' ? value : null
}

/** The person who did it, if any. */
export function byIn({payload}: OutboxRow): string | null {
  const by = memberOf(payload, 'by')
  return typeof by === 'string' ? by : null
}

function memberOf(payload: Json, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = Object(payload)
  return Object.hasOwn(members, name) ? members[name] : undefined
}
