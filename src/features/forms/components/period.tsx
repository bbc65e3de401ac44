/** The first and last day of a period: they share a calendar, and the last day follows the first. */
import {createContext, createRef, type ReactNode, type RefObject, useContext, useState} from 'react'
import type {FormFieldData} from '../data.ts'

export type PeriodEnd = 'from' | 'to'

interface PeriodDay {
  readonly field: FormFieldData
  readonly input: RefObject<HTMLInputElement | null>
}

export type FieldPeriod = Readonly<Record<PeriodEnd, PeriodDay>>

const PeriodContext = createContext<readonly FieldPeriod[]>([])

/** The document says which dates form a period. */
export function PeriodProvider({fields, children}: {fields: readonly FormFieldData[]; children: ReactNode}) {
  const [inputs] = useState(() => new Map<string, RefObject<HTMLInputElement | null>>())
  const dayOf = (field: FormFieldData): PeriodDay => {
    const input = inputs.get(field.name) ?? createRef<HTMLInputElement>()
    inputs.set(field.name, input)
    return {field, input}
  }
  const periods = fields.flatMap(field => {
    const last = fields.find(({name}) => name === field.until)
    return last ? [{from: dayOf(field), to: dayOf(last)}] : []
  })
  return <PeriodContext value={periods}>{children}</PeriodContext>
}

/** The period of a date, and which end of it the date is; null for a single date. */
export function usePeriod(name: string): {readonly period: FieldPeriod; readonly end: PeriodEnd} | null {
  const periods = useContext(PeriodContext)
  const period = periods.find(({from, to}) => from.field.name === name || to.field.name === name)
  return period ? {period, end: period.from.field.name === name ? 'from' : 'to'} : null
}

export const typedDay = ({input}: PeriodDay): string => input.current?.value ?? ''

/** Writes a day into a field of the form. */
export function write({input}: PeriodDay, day: string): void {
  if (input.current) input.current.value = day
}
