/**
 * Statements that are written once and run for many requests. Who asks and the values of plain conditions stand in them as marks, and
 * are put in their places when they are run; whatever else depends on a person or on the clock is written anew.
 */
import {randomInt, randomUUID} from 'node:crypto'
import {CompiledQuery} from 'kysely'
import type {Sql, SqlContext} from '../feel/sql/to-sql.ts'
import {type Actor, meOf} from './actor.ts'
import type {Grants} from './grants.ts'
import {contextOf, type Reading} from './select.ts'
import type {Sight} from './sight.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** What stands for a value that differs from request to request. */
export type Late = string | number

export interface Statement {
  run(reading: Reading, late?: readonly Late[]): Promise<readonly StoredRow[]>
}

/** Marks are made anew in each process, so that no document can hold one. */
const mostLate = 50
const numberMarks = randomInt(500_000_000_000, 600_000_000_000)
const idMarks = randomUUID().replace(/^(.{14}).(.{4}).(.{3})-.*$/, '$17$28$3')
const meMark = idMark(mostLate)

function idMark(index: number): string {
  return `${idMarks}-${String(index).padStart(12, 'a')}`
}

/** The mark in the place of a value: of the same kind, so that the statement is the same. */
export function markFor(value: Late, index: number): Late | null {
  if (index >= mostLate) return null
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? numberMarks + index : null
  return isId.test(value) ? idMark(index) : null
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A plan holds statements, and what reads their rows. */
export type Make<Plan> = (context: SqlContext, write: (text: Sql) => Statement) => Plan

export interface Planning<Plan> {
  /** Everything that the plan follows from, but for who asks. */
  readonly key: string
  /** How many values are marked in what it is made of: all of them must be found again. */
  readonly marks: number
  readonly make: Make<Plan>
}

const plans = new WeakMap<Grants, WeakMap<Reading['tables'], Map<string, unknown>>>()
const mostPlans = 600

/** Null where the plan holds its marks in another form than they were given: then it has to be made without them. */
export function planFor<Plan>(reading: Reading, sight: Sight, {key, marks, make}: Planning<Plan>): Plan | null {
  const known = plansOf(reading, sight)
  const shared = `${keyOf(reading, sight)} ${key}`
  const found = known.get(shared)
  // What a key leads to was made by the same maker: kinds of plans have keys of their own.
  if (found !== undefined && found !== personal) return refreshed(known, shared, found) as Plan | null
  const own = found === personal ? `${shared} ${meOf(reading.actor)?.id}` : null
  const mine = own === null ? undefined : known.get(own)
  if (own !== null && mine !== undefined) return refreshed(known, own, mine) as Plan | null
  return made(reading, {known, shared, own}, {marks, make})
}

/** Stands for a plan that is good for one person alone. */
const personal = Symbol('personal')

interface Place {
  readonly known: Map<string, unknown>
  readonly shared: string
  readonly own: string | null
}

function made<Plan>(
  reading: Reading,
  {known, shared, own}: Place,
  {marks, make}: Omit<Planning<Plan>, 'key'>,
): Plan | null {
  const tracked = tracking(reading, own === null)
  const {plan, whole} = written(reading, tracked.context, {marks, make})
  if (tracked.used.has('now')) return whole ? ofThisMoment(reading, {marks, make}) : null
  if (own === null && tracked.used.has('me')) {
    remember(known, shared, personal)
    return made(reading, {known, shared, own: `${shared} ${meOf(reading.actor)?.id}`}, {marks, make})
  }
  remember(known, own ?? shared, whole ? plan : null)
  return whole ? plan : null
}

/** Made with the actor as they are and not kept. */
function ofThisMoment<Plan>(reading: Reading, {marks, make}: Omit<Planning<Plan>, 'key'>): Plan {
  return written(reading, tracking(reading, false).context, {marks, make}).plan
}

interface Tracked {
  readonly context: SqlContext
  readonly used: ReadonlySet<'me' | 'now'>
}

function tracking(reading: Reading, marked: boolean): Tracked {
  const used = new Set<'me' | 'now'>()
  const context = contextOf(reading, {this: {alias: 'r'}})
  const me = marked && meOf(reading.actor) ? {me: {entity: 'User', id: meMark}} : {}
  return {context: {...context, ...me, uses: what => used.add(what)}, used}
}

function written<Plan>(
  {db}: Reading,
  context: SqlContext,
  {marks, make}: Omit<Planning<Plan>, 'key'>,
): {plan: Plan; whole: boolean} {
  const seen = new Set<number>()
  let whole = true
  const plan = make(context, text => {
    const {sql, parameters, queryId} = text.compile(db)
    const places = placesOf(parameters)
    for (const {index} of places) seen.add(index)
    if (sql.includes(idMarks) || sql.includes(String(numberMarks).slice(0, 9))) whole = false
    return new Written({...CompiledQuery.raw(sql, [...parameters]), queryId}, places)
  })
  return {plan, whole: whole && [...Array(marks).keys()].every(index => seen.has(index))}
}

/** For a statement that is run once. */
export function writeOnce(text: Sql): Statement {
  return {run: async ({db}) => (await text.execute(db)).rows as StoredRow[]}
}

interface Marked {
  readonly at: number
  /** Which of the late values; the one after the last is who asks. */
  readonly index: number
}

function placesOf(parameters: readonly unknown[]): Marked[] {
  return parameters.flatMap((value, at) => {
    const index = indexOf(String(value))
    return index === null ? [] : [{at, index}]
  })
}

function indexOf(text: string): number | null {
  if (text.startsWith(idMarks)) return Number(text.slice(-2).replace('a', ''))
  const index = /^\d{12}$/.test(text) ? Number(text) - numberMarks : -1
  return index >= 0 && index < mostLate ? index : null
}

class Written implements Statement {
  readonly #query: CompiledQuery<unknown>
  readonly #places: readonly Marked[]

  constructor(query: CompiledQuery<unknown>, places: readonly Marked[]) {
    this.#query = query
    this.#places = places
  }

  async run({db, actor}: Reading, late: readonly Late[] = []): Promise<readonly StoredRow[]> {
    const {rows} = await db.executeQuery(this.#places.length === 0 ? this.#query : this.#filled(actor, late))
    // The rows are what the statement names, whatever those are.
    return rows as StoredRow[]
  }

  #filled(actor: Actor, late: readonly Late[]): CompiledQuery<unknown> {
    const parameters = [...this.#query.parameters]
    for (const {at, index} of this.#places) {
      const value = index === mostLate ? meOf(actor)?.id : late[index]
      if (value === undefined) throw new Error('a statement was run without one of its values')
      parameters[at] = typeof parameters[at] === 'bigint' ? BigInt(value) : String(value)
    }
    return {...this.#query, parameters}
  }
}

function keyOf({database, actor, moment}: Reading, {actor: seeing}: Sight): string {
  const roles = seeing.kind === 'person' ? seeing.roles.toSorted().join() : ''
  return `${database} ${actor.kind === 'person'} ${seeing.kind} ${roles} ${moment.zone} ${moment.workingWeek.join()}`
}

function plansOf({tables}: Reading, {grants}: Sight): Map<string, unknown> {
  const byTables = plans.get(grants) ?? new WeakMap<Reading['tables'], Map<string, unknown>>()
  plans.set(grants, byTables)
  const known = byTables.get(tables) ?? new Map<string, unknown>()
  byTables.set(tables, known)
  return known
}

function remember(known: Map<string, unknown>, key: string, plan: unknown): void {
  const [oldest] = known.size >= mostPlans ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  known.set(key, plan)
}

/** The latest used is the last to be forgotten. */
function refreshed(known: Map<string, unknown>, key: string, plan: unknown): unknown {
  known.delete(key)
  known.set(key, plan)
  return plan
}
