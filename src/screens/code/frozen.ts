/** Other renders and components read the same objects: what own code changes in place is an error. A millisecond for 1,000 rows. */
export function frozen<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null || Object.isFrozen(part)) return part
  for (const each of Object.values(part)) frozen(each)
  return Object.freeze(part)
}
