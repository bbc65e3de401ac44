/** Signing in with an address and a password. Whatever is wrong, the answer and the time it takes are the same. */
import {readHash, writeHash} from './account-rows.ts'
import {forgiveAttempts, type Limited, tryOnce} from './attempts.ts'
import {hashPassword, isOutdated, isPassword} from './password-hash.ts'
import {findByEmail, readEmail} from './persons.ts'
import {type Entered, enter} from './sessions.ts'
import type {PeopleWorld, Sender} from './world.ts'

export type SignedIn =
  | {readonly kind: 'in'; readonly entered: Entered}
  | {readonly kind: 'wrong'}
  /** Too often: milliseconds until it may be tried again. */
  | {readonly kind: 'wait'; readonly wait: number}

export interface Credentials {
  readonly email: string
  readonly password: string
}

export async function signIn(world: PeopleWorld, given: Credentials, sender: Sender): Promise<SignedIn> {
  const engine = world.engine()
  const email = readEmail(engine, given.email)
  const keys = {account: accountKey(email ?? given.email), address: `address ${sender.address}`}
  const wait = await tryOnce(engine.store, limitsOf(world, keys), world.now())
  if (wait > 0) return {kind: 'wait', wait}
  const person = email === null ? null : await findByEmail(engine, email)
  const hash = person && (await engine.store.read(db => readHash(db, person.id)))
  const right = await isPassword(given.password, hash)
  if (!right || !person?.active || hash === null) return {kind: 'wrong'}
  const renewed = isOutdated(hash) ? await hashPassword(given.password) : null
  await engine.store.transaction(async db => {
    await forgiveAttempts(db, keys)
    if (renewed !== null) await writeHash(db, person.id, {hash: renewed, now: world.now()})
  })
  return {kind: 'in', entered: await enter(world, person, sender)}
}

/** Whether it is their own password, for changes that a borrowed session shall not make; counted like signing in. */
export async function confirmPassword(
  world: PeopleWorld,
  person: {readonly id: string; readonly email: string},
  given: {readonly password: string; readonly sender: Sender},
): Promise<'right' | 'wrong' | number> {
  const {store} = world.engine()
  const keys = {account: accountKey(person.email), address: `address ${given.sender.address}`}
  const wait = await tryOnce(store, limitsOf(world, keys), world.now())
  if (wait > 0) return wait
  const hash = await store.read(db => readHash(db, person.id))
  if (!(await isPassword(given.password, hash))) return 'wrong'
  await store.transaction(db => forgiveAttempts(db, keys))
  return 'right'
}

export function accountKey(email: string): string {
  return `account ${email.trim().toLowerCase().slice(0, 254)}`
}

/** Several people may share an address: an office, a school. */
const peopleAtAddress = 5

function limitsOf(world: PeopleWorld, {account, address}: {account: string; address: string}): Limited[] {
  const most = world.engine().specification.limits.settings.SIGN_IN_ATTEMPTS
  return [
    {about: account, most},
    {about: address, most: most * peopleAtAddress},
  ]
}
