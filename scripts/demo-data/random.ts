/** Pseudo-random numbers that are the same in every run. */

export interface Chance {
  /** From 0 to 1, exclusive. */
  next(): number
  /** From `low` to `high`, inclusive. */
  between(low: number, high: number): number
  one<T>(items: readonly T[]): T
  /** True with a probability. */
  happens(probability: number): boolean
}

/** Mulberry32: small, and good enough for demonstration data. */
export function chance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {next, between, one: items => pick(items, between), happens: probability => next() < probability}
}

function pick<T>(items: readonly T[], between: Chance['between']): T {
  const [item] = items.slice(between(0, items.length - 1))
  if (item === undefined) throw new RangeError('There is nothing to choose from.')
  return item
}
