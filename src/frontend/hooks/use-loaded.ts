/** Part of the script that a component needs only in the browser, or only once it is used: null until it is there. */
import {startTransition, useEffect, useState} from 'react'

/**
 * Where it cannot be loaded, the value stays null and the plain control stays in place. Pass a function that is the same on every render. What it changes is rendered
 * as a transition, so that a slow phone answers to touches in between.
 */
export function useLoaded<Loaded extends object>(load: () => Promise<Loaded>, wanted = true): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (!wanted) return
    let current = true
    load().then(
      result => current && startTransition(() => setLoaded(() => result)),
      () => {},
    )
    return () => {
      current = false
    }
  }, [load, wanted])
  return loaded
}
