/** Controls that choose: one of a few, or several. */

import type {Ref} from 'react'
import type {FormFieldData, OptionData} from '../../../contract/form.ts'
import {useMessages} from '../../router/router-provider.tsx'
import type {ControlAttributes} from './control.ts'

export interface SelectProps {
  readonly field: FormFieldData
  readonly options: readonly OptionData[]
  readonly attributes: ControlAttributes
  readonly ref?: Ref<HTMLSelectElement>
}

export function Select({field, options, attributes, ref}: SelectProps) {
  const {forms} = useMessages()
  return (
    <select {...attributes} ref={ref} defaultValue={field.values.at(-1) ?? ''} className="input">
      <option value="">{forms.choose}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Where none is ticked, the empty text before them says that none is meant. Many of them scroll in a box of their own. */
export function Checkboxes({field, id}: {field: FormFieldData; id: string}) {
  const options = field.options ?? []
  return (
    <div className={options.length > 12 ? 'choices many' : 'choices'}>
      <input type="hidden" name={field.name} value="" />
      {options.map((option, index) => (
        <label key={option.value} className="check">
          <input
            id={index === 0 ? id : undefined}
            type="checkbox"
            name={field.name}
            value={option.value}
            defaultChecked={field.values.includes(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
