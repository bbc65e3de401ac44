/** What is chosen in a calendar or timeline before anything is sent: time for a new record, or the new place of a bar. */
import {useRef, useState} from 'react'
import type {TimeMove} from './moves.ts'

/** A bar and where it goes, as it would be sent. */
export interface BarMove<Bar> extends Pick<TimeMove, 'minutes' | 'edge' | 'row'> {
  readonly bar: Bar
}

export interface PlanDraft<Place, Bar> {
  readonly place: Place
  /** Null while time for a new record is chosen. */
  readonly move: BarMove<Bar> | null
  /** Whether the pointer is still choosing. */
  readonly held: boolean
  readonly byKeys: boolean
}

export interface PlanDraftState<Place, Bar> {
  readonly draft: PlanDraft<Place, Bar> | null
  /** Keys may come faster than they are rendered. */
  readonly latest: () => PlanDraft<Place, Bar> | null
  readonly show: (next: PlanDraft<Place, Bar>) => void
  readonly clear: () => void
}

export function usePlanDraft<Place, Bar>(): PlanDraftState<Place, Bar> {
  const [draft, setDraft] = useState<PlanDraft<Place, Bar> | null>(null)
  const latest = useRef<PlanDraft<Place, Bar> | null>(null)
  const set = (next: PlanDraft<Place, Bar> | null) => {
    latest.current = next
    setDraft(next)
  }
  return {draft, latest: () => latest.current, show: set, clear: () => set(null)}
}
