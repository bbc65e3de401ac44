/** The events of a record in order, and the resulting record. */
import type {Row} from '../demo-data/csv.ts'
import {type Moment, writeMoment} from '../demo-data/days.ts'

export interface Event {
  readonly at: Moment
  /** Empty for the engine itself. */
  readonly by: string
  readonly action: string
  readonly changes: readonly (readonly [field: string, after: string])[]
}

export interface Story {
  readonly entity: string
  readonly number: number
  readonly events: readonly Event[]
}

/** The record after its events, with its author and creation time. */
export function recordOf({number, events}: Story): Row {
  const [created] = events
  const fields = Object.fromEntries(events.flatMap(({changes}) => changes))
  return {
    ...{number: String(number), created: created ? writeMoment(created.at) : '', created_by: created?.by ?? ''},
    ...fields,
  }
}

export function historyOf({entity, number, events}: Story): Row[] {
  const known = new Map<string, string>()
  return events.flatMap(({at, by, action, changes}) => {
    const event = {entity, record: String(number), at: writeMoment(at), by, action}
    return changes
      .filter(([, after]) => after !== '')
      .map(([field, after]) => {
        const before = known.get(field) ?? ''
        known.set(field, after)
        return {...event, field, before, after}
      })
  })
}
