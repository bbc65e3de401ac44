/** Loads what the next click will need, once the browser has nothing else to do. */
import {useEffect} from 'react'

/** How long it waits, in milliseconds, where the browser cannot say that it is idle. */
const patience = 1000

/** Pass a function that is the same on every render. Where it fails, the page that needs it tries again. */
export function useWhenIdle(load: (() => Promise<unknown>) | undefined, wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !load) return
    const run = () => void load().catch(() => {})
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(run, patience)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(run)
    return () => cancelIdleCallback(request)
  }, [load, wanted])
}
