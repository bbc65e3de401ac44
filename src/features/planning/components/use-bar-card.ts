/** The bar whose facts are shown: after a moment under the pointer, at once with the focus. */
import {type RefObject, useEffect, useRef, useState} from 'react'

/** The pointer rests on a bar before its facts are shown, and may leave it for them. */
export const hoverMillis = 300
const leaveMillis = 150

export interface BarCardState<Bar> {
  readonly shown: Bar | null
  readonly anchor: RefObject<HTMLElement | null>
  readonly show: (element: HTMLElement, bar: Bar, after: number) => void
  /** In a moment, unless the pointer comes back. */
  readonly hide: () => void
  readonly hideNow: () => void
  /** The pointer is used on the bar: the focus that follows shows nothing, as on a touch. */
  readonly press: () => void
  readonly stay: () => void
}

export function useBarCard<Bar>(): BarCardState<Bar> {
  const [shown, setShown] = useState<Bar | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef(false)
  const stay = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Also where the focus is elsewhere.
  const isShown = shown !== null
  useEffect(() => {
    if (!isShown) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setShown(null)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isShown])
  return {
    shown,
    anchor,
    show: (element, bar, after) => {
      stay()
      if (after === 0 && pressed.current) return
      timer.current = setTimeout(() => {
        anchor.current = element
        setShown(bar)
      }, after)
    },
    press: () => {
      pressed.current = true
      stay()
      setShown(null)
    },
    hide: () => {
      stay()
      pressed.current = false
      timer.current = setTimeout(() => setShown(null), leaveMillis)
    },
    hideNow: () => {
      stay()
      setShown(null)
    },
    stay,
  }
}
