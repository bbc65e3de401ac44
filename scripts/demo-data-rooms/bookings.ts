/** Slots → bookings, with their history. */
import {at, type Day, later, type Moment, week, writeMoment} from '../demo-data/days.ts'
import type {Chance} from '../demo-data/random.ts'
import type {Event, Story} from './event.ts'
import {bookers, colleaguesOf, type Person} from './places.ts'
import {type Slot, seriesPlans, slots} from './slots.ts'
import {answers, confidential, notes, privateTitles, refusals, titles} from './words.ts'

export interface Booking extends Story {
  readonly slot: Slot
  readonly person: string
  readonly status: string
  readonly created: Moment
}

/** In the order of creation, as far as it is the same on every day. */
export function bookings(luck: Chance): Booking[] {
  const words = new Words(luck)
  const ordered = slots(luck).sort((one, other) => orderOf(one) - orderOf(other))
  return ordered.map((slot, index) => bookingOf(slot, 1001 + index, {luck, words}))
}

const orderOf = ({day, begins, when}: Slot): number =>
  (when === 'today' ? 0 : day.from === 'workday' ? Math.sign(day.day) * 3 + day.day / 10 : day.day) * 100 +
  Number(begins.slice(0, 2))

/** Titles rotate, so that none occurs twice on one day; bookings rotate among people, so that nobody has too many. */
class Words {
  private count = 0
  private readonly luck: Chance

  constructor(luck: Chance) {
    this.luck = luck
  }

  next(): {title: string; isPrivate: boolean; person: Person} {
    const index = this.count++
    const isPrivate = this.luck.happens(0.07)
    const from = isPrivate ? privateTitles : titles
    const title = from[index % from.length] ?? ''
    const isClosed = isPrivate || confidential.has(title)
    const person = bookers[(index * 7) % bookers.length]
    if (person === undefined) throw new Error('Nobody books.')
    return {title, isPrivate: isClosed, person}
  }
}

interface Means {
  readonly luck: Chance
  readonly words: Words
}

/** Bookings of the people that visitors sign in as, though neither of them books much. */
const lookers: ReadonlyMap<number, string> = new Map([
  [1200, 'karin.brandt@example.com'],
  [1202, 'omar.haddad@example.com'],
  [1216, 'karin.brandt@example.com'],
])

function bookingOf(slot: Slot, number: number, {luck, words}: Means): Booking {
  const plan = seriesPlans.find(each => each.number === slot.series)
  const own = words.next()
  const person = plan ? `${plan.person}@example.com` : (lookers.get(number) ?? own.person.email)
  const created = plan ? at(week(Math.min(plan.first - 1, -1), 1), '09:12') : madeAt(slot, luck)
  const note = !plan && luck.happens(0.15) ? luck.one(notes) : ''
  const attendees = plan?.people ?? luck.between(1, Math.min(slot.room.seats, 12))
  const changes: Event['changes'] = [
    ['room', slot.room.name],
    ['title', plan?.title ?? own.title],
    ['starts', writeMoment(at(slot.day, slot.begins))],
    ['ends', writeMoment(at(slot.day, slot.finishes))],
    ['people', String(attendees)],
    ['person', person],
    ['invited', colleaguesOf(person, {most: attendees - 1, turn: plan ? plan.number : number}).join('; ')],
    ['private', !plan && own.isPrivate ? 'yes' : 'no'],
    ['note', note],
    ['series', plan ? String(plan.number) : ''],
    ['status', 'planned'],
  ]
  const create: Event = {at: created, by: person, action: 'create', changes}
  const events = [create, ...courseOf(slot, {person, created, luck})]
  const status = events.flatMap(event => event.changes).findLast(([field]) => field === 'status')?.[1] ?? ''
  return {entity: 'Booking', number, events, slot, person, status, created}
}

/** Days before; never after the day of loading. */
function madeAt({day, when}: Slot, luck: Chance): Moment {
  const time = `${String(luck.between(8, 17)).padStart(2, '0')}:${luck.between(10, 59)}`
  const before: Day =
    when === 'past' || day.from !== 'week' ? later(day, -luck.between(2, 9)) : week(-1, luck.between(0, 4))
  const made = before.from !== 'week' && before.day > -1 ? {...before, day: -luck.between(1, 5)} : before
  return at(made, time)
}

interface Course {
  readonly person: string
  readonly created: Moment
  readonly luck: Chance
}

const status = (value: string, ...more: (readonly [string, string])[]): Event['changes'] => [['status', value], ...more]
const minutesLater = (time: string, minutes: number): string => {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

function courseOf(slot: Slot, {person, created, luck}: Course): Event[] {
  const soon = (minutes: number) => ({...created, time: minutesLater(created.time, minutes)})
  if (slot.series !== null) {
    const kept = {at: soon(1), by: '', action: 'keep', changes: status('confirmed')}
    if (slot.when === 'past') return [kept, ...usedOr(slot, {person, created, luck})]
    return slot.when === 'today' ? [kept, ...used(slot, person)] : [kept]
  }
  if (!slot.room.needsApproval) {
    const booked = {at: created, by: person, action: 'book', changes: status('confirmed')}
    return [booked, ...afterwards(slot, {person, created, luck})]
  }
  const asked = {at: created, by: person, action: 'book', changes: status('waiting')}
  if (slot.when === 'ahead' && luck.happens(0.4)) return [asked]
  const decided = (at: Moment): readonly (readonly [string, string])[] => [
    ['decided_by', slot.room.keeper],
    ['decided_at', writeMoment(at)],
  ]
  if (luck.happens(0.2)) {
    const answer = status('refused', ['answer', luck.one(refusals)], ...decided(soon(95)))
    return [asked, {at: soon(95), by: slot.room.keeper, action: 'refuse', changes: answer}]
  }
  const answer = status('confirmed', ['answer', luck.one(answers)], ...decided(soon(70)))
  const agreed = {at: soon(70), by: slot.room.keeper, action: 'approve', changes: answer}
  return [asked, agreed, ...afterwards(slot, {person, created, luck})]
}

function afterwards(slot: Slot, course: Course): Event[] {
  const {person, created, luck} = course
  if (slot.when === 'past') return usedOr(slot, course)
  if (slot.when === 'today' && slot.begins < '10:00') return used(slot, person)
  if (luck.happens(0.07))
    return [
      {
        at: {...created, time: minutesLater(created.time, 110)},
        by: person,
        action: 'cancel',
        changes: status('cancelled'),
      },
    ]
  return slot.when === 'today' ? used(slot, person) : []
}

/** The whole history, including today: events after the time of loading have not happened yet. */
function used(slot: Slot, person: string): Event[] {
  return [arrival(slot, person), {at: at(slot.day, slot.finishes), by: '', action: 'finish', changes: status('over')}]
}

/** Mostly used by the person who booked it. */
function usedOr(slot: Slot, {person, created, luck}: Course): Event[] {
  if (luck.happens(0.08)) {
    const gone = {...created, time: minutesLater(created.time, 125)}
    return [{at: gone, by: person, action: 'cancel', changes: status('cancelled')}]
  }
  if (luck.happens(0.07))
    return [{at: at(slot.day, minutesLater(slot.begins, 21)), by: '', action: 'release', changes: status('no_show')}]
  return used(slot, person)
}

function arrival(slot: Slot, person: string): Event {
  const moment = at(slot.day, minutesLater(slot.begins, -4))
  return {at: moment, by: person, action: 'check_in', changes: status('in_use', ['arrived_at', writeMoment(moment)])}
}
