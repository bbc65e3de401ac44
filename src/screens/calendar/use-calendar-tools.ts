/**
 * Calendar interactions with pointer and keyboard: choose free days or hours for a new record, and move and resize items. Without them there is a link
 * to the form on each day, and each item links to its record.
 */
import {type PointerEvent as ReactPointerEvent, type RefObject, useMemo, useRef} from 'react'
import type {CalendarData, CalendarItem} from '../../features/planning/calendar-data.ts'
import {type ChosenTime, chosenText, createHref, minutesSince} from '../../features/planning/components/chosen-time.ts'
import {edgeAt, fewestMoved, minutesOfDay, type TimeMove} from '../../features/planning/components/moves.ts'
import type {PointerPlace} from '../../features/planning/components/track-pointer.ts'
import {type BarCardState, hoverMillis, useBarCard} from '../../features/planning/components/use-bar-card.ts'
import {useDrawPeriod} from '../../features/planning/components/use-draw-period.ts'
import {useMoveBar} from '../../features/planning/components/use-move-bar.ts'
import {type PlanDraft, type PlanDraftState, usePlanDraft} from '../../features/planning/components/use-plan-draft.ts'
import {useStableHandlers} from '../../features/planning/components/use-stable-handlers.ts'
import {useDateLocale, usePage} from '../../web/router/router-provider.tsx'
import {
  type CalendarPlan,
  type CalendarTools,
  type ChosenPlace,
  movedPlace,
  shiftedPlace,
  stepMinutes,
  stretchedPlace,
} from './calendar-plan.ts'

/** The selection, or the target of a move. */
interface DraftPlace extends ChosenPlace {
  /** The day of the focused link, when choosing with the keyboard. */
  readonly day: number | null
}

export type CalendarDraft = PlanDraft<DraftPlace, CalendarItem>

/** A row of days, or the hours of one day, under the pointer. */
interface Area {
  readonly kind: 'week' | 'hours'
  readonly first: number
  readonly element: HTMLElement
}

interface CalendarInteraction {
  readonly plan: CalendarPlan
  readonly drafts: PlanDraftState<DraftPlace, CalendarItem>
  readonly card: BarCardState<CalendarItem>
  /** Where the draft is drawn. */
  readonly anchor: RefObject<HTMLElement | null>
}

export function useCalendarTools(data: CalendarData, onMove: (move: TimeMove) => void): CalendarInteraction {
  const drafts = usePlanDraft<DraftPlace, CalendarItem>()
  const card = useBarCard<CalendarItem>()
  const anchor = useRef<HTMLElement>(null)
  const area = useRef<Area | null>(null)
  const isShown = ({first, last}: ChosenPlace): boolean => first >= 0 && last < data.days.length
  const draw = useDrawPeriod({drafts, isShown})
  const move = useMoveBar({drafts, card, isShown, onMove, bars: () => data.items})
  const held = useHeld(drafts.draft, data, anchor)
  const {create, hours} = data
  const width = data.view === 'day' ? 1 : 7
  /** Hours are chosen on one day; days across weeks. */
  const areaFor = (here: Area) => (here.kind === 'week' && area.current?.kind === 'week' ? area.current : here)

  const startDrawing = (event: ReactPointerEvent<HTMLElement>, here: Area) => {
    if (create === null) return
    const top = event.clientY
    const from = minuteAt(event, here, data)
    draw.press(event, () => {
      if (data.days[Math.floor(from / minutesOfDay)]?.create === null) return null
      return at => {
        const moved = Math.abs(at.clientY - top) >= fewestMoved || here.kind === 'week'
        return {...placeBetween(from, moved ? minuteAt(at, areaFor(here), data) : from, here), day: null}
      }
    })
  }
  const startMoving = (item: CalendarItem) => (event: ReactPointerEvent<HTMLElement>) => {
    const here = area.current
    if (!here) return null
    const [left, top] = [event.clientX, event.clientY]
    const edge = edgeUnder(event, item, {here, width})
    const from = minuteAt(event, here, data)
    const step = here.kind === 'week' ? minutesOfDay : stepMinutes
    return {
      isMoved: ({clientX, clientY}: PointerPlace) =>
        Math.max(Math.abs(clientX - left), Math.abs(clientY - top)) >= fewestMoved,
      to: (at: PointerPlace) => {
        const now = area.current?.kind === here.kind ? area.current : here
        return moveTo(item, edge, Math.round((minuteAt(at, now, data) - from) / step) * step)
      },
    }
  }
  const actions: CalendarActions = {
    pressArea: startDrawing,
    pressItem: (event, item) => move.press(event, item, startMoving(item)),
    keyOnCreate: (event, day) => {
      if (create === null && event.key !== 'Escape') return
      draw.key(event, {
        by: minutesOfKey(event.key, hours !== null),
        isSame: place => place.day === day,
        next: (by, before, stretches) => {
          const start = before ?? {first: day, last: day, minutes: hours ? usualOn(day) : null}
          return {...(stretches ? stretchedPlace : shiftedPlace)(start, by), day}
        },
      })
    },
    keyOnItem: (event, item) =>
      move.key(event, item, {
        by: minutesOfKey(event.key, hours !== null && item.minutes !== null),
        canStretch: hours !== null || item.time === '',
        to: (by, edge, before) => moveTo(item, edge, (before?.move.minutes ?? 0) + by),
      }),
    over: here => {
      area.current = here
    },
    show: card.show,
    hide: card.hide,
    leave: () => {
      card.hide()
      if (drafts.latest()?.byKeys) drafts.clear()
    },
    click: move.click,
  }
  const tools = useStableHandlers(actions, toolsFor)
  return {plan: useMemo(() => ({tools, held}), [tools, held]), drafts, card, anchor}
}

/** What the drawing knows of the draft. */
function useHeld(draft: CalendarDraft | null, data: CalendarData, anchor: RefObject<HTMLElement | null>) {
  const {url} = usePage()
  const dateLocale = useDateLocale()
  return useMemo((): CalendarPlan['held'] => {
    if (draft === null) return null
    const {place, move} = draft
    const time = timeOfPlace(place, data)
    const href = move === null && data.create ? createHref(data.create, time, {row: '', url}) : null
    return {
      place,
      text: chosenText(time, dateLocale),
      item: move?.bar.id ?? null,
      link: href !== null && place.day !== null ? {day: place.day, href} : null,
      anchor,
    }
  }, [draft, data, anchor, url, dateLocale])
}

interface CalendarActions {
  readonly pressArea: (event: ReactPointerEvent<HTMLElement>, here: Area) => void
  readonly pressItem: (event: ReactPointerEvent<HTMLElement>, item: CalendarItem) => void
  readonly keyOnCreate: (event: React.KeyboardEvent<HTMLElement>, day: number) => void
  readonly keyOnItem: (event: React.KeyboardEvent<HTMLElement>, item: CalendarItem) => void
  readonly show: (element: HTMLElement, item: CalendarItem, after: number) => void
  readonly hide: () => void
  readonly over: (here: Area) => void
  readonly leave: () => void
  readonly click: (event: React.MouseEvent<HTMLElement>) => void
}

function toolsFor(actions: RefObject<CalendarActions>): CalendarTools {
  const areaTools = (kind: Area['kind']) => (first: number) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) =>
      actions.current.pressArea(event, {kind, first, element: event.currentTarget}),
    onPointerOver: (event: ReactPointerEvent<HTMLElement>) =>
      actions.current.over({kind, first, element: event.currentTarget}),
  })
  return {
    week: areaTools('week'),
    hours: areaTools('hours'),
    create: day => ({
      onPointerDown: event => event.stopPropagation(),
      onKeyDown: event => actions.current.keyOnCreate(event, day),
      onBlurCapture: () => actions.current.leave(),
    }),
    item: item => ({
      onPointerDown: event => actions.current.pressItem(event, item),
      onPointerOver: event =>
        event.pointerType !== 'touch' && actions.current.show(event.currentTarget, item, hoverMillis),
      onPointerOut: () => actions.current.hide(),
      onFocusCapture: event => actions.current.show(event.currentTarget, item, 0),
      onKeyDown: event => actions.current.keyOnItem(event, item),
      onBlurCapture: () => actions.current.leave(),
      onClickCapture: event => actions.current.click(event),
    }),
  }
}

// Places under the pointer.

/** The day, and among hours the minute, where the pointer is. */
function minuteAt({clientX, clientY}: PointerPlace, {kind, first, element}: Area, {hours, view}: CalendarData): number {
  const box = element.getBoundingClientRect()
  if (kind === 'week') {
    const width = view === 'day' ? 1 : 7
    const column = Math.floor(((clientX - box.left) / box.width) * width)
    return (first + Math.max(0, Math.min(width - 1, column))) * minutesOfDay
  }
  const minutes = hours ? (hours.first + ((clientY - box.top) / box.height) * hours.labels.length) * 60 : 0
  return first * minutesOfDay + Math.max(0, Math.min(minutesOfDay, minutes))
}

function placeBetween(a: number, b: number, {kind}: Area): ChosenPlace {
  const [from, to] = [Math.min(a, b), Math.max(a, b)]
  const day = Math.floor(from / minutesOfDay)
  if (kind === 'week') return {first: day, last: Math.floor(to / minutesOfDay), minutes: null}
  const begins = Math.floor(from / stepMinutes) * stepMinutes
  const ends = Math.max(Math.ceil(to / stepMinutes) * stepMinutes, begins + stepMinutes)
  // A press without a move is an hour.
  return {first: day, last: day, minutes: {begins, ends: a === b ? begins + 60 : ends}}
}

interface Grip {
  readonly here: Area
  readonly width: number
}

/** The end of an item that is pressed. */
function edgeUnder(event: ReactPointerEvent<HTMLElement>, item: CalendarItem, {here, width}: Grip): TimeMove['edge'] {
  // A timed item that spans several days is moved as a whole.
  if (here.kind === 'week' && item.time !== '') return 'both'
  const box = event.currentTarget.getBoundingClientRect()
  if (here.kind === 'hours')
    return edgeAt({at: event.clientY, from: box.top, to: box.bottom, before: false, after: false})
  const [before, after] = [item.first < here.first, item.last >= here.first + width]
  return edgeAt({at: event.clientX, from: box.left, to: box.right, before, after})
}

function moveTo(item: CalendarItem, edge: TimeMove['edge'], minutes: number) {
  return {place: {...movedPlace(item, minutes, edge), day: null}, move: {bar: item, edge, minutes, row: null}}
}

export function timeOfPlace({first, last, minutes}: ChosenPlace, {days}: CalendarData): ChosenTime {
  const begin = minutesSince(days[0]?.date ?? '')
  return minutes
    ? {from: begin + minutes.begins, to: begin + minutes.ends, days: false}
    : {from: begin + first * minutesOfDay, to: begin + (last + 1) * minutesOfDay, days: true}
}

// Keys.

const week = 7 * minutesOfDay
const dayKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -minutesOfDay,
  ArrowRight: minutesOfDay,
  ArrowUp: -week,
  ArrowDown: week,
}
const hourKeys: Readonly<Record<string, number>> = {...dayKeys, ArrowUp: -stepMinutes, ArrowDown: stepMinutes}

/** The minutes of an arrow key; null for other keys. */
const minutesOfKey = (key: string, hourly: boolean): number | null => (hourly ? hourKeys : dayKeys)[key] ?? null

/** The time of a new record if only its day is chosen, as the form would take it. */
const usualOn = (day: number): ChosenPlace['minutes'] => ({
  begins: day * minutesOfDay + 540,
  ends: day * minutesOfDay + 600,
})
