/** A small form that adds what belongs to the record shown; opened by whoever wants it, without a script too. */
import type {AddData} from '../records.ts'
import type {Words} from '../words.ts'
import {encodingOf} from './control.tsx'
import {Fields} from './fields.tsx'

export interface AddProps {
  readonly add: AddData
  readonly once: string | undefined
  readonly words: Words
}

export function Add({add, once, words}: AddProps) {
  return (
    <details className="add" open={add.open || undefined}>
      <summary className="button">{add.label}</summary>
      <AddForm add={add} once={once} words={words} />
    </details>
  )
}

export function AddForm({add, once, words}: AddProps) {
  const name = add.action.replaceAll(' ', '-')
  const whole = add.problems.filter(problem => problem.field === null)
  return (
    <form className="form" method="post" encType={encodingOf(add.fields)} noValidate>
      <input type="hidden" name="_once" value={`${once ?? ''}-${name}`} />
      {whole.map(({message}) => (
        <p key={message} className="problem" role="alert">
          {message}
        </p>
      ))}
      <Fields fields={add.fields} problems={add.problems} words={words} prefix={`${name}-`} />
      <div className="acts">
        <button className="button" type="submit" name="_action" value={add.action}>
          {words.forms.add}
        </button>
      </div>
    </form>
  )
}
