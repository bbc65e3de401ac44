/** Moving and resizing the bars of a calendar or timeline: which end is held, and what is sent. */

export interface TimeMove {
  readonly id: string
  readonly version: number
  readonly minutes: number
  readonly edge: 'both' | 'start' | 'end'
  /** The target row of a timeline, if it is another one. */
  readonly row: string | null
}

export const minutesOfDay = 1440
/** Pixels below which a press is not a move. */
export const fewestMoved = 4

/** Pixels at the end of a bar that resize it. */
const edgePixels = 6

interface EdgePlace {
  /** The pointer's position, and where the bar begins and ends. */
  readonly at: number
  readonly from: number
  readonly to: number
  /** An end outside the visible range cannot be resized. */
  readonly before: boolean
  readonly after: boolean
}

export function edgeAt({at, from, to, before, after}: EdgePlace): TimeMove['edge'] {
  if (to - from < 3 * edgePixels) return 'both'
  if (!before && at - from < edgePixels) return 'start'
  return !after && to - at < edgePixels ? 'end' : 'both'
}

export function moveForm({id, version, minutes, edge, row}: TimeMove, once: string): FormData {
  const form = new FormData()
  form.set('_action', 'move')
  form.set('_record', id)
  form.set('_version', String(version))
  form.set('_minutes', String(minutes))
  form.set('_edge', edge)
  if (row !== null) form.set('_row', row)
  form.set('_once', `${once}-${id}-${version}`)
  return form
}
