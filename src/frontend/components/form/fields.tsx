/** The fields of a form in their grid: one column, short ones side by side; the dates of a period are one control. */

import {type ReactNode, useEffect, useRef, useState} from 'react'
import type {FormFieldData, PeriodCalendarData} from '../../../contract/form.ts'
import {valuesOf} from '../../hooks/draft-storage.ts'
import {useLoaded} from '../../hooks/use-loaded.ts'
import {Control, type Half, isCheckbox} from './field-control.tsx'
import {PeriodProvider} from './period.tsx'

export interface FieldsProps {
  readonly fields: readonly FormFieldData[]
  readonly prefix?: string
  /** The months of the period among the fields. */
  readonly calendar?: PeriodCalendarData | undefined
  /** Its closed days cannot be chosen. */
  readonly blocksDays?: boolean | undefined
}

export function Fields({fields, prefix = '', calendar, blocksDays = false}: FieldsProps) {
  const half = halves(fields)
  return (
    <PeriodProvider fields={fields}>
      <div className="fields">
        {grouped(fields).map(members => {
          const controls = members.map(field => (
            <Control key={field.name} field={field} prefix={prefix} half={half.get(field.name)} />
          ))
          // A date alone needs no name beside its own.
          if (members.length === 1) return controls
          const plain = <div className="fields">{controls}</div>
          const isPeriod = calendar !== undefined && members.some(({name}) => name === calendar.from)
          return (
            <fieldset key={members[0]?.name} className="field">
              <legend>{members[0]?.group}</legend>
              {isPeriod ? (
                <PeriodDates calendar={calendar} fields={members} prefix={prefix} blocks={blocksDays}>
                  {plain}
                </PeriodDates>
              ) : (
                plain
              )}
            </fieldset>
          )
        })}
      </div>
    </PeriodProvider>
  )
}

const loadCalendar = async () => (await import('./period-calendar.tsx')).PeriodCalendar

interface PeriodDatesProps {
  readonly calendar: PeriodCalendarData
  readonly fields: readonly FormFieldData[]
  readonly prefix: string
  readonly blocks: boolean
  /** The plain fields. */
  readonly children: ReactNode
}

/** The plain fields, until the calendar is loaded; it begins with what they hold by then. */
function PeriodDates({calendar, fields, prefix, blocks, children}: PeriodDatesProps) {
  const Calendar = useLoaded(loadCalendar)
  const plain = useRef<HTMLDivElement>(null)
  const [handedOver, setHandedOver] = useState<{values: ReadonlyMap<string, string>; focused: string | null} | null>(
    null,
  )
  useEffect(() => {
    const form = plain.current?.closest('form')
    if (!Calendar || !form) return
    const values = valuesOf(form)
    const {activeElement} = document
    const focused = activeElement instanceof HTMLInputElement && plain.current?.contains(activeElement)
    setHandedOver({
      values: new Map(fields.map(({name}) => [name, values.get(name)?.at(-1) ?? ''])),
      focused: focused ? activeElement.name : null,
    })
  }, [Calendar, fields])
  if (Calendar && handedOver)
    return (
      <Calendar
        calendar={calendar}
        fields={fields}
        prefix={prefix}
        handedOver={handedOver.values}
        focused={handedOver.focused}
        blocks={blocks}
      />
    )
  return (
    <div ref={plain}>
      {children}
      {calendar.closed !== '' && <p className="help">{calendar.closed}</p>}
    </div>
  )
}

/** Fields of one span that follow each other are one control; others are separate. */
function grouped(fields: readonly FormFieldData[]): FormFieldData[][] {
  const groups: FormFieldData[][] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (field.group !== undefined && last?.[0]?.group === field.group) last.push(field)
    else groups.push([field])
  }
  return groups
}

const short = ['date', 'time', 'date and time', 'number', 'yes/no', 'choice', 'record']

const isShort = ({control, cards}: FormFieldData): boolean => short.includes(control) && cards === undefined

/** Short fields that follow each other are side by side, two and two. */
function halves(fields: readonly FormFieldData[]): ReadonlyMap<string, Half> {
  const found = new Map<string, Half>()
  for (let index = 0; index + 1 < fields.length; index += 1) {
    const [one, other] = [fields[index], fields[index + 1]]
    if (!one || !other || !isShort(one) || !isShort(other)) continue
    const half = isCheckbox(one) && isCheckbox(other) ? 'half pair' : 'half'
    found.set(one.name, half).set(other.name, half)
    index += 1
  }
  return found
}

/** Only a form with files needs the longer encoding. */
export function encodingOf(fields: readonly FormFieldData[]): 'multipart/form-data' | undefined {
  return fields.some(field => field.control === 'file') ? 'multipart/form-data' : undefined
}
