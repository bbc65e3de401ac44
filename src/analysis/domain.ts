/**
 * The values that a term may have, as far as types, choices and conditions tell: whether it may be null, and which
 * values remain. A domain is never too small, but may be too large.
 */
import {add, isWhole, type Num, round} from '../feel/decimal.ts'
import {compare, equal, isNum, type Value} from '../feel/value.ts'

export interface DomainEnd {
  readonly at: Value
  readonly included: boolean
}

export interface Domain {
  /** Whether it may be null. */
  readonly nullable: boolean
  /** Whether it may be something else than null. */
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

export const anything: Domain = {
  nullable: true,
  present: true,
  among: null,
  low: null,
  high: null,
  whole: false,
  except: [],
}

export const missing: Domain = {...anything, present: false}

export function only(value: Value): Domain {
  if (value === null) return missing
  return {...anything, nullable: false, low: {at: value, included: true}, high: {at: value, included: true}}
}

export const isEmpty = ({nullable, present}: Domain): boolean => !nullable && !present

export const withoutNull = (domain: Domain): Domain => ({...domain, nullable: false})

/** The values of the domain that compare with this one as given. */
export function restricted(domain: Domain, by: Comparing, value: Value, words?: readonly Value[]): Domain {
  if (domain.among !== null) {
    const among = domain.among.filter(each => holds(each, by, {value, words}))
    return settled({...domain, nullable: false, among})
  }
  // The order of choices says nothing about values that are not enumerated.
  if (words && by !== '=' && by !== '!=') return withoutNull(domain)
  if (by === '!=') return settled({...domain, nullable: false, except: [...domain.except, value]})
  const low = by === '=' || by === '>' || by === '>=' ? {at: value, included: by !== '>'} : null
  const high = by === '=' || by === '<' || by === '<=' ? {at: value, included: by !== '<'} : null
  return settled({...domain, nullable: false, low: inner(domain.low, low, 1), high: inner(domain.high, high, -1)})
}

function holds(each: Value, by: Comparing, {value, words}: {value: Value; words: readonly Value[] | undefined}) {
  if (by === '=') return equal(each, value) === true
  if (by === '!=') return equal(each, value) !== true
  const order = words ? words.indexOf(each) - words.indexOf(value) : compare(each, value)
  if (order === null) return true
  return by === '<' ? order < 0 : by === '<=' ? order <= 0 : by === '>' ? order > 0 : order >= 0
}

/** The tighter of two bounds; `side` is 1 for lower bounds. Bounds that cannot be compared tighten nothing. */
function inner(one: DomainEnd | null, other: DomainEnd | null, side: 1 | -1): DomainEnd | null {
  if (one === null || other === null) return one ?? other
  const order = compare(one.at, other.at)
  if (order === null) return one
  if (order === 0) return one.included ? other : one
  return order * side > 0 ? one : other
}

/** Marks a domain without remaining values as always null. */
export function settled(domain: Domain): Domain {
  const tight = domain.whole ? {...domain, low: wholeEnd(domain.low, 1), high: wholeEnd(domain.high, -1)} : domain
  return isExhausted(tight) ? {...tight, present: false} : tight
}

function isExhausted({present, among, low, high, except}: Domain): boolean {
  if (!present) return true
  if (among !== null) return among.every(value => except.some(each => equal(each, value) === true))
  if (low === null || high === null) return false
  const order = compare(low.at, high.at)
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
export function united(a: Domain, b: Domain): Domain {
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
  const order = compare(one.at, other.at)
  if (order === null) return null
  if (order === 0) return one.included ? one : other
  return order * side < 0 ? one : other
}
