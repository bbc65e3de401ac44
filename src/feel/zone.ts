/**
 * Time zones, through Intl only: the offset of a zone at an instant, and the instant at which its clocks show a
 * given time. All in seconds.
 */

const formats = new Map<string, Intl.DateTimeFormat | null>()
/** Zone names come from texts, so the memory of them is bounded. */
const MOST_FORMATS = 1000

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const made = makeFormat(zone)
  formats.set(zone, made)
  return made
}

function makeFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // Intl says "no such zone" by throwing.
    return null
  }
}

export const isZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && formatOf(zone) !== null

/** Intl knows instants up to here; beyond, the nearest offset it knows is used. */
const FARTHEST = 8_640_000_000_000

export function offsetAt(zone: string, epoch: number): number {
  const format = formatOf(zone)
  if (format === null) return 0
  const at = Math.max(-FARTHEST, Math.min(FARTHEST, epoch))
  const parts: Record<string, string> = {}
  for (const part of format.formatToParts(at * 1000)) parts[part.type] = part.value
  const year = parts.era?.startsWith('B') === true ? 1 - Number(parts.year) : Number(parts.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return Number.isNaN(wall.getTime()) ? 0 : wall.getTime() / 1000 - at
}

/**
 * The instant at which the zone's clocks show `wall` (seconds since 1970 on that clock). A time that occurs twice is
 * the first of the two; one that is skipped is moved on by the length of the gap.
 */
export function localToEpoch(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - 86_400)
  const after = offsetAt(zone, wall + 86_400)
  if (before === after) return wall - before
  const first = wall - Math.max(before, after)
  if (offsetAt(zone, first) === wall - first) return first
  const second = wall - Math.min(before, after)
  if (offsetAt(zone, second) === wall - second) return second
  return wall - before
}
