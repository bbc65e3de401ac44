/**
 * `nonet dev`: every page has an extra action that shows it as a role of the document. A role is represented by people without a password or by a
 * fictitious person, never by a real account.
 */

import {type Actor, engineItself, operator, personOf} from '../../engine/base/actor.ts'
import {type Shell, viewAsAction} from '../../engine/page/frame.ts'
import {type ActionHandler, Refused, type RequestSender} from '../../engine/reply.ts'
import type {Input} from '../../engine/transaction/change.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {withAccount} from '../account-rows.ts'
import {type Accounts, findByEmail, findPeople, type Person, userField} from '../accounts.ts'
import {endOwnSession, type StartedSession, startSession} from '../sessions.ts'
import {messagesOf, sentText, signedIn, signedOut} from './screen-replies.ts'

const notSignedIn = 'nobody'

/** The actions available on every page. */
export function viewAsActions(accounts: Accounts): ReadonlyMap<string, ActionHandler> {
  return new Map<string, ActionHandler>([
    [viewAsAction, (visit, form) => viewAs(accounts, sentText(form, 'who'), visit)],
  ])
}

async function viewAs(accounts: Accounts, who: string, {url, sender, actor}: Parameters<ActionHandler>[0]) {
  if (who === notSignedIn) {
    await endOwnSession(accounts, sender.session)
    return signedOut(url)
  }
  const started = await signInAs(accounts, who, sender)
  if (!started) throw new Refused('UNKNOWN_ACTION')
  const details = {what: who.startsWith('role ') ? 'role' : 'person'} as const
  await accounts
    .engine()
    .audit?.report({kind: 'view-as', by: actor, about: personOf(started.actor)?.id ?? null, details})
  return signedIn(accounts, started, url)
}

/** The choices, for the shell. */
export async function viewAsMenu(accounts: Accounts, actor: Actor): Promise<NonNullable<Shell['viewAs']>> {
  const messages = messagesOf(accounts)
  const choices = await viewAsChoices(accounts)
  return {
    label: messages.viewAs,
    now: personOf(actor)?.name ?? messages.notSignedIn,
    choices: [...choices, {who: notSignedIn, label: messages.notSignedIn, is: null}],
  }
}

interface ViewAsChoice {
  /** `role Employee` or `person ID`, as a form sends it. */
  readonly who: string
  readonly label: string
  /** The role that a person represents. */
  readonly is: string | null
}

const mostPeople = 500
const mostPerRole = 3

/** Every role of the document, and a few people of each. */
async function viewAsChoices(accounts: Accounts): Promise<ViewAsChoice[]> {
  const people = await standIns(accounts)
  return [...accounts.engine().specification.roles.roles.keys()].flatMap(role => [
    {who: `role ${role}`, label: role, is: null},
    ...withRole(people, role)
      .slice(0, mostPerRole)
      .map(({id, name}) => ({who: `person ${id}`, label: name, is: role})),
  ])
}

/** Null if there is no such role or person. */
async function signInAs(accounts: Accounts, who: string, sender: RequestSender): Promise<StartedSession | null> {
  const person = await standInFor(accounts, who)
  return person && startSession(accounts, person, sender)
}

async function standInFor(accounts: Accounts, who: string): Promise<Person | null> {
  const [, kind, name = ''] = /^(role|person) (.+)$/.exec(who) ?? []
  const people = await standIns(accounts)
  if (kind === 'person') return people.find(({id}) => id === name) ?? null
  if (kind !== 'role' || !accounts.engine().specification.roles.roles.has(name)) return null
  return withRole(people, name)[0] ?? madeUp(accounts, name)
}

function standIns(accounts: Accounts): Promise<Person[]> {
  return accounts.engine().read(engineItself, async reader => {
    const people = await findPeople(reader, {where: [userField(reader, 'active')], limit: mostPeople})
    const ids = people.map(({id}) => id)
    const real = await withAccount(reader.db, ids)
    return people.filter(({id}) => !real.has(id))
  })
}

/** People with no other role come first, because they represent it best. */
function withRole(people: readonly Person[], role: string): Person[] {
  return people.filter(({roles}) => roles.includes(role)).toSorted((a, b) => a.roles.length - b.roles.length)
}

async function madeUp(accounts: Accounts, role: string): Promise<Person | null> {
  const engine = accounts.engine()
  // Mail to this address can never be delivered.
  const email = `${role.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@stand-in.invalid`
  const fields = new Map<string, Input>([
    ['name', {value: role}],
    ['email', {value: email}],
    ['roles', {value: [role]}],
  ])
  const outcome = await engine.change(operator, [{kind: 'create', entity: userEntity, fields}])
  if (!outcome.ok) throw new Refused('NOT_NOW')
  return findByEmail(engine, email)
}
