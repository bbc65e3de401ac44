/** People whom somebody has just made by a form of the document: they are invited, as from the engine's own page. */
import {type Actor, engineItself, personOf} from '../engine/actor.ts'
import {compared, valueCore} from '../engine/core-build.ts'
import type {WriteContext} from '../engine/writing.ts'
import type {DateTime} from '../feel/calendar.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {withAccount} from './account-rows.ts'
import {sendInvitation} from './invitations.ts'
import {invitedPeople} from './link-rows.ts'
import {findPeople, type Person, userField} from './persons.ts'
import type {PeopleWorld} from './world.ts'

/** More than a form makes at once. */
const most = 20

/** Everybody whom the actor has made since then, who may sign in and has no way to do so yet. */
export async function inviteNewlyMade(world: PeopleWorld, actor: Actor, since: DateTime): Promise<void> {
  const by = personOf(actor)
  if (!by) return
  await world.engine().within(engineItself, async writing => {
    for (const person of await uninvited(writing, {by: by.id, since, now: world.now()}))
      await sendInvitation(world, writing, {id: person.id, by: by.name})
    return []
  })
}

interface Made {
  readonly by: string
  readonly since: DateTime
  readonly now: number
}

async function uninvited(writing: WriteContext, {by, since, now}: Made): Promise<Person[]> {
  const maker = userField(writing, 'created_by')
  const created = userField(writing, 'created')
  const where = [
    compared(maker, '=', valueCore(maker.type, {entity: userEntity, id: by})),
    compared(created, '>=', valueCore(created.type, since)),
  ]
  const people = await findPeople(writing, {where, limit: most})
  const known = await withAccount(
    writing.db,
    people.map(({id}) => id),
  )
  const invited = await invitedPeople(writing.db, now)
  return people.filter(({id, active}) => active && !known.has(id) && !invited.has(id))
}
