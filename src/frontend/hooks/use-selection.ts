/** Which of the records of a list are selected: one by one, a range with Shift, or all of the page. */
import {type RefObject, useEffect, useRef, useState} from 'react'

export interface RowSelection {
  readonly selected: ReadonlySet<string>
  readonly toggle: (id: string, options?: {readonly range?: boolean}) => void
  readonly toggleAll: () => void
  readonly state: 'none' | 'some' | 'all'
}

/** `form` holds the checkboxes named `_record`: what was ticked before hydration counts. */
export function useSelection(ids: readonly string[], form: RefObject<HTMLFormElement | null>): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  useEffect(() => {
    const ticked = form.current ? new FormData(form.current).getAll('_record') : []
    if (ticked.length > 0) setChosen(new Set(ticked.map(value => idIn(String(value)))))
  }, [form])
  // A record that is gone from the page is not selected any more.
  const selected = new Set(ids.filter(id => chosen.has(id)))
  const toggle = (id: string, {range = false} = {}) => {
    const on = !selected.has(id)
    const from = range && anchor.current !== null ? ids.indexOf(anchor.current) : -1
    const to = ids.indexOf(id)
    const between = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    anchor.current = id
    setChosen(on ? new Set([...selected, ...between]) : new Set([...selected].filter(each => !between.includes(each))))
  }
  const state = selected.size === 0 ? 'none' : selected.size === ids.length ? 'all' : 'some'
  return {selected, toggle, toggleAll: () => setChosen(new Set(state === 'all' ? [] : ids)), state}
}

/** A checkbox sends `id:version`. */
function idIn(value: string): string {
  return value.slice(0, value.lastIndexOf(':'))
}
