/** The fields of a form in their grid: one column, short ones side by side. */

import type {FormFieldData} from '../../../contract/form.ts'
import {Control, type Half, isCheckbox} from './field-control.tsx'
import {PeriodProvider} from './period.tsx'

export interface FieldsProps {
  readonly fields: readonly FormFieldData[]
  readonly prefix?: string
}

export function Fields({fields, prefix = ''}: FieldsProps) {
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
          return (
            <fieldset key={members[0]?.name} className="field">
              <legend>{members[0]?.group}</legend>
              <div className="fields">{controls}</div>
            </fieldset>
          )
        })}
      </div>
    </PeriodProvider>
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

const short = ['date', 'time', 'date and time', 'number', 'yes/no', 'choice']

/** Short fields that follow each other are side by side, two and two. */
function halves(fields: readonly FormFieldData[]): ReadonlyMap<string, Half> {
  const found = new Map<string, Half>()
  for (let index = 0; index + 1 < fields.length; index += 1) {
    const [one, other] = [fields[index], fields[index + 1]]
    if (!one || !other || !short.includes(one.control) || !short.includes(other.control)) continue
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
