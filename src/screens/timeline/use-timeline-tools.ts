/**
 * Timeline interactions with pointer and keyboard: choose free time for a new record, move and resize bars, and read their facts. Without them there is
 * a link to the form in each row, and each bar links to its record.
 */
import {type PointerEvent as ReactPointerEvent, type RefObject, useMemo, useRef} from 'react'
import {type ChosenTime, createHref, minutesSince} from '../../features/planning/components/chosen-time.ts'
import {edgeAt, fewestMoved, minutesOfDay, type TimeMove} from '../../features/planning/components/moves.ts'
import type {HeldTime, TimelineTools} from '../../features/planning/components/timeline-rows.tsx'
import {lengthOfHeads} from '../../features/planning/components/timeline-table.tsx'
import type {PointerPlace} from '../../features/planning/components/track-pointer.ts'
import {type BarCardState, hoverMillis, useBarCard} from '../../features/planning/components/use-bar-card.ts'
import {useDrawPeriod} from '../../features/planning/components/use-draw-period.ts'
import {useMoveBar} from '../../features/planning/components/use-move-bar.ts'
import {type PlanDraft, type PlanDraftState, usePlanDraft} from '../../features/planning/components/use-plan-draft.ts'
import {useStableHandlers} from '../../features/planning/components/use-stable-handlers.ts'
import type {TimelineBar, TimelineData, TimelineRow} from '../../features/planning/timeline-data.ts'
import {usePage} from '../../web/router/router-provider.tsx'
import {rowsOf} from './moved-bar.ts'

/** Units in a row, drawn over it. */
export interface ChosenUnits {
  readonly row: TimelineRow
  readonly start: number
  readonly end: number
  readonly top: number
  readonly height: number
  /** In the last row, where there is no room below it for what is said about it. */
  readonly last: boolean
  /** The row where it began. */
  readonly began: string
}

export type TimelineDraft = PlanDraft<ChosenUnits, TimelineBar>

/** Bars that are pointed at as one. */
export interface PointedBars {
  readonly bars: readonly TimelineBar[]
  readonly row: TimelineRow
}

/** The container of all rows, and the header of their names. */
export interface TimelineBoxes {
  readonly clip: RefObject<HTMLElement | null>
  readonly names: RefObject<HTMLElement | null>
}

interface TimelineInteraction {
  /** Null before hydration. */
  readonly tools: TimelineTools | null
  readonly drafts: PlanDraftState<ChosenUnits, TimelineBar>
  readonly card: BarCardState<PointedBars>
  /** What the rows know of the draft. */
  readonly held: HeldTime | null
}

export function useTimelineTools(
  data: TimelineData,
  boxes: TimelineBoxes,
  onMove: (move: TimeMove) => void,
): TimelineInteraction {
  const drafts = usePlanDraft<ChosenUnits, TimelineBar>()
  const card = useBarCard<PointedBars>()
  const over = useRef<{readonly row: TimelineRow; readonly element: HTMLElement} | null>(null)
  const length = lengthOfHeads(data.heads)
  const draw = useDrawPeriod({drafts, isShown: ({start, end}) => start >= 0 && end <= length})
  const move = useMoveBar({
    ...{drafts, card, onMove},
    isShown: () => true,
    bars: () => rowsOf(data).flatMap(({bars}) => bars),
  })
  const held = useHeld(drafts.draft, data)
  const {create} = data
  const step = stepOf(data)

  const startDrawing = (event: ReactPointerEvent<HTMLElement>, row: TimelineRow) => {
    const at = Math.floor(unitAt(event.clientX, data, boxes) / step)
    if (create === null || row.create === null || at < 0) return
    const place = {row, began: row.id, ...boxOf(event.currentTarget, boxes)}
    const from = event.clientX
    draw.press(event, () => ({clientX}) => {
      card.hideNow()
      const to = Math.max(0, Math.min(length / step - 1, Math.floor(unitAt(clientX, data, boxes) / step)))
      const start = Math.min(at, to) * step
      const isPress = data.view === 'day' && Math.abs(clientX - from) < fewestMoved
      const end = isPress
        ? Math.min(start + hour / data.origin.unit, nextIn(row, start, length))
        : (Math.max(at, to) + 1) * step
      return {...place, start, end}
    })
  }
  const startMoving = (bar: TimelineBar, row: TimelineRow) => (event: ReactPointerEvent<HTMLElement>) => {
    const from = event.clientX
    const {left, right} = event.currentTarget.getBoundingClientRect()
    const edge = edgeAt({at: from, from: left, to: right, before: bar.before, after: bar.after})
    const own = {row, element: event.currentTarget}
    const width = widthOf(boxes) / length
    // An end stays in its row, and so does what has no field for a row.
    const staysHere = edge !== 'both' || create?.row === null
    const target = () => (staysHere || !over.current || over.current.row.id === row.id ? own : over.current)
    return {
      isMoved: ({clientX}: PointerPlace) => target() !== own || Math.abs(clientX - from) >= fewestMoved,
      to: ({clientX}: PointerPlace) => {
        const there = target()
        const by = Math.round((clientX - from) / width / step) * step
        const units = movedUnits(bar, edge, by, step)
        return {
          place: {row: there.row, began: row.id, ...boxOf(there.element, boxes), ...units},
          move: moveTo(bar, edge, units, {data, row: there === own ? null : there.row.id}),
        }
      },
    }
  }
  const actions: TimelineActions = {
    pressRow: startDrawing,
    pressBar: (event, bar, row) => move.press(event, bar, startMoving(bar, row)),
    keyOnCreate: (event, row) => {
      if (create === null && event.key !== 'Escape') return
      const line = boxOf(event.currentTarget.closest('tr') ?? event.currentTarget, boxes)
      draw.key(event, {
        by: arrows[event.key] ?? null,
        isSame: place => place.row.id === row.id,
        next: (by, before, stretches) => ({row, began: row.id, ...line, ...nextUnits(data, before, by, stretches)}),
      })
    },
    keyOnBar: (event, bar, row) =>
      move.key(event, bar, {
        by: arrows[event.key] ?? null,
        canStretch: true,
        to: (by, edge, before) => {
          const from = before?.place ?? bar
          const start = from.start + (edge === 'end' ? 0 : by * step)
          const end = edge === 'end' ? Math.max(from.start + step, from.end + by * step) : from.end + by * step
          return {
            place: {row, began: row.id, ...boxOf(event.currentTarget, boxes), start, end},
            move: moveTo(bar, edge, {start, end}, {data, row: null}),
          }
        },
      }),
    show: (element, pointed, after) => card.show(element, pointed, after),
    pressSeveral: card.press,
    hide: card.hide,
    over: (row, element) => {
      over.current = {row, element}
    },
    leave: () => {
      card.hide()
      if (drafts.latest()?.byKeys) drafts.clear()
    },
    click: move.click,
  }
  return {tools: useStableHandlers(actions, toolsFor), drafts, card, held}
}

/** Rows are rendered for it only where it changes them. */
function useHeld(draft: TimelineDraft | null, data: TimelineData): HeldTime | null {
  const {url} = usePage()
  const row = draft?.place.began ?? null
  const bar = draft?.move?.bar.id ?? null
  const href =
    draft && draft.move === null && data.create
      ? createHref(data.create, timeOf(draft.place, data), {row: draft.place.row.id, url})
      : null
  return useMemo(() => (row === null ? null : {row, bar, href}), [row, bar, href])
}

interface TimelineActions {
  readonly pressRow: (event: ReactPointerEvent<HTMLElement>, row: TimelineRow) => void
  readonly pressBar: (event: ReactPointerEvent<HTMLElement>, bar: TimelineBar, row: TimelineRow) => void
  readonly pressSeveral: () => void
  readonly keyOnCreate: (event: React.KeyboardEvent<HTMLElement>, row: TimelineRow) => void
  readonly keyOnBar: (event: React.KeyboardEvent<HTMLElement>, bar: TimelineBar, row: TimelineRow) => void
  readonly show: (element: HTMLElement, pointed: PointedBars, after: number) => void
  readonly hide: () => void
  readonly over: (row: TimelineRow, element: HTMLElement) => void
  readonly leave: () => void
  readonly click: (event: React.MouseEvent<HTMLElement>) => void
}

const toolsFor = (actions: RefObject<TimelineActions>): TimelineTools => ({
  row: row => ({
    onPointerDown: event => actions.current.pressRow(event, row),
    onPointerOver: event => actions.current.over(row, event.currentTarget),
  }),
  create: row => ({
    onPointerDown: event => event.stopPropagation(),
    onKeyDown: event => actions.current.keyOnCreate(event, row),
    onBlurCapture: () => actions.current.leave(),
  }),
  bar: (bar, row) => ({
    onPointerDown: event => actions.current.pressBar(event, bar, row),
    onPointerOver: event =>
      event.pointerType !== 'touch' && actions.current.show(event.currentTarget, {bars: [bar], row}, hoverMillis),
    onPointerOut: () => actions.current.hide(),
    onFocusCapture: event => actions.current.show(event.currentTarget, {bars: [bar], row}, 0),
    onBlurCapture: () => actions.current.leave(),
    onKeyDown: event => actions.current.keyOnBar(event, bar, row),
    onClickCapture: event => actions.current.click(event),
  }),
  several: (bars, row) => ({
    onPointerDown: event => {
      event.stopPropagation()
      actions.current.pressSeveral()
    },
    onPointerOver: event =>
      event.pointerType !== 'touch' && actions.current.show(event.currentTarget, {bars, row}, hoverMillis),
    onPointerOut: () => actions.current.hide(),
  }),
})

const arrows: Readonly<Record<string, number>> = {ArrowLeft: -1, ArrowRight: 1}

// Positions on the screen.

/** Pixels of what is said about a selection. */
const lineBelow = 24

/** In units; negative over the names. */
function unitAt(x: number, data: TimelineData, {clip, names}: TimelineBoxes): number {
  const box = clip.current?.getBoundingClientRect()
  const head = names.current?.getBoundingClientRect()
  if (!box || !head || x < head.right) return -1
  return ((x - box.left - head.width) / (box.width - head.width)) * lengthOfHeads(data.heads)
}

/** Without the names. */
function widthOf({clip, names}: TimelineBoxes): number {
  const [whole, head] = [clip, names].map(({current}) => current?.getBoundingClientRect().width ?? 0)
  return (whole ?? 0) - (head ?? 0)
}

function boxOf(element: HTMLElement, {clip}: TimelineBoxes): Pick<ChosenUnits, 'top' | 'height' | 'last'> {
  const [box, at] = [clip.current?.getBoundingClientRect(), element.getBoundingClientRect()]
  return {top: at.top - (box?.top ?? 0), height: at.height, last: (box?.bottom ?? 0) - at.bottom < lineBelow}
}

// Units and time.

type Units = Pick<ChosenUnits, 'start' | 'end'>

/** Whole days, or the steps of an hour. */
export const stepOf = ({view, origin}: TimelineData): number => (view === 'day' ? 1 : minutesOfDay / origin.unit)

export function timeOf({start, end}: Units, {view, origin}: TimelineData): ChosenTime {
  const begin = minutesSince(origin.date) + origin.minute
  return {from: begin + start * origin.unit, to: begin + end * origin.unit, days: view !== 'day'}
}

/** A press without a move is an hour, as in calendars; it ends where something else begins. */
const hour = 60

const nextIn = ({bars}: TimelineRow, start: number, length: number): number =>
  Math.min(length, ...bars.flatMap(bar => (bar.start > start ? [bar.start] : [])))

/** Keys begin today, or now. */
function nextUnits(data: TimelineData, before: Units | null, by: number, stretches: boolean): Units {
  const step = stepOf(data)
  if (!before) {
    const today = data.heads.findIndex(({now}) => now)
    const start = data.view === 'day' ? (data.now ?? 8) : Math.max(0, today) * step
    return {start, end: start + step}
  }
  const units = by * step
  return stretches
    ? {start: before.start, end: Math.max(before.start + step, before.end + units)}
    : {start: before.start + units, end: before.end + units}
}

function movedUnits({start, end}: Units, edge: TimeMove['edge'], by: number, step: number): Units {
  if (edge === 'start') return {start: Math.min(start + by, end - step), end}
  if (edge === 'end') return {start, end: Math.max(end + by, start + step)}
  return {start: start + by, end: end + by}
}

interface MoveTarget {
  readonly data: TimelineData
  /** The row, if it is another one. */
  readonly row: string | null
}

function moveTo(bar: TimelineBar, edge: TimeMove['edge'], {start, end}: Units, {data, row}: MoveTarget) {
  const units = edge === 'end' ? end - bar.end : start - bar.start
  return {bar, edge, minutes: units * data.origin.unit, row}
}
