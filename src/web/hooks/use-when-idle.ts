/** Loads what the next click will need, once the browser is idle. */
import {useEffect} from 'react'

/** Milliseconds to wait if the browser does not support idle callbacks. */
const patience = 1000

/** Pass a stable function. If it fails, the page that needs it tries again. */
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
