/** Bars: their classes and positions, in as few lanes as overlapping needs. */
import type {BarDrawing} from '../period-data.ts'

/** The classes of a bar: colour, hatched if only requested, half for half a day. */
export function barClass(
  {tone, requested, half}: BarDrawing,
  {before = false, after = false}: {readonly before?: boolean; readonly after?: boolean} = {},
): string {
  return ['stretch', tone, requested && 'requested', half && `half ${half}`, before && 'before', after && 'after']
    .filter(Boolean)
    .join(' ')
}

export interface Interval {
  readonly start: number
  readonly end: number
}

/** Five minutes, doubled as often as a day needs. */
const steps = [5, 10, 20, 40, 80, 160, 320, 640, 1280]

/** The classes of a position among hours, in minutes from the first one: the steps that add up to it (hour-places.css). */
export function hourPlace({start, end}: Interval): string {
  const adding = (minutes: number) => steps.filter(step => Math.floor(minutes / step) % 2 === 1)
  return [
    'placed',
    ...adding(start).map(step => `from-${step}`),
    ...adding(end - start).map(step => `for-${step}`),
  ].join(' ')
}

/** Earlier and longer ones are higher, unless `higher` says otherwise. Nothing overlaps within a lane. */
export function lanesOf<Item extends Interval>(
  items: readonly Item[],
  higher: (a: Item, b: Item) => number = () => 0,
): Item[][] {
  const sorted = items.toSorted((a, b) => higher(a, b) || a.start - b.start || b.end - a.end)
  const lanes: Item[][] = []
  for (const item of sorted) {
    const free = lanes.find(lane => lane.every(other => other.end <= item.start || other.start >= item.end))
    if (free) free.push(item)
    else lanes.push([item])
  }
  return lanes.map(lane => lane.toSorted((a, b) => a.start - b.start))
}

/** A lane as cells of a row: its items and the gaps between them. */
export type LaneCell<Item> =
  | {readonly start: number; readonly units: number; readonly item: Item}
  | {readonly start: number; readonly units: number; readonly item: null}

export function cellsOf<Item extends Interval>(lane: readonly Item[], length: number): LaneCell<Item>[] {
  const cells: LaneCell<Item>[] = []
  let at = 0
  for (const item of lane) {
    if (item.start > at) cells.push({start: at, units: item.start - at, item: null})
    cells.push({start: item.start, units: item.end - item.start, item})
    at = item.end
  }
  if (at < length) cells.push({start: at, units: length - at, item: null})
  return cells
}

/** Neighbouring bars that are pointed at as one, and the drawn range of all of them. */
export interface BarTarget<Item> extends Interval {
  readonly items: readonly Item[]
  /** Drawn too narrow to be pointed at: its target is wider than it is, and is moved where it would leave the table. */
  readonly narrow: 'middle' | 'start' | 'end' | null
}

interface TableReach {
  /** The length of the table. */
  readonly length: number
  /** The units that the smallest target needs where the table is narrowest. */
  readonly reach: number
}

/** Targets never overlap and are never smaller than the reach: bars that are too close for that share one. */
export function targetsOf<Item extends Interval>(lane: readonly Item[], table: TableReach): BarTarget<Item>[] {
  const targets: BarTarget<Item>[] = []
  for (const item of lane) {
    let target = targetOf([item], table)
    for (let last = targets.at(-1); last && overlaps(last, target, table); last = targets.at(-1)) {
      targets.pop()
      target = targetOf([...last.items, ...target.items], table)
    }
    targets.push(target)
  }
  return targets
}

const overlaps = (first: BarTarget<Interval>, second: BarTarget<Interval>, table: TableReach): boolean =>
  spaceOf(first, table).end > spaceOf(second, table).start

function targetOf<Item extends Interval>(items: readonly Item[], {length, reach}: TableReach): BarTarget<Item> {
  const start = items[0]?.start ?? 0
  const end = items.at(-1)?.end ?? 0
  const middle = (start + end) / 2
  const place = middle < reach / 2 ? 'start' : middle > length - reach / 2 ? 'end' : 'middle'
  return {items, start, end, narrow: end - start < reach ? place : null}
}

/** What can be pointed at, beyond what is drawn. */
function spaceOf({start, end, narrow}: BarTarget<Interval>, {reach}: TableReach): Interval {
  if (narrow === null) return {start, end}
  if (narrow === 'start') return {start, end: start + reach}
  if (narrow === 'end') return {start: end - reach, end}
  const middle = (start + end) / 2
  return {start: middle - reach / 2, end: middle + reach / 2}
}
