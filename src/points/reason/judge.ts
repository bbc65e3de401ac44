/**
 * What can be said for certain about conditions before any record exists. `true` is a proof; `false` only means that
 * none was found.
 */
import type {Core} from '../../feel/core.ts'
import {leftBy} from './case.ts'
import {both, type Cases, casesOf} from './cases.ts'
import type {Terms} from './term.ts'

/** There is no record for which all of these are true. */
export function neverTogether(conditions: readonly Core[], terms: Terms): boolean {
  return isImpossible(both(conditions.map(condition => casesOf(condition, 'true'))), terms)
}

/** Wherever the first hold, the last holds too; with none before it, it always holds. */
export function follows(condition: Core, terms: Terms, given: readonly Core[] = []): boolean {
  const without = [...given.map(each => casesOf(each, 'true')), casesOf(condition, 'not true')]
  return isImpossible(both(without), terms)
}

function isImpossible(cases: Cases, terms: Terms): boolean {
  return cases?.every(each => leftBy(each, terms) === null) ?? false
}
