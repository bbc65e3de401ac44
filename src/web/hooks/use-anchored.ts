/** Positions a floating panel at its anchor, in the top layer, where nothing clips or covers it. */
import {type RefObject, useLayoutEffect} from 'react'

const gap = 4
const margin = 8

export interface AnchoredOptions {
  readonly anchor: RefObject<HTMLElement | null>
  readonly panel: RefObject<HTMLElement | null>
  readonly open: boolean
  /** As wide as the anchor: for lists of options. */
  readonly sameWidth?: boolean
}

/** The panel has `popover="manual"`; the component's own state opens and closes it. */
export function useAnchored({anchor, panel, open, sameWidth = false}: AnchoredOptions): void {
  useLayoutEffect(() => {
    const [from, floating] = [anchor.current, panel.current]
    if (!open || !from || !floating) return
    floating.showPopover?.()
    const place = () => placeAt(from, floating, sameWidth)
    place()
    // Captured, because scroll events do not bubble.
    window.addEventListener('scroll', place, {capture: true, passive: true})
    window.addEventListener('resize', place)
    const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place)
    resized?.observe(floating)
    return () => {
      window.removeEventListener('scroll', place, {capture: true})
      window.removeEventListener('resize', place)
      resized?.disconnect()
      floating.hidePopover?.()
    }
  }, [anchor, panel, open, sameWidth])
}

/** Below the anchor, or above it if there is more room. */
function placeAt(from: HTMLElement, floating: HTMLElement, sameWidth: boolean): void {
  const at = from.getBoundingClientRect()
  if (sameWidth) floating.style.width = `${at.width}px`
  const below = window.innerHeight - at.bottom - gap - margin
  const above = at.top - gap - margin
  const {offsetHeight: height, offsetWidth: width} = floating
  const isAbove = height > below && above > below
  floating.style.maxHeight = `${Math.max(isAbove ? above : below, 120)}px`
  const shown = Math.min(height, isAbove ? above : below)
  floating.style.top = `${isAbove ? at.top - gap - shown : at.bottom + gap}px`
  // Without the space reserved for a scrollbar, which the window's width may include.
  const {offsetWidth, clientWidth} = document.documentElement
  floating.style.left = `${Math.max(margin, Math.min(at.left, (offsetWidth || clientWidth) - width - margin))}px`
}
