/** The company: its places, teams and forty people, and their managers. */

/**
 * How a person plans, which determines the dates of their requests. `seasons`: by dates of the year, months ahead.
 * `weeks`: relative to this week. Nobody does both in the same season, because a relative week coincides with every
 * date of the year once, and two requests of one person must never overlap.
 */
type Plans = 'seasons' | 'weeks' | 'both'

export interface Person {
  readonly name: string
  readonly email: string
  readonly team: string
  readonly place: string
  readonly joined: string
  readonly plans: Plans
  /** How many weeks back their requests may be, relative to this week: not before they joined. -1 is next week. */
  readonly reach: number
}

export const director = 'Isabelle Fontaine'
export const humanResources = ['Anna Moreau', 'Katarina Novak', 'Miguel Santos']

export const teams = [
  {name: 'Platform', lead: 'Liam Murphy', most_away: 4},
  {name: 'Design', lead: 'Jonas Lind', most_away: 3},
  {name: 'Sales', lead: 'Tom Dvorak', most_away: 3},
  {name: 'Support', lead: 'Sara Koch', most_away: 3},
  {name: 'Operations', lead: 'Marta Silva', most_away: 2},
  {name: 'Finance and people', lead: 'Henrik Dahl', most_away: 2},
]

/** Deputies, from the Monday of one week to the Friday of another. */
export const deputies = [
  {person: 'Liam Murphy', deputy: 'Nadia Benali', first: 0, last: 1},
  {person: 'Sara Koch', deputy: 'Agnieszka Kowalska', first: 3, last: 4},
  {person: 'Jonas Lind', deputy: 'Eva Vogel', first: -9, last: -8},
]

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** People with other working days than the company, since when, and the hours per day. */
export const patterns = [
  {person: 'Beatriz Nunes', since: '{year-6}-07-01', weekdays: week.slice(0, 3), hours: 8},
  {person: 'Camille Laurent', since: '{year}-09-01', weekdays: week.slice(0, 4), hours: 8},
  {person: 'Luís Teixeira', since: '{year-4}-09-01', weekdays: week, hours: 6},
]

/** The part of a full week that a person works during this year and the last one. */
export const partOfWeek = ({name}: Person): number =>
  (patterns.find(({person, since}) => person === name && !since.startsWith('{year}'))?.weekdays.length ?? week.length) /
  week.length

export const contracts = ['Permanent', 'Fixed-term']

/** Fixed-term for people who joined within the last weeks. */
export const contractOf = ({joined}: Person): string => (joined.startsWith('monday') ? 'Fixed-term' : 'Permanent')

/** In Lisbon, carried-over days must be used by the end of the year. */
export const policies = [
  {name: 'Holiday', kind: 'Holiday', place: '', days: '25', carry_over: '5', carry_until: ''},
  {name: 'Holiday, Lisbon office', kind: 'Holiday', place: 'Lisbon', days: '25', carry_over: '5', carry_until: '12'},
]

export const seniority = [
  {policy: 'Holiday', after_years: '5', extra: '1'},
  {policy: 'Holiday', after_years: '10', extra: '2'},
  {policy: 'Holiday, Lisbon office', after_years: '10', extra: '2'},
]

// A year back; for people with a dated summer of last year, never as far back as that summer.
const long = 43
const short = 17

type Entry = [name: string, place: string, joined: string, plans: Plans, reach: number]

/** By years before this one, so that everyone has worked here for as long on any day that the data is loaded. */
const members: Readonly<Record<string, readonly Entry[]>> = {
  Platform: [
    ['Liam Murphy', 'Berlin', '{year-10}-04-01', 'weeks', long],
    ['Rui Oliveira', 'Lisbon', '{year-8}-09-03', 'weeks', long],
    ['Nadia Benali', 'Paris', '{year-6}-02-03', 'both', short],
    ['Łukasz Wójcik', 'Berlin', '{year-7}-06-03', 'seasons', long],
    ['Camille Laurent', 'Paris', '{year-9}-01-09', 'seasons', long],
    ['Mateo Ruiz', 'Lisbon', '{year-1}-06-01', 'weeks', 29],
    ['Ingrid Solberg', 'Berlin', '{year-5}-03-01', 'seasons', long],
    ['Deniz Kaya', 'Berlin', '{year-4}-10-03', 'both', short],
    ['Pieter de Vries', 'Paris', '{year-11}-11-02', 'both', short],
    ['Oksana Melnyk', 'Berlin', 'monday-9', 'weeks', 7],
  ],
  Design: [
    ['Jonas Lind', 'Berlin', '{year-9}-05-02', 'both', short],
    ['Eva Vogel', 'Berlin', '{year-7}-09-02', 'both', short],
    ['Chiara Romano', 'Paris', '{year-5}-04-06', 'seasons', long],
    ['Théo Girard', 'Paris', '{year-3}-01-09', 'weeks', long],
    ['Beatriz Nunes', 'Lisbon', '{year-6}-07-01', 'seasons', long],
    ['Freya Lindqvist', 'Berlin', '{year-1}-09-01', 'weeks', 16],
  ],
  Sales: [
    ['Tom Dvorak', 'Berlin', '{year-10}-10-04', 'both', short],
    ['Hana Fiala', 'Berlin', '{year-8}-03-01', 'weeks', long],
    ['Marc Lefèvre', 'Paris', '{year-7}-01-07', 'seasons', long],
    ['Sofia Carvalho', 'Lisbon', '{year-5}-10-04', 'both', short],
    ['Giulia Ferrari', 'Paris', '{year-4}-02-01', 'weeks', long],
    ['Conor Walsh', 'Paris', '{year-3}-05-02', 'seasons', long],
    ['Anouk Jansen', 'Berlin', '{year-1}-02-01', 'seasons', long],
  ],
  Support: [
    ['Sara Koch', 'Berlin', '{year-11}-08-03', 'weeks', long],
    ['Paul Costa', 'Lisbon', '{year-7}-02-04', 'both', short],
    ['Inês Pereira', 'Lisbon', '{year-6}-09-01', 'seasons', long],
    ['Elif Demir', 'Berlin', '{year}-01-01', 'weeks', -1],
    ['Nikos Papadakis', 'Paris', '{year-4}-06-01', 'seasons', long],
    ['Agnieszka Kowalska', 'Berlin', '{year-8}-11-05', 'both', short],
    ['Hugo Bernard', 'Paris', '{year-5}-01-11', 'seasons', long],
  ],
  Operations: [
    ['Marta Silva', 'Lisbon', '{year-11}-03-02', 'both', short],
    ['Miguel Santos', 'Lisbon', '{year-9}-10-02', 'weeks', long],
    ['Petra Horváth', 'Berlin', '{year-6}-01-06', 'weeks', long],
    ['Jens Sørensen', 'Berlin', '{year-10}-06-01', 'weeks', long],
    ['Aoife Byrne', 'Paris', 'monday-22', 'weeks', 18],
  ],
  'Finance and people': [
    [director, 'Paris', '{year-12}-09-01', 'weeks', long],
    ['Henrik Dahl', 'Berlin', '{year-10}-02-01', 'seasons', long],
    ['Anna Moreau', 'Paris', '{year-8}-01-08', 'both', short],
    ['Katarina Novak', 'Berlin', '{year-5}-08-02', 'weeks', long],
    ['Luís Teixeira', 'Lisbon', '{year-4}-09-01', 'seasons', long],
  ],
}

/** Letters that do not decompose into a plain one and an accent. */
const plain: Readonly<Record<string, string>> = {ł: 'l', ø: 'o'}

export const people: readonly Person[] = Object.entries(members).flatMap(([team, entries]) =>
  entries.map(([name, place, joined, plans, reach]) => ({name, place, joined, plans, reach, team, email: email(name)})),
)

const byName = new Map(people.map(person => [person.name, person]))

export function named(name: string): Person {
  const person = byName.get(name)
  if (person === undefined) throw new Error(`Nobody is called ${name}.`)
  return person
}

/** The lead of the team decides; for leads, the director; for the director, nobody. */
export function managerOf({name, team}: Person): Person | null {
  if (name === director) return null
  const lead = teams.find(one => one.name === team)?.lead ?? director
  return named(lead === name ? director : lead)
}

export const rolesOf = ({name}: Person): string => (humanResources.includes(name) ? 'Employee; HR' : 'Employee')
export const firstName = ({name}: Person): string => name.split(' ')[0] ?? name

function email(name: string): string {
  const letters = name
    .toLowerCase()
    .replace(/[łø]/g, letter => plain[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
  return `${letters.replaceAll(' ', '.')}@example.com`
}
