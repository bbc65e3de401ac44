/** What people would have been told of the last weeks of a demonstration, so that nobody looks around in an empty one. */
import {sql} from 'kysely'
import {toMillis} from '../feel/calendar.ts'
import type {Core} from '../feel/core.ts'
import {isReference} from '../feel/value.ts'
import type {Effect} from '../points/states/model.ts'
import {instantAt, millisOf} from '../store/sql.ts'
import {compared, fieldCore, thisCore, valueCore} from './core-build.ts'
import {allSeeing} from './read-context.ts'
import {select} from './select.ts'
import type {WriteContext} from './write/context.ts'

const day = 86_400_000
const toldFor = 42 * day
/** What is older has been read. */
const unreadFor = 3 * day

interface Happened {
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly at: number
  readonly by: string
}

export async function writeDemoNotices(writing: WriteContext): Promise<void> {
  const {specification} = writing
  for (const event of await lately(writing)) {
    const rows = specification.actions.actions.get(event.entity)?.get(event.action)?.rows ?? []
    const people = rows.flatMap(({effects}) => effects.flatMap(peopleOf))
    const told = new Set(await whom(writing, event, people))
    told.delete(event.by)
    const id = writing.newId()
    for (const person of told) await insert(writing, {event, id, person})
  }
}

async function lately({db, moment}: WriteContext): Promise<Happened[]> {
  const now = toMillis(moment.now)
  const {rows} = await sql<Record<string, unknown>>`select entity, record, action, at, person from nonet_history
    where person is not null and at >= ${instantAt(now - toldFor)} and at <= ${instantAt(now)} order by at`.execute(db)
  return rows.map(row => ({
    entity: String(row['entity']),
    record: String(row['record']),
    action: String(row['action']),
    at: millisOf(row['at']),
    by: String(row['person']),
  }))
}

/** One person at a time: whoever else is told is not needed here. */
function peopleOf(effect: Effect): Core[] {
  return effect.kind === 'notify' && effect.people.type.kind === 'reference' ? [effect.people] : []
}

async function whom(writing: WriteContext, {entity, record}: Happened, people: readonly Core[]): Promise<string[]> {
  if (people.length === 0) return []
  const id = fieldCore(thisCore(entity), entity, {name: 'id', type: {kind: 'text'}})
  const [found = []] = await select(writing, {
    from: allSeeing(writing).records(entity),
    where: [compared(id, '=', valueCore({kind: 'text'}, record))],
    columns: people,
  })
  return found.flatMap(person => (person !== null && isReference(person) ? [person.id] : []))
}

interface Notice {
  readonly event: Happened
  readonly id: string
  readonly person: string
}

async function insert({db, newId, moment}: WriteContext, {event, id, person}: Notice): Promise<void> {
  const {entity, record, action, at, by} = event
  const seen = toMillis(moment.now) - at > unreadFor ? instantAt(at + day / 2) : null
  await sql`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen)
    values (${newId()}, ${person}, ${id}, ${instantAt(at)}, ${entity}, ${record}, ${action}, ${by}, ${seen})`.execute(
    db,
  )
}
