/** A request of the generator, and values derived from its events. */
import type {Person} from './company.ts'
import type {Event} from './course.ts'
import type {Day, Moment} from './days.ts'
import type {Ending} from './plan.ts'
import type {Absence} from './room.ts'

export interface Request {
  readonly person: Person
  readonly kind: string
  readonly first: Day
  readonly last: Day
  readonly ending: Ending
  readonly cover: Person | null
  readonly events: readonly Event[]
}

export const dropped = (ending: Ending): boolean => ['rejected', 'withdrawn', 'called off'].includes(ending)

/** The time of the first such event, if any. */
export const when = (events: readonly Event[], ...actions: string[]): Moment | null =>
  events.find(({action}) => actions.includes(action))?.at ?? null

export function absenceOf({person, first, last, events}: Omit<Request, 'cover' | 'ending'>): Absence {
  const approval = events.find(({changes}) =>
    changes.some(([field, value]) => field === 'status' && value === 'approved'),
  )
  return {person, first, last, judged: when(events, 'approve'), approved: approval?.at ?? null}
}

export const overlap = (one: Request, other: Request): boolean =>
  one.first.from === other.first.from && one.first.day <= other.last.day && one.last.day >= other.first.day

/** Set when the request was written. */
export function withCover(request: Request, cover: Person): Request {
  const events = request.events.map(event =>
    event.action === 'create' ? {...event, changes: [...event.changes, ['cover', cover.email] as const]} : event,
  )
  return {...request, cover, events}
}
