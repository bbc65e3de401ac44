/** A small form that adds what belongs to the record shown; opened by whoever wants it, without a script too. */
import type {AddData} from '../../../contract/records.ts'
import type {Words} from '../../../messages/index.ts'
import {Summary} from '../../components/form/error-summary.tsx'
import {encodingOf} from '../../components/form/field-control.tsx'
import {Fields} from '../../components/form/fields.tsx'

export interface AddProps {
  readonly add: AddData
  readonly once: string | undefined
  readonly words: Words
  readonly language: string
}

export function Add({add, once, words, language}: AddProps) {
  return (
    <details className="add" open={add.open || undefined}>
      <summary className="button">{add.label}</summary>
      <AddForm add={add} once={once} words={words} language={language} />
    </details>
  )
}

export function AddForm({add, once, words, language}: AddProps) {
  const name = add.action.replaceAll(' ', '-')
  return (
    <form className="form" method="post" encType={encodingOf(add.fields)} noValidate>
      <input type="hidden" name="_once" value={`${once ?? ''}-${name}`} />
      <Summary problems={add.problems} language={language} prefix={`${name}-`} />
      <Fields fields={add.fields} problems={add.problems} words={words} prefix={`${name}-`} />
      <div className="acts">
        <button className="button" type="submit" name="_action" value={add.action}>
          {words.forms.add}
        </button>
      </div>
    </form>
  )
}
