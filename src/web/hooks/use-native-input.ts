/** The text of a control that someone else renders: a native element, which keeps what was typed before the page was hydrated. */
import {type RefCallback, useCallback, useRef, useState} from 'react'

type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export interface NativeInput {
  readonly ref: RefCallback<InputElement>
  /** As it is typed now. */
  readonly value: string
  readonly change: (value: string) => void
}

export function useNativeInput(first: string): NativeInput {
  const [value, setValue] = useState(first)
  const element = useRef<InputElement>(null)
  const ref = useCallback((input: InputElement | null) => {
    if (!input) return
    element.current = input
    const follow = () => setValue(input.value)
    follow()
    input.addEventListener('input', follow)
    input.addEventListener('change', follow)
    return () => {
      input.removeEventListener('input', follow)
      input.removeEventListener('change', follow)
      element.current = null
    }
  }, [])
  const change = useCallback((text: string) => {
    const input = element.current
    setValue(text)
    if (!input || input.value === text) return
    input.value = text
    // Drafts, previews and problems follow it as they follow typing.
    input.dispatchEvent(new Event('input', {bubbles: true}))
  }, [])
  return {ref, value, change}
}

/** What is typed into a control that another one is about to replace; null if there is none with this id. */
export function textInControl(id: string): string | null {
  const control = document.getElementById(id)
  const holdsText =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  return holdsText ? control.value : null
}
