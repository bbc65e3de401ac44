/** Where a document shows people as records: its list leads to inviting them, and whoever is made by its form is invited. */

import {inviteNewPeople, mayInvite} from '../accounts/invitations.ts'
import type {ListData} from '../contract/list.ts'
import {type Actor, personOf} from '../engine/actor.ts'
import type {Opened} from '../engine/application.ts'
import type {Action, OpenScreen, Reply} from '../engine/reply.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Shows} from '../points/screens/model.ts'
import {findScreen} from '../points/screens/run.ts'
import type {PeopleContext} from './people-context.ts'

/** The screen as the document has it, but for those that show people. */
export function withPeople(context: PeopleContext, opened: Opened | null, path: string, actor: Actor): Opened | null {
  const {specification} = context.world.engine()
  const shows = opened && findScreen(specification.screens, path, personOf(actor))?.screen.shows
  if (!opened || !shows || !('entity' in shows) || shows.entity !== userEntity) return opened
  return {...opened, screen: screenOf(context, {shows, screen: opened.screen, actor})}
}

interface OfPeople {
  readonly shows: Shows
  readonly screen: OpenScreen
  readonly actor: Actor
}

function screenOf(context: PeopleContext, {shows, screen, actor}: OfPeople): OpenScreen {
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
