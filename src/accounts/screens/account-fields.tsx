/** The fields of account forms: plain inputs that password managers understand. */

import type {Problem} from '../../engine/page/common.ts'
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
  const id = `field-${field.name}`
  const described = [field.help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const shared = {
    id,
    name: field.name,
    className: 'input',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{field.label}</label>
      {field.type === 'choice' ? <Choice field={field} shared={shared} /> : <Line field={field} shared={shared} />}
      {field.help && (
        <p className="help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem.message}
        </p>
      )}
    </div>
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
