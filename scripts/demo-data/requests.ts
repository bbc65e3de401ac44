/** Three hundred requests: the seasons of two years, and the planned ones around them, relative to this week. */

import {fitting} from './alternatives.ts'
import {closures, kindNamed} from './calendar.ts'
import {director, managerOf, named, type Person, people} from './company.ts'
import {approve, create, type Event, finish, submit} from './course.ts'
import {at, type Day, date, later} from './days.ts'
import {type Ending, type Shape, type Wish, wishes} from './plan.ts'
import type {Chance} from './random.ts'
import {absenceOf, dropped, overlap, type Request, withCover} from './request.ts'
import {Room} from './room.ts'
import {lastYearSeasons, type Season, thisYearSeasons} from './seasons.ts'
import {clock, type Telling, tell, weekdays} from './telling.ts'
import {type Words, words} from './words.ts'

/** Holidays that fit into any twelve months, so that no allowance is ever exceeded. */
const yearly: Readonly<Record<string, number>> = {
  'Oksana Melnyk': 1,
  'Aoife Byrne': 4,
  'Freya Lindqvist': 8,
  'Elif Demir': 10,
}
const usual = 23
/** People with a dated summer of last year have fewer days left for past weeks. */
const behindBesideSummer = 11

/** Half a year ahead. */
const furthest = 27 * 7

export function requests(chance: Chance): readonly Request[] {
  const room = new Room()
  const telling: Telling = {chance, words: words(chance)}
  const placed = [
    ...lastYearSeasons.map(season => seasonal(season, 'last', telling)),
    ...thisYearSeasons.map(season => seasonal(season, 'this', telling)),
  ]
  for (const request of placed)
    if (!room.add(absenceOf(request))) throw new Error(`Too many away: ${request.person.name}`)
  for (const wish of wishes)
    for (let index = 0; index < wish.count; index++) placed.push(place(wish, placed, {telling, room}))
  return covered(placed, chance)
}

/** Last year's are over on every day of this year. The system completes those of this year that are over. */
function seasonal(season: Season, year: 'last' | 'this', {chance, words}: Telling): Request {
  const {kind, note} = season
  const person = named(season.name)
  const [first, last] = [date(year, season.first), date(year, season.last)]
  const asked = at(date('last', season.asked), clock(8, 17, chance))
  const {approval} = kindNamed(kind)
  const events = [create({person, kind, first, last, half: undefined, note}, asked), submit(person, asked, approval)]
  if (approval) events.push(approved(person, later(asked, chance.between(1, 4)), {chance, words}))
  if (year === 'last') events.push(finish(at(later(last, 1), '00:05')))
  const request: Request = {
    person,
    kind,
    first,
    last,
    ending: year === 'last' ? 'taken' : 'approved',
    cover: null,
    events,
  }
  return season.cover === '' ? request : withCover(request, named(season.cover))
}

function approved(person: Person, day: Day, {chance, words}: {chance: Chance; words: Words}): Event {
  return approve(person, at(day, clock(8, 17, chance)), {long: false, answer: words.answer('approve')})
}

interface Placing {
  readonly telling: Telling
  readonly room: Room
}

function place(wish: Wish, placed: readonly Request[], placing: Placing): Request {
  for (let attempt = 0; attempt < 1500; attempt++) {
    const takeBack = placing.telling.words.mark()
    const request = attemptAt(wish, {placed, ...placing})
    if (request !== null) return request
    takeBack()
  }
  throw new Error(`No room for ${wish.kind}, ${wish.ending}: request ${placed.length + 1}.`)
}

function attemptAt(wish: Wish, world: Placing & {placed: readonly Request[]}): Request | null {
  const {telling, room, placed} = world
  const {kind, ending} = wish
  const {chance} = telling
  const person = wish.told ? named(wish.told.name) : someone(wish, placed, chance)
  const shape = chance.one(wish.shapes)
  const note = wish.told?.note ?? telling.words.note(wish.theme, person.team)
  const monday = (wish.told?.week ?? someWeek(ending, person, chance)) * 7
  const {first, last, half} = fitting(monday, shape, ending)
  if (!isFree({person, kind, ending, first, last}, shape, placed)) return null
  const events = tell({person, kind, first, last, half, note}, ending, telling)
  const asked = events?.[0]?.at
  if (!events || !asked || isTooEarly(person, asked)) return null
  const request = {person, kind, first, last, ending, cover: null, events}
  return room.add(absenceOf(request)) ? request : null
}

/** People with few requests come first. */
function someone({ending}: Wish, placed: readonly Request[], chance: Chance): Person {
  const fit = people.filter(person => person.plans !== 'seasons' || dropped(ending))
  const able = fit.filter(({name}) => name !== director)
  const count = (person: Person) => placed.filter(request => request.person === person).length
  const [one, other] = [chance.one(able), chance.one(able)]
  return count(one) <= count(other) ? one : other
}

type Range = readonly [from: number, to: number]
const ahead: readonly Range[] = [
  [1, 8],
  [3, 16],
  [9, 26],
]

/** Denser near today, on both sides. People whose weeks reach far back have most of the past ones. */
function someWeek(ending: Ending, {reach}: Person, chance: Chance): number {
  if (ending === 'running') return 0
  const isBehind = ending === 'taken' || (dropped(ending) && chance.happens(0.6))
  const behind: readonly Range[] = [
    [-Math.min(10, reach), -1],
    [-reach, -Math.min(9, reach)],
    [-reach, -1],
  ]
  return chance.between(...chance.one(isBehind ? behind : ahead))
}

const isTooEarly = ({reach}: Person, asked: Day): boolean =>
  reach < 43 && asked.from === 'week' && asked.day < -(reach + 2) * 7

type Wanted = Pick<Request, 'person' | 'kind' | 'ending' | 'first' | 'last'>

function isFree(wanted: Wanted, shape: Shape, placed: readonly Request[]): boolean {
  const {person, first, last, kind, ending} = wanted
  if (first.day < -person.reach * 7 || last.day > furthest) return false
  // `taken` ends before this week, and only requests in progress overlap it.
  if (ending !== 'running' && first.day < 7 && last.day >= 0) return false
  const own = placed.filter(request => request.person === person && request.first.from === 'week')
  const widened = {...wanted, first: later(first, -2), last: later(last, 2), cover: null, events: []}
  if (own.some(request => overlap(widened, request))) return false
  return kind !== 'Holiday' || (isOpen(wanted) && (dropped(ending) || hasDays(wanted, shape, own)))
}

const isOpen = ({person, first, last}: Wanted): boolean =>
  !closures
    .filter(({team, late}) => !late && (team === '' || team === person.team))
    .some(({weeks, ...days}) => weeks * 7 + days.first <= last.day && weeks * 7 + days.last >= first.day)

function hasDays(wanted: Wanted, shape: Shape, own: readonly Request[]): boolean {
  const {person} = wanted
  const used = own.filter(request => request.kind === 'Holiday' && !dropped(request.ending))
  const all = [...used, wanted].map(one => ({day: one.first.day, days: weekdays(one)}))
  const sum = (from: number, to: number) =>
    all.filter(({day}) => day >= from && day < to).reduce((total, {days}) => total + days, 0)
  if (person.plans === 'both' && sum(-365, 1) > behindBesideSummer) return false
  return shape.days > 0 && all.every(({day}) => sum(day, day + 366) <= (yearly[person.name] ?? usual))
}

/** A present member of the team covers; only longer absences need a cover. */
function covered(placed: readonly Request[], chance: Chance): readonly Request[] {
  return placed.map(request => {
    const wanted = request.kind === 'Holiday' && request.first.from === 'week' && weekdays(request) > 1
    if (!wanted || !chance.happens(0.7)) return request
    const present = people.filter(person => canCover(person, request, placed))
    return present.length === 0 ? request : withCover(request, chance.one(present))
  })
}

function canCover(person: Person, request: Request, placed: readonly Request[]): boolean {
  const isAbove = person.name === director || person === managerOf(request.person)
  if (isAbove || person === request.person || person.team !== request.person.team) return false
  if (person.plans === 'seasons' || request.first.day < -person.reach * 7) return false
  return !placed.some(other => other.person === person && !dropped(other.ending) && overlap(other, request))
}
