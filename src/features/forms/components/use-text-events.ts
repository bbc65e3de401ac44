/** Events of a text field that another component renders. */
import {type RefObject, useEffect, useEffectEvent} from 'react'

interface TextEvents {
  readonly onInput: (event: Event) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onLeave: () => void
}

export function useTextEvents(field: RefObject<HTMLTextAreaElement | null>, events: TextEvents): void {
  const onInput = useEffectEvent(events.onInput)
  const onKeyDown = useEffectEvent(events.onKeyDown)
  const onLeave = useEffectEvent(events.onLeave)
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.addEventListener('input', onInput)
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('focusout', onLeave)
    return () => {
      element.removeEventListener('input', onInput)
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('focusout', onLeave)
    }
  }, [field])
}
