/** Overlapping items side by side: the width of each, and those that no longer fit. */
import {type Interval, lanesOf} from '../../features/planning/components/lanes.ts'

export interface Beside<Item extends Interval> {
  readonly item: Item
  /** The column, the number of columns it fills, and the total. */
  readonly column: number
  readonly wide: number
  readonly columns: number
}

export interface Crowd<Item extends Interval> extends Interval {
  readonly items: readonly Item[]
}

export interface SideBySide<Item extends Interval> {
  readonly shown: readonly Beside<Item>[]
  /** If there are more than fit, the last column is for them. */
  readonly crowds: readonly Crowd<Item>[]
}

export function sideBySide<Item extends Interval>(items: readonly Item[], most: number): SideBySide<Item> {
  const all = together(items).map(each => besides(lanesOf(each), most))
  return {shown: all.flatMap(({shown}) => shown), crowds: all.flatMap(({crowds}) => crowds)}
}

/** Groups that do not overlap each other. */
function together<Item extends Interval>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((a, b) => a.start - b.start)) {
    const last = groups.at(-1)
    if (last && item.start < end) last.push(item)
    else groups.push([item])
    end = Math.max(end, item.end)
  }
  return groups
}

function besides<Item extends Interval>(lanes: readonly Item[][], most: number): SideBySide<Item> {
  const room = lanes.length > most ? most - 1 : lanes.length
  const columns = Math.min(lanes.length, most)
  const crowds = together(lanes.slice(room).flat()).map(rest => ({...extent(rest), items: rest}))
  const taken = [...lanes.slice(0, room), ...(crowds.length > 0 ? [crowds] : [])]
  const shown = lanes
    .slice(0, room)
    .flatMap((lane, column) => lane.map(item => ({item, column, wide: wideOf(item, taken.slice(column + 1)), columns})))
  return {shown, crowds}
}

function extent(items: readonly Interval[]): Interval {
  return {start: Math.min(...items.map(({start}) => start)), end: Math.max(...items.map(({end}) => end))}
}

/** As wide as the free space beside it. */
function wideOf(item: Interval, beside: readonly (readonly Interval[])[]): number {
  const blocked = beside.findIndex(lane => lane.some(({start, end}) => start < item.end && end > item.start))
  return 1 + (blocked < 0 ? beside.length : blocked)
}
