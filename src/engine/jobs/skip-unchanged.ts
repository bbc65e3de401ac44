/**
 * Searches that found nothing, and are not repeated before something changes that they depend on: a table that they
 * read, the day, or the time, if they depend on it. In a large company each search reads many records.
 */
import {toMillis} from '../../feel/calendar.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {DaysDuration} from '../../feel/value.ts'
import type {Entities} from '../../points/entities/model.ts'
import type {Transition} from '../../points/states/model.ts'
import {todayOf} from '../base/request-time.ts'
import type {Engine} from '../engine.ts'

/** How many times as long as a search took it is not repeated, whatever changes: it takes a small share of the time. */
const rests = 40
/** Milliseconds: shorter searches are repeated at once. */
const short = 200

interface QuietSearch {
  /** Not repeated before. */
  readonly rested: number
  /** The last commit before the search. */
  readonly commit: number
  readonly tables: ReadonlySet<string>
  readonly day: string
  /** Repeated from then on in any case. */
  readonly until: number
}

/** Milliseconds after which a search is repeated in any case: another process may have failed to report a commit. */
const longest = 5 * 60_000

export class QuietSearches {
  readonly engine: Engine
  readonly stop: () => void
  readonly #clock: () => number
  readonly #quiet = new Map<string, QuietSearch>()
  /** The last commit that wrote each table. */
  readonly #written = new Map<string, number>()
  /** Commits are counted. */
  #commits = 0
  /** The last commit whose tables are unknown. */
  #unknown = 0

  /** `clock`: milliseconds, by which searches are timed. */
  constructor(engine: Engine, clock = () => performance.now()) {
    this.engine = engine
    this.#clock = clock
    this.stop = engine.store.onCommit(({tables}) => {
      this.#commits += 1
      if (tables === null) this.#unknown = this.#commits
      else for (const table of tables) this.#written.set(table, this.#commits)
    })
  }

  /** `patience`: milliseconds for which the passing of time makes no difference. */
  async run<T>(name: string, patience: number, search: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const moment = this.engine.moment()
    const [millis, day] = [toMillis(moment.now), todayOf(moment)]
    const before = this.#quiet.get(name)
    if (before && millis < before.rested) return []
    if (before && before.day === day && millis < before.until && !this.#hasChanged(before)) return []
    const commit = this.#commits
    const began = this.#clock()
    const {value, tables} = await this.engine.store.noteReads(search)
    if (value.length > 0) this.#quiet.delete(name)
    else {
      const took = this.#clock() - began
      const rested = took < short ? millis : millis + Math.min(longest, took * rests)
      this.#quiet.set(name, {rested, commit, tables, day, until: millis + Math.min(patience, longest)})
    }
    return value
  }

  #hasChanged({commit, tables}: QuietSearch): boolean {
    return this.#unknown > commit || tables.values().some(table => (this.#written.get(table) ?? 0) > commit)
  }
}

/** A row with `After` or `Every` may act a hundredth of that time late; one that reads `now()` is searched every time. */
export function patienceOf({when, after, every}: Transition, entities: Entities): number {
  if (when?.core && readsNow(when.core, entities)) return 0
  const spans = [after, every].flatMap(span => (span instanceof DaysDuration ? [span.seconds] : []))
  return Math.min(longest, ...spans.map(seconds => (typeof seconds === 'number' ? seconds * 10 : 0)))
}

/** Also through computed fields. */
function readsNow(root: Core, {entities}: Entities): boolean {
  const seen = new Set<Core>()
  const visit = (core: Core): boolean => {
    if (seen.has(core)) return false
    seen.add(core)
    if (core.op === 'call' && core.name === 'now') return true
    const computed = core.op === 'field' ? entities.get(core.entity)?.fields.get(core.field)?.computed?.core : undefined
    return (computed !== undefined && computed !== null && visit(computed)) || partsOf(core).some(visit)
  }
  return visit(root)
}
