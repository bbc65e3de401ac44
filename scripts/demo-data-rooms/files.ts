/** The demonstration data of room booking as files, one per entity, and the history. */
import {datesOf} from '../demo-data/calendar.ts'
import {csv, type Row} from '../demo-data/csv.ts'
import {at, week, write} from '../demo-data/days.ts'
import {chance} from '../demo-data/random.ts'
import {bookings} from './bookings.ts'
import {historyOf, recordOf, type Story} from './event.ts'
import {buildings, colleaguesOf, holidays, people, rooms} from './places.ts'
import {closures, type SeriesPlan, seriesPlans} from './slots.ts'
import {tasks} from './tasks.ts'

const historyColumns = ['entity', 'record', 'at', 'by', 'action', 'field', 'before', 'after']
const bookingColumns = [
  ...[
    'number',
    'room',
    'title',
    'starts',
    'ends',
    'people',
    'person',
    'invited',
    'private',
    'note',
    'series',
    'answer',
  ],
  ...['decided_by', 'decided_at', 'arrived_at', 'status', 'created', 'created_by'],
]
const seriesColumns = [
  ...['number', 'room', 'title', 'person', 'first_day', 'last_day', 'begins', 'finishes', 'every_weeks', 'people'],
  ...['invited', 'status', 'created', 'created_by'],
]
const taskColumns = [
  ...[
    'number',
    'booking',
    'kind',
    'details',
    'people',
    'asked_by',
    'done_by',
    'answer',
    'status',
    'created',
    'created_by',
  ],
]

/** Maps file names to their texts, the same in every run. */
export function files(): ReadonlyMap<string, string> {
  const luck = chance(12)
  const booked = bookings(luck)
  const asked = tasks(booked, luck)
  const series = seriesPlans.map(seriesStory)
  const stories: readonly Story[] = [...series, ...booked, ...asked]
  return new Map([
    file('Building', ['name', 'address', 'opens', 'closes'], buildings),
    file('Room', roomColumns, rooms.map(roomRow)),
    file(
      'User',
      ['name', 'email', 'roles', 'active', 'team', 'building'],
      people.map(person => ({...person, active: 'yes'})),
    ),
    file('Day', ['day', 'open', 'note'], dayRows()),
    file('Closure', ['name', 'building', 'first_day', 'last_day'], closures),
    file('Holiday', ['building', 'day', 'name'], holidayRows()),
    file('Series', seriesColumns, series.map(recordOf)),
    file('Booking', bookingColumns, booked.map(recordOf)),
    file('Task', taskColumns, asked.map(recordOf)),
    file('History', historyColumns, stories.flatMap(historyOf)),
  ])
}

const file = (entity: string, columns: readonly string[], rows: readonly Row[]): [string, string] => [
  `${entity}.csv`,
  csv(columns, rows),
]

const roomColumns = [
  'name',
  'building',
  'floor',
  'seats',
  'equipment',
  'description',
  'picture',
  'keeper',
  'needs_approval',
  'active',
  'colour',
  'x',
  'y',
  'width',
  'depth',
]

function roomRow({
  name,
  building,
  floor,
  seats,
  equipment,
  description,
  picture,
  keeper,
  needsApproval,
  colour,
  place,
}: (typeof rooms)[number]): Row {
  const numbers = {floor: String(floor), seats: String(seats), ...place}
  return {
    name,
    building,
    ...numbers,
    equipment,
    description,
    picture,
    keeper,
    needs_approval: needsApproval ? 'yes' : 'no',
    active: 'yes',
    colour,
  }
}

/** This weekend and the last one are open, so that there is something to see around any day of loading. */
function dayRows(): Row[] {
  const weeks = Array.from({length: 36}, (_, index) => index - 9)
  return weeks.flatMap(number =>
    [0, 1, 2, 3, 4, 5, 6].map(weekday => {
      const day = write(week(number, weekday))
      // Someone may look at the demonstration at the weekend: then it is a day with bookings, too.
      const openWeekend = number === 0 && weekday > 4
      const open = openWeekend || weekday < 5
      return {day, open: open ? 'yes' : 'no', note: openWeekend ? 'Open this weekend' : ''}
    }),
  )
}

function holidayRows(): Row[] {
  return buildings.flatMap(({name: building}) => datesOf(holidays).map(row => ({building, ...row})))
}

function seriesStory(plan: SeriesPlan): Story {
  const by = `${plan.person}@example.com`
  const made = at(week(Math.min(plan.first - 1, -1), 1), '09:12')
  const fields: (readonly [string, string])[] = [
    ['room', plan.room],
    ['title', plan.title],
    ['person', by],
    ['first_day', write(week(plan.first, plan.weekday))],
    ['last_day', write(week(plan.last, plan.weekday))],
    ['begins', plan.begins],
    ['finishes', plan.finishes],
    ['every_weeks', String(plan.every)],
    ['people', String(plan.people)],
    ['invited', colleaguesOf(by, {most: plan.people - 1, turn: plan.number}).join('; ')],
  ]
  const create = {at: made, by, action: 'create', changes: [...fields, ['status', 'draft'] as const]}
  const booked = {at: made, by, action: 'book_all', changes: [['status', 'running'] as const]}
  return {entity: 'Series', number: plan.number, events: [create, booked]}
}
