/**
 * Statements that are written once and run for many requests. Who asks and the values of plain conditions stand in them as marks, and
 * are put in their places when they are run; whatever else depends on a person or on the clock is written anew.
 */
import type {Sql, SqlContext, Used} from '../feel/sql/to-sql.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {type ValueRow, valuesOf, type WrittenQuery} from '../store/sql.ts'
import {type Actor, meOf} from './actor.ts'
import {holdsMark, type Late, type Marked, meMark, mostLate, placesOf} from './marks.ts'
import {todayOf} from './moment.ts'
import {contextOf, type Reading} from './reading.ts'
import {sameKey} from './same-key.ts'
import type {Sight} from './sight.ts'

export interface Statement {
  /** Rows as lists of values, in the order of its columns. */
  run(reading: Reading, late?: readonly Late[]): Promise<readonly ValueRow[]>
}

/** A plan holds statements, and what reads their rows. */
export type Make<Plan> = (context: SqlContext, write: (text: Sql) => Statement) => Plan

export interface Planning<Plan> {
  /** Everything that the plan follows from, but for who asks. */
  readonly key: string
  /** How many values are marked in what it is made of: all of them must be found again. */
  readonly marks: number
  readonly make: Make<Plan>
}

/** What plans are kept by: what somebody sees, and the tables. */
type Keeper = Sight | Reading['tables']
type Plans = Map<string, Kept>
/** A plan, nothing where it cannot be made with marks, or what else it depends on. */
type Kept = {readonly plan: unknown} | {readonly by: ReadonlySet<Used>}

const plans = new WeakMap<Keeper, WeakMap<Reading['tables'], Plans>>()
const mostPlans = 800

/**
 * Null where the plan holds its marks in another form than they were given: then it has to be made without them. Without a sight, all that it follows
 * from is in its key.
 */
export function planFor<Plan>(reading: Reading, sight: Sight | null, planning: Planning<Plan>): Plan | null {
  const known = plansOf(reading, sight)
  const shared = `${keyOf(reading)} ${planning.key}`
  const found = kept(known, shared)
  const scope = found && 'by' in found ? scoped(reading, shared, found.by) : null
  const mine = scope === null ? found : kept(known, scope)
  // What a key leads to was made by the same maker: kinds of plans have keys of their own.
  if (mine && 'plan' in mine) return mine.plan as Plan | null
  const marked = scope === null || !(found && 'by' in found && found.by.has('me'))
  const {plan, used} = written(reading, marked, planning)
  if (used.has('me') && marked) return personal(reading, {known, shared, used}, planning)
  if (!used.has('now')) keep(known, {reading, shared, used}, plan)
  return plan
}

interface Place {
  readonly known: Plans
  readonly shared: string
  readonly used: ReadonlySet<Used>
}

/** Something is worked out of who asks: made again with them as they are, for them alone. */
function personal<Plan>(reading: Reading, {known, shared, used}: Place, planning: Planning<Plan>): Plan | null {
  const {plan} = written(reading, false, planning)
  if (!used.has('now')) keep(known, {reading, shared, used}, plan)
  return plan
}

function keep(
  known: Plans,
  {reading, shared, used}: {reading: Reading; shared: string; used: ReadonlySet<Used>},
  plan: unknown,
): void {
  if (used.size > 0) remember(known, shared, {by: used})
  remember(known, used.size > 0 ? scoped(reading, shared, used) : shared, {plan})
}

function scoped({actor, moment}: Reading, shared: string, by: ReadonlySet<Used>): string {
  const day = by.has('today') ? todayOf(moment) : ''
  return `${by.has('me') ? meOf(actor)?.id : ''} ${day} ${shared}`
}

interface Made<Plan> {
  readonly plan: Plan | null
  readonly used: ReadonlySet<Used>
}

/** `marked`: with a mark for who asks. */
function written<Plan>(reading: Reading, marked: boolean, {marks, make}: Planning<Plan>): Made<Plan> {
  const used = new Set<Used>()
  const seen = new Set<number>()
  let whole = true
  const me = marked && meOf(reading.actor) ? {me: {entity: userEntity, id: meMark}} : {}
  const uses = (what: Used) => void used.add(what)
  const context = {...contextOf(reading, {this: {alias: 'r'}}), ...me, uses}
  const plan = make(context, text => {
    const {sql, parameters, queryId} = text.compile(reading.db)
    const places = placesOf(parameters)
    for (const {index} of places) seen.add(index)
    if (holdsMark(sql)) whole = false
    return new Written({sql, parameters, queryId}, places)
  })
  const found = whole && [...Array(marks).keys()].every(index => seen.has(index))
  return {plan: found ? plan : null, used}
}

/** For a statement that is run once. */
export function writeOnce(text: Sql): Statement {
  return {run: ({db}) => valuesOf(db, text.compile(db))}
}

class Written implements Statement {
  readonly #query: WrittenQuery
  readonly #places: readonly Marked[]

  constructor(query: WrittenQuery, places: readonly Marked[]) {
    this.#query = query
    this.#places = places
  }

  run({db, actor}: Reading, late: readonly Late[] = []): Promise<readonly ValueRow[]> {
    return valuesOf(db, this.#places.length === 0 ? this.#query : this.#filled(actor, late))
  }

  #filled(actor: Actor, late: readonly Late[]): WrittenQuery {
    const parameters = [...this.#query.parameters]
    for (const {at, index} of this.#places) {
      const value = index === mostLate ? meOf(actor)?.id : late[index]
      if (value === undefined) throw new Error('a statement was run without one of its values')
      parameters[at] = typeof parameters[at] === 'bigint' ? BigInt(value) : String(value)
    }
    return {...this.#query, parameters}
  }
}

function keyOf({database, actor, moment}: Reading): string {
  return `${database} ${actor.kind === 'person'} ${moment.zone} ${sameKey(moment.workingWeek)}`
}

function plansOf({tables}: Reading, sight: Sight | null): Plans {
  const keeper = sight ?? tables
  const byTables = plans.get(keeper) ?? new WeakMap<Reading['tables'], Plans>()
  plans.set(keeper, byTables)
  const known = byTables.get(tables) ?? new Map<string, Kept>()
  byTables.set(tables, known)
  return known
}

/** Those of the same screens come back at once; what was asked once is gone. */
function remember(known: Plans, key: string, plan: Kept): void {
  if (known.size >= mostPlans) known.clear()
  known.set(key, plan)
}

const kept = (known: Plans, key: string): Kept | null => known.get(key) ?? null
