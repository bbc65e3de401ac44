/**
 * The second click of a double click whose first click has already acted: it belongs to the first click's target, whatever is under the pointer by
 * then.
 */
import {useEffect, useRef} from 'react'

/** Called with the first click. `run` is called with the second one, which does nothing else. */
export function useSecondClick(): (run: () => void) => void {
  const waiting = useRef<AbortController | null>(null)
  useEffect(() => () => waiting.current?.abort(), [])
  return run => {
    waiting.current?.abort()
    const request = new AbortController()
    waiting.current = request
    const onClick = (event: MouseEvent) => {
      request.abort()
      // The browser counts consecutive clicks at one place.
      if (event.detail !== 2) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    document.addEventListener('click', onClick, {capture: true, signal: request.signal})
  }
}
