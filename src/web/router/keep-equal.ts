/** Data that arrives keeps the parts that are equal to those before it, so that what they show is not rendered again. */

/** `next`, with the parts of `before` that are equal. Plain data, and functions that are the same. */
export function keepEqual<T>(before: unknown, next: T): T
export function keepEqual(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before
  if (Array.isArray(next)) return Array.isArray(before) ? keepItems(before, next) : next
  if (isRecord(before) && isRecord(next)) return keepValues(before, next)
  return next
}

function keepItems(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  // Records keep their place in most changes; one that has moved is found by its id.
  const byId = new Map(before.flatMap(each => (isRecord(each) && 'id' in each ? [[each['id'], each]] : [])))
  const kept = next.map((each, at) =>
    keepEqual(isRecord(each) && 'id' in each ? byId.get(each['id']) : before[at], each),
  )
  return kept.length === before.length && kept.every((each, at) => each === before[at]) ? before : kept
}

function keepValues(before: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): unknown {
  const kept = Object.fromEntries(Object.entries(next).map(([key, value]) => [key, keepEqual(before[key], value)]))
  const keys = Object.keys(kept)
  const isSame =
    keys.length === Object.keys(before).length && keys.every(key => key in before && kept[key] === before[key])
  return isSame ? before : kept
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
