/** A labelled form control with its help and its problem; works as plain HTML. */

import type {Problem} from '../../src/engine/page/common.ts'
import {PasswordInput} from '../../src/features/forms/components/password-input.tsx'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly value?: string
  readonly help?: string
  readonly problems?: readonly Problem[]
}

export function Field({name, label, type = 'text', value = '', help, problems = []}: FieldProps) {
  const id = `field-${name}`
  const problem = problems.find(each => each.field === name)
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    className: 'input',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === 'long text' ? (
        <textarea {...shared} defaultValue={value} />
      ) : type === 'password' ? (
        <PasswordInput {...shared} />
      ) : (
        <input {...shared} type={type} defaultValue={type === 'file' ? undefined : value} />
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem.message}
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
