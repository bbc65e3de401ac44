/** The optimistic effect of moving or resizing a bar. */

import type {TimeMove} from '../../features/planning/components/moves.ts'
import type {TimelineBar, TimelineData, TimelineRow} from '../../features/planning/timeline-data.ts'

export const rowsOf = ({own, groups}: TimelineData): TimelineRow[] => [
  ...(own ? [own] : []),
  ...groups.flatMap(({rows}) => rows),
]

export function withMovedBar(data: TimelineData, move: TimeMove): TimelineData {
  const bar = rowsOf(data)
    .flatMap(({bars}) => bars)
    .find(({id}) => id === move.id)
  // A new version contains the server's result of the move, or of something else.
  if (bar?.movable !== move.version) return data
  const units = move.minutes / data.origin.unit
  const moved: TimelineBar = {
    ...bar,
    start: bar.start + (move.edge === 'end' ? 0 : units),
    end: bar.end + (move.edge === 'start' ? 0 : units),
    // Until the server has responded, it cannot be moved again.
    movable: null,
  }
  const length = data.heads.reduce((sum, head) => sum + head.units, 0)
  const isShown = moved.end > Math.max(0, moved.start) && moved.start < length
  const cut = {...moved, start: Math.max(0, moved.start), end: Math.min(length, moved.end)}
  const change = (row: TimelineRow): TimelineRow => {
    const holds = row.bars.includes(bar)
    const takes = isShown && (move.row === null ? holds : row.id === move.row)
    if (!holds && !takes) return row
    return {...row, bars: [...row.bars.filter(each => each !== bar), ...(takes ? [cut] : [])]}
  }
  return {
    ...data,
    own: data.own && change(data.own),
    groups: data.groups.map(group => ({...group, rows: group.rows.map(change)})),
  }
}
