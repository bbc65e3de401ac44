/** Inviting people, for those who may create them; for others there is no such page. */
import type {InvitationsData} from '../../contract/account.ts'
import type {Problem} from '../../contract/common.ts'
import type {ListData} from '../../contract/list.ts'
import {type Actor, personOf} from '../../engine/actor.ts'
import type {Opened} from '../../engine/application.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  plainlyAgain,
  Refused,
  type Reply,
  type Visit,
} from '../../engine/reply.ts'
import {repeatable} from '../../engine/write/idempotency.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {dateFormat} from '../../points/entities/values/formats.ts'
import type {Shows} from '../../points/screens/model.ts'
import {findScreen} from '../../points/screens/run.ts'
import type {Accounts} from '../accounts.ts'
import {invitableRoles, invite, inviteNewPeople, mayInvite, pendingInvitations} from '../invitations.ts'
import {answersIn, type RequiredAnswers, requiredEntries} from '../required-fields.ts'
import {emailField, nameField, withLabels} from './entry-form.ts'
import {messagesOf, refusedReply, typed} from './screen-replies.ts'

export function invitationsScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  if (!personOf(actor)) return null
  const mustBeAllowed = () => {
    if (!mayInvite(accounts.engine(), actor)) throw new Refused('NOT_FOUND')
  }
  const act: ActionHandler = async (visit, form) => {
    mustBeAllowed()
    const given = givenIn(accounts, form)
    const to = '/invitations?done=invited'
    const answer = await invite(accounts, actor, {...given, ...repeatable(visit, to)})
    if (answer.kind === 'invited') return {kind: 'redirect', to}
    const shown = await invitationsData(accounts, actor, visit)
    return refusedReply(accounts, answer, problems =>
      invitationsPage(accounts, again(accounts, shown, {...given, problems})),
    )
  }
  return {
    load: async visit => {
      mustBeAllowed()
      return invitationsPage(accounts, await invitationsData(accounts, actor, visit))
    },
    actions: new Map([['invite', act]]),
    again: async (visit, form, {status, problems} = plainlyAgain) => {
      mustBeAllowed()
      const shown = await invitationsData(accounts, actor, visit)
      return {...invitationsPage(accounts, again(accounts, shown, {...givenIn(accounts, form), problems})), status}
    },
  }
}

function invitationsPage(accounts: Accounts, data: InvitationsData): PageReply {
  return {kind: 'page', status: 200, title: messagesOf(accounts).invitations, screen: 'invitations', data}
}

async function invitationsData(accounts: Accounts, actor: Actor, visit: Visit): Promise<InvitationsData> {
  const words = messagesOf(accounts)
  const {specification} = accounts.engine()
  const roles = invitableRoles(specification)
  const day = dateFormat(specification.limits.settings.LANGUAGE, {
    day: 'numeric',
    month: 'long',
    timeZone: specification.limits.settings.TIME_ZONE,
  })
  const waiting = await pendingInvitations(accounts, actor)
  const notices: Readonly<Record<string, string>> = {invited: words.invited}
  return {
    fields: [nameField(accounts), emailField(accounts, '', 'off'), ...(await requiredEntries(accounts, actor))],
    roles: roles.map((name, index) => ({
      name,
      label: specification.translation.text(name),
      meaning: specification.roles.roles.get(name)?.meaning ?? '',
      chosen: index === 0,
    })),
    problems: [],
    notice: notices[visit.query.get('done') ?? ''] ?? null,
    waiting: waiting.map(({name, email, until}) => ({name, email, until: day.format(until)})),
  }
}

interface InvitationInput {
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly answers: RequiredAnswers
  readonly problems: readonly Problem[]
}

function givenIn(accounts: Accounts, form: Form): Omit<InvitationInput, 'problems'> {
  const roles = form.fields.flatMap(({name, value}) => (name === 'roles' && typeof value === 'string' ? [value] : []))
  return {name: typed(form, 'name'), email: typed(form, 'email'), roles, answers: answersIn(accounts, form)}
}

/** The form with everything that was typed. */
function again(
  accounts: Accounts,
  data: InvitationsData,
  {name, email, roles, answers, problems}: InvitationInput,
): InvitationsData {
  const asked = data.fields.slice(2).map(field => ({...field, value: answers.get(field.name)?.[0] ?? ''}))
  const fields = [nameField(accounts, name), emailField(accounts, email, 'off'), ...asked]
  return {
    ...data,
    fields,
    roles: data.roles.map(role => ({...role, chosen: roles.includes(role.name)})),
    problems: withLabels(problems, fields),
    notice: null,
  }
}

/* Where a document shows people as records: its list links to inviting them, and people created by its form are invited. */

/** The screen as the document has it, but for those that show people. */
export function withInvitations(accounts: Accounts, opened: Opened | null, path: string, actor: Actor): Opened | null {
  const {specification} = accounts.engine()
  const shows = opened && findScreen(specification.screens, path, personOf(actor))?.screen.shows
  if (!opened || !shows || !('entity' in shows) || shows.entity !== userEntity) return opened
  return {...opened, screen: screenOf(accounts, {shows, screen: opened.screen, actor})}
}

interface PeopleScreen {
  readonly shows: Shows
  readonly screen: OpenScreen
  readonly actor: Actor
}

function screenOf(accounts: Accounts, {shows, screen, actor}: PeopleScreen): OpenScreen {
  if (shows.kind === 'list')
    return {...screen, load: async visit => invitingFrom(accounts, await screen.load(visit), actor)}
  if (shows.kind !== 'form') return screen
  const {actions} = screen
  const get = (name: string): ActionHandler | undefined => {
    const action = actions.get(name)
    return action && (async (visit, form) => invitingAfter(accounts, actor, async () => action(visit, form)))
  }
  return {...screen, actions: {size: actions.size, get}}
}

/** Where the document has no form of its own for new people, its list leads to ours. */
async function invitingFrom(accounts: Accounts, reply: Reply, actor: Actor): Promise<Reply> {
  if (reply.kind !== 'page' || reply.screen !== 'list') return reply
  const data = reply.data as ListData
  if (data.create !== null || !mayInvite(accounts.engine(), actor)) return reply
  return {...reply, data: {...data, create: {label: messagesOf(accounts).invitations, href: '/invitations'}}}
}

/** Only what was done leads elsewhere; what was refused shows its form again. */
async function invitingAfter(accounts: Accounts, actor: Actor, act: () => Promise<Reply>): Promise<Reply> {
  const {now} = accounts.engine().moment()
  const reply = await act()
  if (reply.kind === 'redirect') await inviteNewPeople(accounts, actor, now)
  return reply
}
