/** Closes a floating panel on a press outside, or on Escape wherever the focus is. */
import {type RefObject, useEffect, useEffectEvent} from 'react'

export function useDismiss(open: boolean, inside: RefObject<HTMLElement | null>, dismiss: () => void): void {
  const onPress = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !inside.current?.contains(event.target)) dismiss()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])
}

export function useEscape(close: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
