/** The name that an author probably meant, from a closed set of names. */
import type {Fix} from './finding.ts'
import {replacing, type Text} from './raw.ts'

/** More names are not compared, so that thousands of mistakes among thousands of names remain a matter of seconds. */
const mostCompared = 2500

export function nearest(word: string, names: Iterable<string>): string | null {
  const wanted = fold(word)
  let best: string | null = null
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  let compared = 0
  for (const name of names) {
    if (compared === mostCompared) break
    compared += 1
    const candidate = fold(name)
    if (candidate === wanted) return name
    // Short names that begin alike may have two letters wrong: `Lone` for `Loan`.
    const limit = best === null && wanted.length >= 4 && candidate.slice(0, 2) === wanted.slice(0, 2) ? 3 : least
    // One more than is asked for: at its limit, a distance may be longer than it says.
    const steps = distance(wanted, candidate, Math.max(limit, least) + 1)
    const closer = steps === least && best !== null && sameCase(word, name) && !sameCase(word, best)
    if (steps < Math.max(limit, least) || closer) [best, least] = [name, steps]
  }
  return best
}

/** A hint for a word outside a closed set: the nearest name, or the whole set if it is small. */
export function suggest(word: string, names: readonly string[], otherwise = ''): string {
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
  return one !== two && shorter >= 3 && distance(one, two, limit) < limit
}

/** `borower` is the field `borrower` rather than the role `Borrower`. */
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)
const sameCase = (word: string, name: string): boolean => isCapital(word) === isCapital(name)

function fold(word: string): string {
  return word
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ')
    .trim()
}

/** Edits (insert, delete, replace, swap neighbours) from one word to the other, at most `limit`. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit || from.length > 80 || to.length > 80) return limit
  let before: number[] = []
  let previous = Array.from({length: to.length + 1}, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const current = [i]
    let fewest = i
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1]
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      current.push(cost)
      if (cost < fewest) fewest = cost
    }
    if (fewest >= limit) return limit
    ;[before, previous] = [previous, current]
  }
  return previous[to.length] ?? limit
}
