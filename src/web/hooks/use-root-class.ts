/** What a part of a page changes beside itself: a class of the document, so that no selector has to look for the part in every page. */
import {useLayoutEffect} from 'react'

/** How many parts need each class: one dialog may be above another. */
const needed = new Map<string, number>()

export function useRootClass(name: string, when = true): void {
  useLayoutEffect(() => {
    if (!when) return
    const change = (by: 1 | -1) => {
      const count = (needed.get(name) ?? 0) + by
      needed.set(name, count)
      document.documentElement.classList.toggle(name, count > 0)
    }
    change(1)
    return () => change(-1)
  }, [name, when])
}
