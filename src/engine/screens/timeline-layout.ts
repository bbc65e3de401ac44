/** Bars put into their rows, rows into their groups, and days off over both. */
import type {TimelineGroup, TimelineHead, TimelineRow} from '../../contract/timeline.ts'
import {type DayOff, isOffFor} from './days-off.ts'
import type {Cut, Scale} from './scale.ts'
import {type Bar, type BarWorld, barData} from './timeline-bars.ts'
import type {Row, Rows} from './timeline-rows.ts'

interface Laying {
  readonly rows: Rows
  readonly bars: BarWorld
  readonly rowOf: (bar: Bar) => string
}

export function laidOut(all: readonly Bar[], {rows, bars, rowOf}: Laying): {cut: Cut; groups: TimelineGroup[]} {
  const cut = bars.scale.cut(all)
  const byRow = Map.groupBy(all, rowOf)
  const rowData = (row: Row): TimelineRow => ({
    id: row.id,
    name: row.name,
    href: row.href,
    bars: (byRow.get(row.id) ?? []).flatMap(bar => barData(bar, row, {shown: cut, world: bars}) ?? []),
    off: bars.timed ? [] : offOf(row, bars),
  })
  const byGroup = Map.groupBy(rows.rows, row => row.group)
  // Beside no other group, those without one are simply all.
  const others = byGroup.size > 1 ? bars.words.timelines.others : null
  const groups = [...byGroup].map(([group, members]) => ({
    key: String(group),
    label: group === null ? null : rows.groups?.[group]?.text || others,
    rows: members.map(rowData),
  }))
  return {cut, groups}
}

/** Of days off that not everybody has. */
function offOf(row: Row, {off, scale}: BarWorld): TimelineRow['off'] {
  return off
    .filter(each => each.shared !== null && isOffFor(each, row.shared))
    .map(({day, text}) => ({
      start: scale.start({day, second: 0}),
      end: scale.start({day: day + 1, second: 0}),
      text,
    }))
}

export function headsWith(
  heads: readonly TimelineHead[],
  off: readonly DayOff[],
  scale: Scale,
): readonly TimelineHead[] {
  const free = new Map(off.filter(each => each.shared === null).map(each => [each.day - scale.days.first, each.text]))
  if (free.size === 0) return heads
  return heads.map((head, index) => {
    const text = scale.step === 1 ? undefined : free.get(index)
    return text === undefined ? head : {...head, off: true, label: `${head.label}, ${text}`}
  })
}
