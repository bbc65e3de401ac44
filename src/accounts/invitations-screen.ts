import type {InvitationsData} from '../contract/account.ts'
import type {Problem} from '../contract/common.ts'
import type {ListData} from '../contract/list.ts'
import {type Actor, personOf} from '../engine/actor.ts'
import type {Opened} from '../engine/application.ts'
import {
  type Action,
  type Form,
  type OpenScreen,
  type PageReply,
  plainlyAgain,
  Refused,
  type Reply,
  type Visit,
} from '../engine/reply.ts'
import {repeatable} from '../engine/write/idempotency.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {dateFormat} from '../points/entities/values/formats.ts'
import type {Shows} from '../points/screens/model.ts'
import {findScreen} from '../points/screens/run.ts'
import {emailField, nameField, withLabels} from './entry-form.ts'
import {invitableRoles, invite, inviteNewPeople, mayInvite, pendingInvitations} from './invitations.ts'
import {answersIn, type RequiredAnswers, requiredEntries} from './required-fields.ts'
import {type PeopleContext, typed} from './screen-replies.ts'

/** Inviting people, for those who may create them; for everybody else there is no such page. */

export function invitationsScreen(context: PeopleContext, actor: Actor): OpenScreen | null {
  if (!personOf(actor)) return null
  const {world} = context
  const mustBeAllowed = () => {
    if (!mayInvite(world.engine(), actor)) throw new Refused('NOT_FOUND')
  }
  const act: Action = async (visit, form) => {
    mustBeAllowed()
    const given = givenIn(context, form)
    const to = '/invitations?done=invited'
    const answer = await invite(world, actor, {...given, ...repeatable(visit, to)})
    if (answer.kind === 'invited') return {kind: 'redirect', to}
    const shown = await dataFor(context, actor, visit)
    return context.refused(answer, problems => page(context, again(context, shown, {...given, problems})))
  }
  return {
    load: async visit => {
      mustBeAllowed()
      return page(context, await dataFor(context, actor, visit))
    },
    actions: new Map([['invite', act]]),
    again: async (visit, form, {status, problems} = plainlyAgain) => {
      mustBeAllowed()
      const shown = await dataFor(context, actor, visit)
      return {...page(context, again(context, shown, {...givenIn(context, form), problems})), status}
    },
  }
}

function page({words}: PeopleContext, data: InvitationsData): PageReply {
  return {kind: 'page', status: 200, title: words.invitations, screen: 'invitations', data}
}

async function dataFor(context: PeopleContext, actor: Actor, visit: Visit): Promise<InvitationsData> {
  const {world, words} = context
  const {specification} = world.engine()
  const roles = invitableRoles(specification)
  const day = dateFormat(specification.limits.settings.LANGUAGE, {
    day: 'numeric',
    month: 'long',
    timeZone: specification.limits.settings.TIME_ZONE,
  })
  const waiting = await pendingInvitations(world, actor)
  const notices: Readonly<Record<string, string>> = {invited: words.invited}
  return {
    fields: [nameField(context), emailField(context, '', 'off'), ...(await requiredEntries(context, actor))],
    roles: roles.map((name, index) => ({
      name,
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

function givenIn(context: PeopleContext, form: Form): Omit<InvitationInput, 'problems'> {
  const roles = form.fields.flatMap(({name, value}) => (name === 'roles' && typeof value === 'string' ? [value] : []))
  return {name: typed(form, 'name'), email: typed(form, 'email'), roles, answers: answersIn(context, form)}
}

/** The form with everything that was typed. */
function again(
  context: PeopleContext,
  data: InvitationsData,
  {name, email, roles, answers, problems}: InvitationInput,
): InvitationsData {
  const asked = data.fields.slice(2).map(field => ({...field, value: answers.get(field.name)?.[0] ?? ''}))
  const fields = [nameField(context, name), emailField(context, email, 'off'), ...asked]
  return {
    ...data,
    fields,
    roles: data.roles.map(role => ({...role, chosen: roles.includes(role.name)})),
    problems: withLabels(problems, fields),
    notice: null,
  }
}

/** Where a document shows people as records: its list leads to inviting them, and whoever is made by its form is invited. */

/** The screen as the document has it, but for those that show people. */
export function withInvitations(
  context: PeopleContext,
  opened: Opened | null,
  path: string,
  actor: Actor,
): Opened | null {
  const {specification} = context.world.engine()
  const shows = opened && findScreen(specification.screens, path, personOf(actor))?.screen.shows
  if (!opened || !shows || !('entity' in shows) || shows.entity !== userEntity) return opened
  return {...opened, screen: screenOf(context, {shows, screen: opened.screen, actor})}
}

interface PeopleScreen {
  readonly shows: Shows
  readonly screen: OpenScreen
  readonly actor: Actor
}

function screenOf(context: PeopleContext, {shows, screen, actor}: PeopleScreen): OpenScreen {
  if (shows.kind === 'list')
    return {...screen, load: async visit => invitingFrom(context, await screen.load(visit), actor)}
  if (shows.kind !== 'form') return screen
  const {actions} = screen
  const get = (name: string): Action | undefined => {
    const action = actions.get(name)
    return action && (async (visit, form) => invitingAfter(context, actor, async () => action(visit, form)))
  }
  return {...screen, actions: {size: actions.size, get}}
}

/** Where the document has no form of its own for new people, its list leads to ours. */
async function invitingFrom(context: PeopleContext, reply: Reply, actor: Actor): Promise<Reply> {
  if (reply.kind !== 'page' || reply.screen !== 'list') return reply
  const data = reply.data as ListData
  if (data.create !== null || !mayInvite(context.world.engine(), actor)) return reply
  return {...reply, data: {...data, create: {label: context.words.invitations, href: '/invitations'}}}
}

/** Only what was done leads elsewhere; what was refused shows its form again. */
async function invitingAfter(context: PeopleContext, actor: Actor, act: () => Promise<Reply>): Promise<Reply> {
  const {now} = context.world.engine().moment()
  const reply = await act()
  if (reply.kind === 'redirect') await inviteNewPeople(context.world, actor, now)
  return reply
}
