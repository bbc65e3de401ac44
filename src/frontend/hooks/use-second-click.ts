/** The second click of a double click whose first click has already done something: it belongs to where the first one was, whatever is under the pointer by then. */
import {useEffect, useRef} from 'react'

/** Called with the first click. `run` is called with the second one, which does nothing else; another click, or none, does what it always does. */
export function useSecondClick(): (run: () => void) => void {
  const waiting = useRef<AbortController | null>(null)
  useEffect(() => () => waiting.current?.abort(), [])
  return run => {
    waiting.current?.abort()
    const request = new AbortController()
    waiting.current = request
    const onClick = (event: MouseEvent) => {
      request.abort()
      // The browser counts clicks that follow each other soon at one place.
      if (event.detail !== 2) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    document.addEventListener('click', onClick, {capture: true, signal: request.signal})
  }
}
