/** Inviting people. The page exists only for people who may create them. */

import {type Actor, personOf} from '../../../engine/base/actor.ts'
import {repeatable} from '../../../engine/idempotency.ts'
import type {Problem} from '../../../engine/page/common.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Visit,
  withoutProblems,
} from '../../../engine/reply.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {joinableRoles} from '../../../points/roles/run.ts'
import type {Accounts} from '../../accounts.ts'
import type {InvitationsData} from '../../data.ts'
import {accountState, invite, inviteExisting, mayInvite, pendingInvitations, reaches} from '../../invitations.ts'
import {answersIn, type RequiredAnswers, requiredEntries} from '../../validate-person.ts'
import {emailField, messagesOf, nameField, refusedReply, sentText, withLabels} from '../screen-replies.ts'

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
  /** Without a mail server, for people who may change the email address: they could receive the mail anyway. */
  const createLink: ActionHandler = async (visit, form) => {
    mustBeAllowed()
    const id = form.text('id') ?? ''
    const state = await accountState(accounts, actor, id)
    const isPossible = !reaches(accounts) && state?.kind === 'invited' && state.mayHaveLink
    const sent = isPossible ? await inviteExisting(accounts, actor, {id}) : null
    if (!sent) throw new Refused('NOT_NOW')
    const shown = await invitationsData(accounts, actor, visit)
    const name = shown.waiting.find(person => person.id === id)?.name ?? ''
    const made = {text: messagesOf(accounts).linkMade(name), link: sent.link}
    return invitationsPage(accounts, {...shown, notice: null, made})
  }
  return {
    load: async visit => {
      mustBeAllowed()
      return invitationsPage(accounts, await invitationsData(accounts, actor, visit))
    },
    actions: new Map([
      ['invite', act],
      ['link', createLink],
    ]),
    again: async (visit, form, {status, problems} = withoutProblems) => {
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
  const roles = joinableRoles(specification.roles)
  const day = dateFormat(specification.limits.settings.LANGUAGE, {
    day: 'numeric',
    month: 'long',
    timeZone: specification.limits.settings.TIME_ZONE,
  })
  const waiting = await pendingInvitations(accounts, actor)
  const notices: Readonly<Record<string, string>> = {
    invited: reaches(accounts) ? words.invited : words.invitedWithoutMail,
  }
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
    waiting: waiting.map(({id, name, email, until}) => ({id, name, email, until: day.format(until)})),
    byMail: reaches(accounts),
    made: null,
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
  return {name: sentText(form, 'name'), email: sentText(form, 'email'), roles, answers: answersIn(accounts, form)}
}

/** The form with everything that was entered. */
function again(
  accounts: Accounts,
  data: InvitationsData,
  {name, email, roles, answers, problems}: InvitationInput,
): InvitationsData {
  const asked = data.fields.slice(2).map(field => ({...field, values: answers.get(field.name) ?? []}))
  const fields = [nameField(accounts, name), emailField(accounts, email, 'off'), ...asked]
  return {
    ...data,
    fields,
    roles: data.roles.map(role => ({...role, chosen: roles.includes(role.name)})),
    problems: withLabels(problems, fields),
    notice: null,
  }
}
