/**
 * The open pages that wait to be computed again. Few are computed at the same time; those of the person who has made the
 * change come first, then those that it concerns, by the time they have waited. Pages that were closed are not computed.
 */

/** Why a page is computed. */
export type ComparisonReason = 'own' | 'opened' | 'concerned' | 'unknown' | 'overdue'

/** Milliseconds that a page waits longer than another one that came at the same time. */
const yields: Readonly<Record<ComparisonReason, number>> = {
  own: 0,
  opened: 2000,
  concerned: 2000,
  unknown: 4000,
  overdue: 6000,
}

export interface Queued {
  /** The page comes before those with a later time; null if it does not wait. */
  due: number | null
  isBusy: boolean
}

/** Pages computed at a time; with more than this number waiting, the work pauses for as long as it took. */
const [atOnce, manyPages] = [2, 20]

export class ComparisonQueue<T extends Queued> {
  readonly all = new Set<T>()
  readonly #same: (each: T) => string
  readonly #compare: (group: readonly T[]) => Promise<void>
  #working = 0

  /** `same`: equal for pages that need one comparison. */
  constructor(same: (each: T) => string, compare: (group: readonly T[]) => Promise<void>) {
    this.#same = same
    this.#compare = compare
  }

  add(each: T, reason: ComparisonReason): void {
    const due = performance.now() + yields[reason]
    each.due = each.due === null ? due : Math.min(each.due, due)
    if (this.#working < atOnce) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working += 1
    // Pages that come together are seen together.
    await Promise.resolve()
    for (let next = this.#next(); next; next = this.#next()) {
      const {group, isCrowded} = next
      const began = performance.now()
      for (const each of group) Object.assign(each, {due: null, isBusy: true})
      await this.#compare(group)
      if (isCrowded) await new Promise(resolve => setTimeout(resolve, performance.now() - began))
    }
    this.#working -= 1
  }

  #next(): {readonly group: readonly T[]; readonly isCrowded: boolean} | null {
    let [first, waiting]: [T | null, number] = [null, 0]
    for (const each of this.all) {
      if (each.due === null || each.isBusy) continue
      waiting += 1
      if (first?.due == null || each.due < first.due) first = each
    }
    if (!first) return null
    const key = this.#same(first)
    const group = [...this.all].filter(each => each.due !== null && !each.isBusy && this.#same(each) === key)
    return {group, isCrowded: waiting >= manyPages}
  }
}
