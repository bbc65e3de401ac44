/** The course of a request: its events with times and people, and the resulting record. */
import {humanResources, managerOf, named, type Person} from './company.ts'
import {type Day, type Moment, write, writeMoment} from './days.ts'

/** A field of a request and its new value. */
export type Change = readonly [field: string, value: string]

export interface Event {
  readonly action: string
  /** Null for the system. */
  readonly by: Person | null
  readonly at: Moment
  readonly changes: readonly Change[]
}

/** The end with half a day, and whether that applies in each alternative. */
export interface Half {
  readonly end: 'first' | 'last'
  readonly written: string
}

export interface Asked {
  readonly person: Person
  readonly kind: string
  readonly first: Day
  readonly last: Day
  readonly half: Half | undefined
  readonly note: string
}

export const create = ({person, kind, first, last, half, note}: Asked, at: Moment): Event => ({
  ...{action: 'create', by: person, at},
  changes: [
    ['person', person.email],
    ['kind', kind],
    ['first_day', write(first)],
    ['last_day', write(last)],
    ...(half === undefined ? [] : [[`${half.end}_half`, half.written] as const]),
    ...(note === '' ? [] : [['note', note] as const]),
    ['status', 'draft'],
  ],
})

export const update = (person: Person, at: Moment, change: Change): Event => ({
  ...{action: 'update', by: person, at, changes: [change]},
})

export const submit = (person: Person, at: Moment, approval: boolean): Event => ({
  ...{action: 'submit', by: person, at},
  changes: status(approval ? 'submitted' : 'recorded'),
})

/** The manager's approval of long leave is only the first of two. */
export function approve(person: Person, at: Moment, {long, answer}: {long: boolean; answer: string}): Event {
  const by = decider(person)
  if (long) return {action: 'approve', by, at, changes: [...status('pre-approved'), ...answered(answer), decidedBy(by)]}
  return {action: 'approve', by, at, changes: [...status('approved'), ...answered(answer), ...decided(by, at)]}
}

export function confirm(person: Person, at: Moment, answer: string): Event {
  const by = secondDecider(person)
  return {action: 'confirm', by, at, changes: [...status('approved'), ...answered(answer), ...decided(by, at)]}
}

export function reject(person: Person, at: Moment, answer: string): Event {
  const by = decider(person)
  return {action: 'reject', by, at, changes: [...status('rejected'), ...answered(answer), ...decided(by, at)]}
}

export const withdraw = (person: Person, at: Moment): Event => ({
  ...{action: 'withdraw', by: person, at, changes: status('withdrawn')},
})

export const askToCancel = (person: Person, at: Moment, note: string): Event => ({
  ...{action: 'ask to cancel', by: person, at, changes: [...status('cancel_asked'), ['note', note]]},
})

export const allowCancelling = (person: Person, at: Moment, answer: string): Event => ({
  ...{action: 'allow cancelling', by: decider(person), at, changes: [...status('cancelled'), ...answered(answer)]},
})

export const keep = (person: Person, at: Moment, answer: string): Event => ({
  ...{action: 'keep', by: decider(person), at, changes: [...status('approved'), ...answered(answer)]},
})

export const finish = (at: Moment): Event => ({action: 'finish', by: null, at, changes: status('taken')})

const status = (state: string): Change[] => [['status', state]]
const answered = (answer: string): Change[] => (answer === '' ? [] : [['answer', answer]])
const decidedBy = (by: Person): Change => ['decided_by', by.email]
const decided = (by: Person, at: Moment): Change[] => [decidedBy(by), ['decided_at', writeMoment(at)]]

function decider(person: Person): Person {
  const manager = managerOf(person)
  if (manager === null) throw new Error(`Nobody decides for ${person.name}.`)
  return manager
}

function secondDecider(person: Person): Person {
  const taken = [person, decider(person)].map(({name}) => name)
  const name = humanResources.find(one => !taken.includes(one))
  if (name === undefined) throw new Error(`Nobody gives ${person.name} a second answer.`)
  return named(name)
}

/** The record after its events. */
export function recordOf(events: readonly Event[]): Map<string, string> {
  return new Map(events.flatMap(event => event.changes.map(([field, value]): [string, string] => [field, value])))
}
