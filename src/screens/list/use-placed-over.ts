/** Keeps a panel over the cell it edits, in the top layer, while the page scrolls or the cell is resized. */
import {type RefObject, useLayoutEffect} from 'react'

const leastWidth = 224

export function usePlacedOver(cell: HTMLElement, panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const over = panel.current
    if (!over) return
    over.showPopover?.()
    const place = () => {
      const {top, left, width} = cell.getBoundingClientRect()
      const wide = Math.max(width, leastWidth)
      over.style.width = `${wide}px`
      over.style.top = `${top}px`
      over.style.left = `${Math.max(8, Math.min(left, window.innerWidth - wide - 8))}px`
    }
    place()
    window.addEventListener('scroll', place, {capture: true, passive: true})
    window.addEventListener('resize', place)
    const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place)
    resized?.observe(cell)
    return () => {
      resized?.disconnect()
      window.removeEventListener('scroll', place, {capture: true})
      window.removeEventListener('resize', place)
    }
  }, [cell, panel])
}
