/** Inviting people, for those who may create them; for everybody else there is no such page. */

import {invitableRoles, invite, mayInvite, pendingInvitations} from '../accounts/invitations.ts'
import type {RequiredAnswers} from '../accounts/required-fields.ts'
import type {InvitationsData} from '../contract/account.ts'
import type {Problem} from '../contract/page.ts'
import {type Actor, personOf} from '../engine/actor.ts'
import {
  type Action,
  type Form,
  type OpenScreen,
  type PageReply,
  plainlyAgain,
  Refused,
  type Visit,
} from '../engine/reply.ts'
import {repeatable} from '../engine/write/idempotency.ts'
import {dateFormat} from '../points/entities/values/formats.ts'
import {answersIn, askedEntries} from './asked-fields.ts'
import {emailField, nameField, placed} from './entry-page.ts'
import {type PeopleContext, typed} from './people-context.ts'

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
  const said: Readonly<Record<string, string>> = {invited: words.invited}
  return {
    fields: [nameField(context), emailField(context, '', 'off'), ...(await askedEntries(context, actor))],
    roles: roles.map((name, index) => ({
      name,
      meaning: specification.roles.roles.get(name)?.meaning ?? '',
      chosen: index === 0,
    })),
    problems: [],
    said: said[visit.query.get('done') ?? ''] ?? null,
    waiting: waiting.map(({name, email, until}) => ({name, email, until: day.format(until)})),
  }
}

interface Given {
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly answers: RequiredAnswers
  readonly problems: readonly Problem[]
}

function givenIn(context: PeopleContext, form: Form): Omit<Given, 'problems'> {
  const roles = form.fields.flatMap(({name, value}) => (name === 'roles' && typeof value === 'string' ? [value] : []))
  return {name: typed(form, 'name'), email: typed(form, 'email'), roles, answers: answersIn(context, form)}
}

/** The form with everything that was typed. */
function again(
  context: PeopleContext,
  data: InvitationsData,
  {name, email, roles, answers, problems}: Given,
): InvitationsData {
  const asked = data.fields.slice(2).map(field => ({...field, value: answers.get(field.name)?.[0] ?? ''}))
  const fields = [nameField(context, name), emailField(context, email, 'off'), ...asked]
  return {
    ...data,
    fields,
    roles: data.roles.map(role => ({...role, chosen: roles.includes(role.name)})),
    problems: placed(problems, fields),
    said: null,
  }
}
