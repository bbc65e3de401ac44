/** The selected records of a list: one by one, a range with Shift, the whole page, or all results. */
import {type RefObject, useEffect, useRef, useState} from 'react'

export interface RowSelection {
  readonly selected: ReadonlySet<string>
  readonly toggle: (id: string, options?: {readonly range?: boolean}) => void
  /** Selects everything between the last selected record, or else `from`, and this one. */
  readonly extendTo: (id: string, from?: string) => void
  readonly toggleAll: () => void
  readonly clear: () => void
  readonly state: 'none' | 'some' | 'all'
  /** Includes the records on other pages. */
  readonly every: boolean
  readonly selectEvery: () => void
}

/** `form` contains the checkboxes named `_record`: what was ticked before hydration counts. */
export function useSelection(ids: readonly string[], form: RefObject<HTMLFormElement | null>): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [every, setEvery] = useState(false)
  const anchor = useRef<string | null>(null)
  useEffect(() => {
    const ticked = form.current ? new FormData(form.current).getAll('_record') : []
    if (ticked.length > 0) setChosen(new Set(ticked.map(value => idIn(String(value)))))
  }, [form])
  // A record that is no longer on the page is no longer selected.
  const selected = new Set(ids.filter(id => chosen.has(id)))
  const choose = (some: Iterable<string>, all = false) => {
    setChosen(new Set(some))
    setEvery(all)
  }
  const upTo = (id: string): readonly string[] => {
    const from = anchor.current === null ? -1 : ids.indexOf(anchor.current)
    const to = ids.indexOf(id)
    return from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  }
  const toggle = (id: string, {range = false} = {}) => {
    const on = !selected.has(id)
    const between = range ? upTo(id) : [id]
    anchor.current = id
    choose(on ? [...selected, ...between] : [...selected].filter(each => !between.includes(each)))
  }
  const state = selected.size === 0 ? 'none' : selected.size === ids.length ? 'all' : 'some'
  return {
    selected,
    toggle,
    extendTo: (id, from = id) => {
      anchor.current ??= from
      choose([...selected, ...upTo(id)])
    },
    toggleAll: () => choose(state === 'all' ? [] : ids),
    clear: () => choose([]),
    state,
    every: every && state === 'all',
    selectEvery: () => choose(ids, true),
  }
}

/** A checkbox sends `id:version`. */
function idIn(value: string): string {
  return value.slice(0, value.lastIndexOf(':'))
}
