/** A page that opens at its top is scrolled to what matters on it, where that is further down than the window. */
import {type RefObject, useEffect} from 'react'

export function useScrolledTo(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current
    // Going back restores where the person was.
    if (!element || window.scrollY > 0) return
    if (element.getBoundingClientRect().bottom > window.innerHeight) element.scrollIntoView({block: 'center'})
  }, [target])
}
