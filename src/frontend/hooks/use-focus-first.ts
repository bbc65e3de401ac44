/** Moves the focus to the first text field of a container when it appears, and selects its text where `selects` is set: the field may be rendered by a component inside. */
import {type RefObject, useEffect} from 'react'

export function useFocusFirst(container: RefObject<HTMLElement | null>, {wanted = true, selects = false} = {}): void {
  useEffect(() => {
    if (!wanted) return
    const input = container.current?.querySelector('input')
    input?.focus()
    // Dates have parts that are typed over one by one.
    if (input && selects && input.type !== 'date') input.select()
  }, [container, wanted, selects])
}
