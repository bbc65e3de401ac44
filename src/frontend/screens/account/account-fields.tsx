/** The fields of the forms about people: plain inputs that password keepers understand. */

import type {EntryField} from '../../../contract/account.ts'
import type {Problem} from '../../../contract/page.ts'

interface FieldsProps {
  readonly fields: readonly EntryField[]
  readonly problems: readonly Problem[]
  /** Another one with every answer: with it a password that was refused is gone, while the rest of what was typed stays. */
  readonly answer: string | undefined
}

export function EntryFields({fields, problems, answer}: FieldsProps) {
  return fields.map(field => (
    <OneField
      key={field.type === 'password' ? `${field.name} ${answer}` : field.name}
      field={field}
      problem={problems.find(each => each.field === field.name)}
    />
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

interface ControlProps {
  readonly field: EntryField
  readonly shared: {readonly id: string; readonly name: string; readonly className: string}
}

function Line({field, shared}: ControlProps) {
  const plain = field.type === 'password' || field.type === 'email'
  return (
    <input
      {...shared}
      type={field.type}
      autoComplete={field.autoComplete}
      defaultValue={field.type === 'password' ? undefined : field.value}
      autoCapitalize={plain ? 'none' : undefined}
      spellCheck={plain ? false : undefined}
    />
  )
}

function Choice({field, shared}: ControlProps) {
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
