/** A new password for a person who has forgotten theirs: any visitor may request it, and the link in the mail sets it. */
import type {RequestSender} from '../engine/reply.ts'
import {endLinks, findLink, forgetBrowsers, insertLink, rememberBrowser, writeHash} from './account-rows.ts'
import {type Accounts, hour, minute} from './accounts.ts'
import {attemptWindow, countAttempt, type Guard} from './attempts.ts'
import {resetMail} from './mails.ts'
import {hashPassword} from './passwords.ts'
import {findByEmail, findById, type Person, readEmail} from './people.ts'
import {newSecret} from './secret.ts'
import {beginSession, endSessionsOf, type StartedSession, startedSession} from './sessions.ts'
import {type Refusal, validateNewPassword} from './validate-person.ts'

/** Then each mail to one address has to wait for this, and twice as long each time. */
const mailsForOne = 3
const mailPause = 5 * minute

/**
 * The answer is the same whether there is such a person or not, and so is the time, because the mail is
 * sent after it. Null: requested; else the milliseconds to wait.
 */
export async function requestPasswordReset(
  accounts: Accounts,
  email: string,
  sender: RequestSender,
): Promise<number | null> {
  const engine = accounts.engine()
  const address = readEmail(engine, email)
  const most = engine.specification.limits.settings.SIGN_IN_ATTEMPTS
  const guards: Guard[] = [
    {about: `reset ${(address ?? email).slice(0, 254)}`, free: mailsForOne, slowest: attemptWindow, first: mailPause},
    {about: `reset from ${sender.address}`, free: most * 2, slowest: attemptWindow},
  ]
  const wait = await countAttempt(engine.store, guards, accounts.now())
  if (wait > 0) return wait
  if (address !== null) void sendReset(accounts, address).catch(accounts.failed)
  return null
}

async function sendReset(accounts: Accounts, email: string): Promise<void> {
  const engine = accounts.engine()
  const person = await findByEmail(engine, email)
  if (!person?.active) return
  const [secret, now] = [newSecret(), accounts.now()]
  const link = `${accounts.origin()}/reset-password?token=${secret}`
  const mail = resetMail(engine.specification, {to: person.email, name: person.name, link})
  const until = now + hour
  await engine.store.transaction(async db => {
    await insertLink(db, {kind: 'reset', person: person.id, until, secret}, now)
    await accounts.post(db, {mail, about: 'reset', person: person.id, until})
  })
}

/** The person that a link belongs to; null where it has ended. */
export async function linkedPerson(
  accounts: Accounts,
  kind: 'reset' | 'invitation',
  secret: string,
): Promise<Person | null> {
  const engine = accounts.engine()
  const id = await engine.store.read(db => findLink(db, {kind, secret}, accounts.now()))
  const person = typeof id === 'string' ? await findById(engine, id) : null
  return person?.active ? person : null
}

export type PasswordResetResult = {readonly kind: 'in'; readonly entered: StartedSession} | Refusal

export interface PasswordChoice {
  readonly kind: 'reset' | 'invitation'
  readonly secret: string
  readonly password: string
}

/** The link's holder chooses a password and is signed in, here and nowhere else. */
export async function choosePassword(
  accounts: Accounts,
  choice: PasswordChoice,
  sender: RequestSender,
): Promise<PasswordResetResult> {
  const engine = accounts.engine()
  const {kind, secret, password} = choice
  const person = await linkedPerson(accounts, kind, secret)
  if (!person) return {kind: 'ended'}
  const problems = await validateNewPassword(engine.specification, {...person, password})
  if (problems.length > 0) return {kind: 'refused', problems}
  const [hash, token, browser, now] = [await hashPassword(password), newSecret(), newSecret(), accounts.now()]
  const done = await engine.store.transaction(async db => {
    if ((await findLink(db, {kind, secret}, now)) !== person.id) return false
    await endLinks(db, 'reset', person.id)
    await endLinks(db, 'invitation', person.id)
    await writeHash(db, person.id, {hash, now})
    await endSessionsOf(db, person.id)
    await forgetBrowsers(db, person.id)
    await rememberBrowser(db, {person: person.id, earlier: sender.browser, secret: browser}, now)
    await beginSession(db, {person: person.id, sender, token}, now)
    return true
  })
  return done ? {kind: 'in', entered: {...startedSession(engine, person, token), browser}} : {kind: 'ended'}
}
