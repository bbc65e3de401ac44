/** Public holidays of the three places, leave types, and closed days of teams. */
import type {Row} from './csv.ts'

const places = ['Paris', 'Berlin', 'Lisbon'] as const
type Place = (typeof places)[number]

/** On the same date in every year. */
const fixed: Readonly<Record<Place, readonly [monthAndDay: string, name: string][]>> = {
  Paris: [
    ['01-01', 'New Year’s Day'],
    ['05-01', 'Labour Day'],
    ['05-08', 'Victory Day'],
    ['07-14', 'Bastille Day'],
    ['08-15', 'Assumption Day'],
    ['11-01', 'All Saints’ Day'],
    ['11-11', 'Armistice Day'],
    ['12-25', 'Christmas Day'],
  ],
  Berlin: [
    ['01-01', 'New Year’s Day'],
    ['03-08', 'International Women’s Day'],
    ['05-01', 'Labour Day'],
    ['10-03', 'German Unity Day'],
    ['12-25', 'Christmas Day'],
    ['12-26', 'Boxing Day'],
  ],
  Lisbon: [
    ['01-01', 'New Year’s Day'],
    ['04-25', 'Freedom Day'],
    ['05-01', 'Labour Day'],
    ['06-10', 'Portugal Day'],
    ['06-13', 'Saint Anthony’s Day'],
    ['08-15', 'Assumption Day'],
    ['10-05', 'Republic Day'],
    ['11-01', 'All Saints’ Day'],
    ['12-01', 'Restoration of Independence'],
    ['12-08', 'Immaculate Conception'],
    ['12-25', 'Christmas Day'],
  ],
}

/** Days after Easter Sunday. */
const moving: Readonly<Record<Place, readonly [days: number, name: string][]>> = {
  Paris: [
    [1, 'Easter Monday'],
    [39, 'Ascension Day'],
    [50, 'Whit Monday'],
  ],
  Berlin: [
    [-2, 'Good Friday'],
    [1, 'Easter Monday'],
    [39, 'Ascension Day'],
    [50, 'Whit Monday'],
  ],
  Lisbon: [
    [-2, 'Good Friday'],
    [0, 'Easter Sunday'],
    [60, 'Corpus Christi'],
  ],
}

/** Berlin keeps two anniversaries once. */
const once: readonly Row[] = [
  {place: 'Berlin', day: '2025-05-08', name: '80 years since the liberation'},
  {place: 'Berlin', day: '2028-06-17', name: '75th anniversary of the 1953 uprising'},
]

const movingYears = [2025, 2026, 2027, 2028]

export const placeRows: readonly Row[] = places.map(name => ({name}))
export const holidayRows: readonly Row[] = [...places.flatMap(holidaysOf), ...once]

function holidaysOf(place: Place): Row[] {
  return datesOf({fixed: fixed[place], moving: moving[place]}).map(row => ({place, ...row}))
}

export interface YearOfHolidays {
  readonly fixed: readonly (readonly [monthAndDay: string, name: string])[]
  readonly moving: readonly (readonly [daysAfterEaster: number, name: string])[]
}

/** Of last year, this year and the next one; those that move with Easter, of some years. */
export function datesOf({fixed, moving}: YearOfHolidays): {readonly day: string; readonly name: string}[] {
  const years = ['{year-1}', '{year}', '{year+1}']
  return [
    ...years.flatMap(year => fixed.map(([day, name]) => ({day: `${year}-${day}`, name}))),
    ...movingYears.flatMap(year => moving.map(([days, name]) => ({day: afterEaster(year, days), name}))),
  ]
}

function afterEaster(year: number, days: number): string {
  const [month, day] = easter(year)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** The Gregorian algorithm by Meeus, Jones and Butcher. */
function easter(year: number): [month: number, day: number] {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const skipped = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + skipped + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  return [Math.floor(sum / 31), (sum % 31) + 1]
}

export interface Kind {
  readonly name: string
  readonly approval: boolean
  readonly allowance: boolean
  readonly notice: number
  readonly active: boolean
  readonly colour: string
  readonly icon: string
  /** The months after which overtime taken as this leave type expires. */
  readonly earned?: number
  readonly hours?: boolean
  /** A certificate is required after this many days. */
  readonly certificate?: number
}

const kind = (name: string, look: Pick<Kind, 'colour' | 'icon'>, rest: Partial<Kind> = {}): Kind => ({
  ...{name, approval: true, allowance: false, notice: 0, active: true},
  ...look,
  ...rest,
})

export const kinds: readonly Kind[] = [
  kind('Holiday', {colour: 'green', icon: 'tree-palm'}, {allowance: true, notice: 14}),
  kind('Sick leave', {colour: 'red', icon: 'thermometer'}, {approval: false, certificate: 3}),
  kind('Carer’s leave', {colour: 'pink', icon: 'baby'}, {approval: false}),
  kind('Parental leave', {colour: 'purple', icon: 'baby'}, {notice: 30}),
  kind('Unpaid leave', {colour: 'amber', icon: 'wallet'}, {notice: 30}),
  kind('Training', {colour: 'blue', icon: 'graduation-cap'}, {notice: 7}),
  kind('Relocation leave', {colour: 'orange', icon: 'truck'}, {notice: 7}),
  kind('Special leave', {colour: 'violet', icon: 'sparkles'}),
  kind('Time off in lieu', {colour: 'cyan', icon: 'hourglass'}, {notice: 3, earned: 6, hours: true}),
  kind('Medical appointment', {colour: 'sky', icon: 'stethoscope'}, {approval: false, hours: true}),
]

export function kindNamed(name: string): Kind {
  const found = kinds.find(one => one.name === name)
  if (found === undefined) throw new Error(`There is no kind ${name}.`)
  return found
}

export interface Closure {
  readonly weeks: number
  readonly first: number
  readonly last: number
  readonly team: string
  readonly reason: string
  readonly created: string
  readonly late?: boolean
}

/**
 * In weeks and weekdays from this Monday. Future ones were entered within the last three weeks: after all seasonal
 * planning, so that no request was made in spite of them. A late one is on days of a request that still waits.
 */
export const closures: readonly Closure[] = [
  {weeks: -10, first: 3, last: 4, team: 'Operations', reason: 'Stocktaking', created: 'monday-40 09:20'},
  {weeks: 3, first: 3, last: 4, team: 'Platform', reason: 'Version 6 release', created: 'today-1 10:20', late: true},
  {weeks: 8, first: 0, last: 2, team: 'Support', reason: 'New ticketing system goes live', created: 'tuesday-2 11:05'},
  {
    weeks: 11,
    first: 0,
    last: 4,
    team: 'Finance and people',
    reason: 'Annual audit',
    created: 'monday-3 10:12',
  },
  {weeks: 14, first: 1, last: 4, team: 'Sales', reason: 'Trade fair in Cologne', created: 'wednesday-2 16:30'},
  {weeks: 16, first: 3, last: 4, team: 'Operations', reason: 'Stocktaking', created: 'friday-1 09:45'},
  {weeks: 19, first: 3, last: 3, team: '', reason: 'Company away day in Lisbon', created: 'today-1 12:00'},
]
