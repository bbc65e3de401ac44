/** Which of today's names is which of yesterday's, by the document's own `(was …)`. Knows nothing of what they name. */

export interface Named {
  readonly name: string
  readonly was: string | null
}

export interface Match<T> {
  /** Null: it is new. */
  readonly from: T | null
  /** Null: it is gone. */
  readonly to: T | null
}

export function match<T extends Named>(earlier: readonly T[], later: readonly T[]): Match<T>[] {
  const before = new Map(earlier.map(each => [each.name, each]))
  const pairs = new Map<T, T>()
  const taken = new Set<T>()
  const pair = (from: T | undefined, to: T): void => {
    if (from === undefined || taken.has(from) || pairs.has(to)) return
    pairs.set(to, from)
    taken.add(from)
  }
  for (const to of renamed(before, later)) pair(before.get(to.was ?? ''), to)
  for (const to of later) pair(before.get(to.name), to)
  for (const to of later) pair(renamedBack(earlier, to, taken), to)
  const found = later.map(to => ({from: pairs.get(to) ?? null, to}))
  return [...found, ...earlier.filter(from => !taken.has(from)).map(from => ({from, to: null}))]
}

/**
 * Notes that say something new. One that was applied already, or whose name is still in use and is not given up in
 * the same breath, says nothing: a document may keep its notes for ever.
 */
function renamed<T extends Named>(before: ReadonlyMap<string, T>, later: readonly T[]): T[] {
  let notes = later.filter(({name, was}) => was !== null && before.has(was) && before.get(name)?.was !== was)
  for (;;) {
    const given = new Set(notes.map(({was}) => was))
    const left = notes.filter(({name}) => !before.has(name) || given.has(name))
    if (left.length === notes.length) return left
    notes = left
  }
}

/** An older document knows only the older name; the newer one has said which it was. */
function renamedBack<T extends Named>(earlier: readonly T[], to: T, taken: ReadonlySet<T>): T | undefined {
  return earlier.find(from => from.was === to.name && !taken.has(from))
}
