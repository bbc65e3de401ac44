/** Tracks a pressed pointer until it is released anywhere. Escape cancels. */

export type PointerPlace = Pick<PointerEvent, 'clientX' | 'clientY'>

interface Tracking {
  readonly move: (event: PointerEvent) => void
  readonly end: (event: PointerEvent) => void
  readonly cancel: () => void
}

export function track({move, end, cancel}: Tracking): void {
  const stop = new AbortController()
  const {signal} = stop
  const finish = (event: PointerEvent) => {
    stop.abort()
    end(event)
  }
  const give = () => {
    stop.abort()
    cancel()
  }
  window.addEventListener('pointermove', move, {signal})
  window.addEventListener('pointerup', finish, {signal})
  window.addEventListener('pointercancel', give, {signal})
  window.addEventListener('keydown', ({key}) => key === 'Escape' && give(), {signal})
}
