/** A part of the script that a component needs only in the browser, or only once it is used: null until it is loaded. */
import {startTransition, useEffect, useState} from 'react'

/**
 * If loading fails, the value stays null and the plain control stays. Pass a stable function. The change is rendered as a transition, so that a slow
 * phone stays responsive.
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
