import {isIP} from 'node:net'
import {type Shell, viewAsAction} from '../contract/page.ts'
import {type Actor, engineItself, nobody, operator, personOf} from '../engine/actor.ts'
import type {Opened} from '../engine/application.ts'
import {type Action, Refused} from '../engine/reply.ts'
import type {Input} from '../engine/write/change.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {isLoopback, publicOriginOf} from '../server/middleware/host.ts'
import type {Incoming} from '../server/request.ts'
import {withAccount} from './account-rows.ts'
import type {Accounts, Sender} from './accounts.ts'
import {findByEmail, findPeople, type Person, userField} from './people.ts'
import {type PeopleContext, typed} from './screen-replies.ts'
import {endOwnSession, type StartedSession, startSession} from './sessions.ts'

/**
 * While a document is being written: looking at the application as each role. Only people without a password stand for a role, or
 * somebody made up for it: nobody real is ever taken over.
 */

interface ViewAsChoice {
  /** `role Employee` or `person ID`, as a form sends it. */
  readonly who: string
  readonly label: string
  /** The role that a person stands for. */
  readonly is: string | null
}

const mostLookedAt = 500
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

/** Null where there is no such role or person to look as. */
async function signInAs(accounts: Accounts, who: string, sender: Sender): Promise<StartedSession | null> {
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
    const people = await findPeople(reader, {where: [userField(reader, 'active')], limit: mostLookedAt})
    const ids = people.map(({id}) => id)
    const real = await withAccount(reader.db, ids)
    return people.filter(({id}) => !real.has(id))
  })
}

/** Those first who have no other role, because they show it best. */
function withRole(people: readonly Person[], role: string): Person[] {
  return people.filter(({roles}) => roles.includes(role)).toSorted((a, b) => a.roles.length - b.roles.length)
}

async function madeUp(accounts: Accounts, role: string): Promise<Person | null> {
  const engine = accounts.engine()
  // No mail can ever be delivered there.
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

/** The role switcher of `nonet dev`: every page takes one more action, which shows the same page as somebody else. */

/** Only for whoever sits at the machine: no proxy between, and no name of another site that leads here. */
export function isAtMachine(request: Incoming, peer: string | null): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  if (!isLoopback(publicOriginOf(request, null))) return false
  return peer !== null && isIP(peer) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(peer)
}

const notSignedIn = 'nobody'

export class RoleSwitcher {
  private readonly context: PeopleContext
  private choices: readonly ViewAsChoice[] = []

  constructor(context: PeopleContext) {
    this.context = context
  }

  /** Also a page that is missing for one role is looked at as another. */
  open(opened: Opened | null): Opened {
    const screen = opened?.screen
    const load = screen?.load ?? missing
    return {
      parameters: opened?.parameters ?? {},
      screen: {
        ...(screen?.takesFiles ? {takesFiles: screen.takesFiles} : {}),
        passesFilesOver: screen?.passesFilesOver ?? false,
        load: async visit => {
          this.choices = await viewAsChoices(this.context.world)
          return load(visit)
        },
        actions: {
          size: (screen?.actions.size ?? 0) + 1,
          get: name => (name === viewAsAction ? this.look : screen?.actions.get(name)),
        },
      },
    }
  }

  shell(shell: Shell, actor: Actor): Shell {
    const {words} = this.context
    const now = personOf(actor)?.name ?? words.notSignedIn
    const choices = [...this.choices, {who: notSignedIn, label: words.notSignedIn, is: null}]
    return {...shell, viewAs: {label: words.viewAs, now, choices}}
  }

  private readonly look: Action = async (visit, form) => {
    const {context} = this
    const who = typed(form, 'who')
    if (who === notSignedIn) {
      await endOwnSession(context.world, context.session)
      return context.left(nobody, visit.url)
    }
    const entered = await signInAs(context.world, who, context.sender)
    if (!entered) throw new Refused('UNKNOWN_ACTION')
    return context.entered(entered, visit.url)
  }
}

function missing(): never {
  throw new Refused('NOT_FOUND')
}
