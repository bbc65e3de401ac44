/** The known name nearest to a mistyped one, for suggestions. */

/** Edit distance, neighbours swapped counting as one edit. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({length: b.length + 1}, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, ' ')

/** Null when nothing is near enough to be worth suggesting. */
export function nearest(name: string, known: Iterable<string>): string | null {
  if (name.length > 100) return null
  let best: string | null = null
  let least = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const far = distance(plain(name), plain(candidate))
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}
