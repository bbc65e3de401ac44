/** Keyboard shortcuts for the whole page. Inactive while typing or while a dialog is open. */

import {type RefObject, useEffect, useEffectEvent} from 'react'

/* Moves the focus between records, so that Enter opens one and screen readers announce its name. */

interface RowKeys {
  readonly next: () => void
  readonly previous: () => void
}

/** For the rows of tables, and list items with `data-row`, inside `container`. */
export function useRowKeys(container: RefObject<HTMLElement | null>): RowKeys {
  const moveBy = (step: 1 | -1) => {
    const rows = [...(container.current?.querySelectorAll('tbody tr, [data-row]') ?? [])]
    const links = rows.flatMap(row => row.querySelector<HTMLElement>('.name a[href], a[href]') ?? [])
    const now = links.findIndex(link => link.closest('tr, [data-row]')?.contains(document.activeElement))
    links[now < 0 ? (step > 0 ? 0 : links.length - 1) : now + step]?.focus()
  }
  return {next: () => moveBy(1), previous: () => moveBy(-1)}
}

/** By key; `mod+k` is Ctrl+K, or Cmd+K on a Mac. */
export type Hotkeys = Readonly<Record<string, () => void>>

/** `first`: takes precedence over the shortcuts of every page. */
export function useHotkeys(keys: Hotkeys, {first = false} = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isBusy(event.target)) return
    const run = keys[nameOf(event)]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, {capture: first})
    return () => document.removeEventListener('keydown', listener, {capture: first})
  }, [first])
}

function nameOf({key, ctrlKey, metaKey, altKey, shiftKey}: KeyboardEvent): string {
  const mod = ctrlKey || metaKey
  if (altKey || (mod && shiftKey)) return ''
  return mod ? `mod+${key.toLowerCase()}` : key
}

/** Checkboxes and buttons use only space and Enter; a select jumps to options by letter. */
const withoutLetters = /^(?:checkbox|radio|button|submit|reset|image|file|range|color)$/

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (target instanceof HTMLInputElement) return !withoutLetters.test(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'))
}

/**
 * Letters pressed before a requested field appears belong to it: elsewhere they would be shortcuts. The result ends that and returns what was typed.
 */
export function bufferKeys(): () => string {
  let typed = ''
  const catches = (event: KeyboardEvent) => {
    const {key, ctrlKey, metaKey, altKey} = event
    if (key.length > 1 || ctrlKey || metaKey || altKey) return
    typed += key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', catches, {capture: true})
  return () => {
    window.removeEventListener('keydown', catches, {capture: true})
    return typed
  }
}
