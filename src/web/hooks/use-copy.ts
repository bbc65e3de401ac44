/** Copies a text to the clipboard. */
import {type RefObject, useRef, useState} from 'react'

interface Copying {
  /** The field with the text: without HTTPS, or without permission, it gets the focus, so that the person can copy it. */
  readonly field: RefObject<HTMLInputElement | null>
  readonly done: boolean
  readonly copy: () => Promise<void>
}

export function useCopy(text: string): Copying {
  const [done, setDone] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      field.current?.focus()
    }
  }
  return {field, done, copy}
}
