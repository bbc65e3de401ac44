/** The company of the demonstration as loaded on some day, with the figures that the document computes. */
import {alternatives, demoText, numberOf, onDay, type Row, readCsv, weekdayOf} from './demo-files.ts'

const entities = [
  'User',
  'Team',
  'Place',
  'Kind',
  'Allowance',
  'Holiday',
  'Pattern',
  'Contract',
  'Policy',
  'Seniority',
  'Closure',
  'Request',
  'Remark',
  'Report',
  'Absence',
  'SickRate',
  'History',
] as const
export type Entity = (typeof entities)[number]

export const written = new Map<Entity, readonly Row[]>(entities.map(name => [name, readCsv(demoText(name))]))
export const rowsOf = (entity: Entity): readonly Row[] => written.get(entity) ?? []
export const column = (entity: Entity, field: string): string[] => rowsOf(entity).map(row => row[field] ?? '')

export const todays = [
  ['an ordinary Tuesday', '2026-09-15'],
  ['a Sunday', '2026-11-15'],
  ['31 December', '2026-12-31'],
  ['1 January', '2027-01-01'],
  ['1 March of a leap year', '2028-03-01'],
] as const

export interface Request {
  readonly row: Row
  readonly number: string
  readonly person: string
  readonly kind: string
  readonly status: string
  readonly first: string
  readonly last: string
  readonly days: number
  /** Those after New Year, if it begins in the year before. */
  readonly daysAfterNewYear: number
  /** It starts or ends at midday of a day that is free anyway. */
  readonly halfFree: boolean
  /** Given as dates of the year, not relative to today. */
  readonly seasonal: boolean
  /** Whether its first alternative is used. */
  readonly asWritten: boolean
}

export interface Company {
  readonly today: string
  readonly rows: (entity: Entity) => readonly Row[]
  readonly user: (email: string) => Row
  readonly kind: (name: string) => Row
  /** The requests that can be loaded on this day. */
  readonly requests: readonly Request[]
  /**
   * The requests that cannot be loaded in any alternative: they would contain no working time, or half of a free day.
   */
  readonly leftOut: readonly Request[]
}

export function companyOn(today: string): Company {
  const resolved = new Map<Entity, readonly Row[]>()
  const rows = (entity: Entity) => {
    const known = resolved.get(entity) ?? rowsOf(entity).map(row => onDay(row, today, taken.get(row.record ?? '')))
    resolved.set(entity, known)
    return known
  }
  const taken = new Map<string, number>()
  const user = finder(rows('User'), 'email')
  const holidays = new Map(rowsOf('Place').map(({name}) => [name, holidaysOf(rows('Holiday'), name)]))
  const all = rowsOf('Request').map(row => {
    const off = holidays.get(user(row.person ?? '').place) ?? new Set()
    const works = worksOn(rows('Pattern').filter(({person}) => person === row.person))
    const inAlternative = (index: number) => ({
      ...requestOf(onDay(row, today, index), day => works(day) && !off.has(day), isSeasonal(row)),
      asWritten: index === 0,
    })
    const most = alternatives(row)
    let [index, request] = [0, inAlternative(0)]
    while (!isSound(request) && index + 1 < most) request = inAlternative(++index)
    taken.set(request.number, index)
    return request
  })
  resolved.set(
    'Request',
    all.map(({row}) => row),
  )
  const requests = all.filter(isSound)
  return {today, rows, user, kind: finder(rows('Kind'), 'name'), requests, leftOut: all.filter(one => !isSound(one))}
}

const holidaysOf = (rows: readonly Row[], place: string | undefined): Set<number> =>
  new Set(rows.filter(row => row.place === place).map(({day = ''}) => numberOf(day)))

function finder(rows: readonly Row[], key: string): (value: string) => Row {
  const known = new Map(rows.map(row => [row[key], row]))
  return value => {
    const row = known.get(value)
    if (row === undefined) throw new Error(`Nothing has the ${key} ${value}.`)
    return row
  }
}

const isSeasonal = (row: Row | undefined): boolean => row?.first_day?.startsWith('{year') === true
const isSound = ({days, halfFree}: Omit<Request, 'asWritten'>) => days > 0 && !halfFree

function requestOf(row: Row, isWorked: (day: number) => boolean, seasonal: boolean): Omit<Request, 'asWritten'> {
  const {number = '', person = '', kind = '', status = '', first_day: first = '', last_day: last = ''} = row
  const halves = [row.first_half, row.last_half].filter(half => half === 'yes').length
  const ends = [row.first_half === 'yes' ? [first] : [], row.last_half === 'yes' ? [last] : []].flat()
  const halfFree = ends.some(day => workingDays(day, day, isWorked) === 0)
  const days = workingDays(first, last, isWorked) - halves / 2
  const newYear = `${last.slice(0, 4)}-01-01`
  const isOver = first < newYear
  const daysAfterNewYear = isOver ? workingDays(newYear, last, isWorked) - (row.last_half === 'yes' ? 0.5 : 0) : 0
  return {row, number, person, kind, status, first, last, seasonal, days, daysAfterNewYear, halfFree}
}

function workingDays(first: string, last: string, isWorked: (day: number) => boolean): number {
  let count = 0
  for (let day = numberOf(first); day <= numberOf(last); day++) if (isWorked(day)) count++
  return count
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** By the last pattern that has started; before the first one, Monday to Friday. */
function worksOn(patterns: readonly Row[]): (day: number) => boolean {
  const sorted = patterns
    .map(({since = '', weekdays = ''}) => ({since: numberOf(since), weekdays: weekdays.split('; ')}))
    .sort((one, other) => other.since - one.since)
  return day => {
    const own = sorted.find(({since}) => since <= day)
    const weekday = weekdayOf(day)
    return own === undefined ? weekday < 6 : own.weekdays.includes(weekdayNames[weekday - 1] ?? '')
  }
}

export const isDropped = ({status}: Request): boolean => ['rejected', 'withdrawn', 'cancelled'].includes(status)
export const overlap = (one: Request, other: Request): boolean => one.first <= other.last && one.last >= other.first

/** The rows of one request's history. */
export function eventsOf({rows}: Company, number: string): readonly Row[] {
  return historyOf(rows('History')).get(number) ?? []
}

const histories = new WeakMap<readonly Row[], Map<string, Row[]>>()

function historyOf(rows: readonly Row[]): Map<string, Row[]> {
  const known = histories.get(rows) ?? Map.groupBy(rows, row => row.record ?? '')
  histories.set(rows, known)
  return known
}

/** When an action was performed on a request, as comparable text; empty if never. */
export function momentOf(company: Company, number: string, action: string): string {
  return eventsOf(company, number).find(row => row.action === action)?.at ?? ''
}

export function stateAt(events: readonly Row[], moment: string): string {
  const before = events.filter(row => row.field === 'status' && (row.at ?? '') <= moment)
  return before.at(-1)?.after ?? ''
}
