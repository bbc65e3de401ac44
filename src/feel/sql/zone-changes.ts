/**
 * When the clocks of a zone change, as the evaluator knows it. PostgreSQL has time zones of its own, but of another
 * edition, so it is told ours.
 */
import {offsetAt} from '../zone.ts'

export interface ZoneChange {
  /** The second since 1970 from which the offset holds. */
  readonly since: number
  readonly offset: number
}

/** Before 1843 every place had its own time; from 2100 on, rules repeat every 400 years. */
const FIRST = -4_007_000_000
export const LAST = 16_725_225_600
/** No zone has changed its clocks twice within so little time. */
const STEP = 2 * 86_400

/** Starts with the offset that held before the first change. */
export function zoneChanges(zone: string): readonly ZoneChange[] {
  const found: ZoneChange[] = [{since: -8_640_000_000_000, offset: offsetAt(zone, FIRST)}]
  let offset = offsetAt(zone, FIRST)
  for (let at = FIRST; at < LAST; at += STEP) {
    const next = offsetAt(zone, at + STEP)
    if (next === offset) continue
    found.push({since: changeBetween(zone, at, at + STEP), offset: next})
    offset = next
  }
  return found
}

function changeBetween(zone: string, before: number, after: number): number {
  const offset = offsetAt(zone, before)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle) === offset) low = middle
    else high = middle
  }
  return high
}
