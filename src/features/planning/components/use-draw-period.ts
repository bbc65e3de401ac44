/** Choosing free time for a new record: by drawing with a pressed pointer, or with the arrow keys on the link to the form. */
import type {KeyboardEvent, PointerEvent as ReactPointerEvent} from 'react'
import {type PointerPlace, track} from './track-pointer.ts'
import type {PlanDraftState} from './use-plan-draft.ts'

interface DrawnByKeys<Place> {
  /** Null for keys that choose nothing. */
  readonly by: number | null
  /** What was chosen with the same link; null at the first key. */
  readonly next: (by: number, before: Place | null, stretches: boolean) => Place
  readonly isSame: (place: Place) => boolean
}

interface DrawPeriod<Place> {
  /** `begin` says where the pointer is, or null where nothing can be drawn. */
  readonly press: (event: ReactPointerEvent<HTMLElement>, begin: () => ((at: PointerPlace) => Place) | null) => void
  readonly key: (event: KeyboardEvent<HTMLElement>, keys: DrawnByKeys<Place>) => void
}

interface PeriodDrawing<Place, Bar> {
  readonly drafts: PlanDraftState<Place, Bar>
  /** A key leads no further than what is shown. */
  readonly isShown: (place: Place) => boolean
}

export function useDrawPeriod<Place, Bar>({drafts, isShown}: PeriodDrawing<Place, Bar>): DrawPeriod<Place> {
  return {
    press: (event, begin) => {
      // A finger scrolls.
      if (event.button !== 0 || event.pointerType === 'touch') return
      event.preventDefault()
      const placeAt = begin()
      if (!placeAt) return
      const draw = (at: PointerPlace, held: boolean) =>
        drafts.show({place: placeAt(at), move: null, held, byKeys: false})
      draw(event, true)
      track({move: at => draw(at, true), end: at => draw(at, false), cancel: drafts.clear})
    },
    key: (event, {by, next, isSame}) => {
      if (event.key === 'Escape') return drafts.clear()
      if (by === null) return
      event.preventDefault()
      const latest = drafts.latest()
      const before = latest?.move === null && isSame(latest.place) ? latest.place : null
      const place = next(by, before, event.shiftKey)
      if (isShown(place)) drafts.show({place, move: null, held: false, byKeys: true})
    },
  }
}
