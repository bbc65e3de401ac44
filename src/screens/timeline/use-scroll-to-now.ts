/** Scrolls a timeline that does not fit, as on a phone, so that today is beside the names. */
import {type RefObject, useLayoutEffect} from 'react'

export interface TimelineEdges {
  readonly scroller: RefObject<HTMLElement | null>
  /** The head of the column of names, and of the current day. */
  readonly names: RefObject<HTMLTableCellElement | null>
  readonly now: RefObject<HTMLTableCellElement | null>
}

/** Where the current day begins: what is written over it may be wider than the day, and is not cut. */
function startOf(day: Element): number {
  const label = day.firstElementChild ?? day
  return Math.min(day.getBoundingClientRect().left, label.getBoundingClientRect().left)
}

/** Once per `address`: the scroll position stays when the same page gets fresh data. */
export function useScrollToNow({scroller, names, now}: TimelineEdges, address: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs do not change; the address says when to scroll again.
  useLayoutEffect(() => {
    if (!scroller.current || !names.current || !now.current) return
    scroller.current.scrollLeft += startOf(now.current) - names.current.getBoundingClientRect().right
  }, [address])
}
