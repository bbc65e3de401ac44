/** Whether a team can have one more absence, on any day of loading. */
import {type Person, teams} from './company.ts'
import {type Day, type Moment, resolve} from './days.ts'

export interface Absence {
  readonly person: Person
  readonly first: Day
  readonly last: Day
  /** When the manager decided; null if nobody decides. */
  readonly judged: Moment | null
  /** When others saw it as approved; null if it is not. */
  readonly approved: Moment | null
}

/** The absence for each day of loading: day or minute since 1970. */
interface Resolved {
  readonly absence: Absence
  readonly first: Int32Array
  readonly last: Int32Array
  readonly judged: Float64Array
  readonly approved: Float64Array
  /** How many others of the team were away already. */
  readonly seen: Uint8Array
}

const millisOfDay = 86_400_000
// Four years contain every combination of weekday, date and leap day of the following decades.
const firstLoad = Date.UTC(2026, 0, 1) / millisOfDay
const loads = Array.from({length: 1461}, (_, index) => firstLoad + index)

const mostAway = new Map(teams.map(team => [team.name, team.most_away]))

export class Room {
  readonly #byTeam = new Map<string, Resolved[]>()

  /** Adds it if neither it nor a later decision would find too many others away. */
  add(absence: Absence): boolean {
    const {team} = absence.person
    const one = resolveAll(absence)
    const others = this.#byTeam.get(team) ?? []
    const most = mostAway.get(team) ?? 0
    if (!stays(others, one, most)) return false
    for (const other of others) count(other, one)
    this.#byTeam.set(team, [...others, one])
    return true
  }
}

function stays(others: readonly Resolved[], one: Resolved, most: number): boolean {
  for (const other of others) count(one, other)
  if (one.absence.judged !== null && one.seen.some(seen => seen >= most)) return false
  return others.every(other => !other.seen.some((seen, load) => seen + 1 >= most && sees(other, one, load)))
}

/** Adds `other`, where it is visible, to the count of `one`. */
function count(one: Resolved, other: Resolved): void {
  for (let load = 0; load < loads.length; load++) if (sees(one, other, load)) one.seen[load] = (one.seen[load] ?? 0) + 1
}

function sees(one: Resolved, other: Resolved, load: number): boolean {
  if (one.absence.judged === null || other.absence.approved === null) return false
  if (one.absence.person === other.absence.person) return false
  const at = (days: ArrayLike<number>) => days[load] ?? 0
  return at(other.first) <= at(one.last) && at(other.last) >= at(one.first) && at(other.approved) <= at(one.judged)
}

function resolveAll(absence: Absence): Resolved {
  const days = (day: Day) => Int32Array.from(loads, load => resolve(day, load))
  const minutes = (moment: Moment | null) =>
    Float64Array.from(loads, load => (moment === null ? 0 : resolve(moment, load) * 1440 + minuteOf(moment.time)))
  return {
    ...{absence, first: days(absence.first), last: days(absence.last)},
    ...{judged: minutes(absence.judged), approved: minutes(absence.approved)},
    seen: new Uint8Array(loads.length),
  }
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
