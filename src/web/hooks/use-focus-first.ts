/**
 * Focuses the first text field of a container when it appears, and selects its text if `selects` is set. The field may be rendered by a child
 * component.
 */
import {type RefObject, useEffect} from 'react'

export function useFocusFirst(container: RefObject<HTMLElement | null>, {wanted = true, selects = false} = {}): void {
  useEffect(() => {
    if (!wanted) return
    const input = container.current?.querySelector('input')
    input?.focus()
    // The parts of a date are overwritten one by one.
    if (input && selects && input.type !== 'date') input.select()
  }, [container, wanted, selects])
}
