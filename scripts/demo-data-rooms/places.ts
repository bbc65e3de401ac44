/** The buildings and rooms of the company, and who works there. */
import type {YearOfHolidays} from '../demo-data/calendar.ts'

export const buildings = [
  {name: 'Harbour House', address: 'Am Kai 14, 20457 Hamburg', opens: '07:00', closes: '20:00'},
  {name: 'Old Mill', address: 'Mühlenweg 3, 20459 Hamburg', opens: '08:00', closes: '19:00'},
]

/** Both buildings are in Hamburg. */
export const holidays: YearOfHolidays = {
  fixed: [
    ['01-01', 'New Year’s Day'],
    ['05-01', 'Labour Day'],
    ['10-03', 'German Unity Day'],
    ['10-31', 'Reformation Day'],
    ['12-25', 'Christmas Day'],
    ['12-26', 'Boxing Day'],
  ],
  moving: [
    [-2, 'Good Friday'],
    [1, 'Easter Monday'],
    [39, 'Ascension Day'],
    [50, 'Whit Monday'],
  ],
}

export interface Room {
  readonly name: string
  readonly building: string
  readonly floor: number
  readonly seats: number
  readonly equipment: string
  readonly keeper: string
  readonly needsApproval: boolean
  readonly description: string
  /** A file of the demo. */
  readonly picture: string
  readonly colour: string
  /** On the floor plan, in metres from its corner. */
  readonly place: Place
}

type Place = Readonly<Record<'x' | 'y' | 'width' | 'depth', string>>

const place = (x: number, y: number, width: number, depth: number): Place => ({
  x: String(x),
  y: String(y),
  width: String(width),
  depth: String(depth),
})

const places: Readonly<Record<string, Place>> = {
  Elbe: place(0, 0, 9, 6),
  Pilot: place(9, 0, 6, 6),
  Alster: place(15, 8, 9, 6),
  Lighthouse: place(0, 0, 13, 6),
  Buoy: place(13, 0, 5, 6),
  Anchor: place(0, 8, 8, 6),
  'Board Room': place(6, 0, 14, 7),
  Millstone: place(0, 0, 22, 9),
  Sluice: place(0, 0, 11, 6),
  Weir: place(13, 0, 9, 6),
  Barley: place(0, 0, 8, 5),
  Rye: place(8, 0, 6, 5),
}

type Entry = [name: string, floor: number, seats: number, equipment: string, keeper: string, description: string]

const entries: Readonly<Record<string, readonly Entry[]>> = {
  'Harbour House': [
    [
      'Elbe',
      1,
      8,
      'screen; video; whiteboard',
      '',
      'Bright, with a view of the river. The screen works with any laptop.',
    ],
    ['Alster', 1, 6, 'screen; whiteboard', '', 'Quiet, at the end of the corridor.'],
    ['Pilot', 1, 4, 'screen; video', '', 'For small-group calls.'],
    ['Lighthouse', 2, 12, 'screen; video; whiteboard; phone', '', 'The largest room you can book without approval.'],
    ['Buoy', 2, 2, 'phone', '', 'Two chairs and a door that closes.'],
    ['Anchor', 2, 4, 'whiteboard', '', 'Standing tables and a wall to write on.'],
    ['Board Room', 4, 16, 'screen; video; phone; kitchen', 'Karin Brandt', 'Management guests have priority.'],
  ],
  'Old Mill': [
    ['Millstone', 0, 60, 'screen; video; stage', 'Omar Haddad', 'Rows of chairs and a stage. The tables fold away.'],
    ['Sluice', 1, 10, 'screen; video; whiteboard', '', 'Good for workshops: the tables are on wheels.'],
    ['Weir', 1, 6, 'screen; video', '', ''],
    ['Barley', 2, 4, 'screen', '', 'Warm in the afternoon.'],
    ['Rye', 2, 3, 'phone', '', 'Small, with coffee next door.'],
  ],
}

const colours = ['teal', 'blue', 'violet', 'orange', 'green', 'pink', 'sky', 'amber', 'purple', 'cyan', 'olive', 'red']

export const rooms: readonly Room[] = Object.entries(entries)
  .flatMap(([building, some]) => some.map(entry => ({building, entry})))
  .map(({building, entry: [name, floor, seats, equipment, keeper, description]}, index) => ({
    ...{name, building, floor, seats, equipment, description},
    keeper: keeper === '' ? '' : emailOf(keeper),
    needsApproval: keeper !== '',
    picture: `pictures/${name.toLowerCase().replaceAll(' ', '-')}.webp`,
    colour: colours[index % colours.length] ?? '',
    place: places[name] ?? place(0, 0, 1, 1),
  }))

export interface Person {
  readonly name: string
  readonly email: string
  readonly team: string
  readonly building: string
  readonly roles: string
}

const teams: Readonly<Record<string, readonly string[]>> = {
  Engineering: [
    'Jana Petersen',
    'Felix Brandt',
    'Yuki Tanaka',
    'Milan Horvat',
    'Amelie Roth',
    'Kofi Mensah',
    'Lena Schuster',
    'Davide Conti',
  ],
  Design: ['Nora Lindgren', 'Tobias Engel', 'Priya Raman', 'Emil Sandberg'],
  Sales: ['Clara Neumann', 'Marek Dostal', 'Ivana Kovac', 'Hugo Martin', 'Selin Aydin', 'Peter Janssen'],
  Finance: ['Ruth Weber', 'Anton Maier', 'Zoe Papadopoulos'],
  People: ['Mira Olsen', 'Jakub Nowak', 'Alina Popescu'],
  Facilities: ['Omar Haddad', 'Greta Lorenz', 'Sven Thomsen'],
  Office: ['Karin Brandt', 'Leo Fischer', 'Ida Holm'],
}

export const people: readonly Person[] = Object.entries(teams).flatMap(([team, names]) =>
  names.map((name, index) => ({
    ...{name, email: emailOf(name), team},
    building: index % 2 === 0 ? 'Harbour House' : 'Old Mill',
    roles: rolesOf(team, index),
  })),
)

function rolesOf(team: string, index: number): string {
  if (team === 'Facilities') return 'Employee; Facilities team'
  return team === 'Office' && index < 2 ? 'Employee; Office manager' : 'Employee'
}

/** People who book: not the facility and office teams. */
export const bookers = people.filter(({team}) => team !== 'Facilities' && team !== 'Office')

export const facilityTeam = people.filter(({team}) => team === 'Facilities')

/** A few members of the same team, different ones for each meeting. */
export function colleaguesOf(email: string, {most, turn}: {most: number; turn: number}): string[] {
  const team = people.find(person => person.email === email)?.team
  const others = people.filter(person => person.team === team && person.email !== email).map(person => person.email)
  const count = Math.max(0, Math.min(most, others.length, 1 + (turn % 4)))
  return Array.from({length: count}, (_, index) => others[(turn + index) % others.length] ?? '')
}

function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
}
