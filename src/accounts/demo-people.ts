/**
 * The people a demo offers for sign-in: a few for each role, and the person with the most reports; all of them where there are only a few. People
 * with a password are real and are never offered.
 */

import {sql} from 'kysely'
import {engineItself} from '../engine/base/actor.ts'
import type {ReadContext} from '../engine/query/read-context.ts'
import {tableOf} from '../engine/query/select.ts'
import type {RequestSender} from '../engine/reply.ts'
import {leadsToPerson} from '../points/entities/lookup.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {columnName} from '../points/entities/table-names.ts'
import {limitTo} from '../store/sql.ts'
import {withAccount} from './account-rows.ts'
import {type Accounts, findPeople, type Person, personById, userField} from './accounts.ts'
import {type StartedSession, startSession} from './sessions.ts'

export interface DemoPerson {
  readonly id: string
  readonly name: string
  /** "Employee, manager of 6". */
  readonly is: string
}

/** Enough for every demo, and few enough for one statement. */
const mostPeople = 500

/** So many are listed whatever their roles, so that one of them can look at what another may not see. */
const fewPeople = 8

/** How to describe a person who leads others: their role in it, and how many. */
export type LeadText = (as: string, count: number) => string

export function demoPeople(accounts: Accounts, saidToLead: LeadText): Promise<DemoPerson[]> {
  if (!accounts.demo) return Promise.resolve([])
  return accounts.engine().read(engineItself, async reader => {
    const people = await demonstrationOnly(reader)
    const offered = new Map<string, DemoPerson>()
    const leaders = await leadersAmong(reader, people)
    const {roles: declared, translation} = accounts.engine().specification
    const roles = [...declared.roles.keys()]
    const chosen = roles.toReversed().flatMap(role => chosenFor(role, people, leaders))
    for (const person of [...chosen, ...(people.length <= fewPeople ? people : [])])
      if (!offered.has(person.id))
        offered.set(person.id, offeredPerson(person, leaders, {saidToLead, text: translation.text}))
    return [...offered.values()]
  })
}

async function demonstrationOnly(reader: ReadContext): Promise<Person[]> {
  const active = userField(reader, 'active')
  const people = await findPeople(reader, {where: [active], limit: mostPeople})
  const real = await withAccount(
    reader.db,
    people.map(person => person.id),
  )
  return people.filter(person => !real.has(person.id))
}

/** Of the people with a role: the one who leads most others, and one who leads none. Documents list roles with more rights last. */
function chosenFor(role: string, people: readonly Person[], leaders: ReadonlyMap<string, Followers>): Person[] {
  const mine = people.filter(person => person.roles.includes(role))
  const main = mine.filter(person => person.roles.length === 1)
  const candidates = main.length > 0 ? main : mine
  const followersOf = ({id}: Person) => leaders.get(id)?.followers.size ?? 0
  const [leader] = candidates
    .filter(person => leaders.has(person.id))
    .toSorted((a, b) => followersOf(b) - followersOf(a))
  const plain = candidates.filter(person => !leaders.has(person.id))
  const led = leader && leaders.get(leader.id)?.followers
  // Someone the leader leads, so that one can request and the other decide.
  return [leader, plain.find(person => led?.has(person.id)) ?? plain[0]].filter(person => person !== undefined)
}

interface Followers {
  readonly as: string
  readonly followers: ReadonlySet<string>
}

function offeredPerson(
  {id, name, roles}: Person,
  leaders: ReadonlyMap<string, Followers>,
  {saidToLead, text}: {readonly saidToLead: LeadText; readonly text: (original: string) => string},
): DemoPerson {
  const leads = leaders.get(id)
  const lead = leads ? [saidToLead(leads.as, leads.followers.size)] : []
  return {id, name, is: [...roles.map(text), ...lead].join(', ')}
}

/** By the first field of `User` that leads to another one: a manager, a mentor. */
async function leadersAmong(reader: ReadContext, people: readonly Person[]): Promise<ReadonlyMap<string, Followers>> {
  const fields = [...(reader.entities.entities.get(userEntity)?.fields.values() ?? [])]
  const field = fields.find(each => each.computed === null && leadsToPerson(each))
  if (!field || people.length === 0) return new Map()
  const column = sql.ref(columnName(field.name))
  const {rows} = await sql<{id: unknown; leader: unknown}>`select id, ${column} as leader
    from ${sql.table(tableOf(reader, userEntity))} where ${column} is not null order by id ${limitTo(mostPeople)}`.execute(
    reader.db,
  )
  const byLeader = Map.groupBy(rows, ({leader}) => String(leader))
  return new Map(
    [...byLeader].map(([leader, led]) => [
      leader,
      {as: field.label, followers: new Set(led.map(({id}) => String(id)))},
    ]),
  )
}

/** Null if the person is not a demo person. */
export async function signInAsDemo(
  accounts: Accounts,
  id: string,
  sender: RequestSender,
): Promise<StartedSession | null> {
  if (!accounts.demo) return null
  const person = await accounts.engine().read(engineItself, async reader => {
    const found = await personById(reader, id)
    const real = found ? await withAccount(reader.db, [found.id]) : new Set()
    return found?.active && real.size === 0 ? found : null
  })
  const started = person && (await startSession(accounts, person, sender))
  if (started) await accounts.engine().audit?.report({kind: 'sign-in', by: started.actor, details: {with: 'demo'}})
  return started
}
