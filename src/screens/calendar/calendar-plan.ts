/** Choosing and moving in a calendar: what the tools tell the drawing, and the optimistic effect of a move. */
import {createContext, type RefObject} from 'react'
import type {CalendarData, CalendarItem} from '../../features/planning/calendar-data.ts'
import {minuteText} from '../../features/planning/components/chosen-time.ts'
import {minutesOfDay, type TimeMove} from '../../features/planning/components/moves.ts'

/** Time being chosen: whole days, or minutes from the beginning of the first day shown. */
export interface ChosenPlace {
  readonly first: number
  readonly last: number
  readonly minutes: {readonly begins: number; readonly ends: number} | null
}

export interface CalendarHandlers {
  readonly onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void
  readonly onPointerOver?: (event: React.PointerEvent<HTMLElement>) => void
  readonly onPointerOut?: () => void
  readonly onFocusCapture?: (event: React.FocusEvent<HTMLElement>) => void
  readonly onBlurCapture?: () => void
  readonly onKeyDown?: (event: React.KeyboardEvent<HTMLElement>) => void
  readonly onClickCapture?: (event: React.MouseEvent<HTMLElement>) => void
}

/** Interactions in a calendar beyond following a link. */
export interface CalendarTools {
  /** A row of days, by the first of them, and the hours of a day. */
  readonly week: (first: number) => CalendarHandlers
  readonly hours: (day: number) => CalendarHandlers
  /** The link to the form for a day. */
  readonly create: (day: number) => CalendarHandlers
  readonly item: (item: CalendarItem) => CalendarHandlers
}

/** The selection or move in progress. */
export interface HeldPlace {
  readonly place: ChosenPlace
  readonly text: string
  /** The item being moved; null while time for a new record is chosen. */
  readonly item: string | null
  /** The day whose link was used, and the form with the chosen time. */
  readonly link: {readonly day: number; readonly href: string} | null
  /** Where it is drawn. */
  readonly anchor: RefObject<HTMLElement | null>
}

export interface CalendarPlan {
  /** Null before hydration. */
  readonly tools: CalendarTools | null
  readonly held: HeldPlace | null
}

export const CalendarPlanContext = createContext<CalendarPlan>({tools: null, held: null})

/** The shortest time in the hours of a day, and the steps in which it is chosen. */
export const stepMinutes = 15

/** The position of an item after it was moved or resized by some minutes. */
export function movedPlace(item: CalendarItem, minutes: number, edge: TimeMove['edge']): ChosenPlace {
  if (item.minutes && minutes % minutesOfDay !== 0) {
    const {begins, ends} = item.minutes
    const from = edge === 'end' ? begins : Math.min(begins + minutes, edge === 'start' ? ends - stepMinutes : Infinity)
    const to = edge === 'start' ? ends : Math.max(ends + minutes, edge === 'end' ? begins + stepMinutes : -Infinity)
    return {
      first: Math.floor(from / minutesOfDay),
      last: Math.floor((to - 1) / minutesOfDay),
      minutes: {begins: from, ends: to},
    }
  }
  const days = Math.round(minutes / minutesOfDay)
  const first = edge === 'end' ? item.first : Math.min(item.first + days, edge === 'start' ? item.last : Infinity)
  const last = edge === 'start' ? item.last : Math.max(item.last + days, edge === 'end' ? item.first : -Infinity)
  const times = item.minutes && {
    begins: item.minutes.begins + (first - item.first) * minutesOfDay,
    ends: item.minutes.ends + (last - item.last) * minutesOfDay,
  }
  return {first, last, minutes: times}
}

/** Arrow keys choose another place, or another end. */
export function shiftedPlace({first, last, minutes}: ChosenPlace, by: number): ChosenPlace {
  if (!minutes) return {first: first + by / minutesOfDay, last: last + by / minutesOfDay, minutes: null}
  const [begins, ends] = [minutes.begins + by, minutes.ends + by]
  return {
    first: Math.floor(begins / minutesOfDay),
    last: Math.floor((ends - 1) / minutesOfDay),
    minutes: {begins, ends},
  }
}

export function stretchedPlace({first, last, minutes}: ChosenPlace, by: number): ChosenPlace {
  if (!minutes) return {first, last: Math.max(first, last + by / minutesOfDay), minutes: null}
  const ends = Math.max(minutes.begins + stepMinutes, minutes.ends + by)
  return {first, last: Math.floor((ends - 1) / minutesOfDay), minutes: {begins: minutes.begins, ends}}
}

export function withMovedItem(data: CalendarData, move: TimeMove, dateLocale: string): CalendarData {
  const change = (item: CalendarItem): CalendarItem => {
    // A new version contains the server's result of the move, or of something else.
    if (item.id !== move.id || item.movable !== move.version) return item
    const place = movedPlace(item, move.minutes, move.edge)
    const time = place.minutes && item.time !== '' ? minuteText(place.minutes.begins, dateLocale) : item.time
    // Until the server has responded, it cannot be moved again.
    return {...item, ...place, time, movable: null}
  }
  return {...data, items: data.items.map(change)}
}
