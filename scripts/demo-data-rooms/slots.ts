/** The use of rooms: the days around today, the weeks before and after this one, and the series. */
import {type Day, week, write} from '../demo-data/days.ts'
import type {Chance} from '../demo-data/random.ts'
import {type Room, rooms} from './places.ts'

export interface Slot {
  readonly room: Room
  readonly day: Day
  readonly begins: string
  readonly finishes: string
  /** The index of the series; null for a single booking. */
  readonly series: number | null
  readonly when: 'past' | 'today' | 'ahead'
}

export interface SeriesPlan {
  readonly number: number
  readonly title: string
  readonly person: string
  readonly room: string
  readonly weekday: number
  readonly begins: string
  readonly finishes: string
  readonly every: number
  readonly first: number
  readonly last: number
  readonly people: number
}

// No series has a date in this week, because it is unknown how much of it is over on the day of loading.
export const seriesPlans: readonly SeriesPlan[] = [
  {
    number: 1,
    title: 'Engineering weekly',
    person: 'jana.petersen',
    room: 'Lighthouse',
    weekday: 0,
    begins: '10:00',
    finishes: '11:00',
    every: 2,
    first: -7,
    last: 13,
    people: 9,
  },
  {
    number: 2,
    title: 'Sales forecast',
    person: 'clara.neumann',
    room: 'Sluice',
    weekday: 1,
    begins: '09:00',
    finishes: '10:00',
    every: 2,
    first: -9,
    last: 9,
    people: 6,
  },
  {
    number: 3,
    title: 'Design review',
    person: 'nora.lindgren',
    room: 'Elbe',
    weekday: 2,
    begins: '14:00',
    finishes: '15:30',
    every: 2,
    first: -5,
    last: 15,
    people: 5,
  },
  {
    number: 4,
    title: 'Finance and HR weekly',
    person: 'ruth.weber',
    room: 'Alster',
    weekday: 3,
    begins: '11:00',
    finishes: '12:00',
    every: 2,
    first: -7,
    last: 11,
    people: 5,
  },
  {
    number: 5,
    title: 'Book club',
    person: 'priya.raman',
    room: 'Weir',
    weekday: 4,
    begins: '12:00',
    finishes: '13:00',
    every: 2,
    first: 1,
    last: 11,
    people: 6,
  },
]

/** Without a building, all are closed. */
export const closures = [
  {name: 'Electrical maintenance', building: 'Old Mill', first_day: 'saturday+5', last_day: 'sunday+5'},
  {name: 'Company retreat', building: '', first_day: 'friday+6', last_day: 'monday+7'},
  {name: 'Company outing', building: '', first_day: 'wednesday-9', last_day: 'wednesday-9'},
]
const closedDays: ReadonlySet<string> = new Set(closures.flatMap(({first_day, last_day}) => [first_day, last_day]))

const lengths: readonly (readonly [begins: string, finishes: string])[] = [
  ['08:30', '09:30'],
  ['09:45', '10:45'],
  ['11:00', '12:00'],
  ['12:15', '13:00'],
  ['13:15', '14:45'],
  ['15:00', '16:00'],
  ['16:15', '17:45'],
]

/** Rooms for the days next to today, which may be in the neighbouring weeks: nothing else is booked there then. */
const near = new Set(['Pilot', 'Buoy', 'Anchor', 'Barley', 'Rye'])

export function slots(luck: Chance): Slot[] {
  return [...ofSeries(), ...ofWeeks(luck), ...aroundToday(luck)]
}

function ofSeries(): Slot[] {
  return seriesPlans.flatMap(({number, room, weekday, begins, finishes, every, first, last}) => {
    const count = Math.floor((last - first) / every) + 1
    return Array.from({length: count}, (_, index) => {
      const at = first + index * every
      const place = {room: named(room), day: week(at, weekday), begins, finishes}
      return {...place, series: number, when: at < 0 ? ('past' as const) : ('ahead' as const)}
    }).filter(({day}) => !closedDays.has(write(day)))
  })
}

function ofWeeks(luck: Chance): Slot[] {
  const found: Slot[] = []
  for (const at of [-8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5])
    for (const weekday of [0, 1, 2, 3, 4])
      for (const room of rooms)
        if (!(near.has(room.name) && Math.abs(at) === 1))
          for (const times of lengths)
            if (luck.happens(at < 0 ? 0.038 : 0.031) && !isInSeries(room, weekday, times))
              found.push(slot(room, week(at, weekday), times, at < 0 ? 'past' : 'ahead'))
  return found
}

/** Kept free in every week, so that the series can continue. */
function isInSeries({name}: Room, weekday: number, [begins, finishes]: (typeof lengths)[number]): boolean {
  return seriesPlans.some(
    plan => plan.room === name && plan.weekday === weekday && plan.begins < finishes && plan.finishes > begins,
  )
}

function aroundToday(luck: Chance): Slot[] {
  const today: Day = {from: 'today', day: 0}
  const found: Slot[] = []
  for (const room of rooms)
    for (const times of lengths) if (luck.happens(0.3)) found.push(slot(room, today, times, 'today'))
  for (const days of [-4, -3, -2, -1, 1, 2, 3, 4])
    for (const room of rooms.filter(({name}) => near.has(name)))
      for (const times of lengths)
        if (luck.happens(0.2)) found.push(slot(room, {from: 'workday', day: days}, times, days < 0 ? 'past' : 'ahead'))
  return found
}

function slot(room: Room, day: Day, [begins, finishes]: (typeof lengths)[number], when: Slot['when']): Slot {
  return {room, day, begins, finishes, series: null, when}
}

function named(name: string): Room {
  const room = rooms.find(each => each.name === name)
  if (room === undefined) throw new Error(`No room is called ${name}.`)
  return room
}
