/**
 * Time zones, through Intl only: the offset of a zone at an instant, and the instant at which its clocks show a
 * given time. All in seconds.
 */

const formats = new Map<string, Intl.DateTimeFormat | null>()
/** Zone names come from texts, so the memory of them is bounded. */
const MOST_FORMATS = 1000

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const made = makeFormat(timeZone)
  formats.set(timeZone, made)
  return made
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', {timeZone, timeZoneName: 'longOffset'})
  } catch {
    // Intl says "no such zone" by throwing.
    return null
  }
}

export const isZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && formatOf(zone) !== null

/** Intl knows instants up to here; beyond, the nearest offset it knows is used. */
const FARTHEST = 8_640_000_000_000

/** Intl writes the offset as `GMT+02:00`, with seconds where they matter, and as `GMT` when there is none. */
export function offsetAt(zone: string, epoch: number): number {
  const at = Math.max(-FARTHEST, Math.min(FARTHEST, epoch))
  const shown = /GMT(.)(\d+):(\d+):?(\d*)/.exec(formatOf(zone)?.format(at * 1000) ?? '')
  if (shown === null) return 0
  const [, sign, hours, minutes, seconds] = shown
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '+' ? 1 : -1)
}

/**
 * The instant at which the zone's clocks show `wall` (seconds since 1970 on that clock). A time that occurs twice is
 * the first of the two; one that is skipped is moved on by the length of the gap.
 */
export function localToEpoch(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - 86_400)
  const after = offsetAt(zone, wall + 86_400)
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(zone, wall - offset) === offset) return wall - offset
  }
  return wall - before
}
