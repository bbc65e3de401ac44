/** Renames in an order in which no name meets one that is still in use; rings go by way of a name nobody has. */

export interface Rename {
  readonly from: string
  readonly to: string
}

/** `existing`: every name there is before. What is in the way and not renamed must be put aside first. */
export function inOrder(renames: readonly Rename[], existing: Iterable<string>): Rename[] {
  const used = new Set(existing)
  let waiting = renames.filter(({from, to}) => from !== to)
  const ordered: Rename[] = []
  const take = (rename: Rename): void => {
    ordered.push(rename)
    used.delete(rename.from)
    used.add(rename.to)
  }
  while (waiting.length > 0) {
    const [first] = waiting
    const next = waiting.find(({to}) => !used.has(to))
    if (next) {
      take(next)
      waiting = waiting.filter(each => each !== next)
    } else if (first) {
      const aside = `nonet_aside_${ordered.length}`
      take({from: first.from, to: aside})
      waiting = waiting.map(each => (each === first ? {from: aside, to: each.to} : each))
    }
  }
  return ordered
}
