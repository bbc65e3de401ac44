/** The tasks of the facilities team, with their outcome. */
import {at, later, type Moment} from '../demo-data/days.ts'
import type {Chance} from '../demo-data/random.ts'
import type {Booking} from './bookings.ts'
import type {Event, Story} from './event.ts'
import {facilityTeam} from './places.ts'
import {declinedWords, doneWords, type Wish, wishes} from './words.ts'

export function tasks(bookings: readonly Booking[], luck: Chance): Story[] {
  const served = bookings.filter(({status}) => status === 'over' || status === 'confirmed')
  const chosen = served.filter(({slot}) => slot.when !== 'today' && luck.happens(slot.when === 'past' ? 0.14 : 0.22))
  return chosen.map((booking, index) => ({
    entity: 'Task',
    number: 101 + index,
    events: eventsOf(booking, wishFor(booking, index), luck),
  }))
}

/** A small room gets no stage. */
function wishFor({slot}: Booking, index: number): Wish | undefined {
  const fitting = wishes.filter(({seats = 1}) => seats <= slot.room.seats)
  return fitting[index % fitting.length]
}

function eventsOf({number, person, created, slot}: Booking, wish: Wish | undefined, luck: Chance): Event[] {
  const asked: Moment = {...created, time: '17:58'}
  const people = luck.happens(0.5) ? String(Math.min(luck.between(4, 12), slot.room.seats)) : ''
  const changes: Event['changes'] = [
    ['booking', String(number)],
    ['kind', wish?.kind ?? 'catering'],
    ['details', wish?.details ?? ''],
    ['people', people],
    ['asked_by', person],
    ['status', 'asked'],
  ]
  const create = {at: asked, by: person, action: 'create', changes}
  const by = luck.one(facilityTeam).email
  const step = (action: string, moment: Moment, to: string, answer = ''): Event => ({
    ...{at: moment, by, action},
    changes: [['status', to], ['done_by', by], ...(answer === '' ? [] : [['answer', answer] as const])],
  })
  const taken = step('accept', at(later(asked, 0), '18:20'), 'accepted')
  if (slot.when !== 'past') return luck.happens(0.5) ? [create] : [create, taken]
  if (luck.happens(0.1))
    return [create, step('decline', at(later(asked, 0), '18:31'), 'declined', luck.one(declinedWords))]
  return [create, taken, step('done', at(slot.day, '08:05'), 'done', luck.one(doneWords))]
}
