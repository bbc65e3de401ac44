/** The state of a period calendar: the chosen days, the fields that hold them, and the months and the day that are shown. */
import {type RefObject, useEffectEvent, useLayoutEffect, useRef, useState} from 'react'
import {useField} from '../../forms/components/form-state.tsx'
import type {PeriodCalendarData} from '../../forms/panel-data.ts'
import {isoAfterMonths, monthOf} from './days.ts'
import {
  type ChosenPeriod,
  endingAfterStart,
  isUnfinished,
  type PeriodBound,
  periodBounds,
  periodIn,
  withoutTwoHalves,
} from './period-choice.ts'

export interface ShownMonths {
  /** The first of the two. */
  readonly month: string
  readonly months: readonly string[]
  /** The last one that was focused or chosen. */
  readonly day: string
  /** The button of the day in the tab order. */
  readonly reached: RefObject<HTMLButtonElement | null>
  readonly setMonth: (month: string) => void
  /** Shows the day, and moves no further than necessary. */
  readonly show: (day: string) => void
  /** Its month comes first: on a phone the second one is below. */
  readonly showFirst: (day: string) => void
  /** The day gets the focus after the next render. */
  readonly focus: (day: string) => void
}

export function useShownMonths(first: string): ShownMonths {
  const [month, setMonth] = useState(monthOf(first))
  const [day, setDay] = useState(first)
  const reached = useRef<HTMLButtonElement>(null)
  const refocus = useRef(false)
  useLayoutEffect(() => {
    if (refocus.current) reached.current?.focus()
    refocus.current = false
  })
  const show = (target: string) => {
    setDay(target)
    const left = monthOf(target)
    if (left < month || left > isoAfterMonths(month, 1)) setMonth(left < month ? left : isoAfterMonths(left, -1))
  }
  return {
    month,
    months: [month, isoAfterMonths(month, 1)],
    day,
    reached,
    setMonth,
    show,
    showFirst: target => {
      setDay(target)
      setMonth(monthOf(target))
    },
    focus: target => {
      refocus.current = true
      show(target)
    },
  }
}

interface PeriodFields {
  /** What the plain fields contained, by name, and which had the focus. */
  readonly handedOver: ReadonlyMap<string, string>
  readonly focused: string | null
}

export interface PeriodChoice {
  readonly period: ChosenPeriod
  /** What the next click chooses. */
  readonly next: PeriodBound
  readonly ends: Readonly<Record<PeriodBound, ReturnType<typeof useField>>>
  readonly inputs: Readonly<Record<PeriodBound, RefObject<HTMLInputElement | null>>>
  readonly halfInputs: readonly RefObject<HTMLInputElement | null>[]
  /** A click, or a key that extends the period from a day: from its first one, if it has one. */
  readonly choose: (iso: string, extendFrom?: string) => void
  readonly setHalves: (halves: ChosenPeriod['halves']) => void
  /** Reads what is typed into the fields, or written by a button that fixes something. */
  readonly read: () => void
}

export function usePeriodChoice(
  calendar: PeriodCalendarData,
  {handedOver, focused}: PeriodFields,
  shown: ShownMonths,
): PeriodChoice {
  const [period, setPeriod] = useState(() => periodIn(calendar, name => handedOver.get(name) ?? ''))
  const [next, setNext] = useState<PeriodBound>(period.from === '' ? 'from' : 'to')
  const inputs = {from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null)}
  const halfInputs = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const ends = {from: useField(calendar.from), to: useField(calendar.to)}
  // The field that had the focus gets it back.
  const takeFocus = useEffectEvent(() => {
    for (const end of periodBounds) if (focused === calendar[end]) inputs[end].current?.focus()
  })
  useLayoutEffect(() => takeFocus(), [])

  const change = (changed: Partial<ChosenPeriod>, end: PeriodBound) => {
    const now = endingAfterStart({...period, ...changed})
    for (const name of periodBounds) {
      const input = inputs[name].current
      if (input) input.value = now[name]
    }
    setPeriod(withoutTwoHalves(now))
    setNext(end)
    for (const name of periodBounds) ends[name].onEdit()
  }
  return {
    ...{period, next, ends, inputs, halfInputs},
    choose: (iso, extendFrom) => {
      const from = period.from || (extendFrom ?? '')
      const begins = from === '' || iso < from || (extendFrom === undefined && next === 'from')
      change({from: begins ? iso : from, to: iso}, begins || extendFrom !== undefined ? 'to' : 'from')
    },
    setHalves: halves => change({halves}, next),
    read: () => {
      const [first, last] = halfInputs.map(({current}) => current?.value === 'yes')
      const written: ChosenPeriod = {
        from: inputs.from.current?.value ?? '',
        to: inputs.to.current?.value ?? '',
        halves: [first === true, last === true],
      }
      if (isUnfinished(written)) return
      const isNew = written.from !== '' && written.from !== period.from
      const now = isNew ? endingAfterStart(written) : written
      if (now.to !== written.to && inputs.to.current) inputs.to.current.value = now.to
      setPeriod(withoutTwoHalves(now))
      if (isNew) shown.showFirst(written.from)
      setNext(written.from === '' ? 'from' : 'to')
      for (const name of periodBounds) ends[name].onEdit()
    },
  }
}
