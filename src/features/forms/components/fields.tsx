/** The fields of a form in their grid: one column, short ones side by side; the dates of a period are one control. */

import type {ComponentType, ReactNode} from 'react'
import type {FormFieldData} from '../data.ts'
import type {PeriodCalendarData} from '../panel-data.ts'
import {isShort} from './control.ts'
import {isCheckbox} from './draft-fields.ts'
import {Control, type Half} from './field-control.tsx'
import {PeriodProvider} from './period.tsx'

export interface PeriodDatesProps {
  readonly calendar: PeriodCalendarData
  readonly fields: readonly FormFieldData[]
  readonly blocks: boolean
  /** The address of its days, if it is no longer that of the calendar. */
  readonly daysAt?: string | undefined
  readonly onlyDays?: readonly string[] | undefined
  /** The plain fields. */
  readonly children: ReactNode
}

export interface FieldsProps {
  readonly fields: readonly FormFieldData[]
  /** Shows the dates of a period with a calendar. */
  readonly Dates?: ComponentType<PeriodDatesProps>
  /** The months of the period among the fields. */
  readonly calendar?: PeriodCalendarData | undefined
  /** Closed days cannot be chosen. */
  readonly blocksDays?: boolean | undefined
  readonly daysAt?: string | undefined
  /** The days of the period that are meant, such as the Thursdays of a series; all of them if it is missing. */
  readonly onlyDays?: readonly string[] | undefined
}

export function Fields(props: FieldsProps) {
  const {fields} = props
  const sections = [...Map.groupBy(fields, ({section}) => section)]
  return (
    <PeriodProvider fields={fields}>
      {sections.map(([heading, members]) =>
        heading === undefined ? (
          <Grid key="" {...props} fields={members} />
        ) : (
          <section key={heading} className="field-section" aria-label={heading}>
            <h2>{heading}</h2>
            <Grid {...props} fields={members} />
          </section>
        ),
      )}
    </PeriodProvider>
  )
}

function Grid({fields, Dates, calendar, blocksDays = false, daysAt, onlyDays}: FieldsProps) {
  const half = halves(fields)
  return (
    <div className="fields">
      {grouped(fields).map(members => {
        const controls = members.map(field => <Control key={field.name} field={field} half={half.get(field.name)} />)
        // A single date needs no group label.
        if (members.length === 1) return controls
        const plain = <div className="fields">{controls}</div>
        const isPeriod = calendar !== undefined && members.some(({name}) => name === calendar.from)
        return (
          <fieldset key={members[0]?.name} className="field">
            <legend>{members[0]?.group}</legend>
            {isPeriod && Dates ? (
              <Dates calendar={calendar} fields={members} blocks={blocksDays} daysAt={daysAt} onlyDays={onlyDays}>
                {plain}
              </Dates>
            ) : (
              plain
            )}
          </fieldset>
        )
      })}
    </div>
  )
}

/** Adjacent fields of one span are one control; others are separate. */
function grouped(fields: readonly FormFieldData[]): FormFieldData[][] {
  const groups: FormFieldData[][] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (field.group !== undefined && last?.[0]?.group === field.group) last.push(field)
    else groups.push([field])
  }
  return groups
}

/** Of a few lines: half the width is too little for a letter. */
const isText = ({control, attributes}: FormFieldData): boolean =>
  control === 'area' && Number(attributes['maxLength'] ?? 0) <= 2000

const isRecord = (field: FormFieldData): boolean => field.control === 'record' && isShort(field)

const isPair = (one: FormFieldData, other: FormFieldData): boolean =>
  (isShort(one) && isShort(other)) || (isText(one) && isRecord(other)) || (isRecord(one) && isText(other))

/** Adjacent short fields are side by side, in pairs; so are a text and a record, such as a reason and a person. */
function halves(fields: readonly FormFieldData[]): ReadonlyMap<string, Half> {
  const found = new Map<string, Half>()
  for (let index = 0; index + 1 < fields.length; index += 1) {
    const [one, other] = [fields[index], fields[index + 1]]
    if (!one || !other || !isPair(one, other)) continue
    const half = isCheckbox(one) && isCheckbox(other) ? 'half pair' : 'half'
    found.set(one.name, half).set(other.name, half)
    index += 1
  }
  return found
}
