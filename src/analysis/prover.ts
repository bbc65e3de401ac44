/** Proves statements about conditions without looking at any record, and constructs examples. A proof is never wrong, but may not be found. */

import {CalendarDate, DateTime, Time} from '../feel/calendar.ts'
import type {Core} from '../feel/core.ts'
import {add} from '../feel/decimal.ts'
import type {Environment} from '../feel/environment.ts'
import {formatValue} from '../feel/format.ts'
import {evaluate} from '../feel/index.ts'
import type {Type} from '../feel/type.ts'
import {compareValues, DaysDuration, equal, isNum, MonthsDuration, type Reference, type Value} from '../feel/value.ts'
import {bothCases, type Case, type CaseList, type CaseLiteral, casesOf} from './cases.ts'
import {
  type Comparing,
  type Domain,
  hasNoValues,
  missing,
  restricted,
  type Terms,
  tightened,
  withoutNull,
} from './terms.ts'

/* Proves statements about conditions without looking at any record. `true` is a proof; `false` only means that no proof was found. */

/** No record satisfies all of these conditions. */
export function neverTogether(conditions: readonly Core[], terms: Terms): boolean {
  return isImpossible(bothCases(conditions.map(condition => casesOf(condition, 'true'))), terms)
}

/** The condition holds whenever all of `given` hold; without `given`, it always holds. */
export function alwaysHolds(condition: Core, terms: Terms, given: readonly Core[] = []): boolean {
  const without = [...given.map(each => casesOf(each, 'true')), casesOf(condition, 'not true')]
  return isImpossible(bothCases(without), terms)
}

/**
 * Nothing contradicts that `given` hold and `others` do not. False if there are too many cases to analyse, so that a
 * finding is never about a condition that nobody has understood.
 */
export function mayFail(others: readonly Core[], terms: Terms, given: readonly Core[]): boolean {
  const cases = bothCases([
    ...given.map(each => casesOf(each, 'true')),
    ...others.map(condition => casesOf(condition, 'not true')),
  ])
  return cases?.some(each => leftBy(each, terms) !== null) ?? false
}

function isImpossible(cases: CaseList, terms: Terms): boolean {
  return cases?.every(each => leftBy(each, terms) === null) ?? false
}

// Whether one case is possible: the domain that its literals leave for every term, and the order between terms.

/** One term is less than, equal to or greater than the other. */
type OrderSign = '<' | '=' | '>'

const orders: Readonly<Record<Comparing, readonly OrderSign[]>> = {
  '=': ['='],
  '!=': ['<', '>'],
  '<': ['<'],
  '<=': ['<', '='],
  '>': ['>'],
  '>=': ['=', '>'],
}
const turned: Readonly<Record<OrderSign, OrderSign>> = {'<': '>', '=': '=', '>': '<'}

interface Relation {
  readonly left: Core
  readonly right: Core
  readonly orders: readonly OrderSign[]
}

interface Remaining {
  readonly terms: ReadonlyMap<string, {readonly core: Core; readonly domain: Domain}>
  readonly relations: ReadonlyMap<string, Relation>
}

const coreKey = (core: Core): string => JSON.stringify(core)

/** The domains that a case leaves; null if it is impossible. */
function leftBy(literals: Case, terms: Terms): Remaining | null {
  const left = new Leaving(terms)
  return literals.every(literal => left.take(literal)) && left.isOrdered() ? left : null
}

class Leaving implements Remaining {
  readonly terms = new Map<string, {core: Core; domain: Domain}>()
  readonly relations = new Map<string, Relation>()
  private readonly known: Terms

  constructor(known: Terms) {
    this.known = known
  }

  take(literal: CaseLiteral): boolean {
    if (literal.kind === 'terms') return this.relate(literal)
    const {term} = literal
    if (literal.kind === 'null' && literal.is)
      return this.narrow(term, domain => ({...missing, nullable: domain.nullable}))
    if (!this.reach(term)) return false
    if (literal.kind === 'null') return this.narrow(term, withoutNull)
    return this.narrow(term, domain => restricted(domain, literal.by, literal.value, literal.words))
  }

  /** A value that is reached through a path requires that every record on the path exists. */
  private reach(term: Core): boolean {
    if (term.op !== 'field' && term.op !== 'property') return true
    return this.reach(term.of) && this.narrow(term.of, withoutNull)
  }

  private narrow(core: Core, by: (domain: Domain) => Domain): boolean {
    const key = coreKey(core)
    const before = this.terms.get(key)?.domain ?? this.known.domainOf(core)
    const domain = tightened(by(before))
    this.terms.set(key, {core, domain})
    return !hasNoValues(domain)
  }

  private relate({left, right, by}: CaseLiteral & {kind: 'terms'}): boolean {
    const there = [left, right].every(term => this.reach(term) && this.narrow(term, withoutNull))
    const keys = [coreKey(left), coreKey(right)] as const
    if (!there || keys[0] === keys[1]) return there && orders[by].includes('=')
    const turn = keys[0] > keys[1]
    const pair = turn ? `${keys[1]} ${keys[0]}` : `${keys[0]} ${keys[1]}`
    const asked = turn ? orders[by].map(order => turned[order]) : orders[by]
    const before = this.relations.get(pair)?.orders ?? asked
    const kept = before.filter(order => asked.includes(order))
    this.relations.set(pair, turn ? {left: right, right: left, orders: kept} : {left, right, orders: kept})
    return kept.length > 0
  }

  /** The bounds of two terms may already decide which is larger. */
  isOrdered(): boolean {
    return [...this.relations.values()].every(({left, right, orders: asked}) =>
      asked.some(order => this.mayBe(left, right, order)),
    )
  }

  private mayBe(left: Core, right: Core, order: OrderSign): boolean {
    const [a, b] = [this.terms.get(coreKey(left))?.domain, this.terms.get(coreKey(right))?.domain]
    if (!a || !b) return true
    if (a.among && b.among) return order !== '=' || a.among.some(word => b.among?.includes(word))
    if (order === '<') return isBefore(a, b, false)
    if (order === '>') return isBefore(b, a, false)
    return isBefore(a, b, true) && isBefore(b, a, true)
  }
}

/** Whether some value of one may be less than (or equal to) some value of the other. */
function isBefore({low}: Domain, {high}: Domain, orEqual: boolean): boolean {
  if (!low || !high) return true
  const order = compareValues(low.at, high.at)
  if (order === null || order < 0) return true
  return order === 0 && orEqual && low.included && high.included
}

/*
 * Constructs an example record for which some conditions are true. The record is built from one of their cases and then evaluated, so that every example
 * shown to authors is correct.
 */

/** The relevant fields, as paths from the record: `person.team`. */
interface Example {
  readonly fields: ReadonlyMap<string, Value>
}

/** Null if no example was found; one may still exist. */
export function counterexample(conditions: readonly Core[], entity: string, terms: Terms): Example | null {
  const cases = bothCases(conditions.map(condition => casesOf(condition, 'true'))) ?? []
  for (const each of cases.slice(0, 50)) {
    const left = leftBy(each, terms)
    const made = left && new MadeUp(entity, left, terms)
    if (made && conditions.every(condition => evaluate(condition, made.environment) === true)) return made.example()
  }
  return null
}

const now = new DateTime(new CalendarDate(2026, 6, 1), new Time(43_200, 0, 0))

class MadeUp {
  readonly environment: Environment
  private readonly values = new Map<string, Value>()
  private readonly left: Remaining
  private readonly terms: Terms

  constructor(entity: string, left: Remaining, terms: Terms) {
    this.left = left
    this.terms = terms
    this.environment = {
      world: {all: () => [], field: (record, name) => this.valueOf(record, name)},
      this: {entity, id: 'this'},
      me: {entity: 'User', id: 'me'},
      old: null,
      inputs: new Map(),
      now,
      zone: 'UTC',
      workingWeek: [1, 2, 3, 4, 5],
    }
    for (const {core, domain} of left.terms.values()) this.give(core, domain)
  }

  /** Records are identified by the path that leads to them, so that each term has one place. */
  private give(core: Core, domain: Domain): void {
    if (core.op !== 'field') return
    const place = pathText(core)
    if (place === null) return
    this.values.set(place, domain.present ? this.pick(core, domain, place) : null)
  }

  private pick(core: Core, domain: Domain, place: string): Value {
    if (core.type.kind === 'reference') return this.same(core) ?? {entity: core.type.entity, id: place}
    return someOf(this.beside(core, domain), core.type)
  }

  /** A record that must equal another one is that record. */
  private same(core: Core): Reference | null {
    const key = coreKey(core)
    for (const {left, right, orders} of this.left.relations.values()) {
      if (orders.length !== 1 || orders[0] !== '=') continue
      const other = coreKey(left) === key ? right : coreKey(right) === key ? left : null
      if (other?.op === 'me') return this.environment.me
      if (other?.op === 'this') return this.environment.this
    }
    return null
  }

  /** A value next to a term that already has one, on the required side. */
  private beside(core: Core, domain: Domain): Domain {
    const key = coreKey(core)
    let narrowed = domain
    for (const {left, right, orders} of this.left.relations.values()) {
      const [isLeft, isRight] = [coreKey(left) === key, coreKey(right) === key]
      if (!isLeft && !isRight) continue
      const other = evaluate(isLeft ? right : left, this.environment)
      const order = orders.includes('=') ? '=' : orders[0]
      const by = isRight ? (order === '<' ? '>' : order === '>' ? '<' : order) : order
      if (other !== null && by !== undefined) narrowed = restricted(narrowed, by, other)
    }
    return narrowed.present ? narrowed : domain
  }

  private valueOf(record: Reference, name: string): Value {
    const place = record.id === 'this' ? name : `${record.id}.${name}`
    if (name === 'id') return record.id
    const known = this.values.get(place)
    if (known !== undefined) return known
    const field = this.terms.entities.entities.get(record.entity)?.fields.get(name)
    if (field?.computed?.core) return evaluate(field.computed.core, {...this.environment, this: record})
    const domain = this.terms.domainOfField(record.entity, name)
    const type = field?.type.type
    if (domain.nullable || !type) return null
    return type.kind === 'reference' ? {entity: type.entity, id: place} : someOf(domain, type)
  }

  example(): Example {
    return {fields: new Map([...this.values].filter(([, value]) => !isRecord(value)))}
  }
}

const isRecord = (value: Value): boolean => typeof value === 'object' && value !== null && 'entity' in value

/** `this.person.team` → `person.team`; null for a path that does not start at the record. */
function pathText(core: Core): string | null {
  if (core.op !== 'field') return null
  if (core.of.op === 'this') return core.field
  if (core.of.op === 'me') return `me.${core.field}`
  const before = pathText(core.of)
  return before === null ? null : `${before}.${core.field}`
}

/** Any remaining value. */
function someOf({among, low, high, except}: Domain, type: Type): Value {
  const free = (value: Value) => !except.some(each => equal(each, value) === true)
  if (among) return among.find(free) ?? null
  const end = low ?? high
  if (end === null || !isNum(end.at)) return end?.included ? end.at : plain(type)
  if (low && high && compareEnds(low.at, high.at)) return low.at
  for (let step = end.included ? 0 : 1; step < 20; step += 1) {
    const value = add(end.at, low ? step : -step)
    if (value !== null && free(value)) return value
  }
  return end.at
}

const compareEnds = (a: Value, b: Value): boolean => equal(a, b) === true

function plain({kind}: Type): Value {
  switch (kind) {
    case 'number':
      return 0
    case 'text':
      return 'something'
    case 'date':
      return new CalendarDate(2026, 6, 1)
    case 'time':
      return new Time(43_200, 0, null)
    case 'date and time':
      return now
    case 'days duration':
      return new DaysDuration(86_400)
    case 'months duration':
      return new MonthsDuration(1)
    default:
      return null
  }
}

// The text of an example in a finding: `With status = "open" and days = 3 `.

const most = 4

/** Empty if no particular values are needed. */
export function shownExample({fields}: Example): string {
  const parts = [...fields].slice(0, most).map(([name, value]) => `${name} = ${shown(value)}`)
  if (parts.length === 0) return ''
  const last = parts.pop() ?? ''
  return `With ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} `
}

function shown(value: Value): string {
  if (value === null) return 'nothing'
  return typeof value === 'string' ? `"${value}"` : formatValue(value)
}
