/** Controls that choose: one of a few, several of a few, or one of many by typing part of its name. */

import type {FormFieldData} from '../../../contract/form.ts'
import {useMessages} from '../../router/router-provider.tsx'

/** What every control of a field gets. */
export type Shared = Readonly<Record<string, string | boolean | undefined>>

export interface ChoosingProps {
  readonly field: FormFieldData
  readonly shared: Shared
}

export function Select({field, shared}: ChoosingProps) {
  const words = useMessages()
  const several = field.control === 'records' || field.control === 'choices'
  const chosen = several ? {multiple: true, defaultValue: [...field.values]} : {defaultValue: field.values[0] ?? ''}
  return (
    <>
      {several && <input type="hidden" name={field.name} value="" />}
      <select {...shared} {...chosen} className="input">
        {!several && <option value="">{words.forms.choose}</option>}
        {field.options?.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  )
}

/** Where none is ticked, the empty text before them says that none is meant. */
export function Choices({field, id}: {field: FormFieldData; id: string}) {
  return (
    <div className="choices">
      <input type="hidden" name={field.name} value="" />
      {field.options?.map((option, index) => (
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

/**
 * A name to type: whom it means is found when it is sent, and the browser offers those that fit while it is typed. Where what was
 * typed means several, they are offered to choose from.
 */
export function Picker({field, shared}: ChoosingProps) {
  const words = useMessages()
  if (field.options && field.control !== 'records') return <Select field={field} shared={shared} />
  const {chosen, lookup} = field
  return (
    <div className="picker">
      {field.control === 'records' && field.options && field.options.length > 0 && <Choices field={field} id="" />}
      <input
        {...shared}
        className="input"
        type="text"
        autoComplete="off"
        placeholder={words.forms.typeName}
        data-lookup={lookup}
        defaultValue={chosen?.label ?? (field.control === 'records' ? '' : field.values[0])}
      />
      <input
        type="hidden"
        name={`_picked.${field.name}`}
        defaultValue={chosen ? `${chosen.value} ${chosen.label}` : ''}
      />
    </div>
  )
}
