/**
 * Proves statements about conditions without looking at any record. `true` is a proof; `false` only means that no proof
 * was found.
 */

import type {Core} from '../feel/core.ts'
import {compare} from '../feel/value.ts'
import {both, type Case, type CaseList, type CaseLiteral, casesOf} from './cases.ts'
import {type Comparing, type Domain, isEmpty, missing, restricted, settled, withoutNull} from './domain.ts'
import type {Terms} from './terms.ts'

/** No record satisfies all of these conditions. */
export function neverTogether(conditions: readonly Core[], terms: Terms): boolean {
  return isImpossible(both(conditions.map(condition => casesOf(condition, 'true'))), terms)
}

/** The condition holds wherever all of `given` hold; without `given`, it always holds. */
export function follows(condition: Core, terms: Terms, given: readonly Core[] = []): boolean {
  const without = [...given.map(each => casesOf(each, 'true')), casesOf(condition, 'not true')]
  return isImpossible(both(without), terms)
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

export interface Remaining {
  readonly terms: ReadonlyMap<string, {readonly core: Core; readonly domain: Domain}>
  readonly relations: ReadonlyMap<string, Relation>
}

export const keyOf = (core: Core): string => JSON.stringify(core)

/** What a case leaves; null if it is impossible. */
export function leftBy(literals: Case, terms: Terms): Remaining | null {
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
    const key = keyOf(core)
    const before = this.terms.get(key)?.domain ?? this.known.domainOf(core)
    const domain = settled(by(before))
    this.terms.set(key, {core, domain})
    return !isEmpty(domain)
  }

  private relate({left, right, by}: CaseLiteral & {kind: 'terms'}): boolean {
    const there = [left, right].every(term => this.reach(term) && this.narrow(term, withoutNull))
    const keys = [keyOf(left), keyOf(right)] as const
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
    const [a, b] = [this.terms.get(keyOf(left))?.domain, this.terms.get(keyOf(right))?.domain]
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
  const order = compare(low.at, high.at)
  if (order === null || order < 0) return true
  return order === 0 && orEqual && low.included && high.included
}
