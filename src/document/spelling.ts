/** The name that an author probably meant, from a closed set of names. */
import type {Fix} from './finding.ts'
import {replacing, type Text} from './raw.ts'

/** More names are not compared, so that thousands of mistakes among thousands of names remain a matter of seconds. */
const mostCompared = 2500

export function nearest(word: string, names: Iterable<string>): string | null {
  const wanted = fold(word)
  const rows = distanceRows()
  let best: string | null = null
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  let compared = 0
  for (const name of names) {
    if (compared === mostCompared) break
    compared += 1
    // Folding does not lengthen a name, so one that is this short is too far away.
    if (name.length + Math.max(3, least) < wanted.length) continue
    const candidate = fold(name)
    if (candidate === wanted) return name
    // Short names that begin alike may have two letters wrong: `Lone` for `Loan`.
    const limit = best === null && wanted.length >= 4 && candidate.slice(0, 2) === wanted.slice(0, 2) ? 3 : least
    // One more than is asked for: at its limit, a distance may be longer than it says.
    const steps = distance(wanted, candidate, {limit: Math.max(limit, least) + 1, rows})
    const closer = steps === least && best !== null && sameCase(word, name) && !sameCase(word, best)
    if (steps < Math.max(limit, least) || closer) [best, least] = [name, steps]
  }
  return best
}

/** A hint for a word outside a closed set: the nearest name, or the whole set if it is small. */
export function suggestWord(word: string, names: readonly string[], otherwise = ''): string {
  const near = nearest(word, names)
  return near === null ? oneOf(names, otherwise) : didYouMean(near)
}

const oneOf = (names: readonly string[], otherwise: string): string =>
  names.length > 0 && names.length <= 12 ? `Use one of: ${names.join(', ')}.` : otherwise

export interface Suggestion {
  readonly hint: string
  readonly fix?: Fix
}

/** The same for a text of the document, with the fix that writes the nearest name. */
export function suggestFor(at: Text, names: readonly string[], otherwise = ''): Suggestion {
  const near = nearest(at.text, names)
  return near === null ? {hint: oneOf(names, otherwise)} : {hint: didYouMean(near), fix: replacing(at, near)}
}

export const didYouMean = (name: string): string => `Did you mean \`${name}\`?`

/**
 * Whether one name is a misspelling of the other: two letters off, or one in names of three letters; shorter names are
 * not compared.
 */
export function isSlip(word: string, other: string): boolean {
  const [one, two] = [fold(word), fold(other)]
  const shorter = Math.min(one.length, two.length)
  const limit = shorter >= 4 ? 3 : 2
  return one !== two && shorter >= 3 && distance(one, two, {limit, rows: distanceRows()}) < limit
}

/** `borower` is the field `borrower` rather than the role `Borrower`. */
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)
const sameCase = (word: string, name: string): boolean => isCapital(word) === isCapital(name)

function fold(word: string): string {
  const lower = word.toLowerCase()
  return separator.test(lower) ? lower.replace(/[_\s-]+/g, ' ').trim() : lower
}

const separator = /[_\s-]/

/** Longer words are not compared. */
const longest = 80

/** Where distances are calculated; allocated once for many. */
type DistanceRows = readonly [Uint8Array, Uint8Array, Uint8Array]
const distanceRows = (): DistanceRows => [
  new Uint8Array(longest + 1),
  new Uint8Array(longest + 1),
  new Uint8Array(longest + 1),
]

/** Edits (insert, delete, replace, swap neighbours) from one word to the other, at most `limit`. */
function distance(from: string, to: string, {limit, rows}: {limit: number; rows: DistanceRows}): number {
  if (Math.abs(from.length - to.length) >= limit || from.length > longest || to.length > longest) return limit
  let [before, previous, current] = rows
  for (let j = 0; j <= to.length; j += 1) previous[j] = j
  for (let i = 1; i <= from.length; i += 1) {
    current[0] = i
    let fewest = i
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1]
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      current[j] = cost
      if (cost < fewest) fewest = cost
    }
    if (fewest >= limit) return limit
    ;[before, previous, current] = [previous, current, before]
  }
  return previous[to.length] ?? limit
}
