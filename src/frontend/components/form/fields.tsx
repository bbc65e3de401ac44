/** The fields of a form in their grid: one column, short ones side by side. */

import type {FormFieldData} from '../../../contract/form.ts'
import type {Problem} from '../../../contract/page.ts'
import {Control, halves} from './field-control.tsx'

export interface FieldsProps {
  readonly fields: readonly FormFieldData[]
  readonly problems: readonly Problem[]
  readonly prefix?: string
}

export function Fields({fields, problems, prefix = ''}: FieldsProps) {
  const half = halves(fields)
  return (
    <div className="fields">
      {fields.map(field => (
        <Control key={field.name} field={field} problems={problems} prefix={prefix} half={half.get(field.name)} />
      ))}
    </div>
  )
}
