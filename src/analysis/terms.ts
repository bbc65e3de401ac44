/** Terms of conditions, and the values that each of them may have. */

import type {CallCore, Core} from '../feel/core.ts'
import {add, isWhole, multiply, type Num, negate, round} from '../feel/decimal.ts'
import {decodeValue} from '../feel/format.ts'
import type {Type} from '../feel/type.ts'
import {compareValues, equal, isNum, type Value} from '../feel/value.ts'
import {fieldOf} from '../points/entities/lookup.ts'
import type {Entities, Field} from '../points/entities/model.ts'

/*
 * The possible values of a term, derived from types, choices and conditions: whether it may be null, and which values
 * remain. A domain is never too small, but may be too large.
 */

interface DomainEnd {
  readonly at: Value
  readonly included: boolean
}

export interface Domain {
  /** Whether it may be null. */
  readonly nullable: boolean
  /** Whether it may be non-null. */
  readonly present: boolean
  /** All values in order; null if they cannot be enumerated. */
  readonly among: readonly Value[] | null
  readonly low: DomainEnd | null
  readonly high: DomainEnd | null
  /** Only whole numbers. */
  readonly whole: boolean
  readonly except: readonly Value[]
}

export type Comparing = '=' | '!=' | '<' | '<=' | '>' | '>='

const anything: Domain = {
  nullable: true,
  present: true,
  among: null,
  low: null,
  high: null,
  whole: false,
  except: [],
}

export const missing: Domain = {...anything, present: false}

function only(value: Value): Domain {
  if (value === null) return missing
  return {...anything, nullable: false, low: {at: value, included: true}, high: {at: value, included: true}}
}

export const hasNoValues = ({nullable, present}: Domain): boolean => !nullable && !present

export const withoutNull = (domain: Domain): Domain => ({...domain, nullable: false})

/** The values of the domain that compare with this one as given. */
export function restricted(domain: Domain, by: Comparing, value: Value, words?: readonly Value[]): Domain {
  if (domain.among !== null) {
    const among = domain.among.filter(each => holds(each, by, {value, words}))
    return tightened({...domain, nullable: false, among})
  }
  // The order of choices says nothing about values that are not enumerated.
  if (words && by !== '=' && by !== '!=') return withoutNull(domain)
  if (by === '!=') return tightened({...domain, nullable: false, except: [...domain.except, value]})
  const low = by === '=' || by === '>' || by === '>=' ? {at: value, included: by !== '>'} : null
  const high = by === '=' || by === '<' || by === '<=' ? {at: value, included: by !== '<'} : null
  return tightened({...domain, nullable: false, low: inner(domain.low, low, 1), high: inner(domain.high, high, -1)})
}

function holds(each: Value, by: Comparing, {value, words}: {value: Value; words: readonly Value[] | undefined}) {
  if (by === '=') return equal(each, value) === true
  if (by === '!=') return equal(each, value) !== true
  const order = words ? words.indexOf(each) - words.indexOf(value) : compareValues(each, value)
  if (order === null) return true
  return by === '<' ? order < 0 : by === '<=' ? order <= 0 : by === '>' ? order > 0 : order >= 0
}

/** The tighter of two bounds; `side` is 1 for lower bounds. Bounds that cannot be compared tighten nothing. */
function inner(one: DomainEnd | null, other: DomainEnd | null, side: 1 | -1): DomainEnd | null {
  if (one === null || other === null) return one ?? other
  const order = compareValues(one.at, other.at)
  if (order === null) return one
  if (order === 0) return one.included ? other : one
  return order * side > 0 ? one : other
}

/** Marks a domain without remaining values as always null. */
export function tightened(domain: Domain): Domain {
  const tight = domain.whole ? {...domain, low: wholeEnd(domain.low, 1), high: wholeEnd(domain.high, -1)} : domain
  return isExhausted(tight) ? {...tight, present: false} : tight
}

function isExhausted({present, among, low, high, except}: Domain): boolean {
  if (!present) return true
  if (among !== null) return among.every(value => except.some(each => equal(each, value) === true))
  if (low === null || high === null) return false
  const order = compareValues(low.at, high.at)
  if (order === null || order < 0) return false
  if (order > 0 || !low.included || !high.included) return true
  return except.some(each => equal(each, low.at) === true)
}

/** The first whole number inside the bound. */
function wholeEnd(end: DomainEnd | null, side: 1 | -1): DomainEnd | null {
  if (end === null || !isNum(end.at)) return end
  if (isWhole(end.at)) return end.included ? end : stepped(end, end.at, side)
  const at = round(end.at, 0, side === 1 ? 'ceiling' : 'floor')
  return at === null ? end : {at, included: true}
}

function stepped(end: DomainEnd, at: Num, side: 1 | -1): DomainEnd {
  const next = add(at, side)
  return next === null ? end : {at: next, included: true}
}

/** The union of two domains. */
function united(a: Domain, b: Domain): Domain {
  const nullable = a.nullable || b.nullable
  if (!a.present) return {...b, nullable}
  if (!b.present) return {...a, nullable}
  const among = a.among && b.among ? [...new Set([...a.among, ...b.among])] : null
  const counted = (a.among === null) === (b.among === null)
  return {
    nullable,
    present: true,
    among,
    low: counted ? outer(a.low, b.low, 1) : null,
    high: counted ? outer(a.high, b.high, -1) : null,
    whole: a.whole && b.whole,
    except: [],
  }
}

function outer(one: DomainEnd | null, other: DomainEnd | null, side: 1 | -1): DomainEnd | null {
  if (one === null || other === null) return null
  const order = compareValues(one.at, other.at)
  if (order === null) return null
  if (order === 0) return one.included ? one : other
  return order * side < 0 ? one : other
}

/* The domain of a term, from the types, choices, bounds and constants of the document alone. */

export class Terms {
  readonly entities: Entities
  /** Domains of fields, computed once per document. */
  private readonly fields = new Map<string, Domain>()

  constructor(entities: Entities) {
    this.entities = entities
  }

  domainOf(core: Core): Domain {
    switch (core.op) {
      case 'value':
        return core.type.kind === 'list' ? anything : only(decodeValue(core.type, core.value))
      case 'this':
        return withoutNull(anything)
      case 'field':
        return orNull(this.domainOfField(core.entity, core.field), this.domainOf(core.of).nullable)
      case 'property':
        return ofProperty(core.name)
      case 'call':
        return domainOfCall(core)
      case 'negate':
        return negated(this.domainOf(core.of))
      case 'arithmetic':
        return calculated(core.by, this.domainOf(core.left), this.domainOf(core.right))
      case 'if':
        return united(this.domainOf(core.then), this.domainOf(core.otherwise))
      default:
        return ofType(core.type)
    }
  }

  /** For a record that exists. */
  domainOfField(entity: string, name: string): Domain {
    const key = `${entity}.${name}`
    const known = this.fields.get(key)
    if (known) return known
    this.fields.set(key, anything)
    const declared = this.entities.entities.get(entity)
    const field = declared ? fieldOf(declared, name) : null
    const domain = field === null ? anything : this.declared(field)
    this.fields.set(key, domain)
    return domain
  }

  private declared(field: Field): Domain {
    if (field.computed) return field.computed.core ? this.domainOf(field.computed.core) : anything
    return orNull(stored(field), !field.required)
  }
}

const from = (at: Num): DomainEnd => ({at, included: true})
const wholeNumber: Domain = {...anything, whole: true}

/** Lists are empty rather than null. */
const lists: ReadonlySet<Core['op']> = new Set<Core['op']>(['all', 'relation', 'filter', 'map', 'list'])

function domainOfCall({name, type, args}: CallCore): Domain {
  const [list] = args
  if (name === 'count') return {...wholeNumber, low: from(0), nullable: !(list && lists.has(list.op))}
  if (name === 'string length') return {...wholeNumber, low: from(0)}
  if (name === 'today' || name === 'now') return withoutNull(anything)
  return ofType(type)
}

const orNull = (domain: Domain, nullable: boolean): Domain => ({...domain, nullable: domain.nullable || nullable})

function ofType(type: Type): Domain {
  if (type.kind === 'boolean') return {...anything, among: [true, false]}
  return type.kind === 'choice' ? {...anything, among: type.words} : anything
}

/** The values that the column of a field can hold, ignoring whether it is required. */
function stored({type: {type, valueSet, storage}, state}: Field): Domain {
  const domain = withoutNull(ofType(type))
  if (type.kind === 'number') {
    const low = valueSet.least === null ? null : from(valueSet.least)
    const high = valueSet.most === null ? null : from(valueSet.most)
    return tightened({...domain, low, high, whole: valueSet.places === 0})
  }
  // An empty text is stored as null.
  if (type.kind === 'text' && storage.kind === 'column' && !state) return {...domain, except: ['']}
  return domain
}

const parts: Readonly<Record<string, readonly [number, number]>> = {
  month: [1, 12],
  day: [1, 31],
  weekday: [1, 7],
  hour: [0, 23],
  minute: [0, 59],
  second: [0, 60],
}

function ofProperty(name: string): Domain {
  const bounds = parts[name]
  return bounds ? {...anything, low: from(bounds[0]), high: from(bounds[1])} : anything
}

function negated(domain: Domain): Domain {
  const turn = (end: DomainEnd | null): DomainEnd | null => (end && isNum(end.at) ? {...end, at: negate(end.at)} : null)
  const {nullable, present, whole} = domain
  return {...anything, nullable, present, whole, low: turn(domain.high), high: turn(domain.low)}
}

function calculated(by: string, left: Domain, right: Domain): Domain {
  if (by === '+') return summed(left, right)
  if (by === '-') return summed(left, negated(right))
  const factor = by === '*' ? (pointOf(right) ?? pointOf(left)) : null
  if (factor === null || factor === undefined) return anything
  return scaled(pointOf(right) === null ? right : left, factor)
}

/** The number, if only one is possible. */
function pointOf({low, high, nullable}: Domain): Num | null {
  if (nullable || !low || !high || !isNum(low.at) || !isNum(high.at)) return null
  return low.included && high.included && low.at === high.at ? low.at : null
}

function summed(a: Domain, b: Domain): Domain {
  return {
    ...anything,
    whole: a.whole && b.whole,
    low: combined(a.low, b.low, add),
    high: combined(a.high, b.high, add),
    nullable: a.nullable || b.nullable || unbounded(a) || unbounded(b),
  }
}

/** An unbounded result may overflow to null. */
const unbounded = ({low, high}: Domain): boolean => low === null || high === null

function combined(a: DomainEnd | null, b: DomainEnd | null, by: (a: Num, b: Num) => Num | null): DomainEnd | null {
  if (!a || !b || !isNum(a.at) || !isNum(b.at)) return null
  const at = by(a.at, b.at)
  return at === null ? null : {at, included: a.included && b.included}
}

function scaled(domain: Domain, factor: Num): Domain {
  if (typeof factor !== 'number' || factor === 0) return anything
  const times = (end: DomainEnd | null) => combined(end, from(factor), multiply)
  const [low, high] = factor > 0 ? [domain.low, domain.high] : [domain.high, domain.low]
  return {...anything, low: times(low), high: times(high), nullable: domain.nullable || unbounded(domain)}
}
