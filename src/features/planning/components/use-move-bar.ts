/** Moving a bar, or one of its ends: with a pressed pointer, or with the arrow keys and Enter. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import {usePage} from '../../../web/router/router-provider.tsx'
import {useAction} from '../../../web/router/use-action.ts'
import {moveForm, type TimeMove} from './moves.ts'
import {type PointerPlace, track} from './track-pointer.ts'
import type {BarCardState} from './use-bar-card.ts'
import type {BarMove, PlanDraftState} from './use-plan-draft.ts'

interface Movable {
  readonly id: string
  /** The version that is moved; null if the viewer may not. */
  readonly movable: number | null
}

interface MovedTo<Place, Bar> {
  readonly place: Place
  readonly move: BarMove<Bar>
}

/** A drag that has begun: when it is more than a click, and where it leads. */
interface Drag<Place, Bar> {
  readonly isMoved: (at: PointerPlace) => boolean
  readonly to: (at: PointerPlace) => MovedTo<Place, Bar>
}

interface MovedByKeys<Place, Bar> {
  /** Null for keys that move nothing. */
  readonly by: number | null
  /** Shift moves its end. */
  readonly canStretch: boolean
  /** `before` is what the keys have moved the same edge to: moving the other one starts where the bar is. */
  readonly to: (by: number, edge: TimeMove['edge'], before: MovedTo<Place, Bar> | null) => MovedTo<Place, Bar>
}

interface MoveBar<Place, Bar> {
  /** `begin` is null where the bar cannot be moved to anything. */
  readonly press: (
    event: ReactPointerEvent<HTMLElement>,
    bar: Bar,
    begin: (event: ReactPointerEvent<HTMLElement>) => Drag<Place, Bar> | null,
  ) => void
  readonly key: (event: KeyboardEvent<HTMLElement>, bar: Bar, keys: MovedByKeys<Place, Bar>) => void
  /** A drag ends with a click, which does not open the record. */
  readonly click: (event: MouseEvent<HTMLElement>) => void
}

interface BarMoving<Place, Bar, Shown> {
  readonly drafts: PlanDraftState<Place, Bar>
  readonly card: BarCardState<Shown>
  readonly isShown: (place: Place) => boolean
  /** All bars shown now. */
  readonly bars: () => readonly Bar[]
  /** The optimistic effect of a move. */
  readonly onMove: (move: TimeMove) => void
}

export function useMoveBar<Place, Bar extends Movable, Shown>(
  options: BarMoving<Place, Bar, Shown>,
): MoveBar<Place, Bar> {
  const {drafts, card, isShown, bars, onMove} = options
  const send = useSendMove(bars, onMove)
  const dragged = useRef(false)
  const drop = (move: BarMove<Bar>) => {
    drafts.clear()
    send(move)
  }
  return {
    press: (event, bar, begin) => {
      event.stopPropagation()
      card.press()
      dragged.current = false
      if (bar.movable === null || event.button !== 0 || event.pointerType === 'touch') return
      const drag = begin(event)
      if (!drag) return
      let latest: MovedTo<Place, Bar> | null = null
      track({
        move: at => {
          if (!dragged.current && !drag.isMoved(at)) return
          dragged.current = true
          card.hideNow()
          latest = drag.to(at)
          if (isShown(latest.place)) drafts.show({...latest, held: true, byKeys: false})
        },
        end: () => {
          if (latest) drop(latest.move)
        },
        cancel: drafts.clear,
      })
    },
    key: (event, bar, {by, canStretch, to}) => {
      const latest = drafts.latest()
      const {place, move} = latest ?? {}
      const before = place !== undefined && move?.bar.id === bar.id ? {place, move} : null
      if (event.key === 'Escape') {
        drafts.clear()
        return card.hideNow()
      }
      if (event.key === 'Enter' && before) {
        event.preventDefault()
        return drop(before.move)
      }
      if (by === null || bar.movable === null) return
      event.preventDefault()
      card.hideNow()
      const edge = event.shiftKey && canStretch ? 'end' : 'both'
      const next = to(by, edge, before?.move.edge === edge ? before : null)
      if (isShown(next.place)) drafts.show({...next, held: false, byKeys: true})
    },
    click: event => {
      if (dragged.current) event.preventDefault()
      dragged.current = false
    },
  }
}

/** Sends moves one after the other. One that has waited for another of the same bar is sent with the version that is then shown. */
function useSendMove<Bar extends Movable>(
  bars: () => readonly Bar[],
  onMove: (move: TimeMove) => void,
): (move: BarMove<Bar>) => void {
  const {url, once = ''} = usePage()
  const action = useAction({inOrder: true})
  const shown = useRef({bars, once})
  useLayoutEffect(() => {
    shown.current = {bars, once}
  })
  return ({bar: {id, movable: version}, minutes, edge, row}) => {
    if (version === null || (minutes === 0 && row === null)) return
    const move: TimeMove = {id, version, minutes, edge, row}
    void action.submit({
      url: new URL(url, location.href),
      form: moveForm(move, once),
      formNow: () => {
        const now = shown.current.bars().find(bar => bar.id === id)
        return moveForm({...move, version: now?.movable ?? version}, shown.current.once)
      },
      staysOnPage: true,
      optimistic: () => onMove(move),
    })
  }
}
