/** Marks the row of a table that holds the link with the keyboard's focus: a selector that looks into rows would be tried with every change of a page. */
import {useEffect} from 'react'

const attribute = 'data-reached'

export function useReachedRow(): void {
  useEffect(() => {
    const rowOf = ({target}: FocusEvent) =>
      target instanceof Element && target.matches('a') ? target.closest('tbody tr') : null
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible'))
        rowOf(event)?.setAttribute(attribute, '')
    }
    const onBlur = (event: FocusEvent) => rowOf(event)?.removeAttribute(attribute)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
}
