/** The fields of account forms: plain inputs that password managers understand. */

import type {Problem} from '../../engine/page/common.ts'
import {LabelledField} from '../../features/forms/components/labelled-field.tsx'
import type {EntryField} from '../data.ts'
import {PasswordInput} from './password-input.tsx'

interface AccountFieldsProps {
  readonly fields: readonly EntryField[]
  readonly problems: readonly Problem[]
}

export function EntryFields({fields, problems}: AccountFieldsProps) {
  return fields.map(field => (
    <OneField key={field.name} field={field} problem={problems.find(each => each.field === field.name)} />
  ))
}

function OneField({field, problem}: {field: EntryField; problem: Problem | undefined}) {
  return (
    <LabelledField id={`field-${field.name}`} label={field.label} help={field.help} problem={problem?.message}>
      {attributes => {
        const shared = {...attributes, name: field.name, className: 'input'}
        return field.type === 'choice' ? (
          <Choice field={field} shared={shared} />
        ) : (
          <Line field={field} shared={shared} />
        )
      }}
    </LabelledField>
  )
}

interface AccountControlProps {
  readonly field: EntryField
  readonly shared: {readonly id: string; readonly name: string; readonly className: string}
}

function Line({field, shared}: AccountControlProps) {
  if (field.type === 'password') return <PasswordInput {...shared} autoComplete={field.autoComplete} />
  const plain = field.type === 'email'
  return (
    <input
      {...shared}
      type={field.type}
      autoComplete={field.autoComplete}
      defaultValue={field.value}
      autoCapitalize={plain ? 'none' : undefined}
      spellCheck={plain ? false : undefined}
    />
  )
}

function Choice({field, shared}: AccountControlProps) {
  return (
    <select {...shared} defaultValue={field.value}>
      {field.choices.map(({value, label}) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
