/** A small form that adds what belongs to the record shown; opened by whoever wants it, without a script too. */

import type {AddData} from '../../../contract/record.ts'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {encodingOf} from '../../components/form/field-control.tsx'
import {Fields} from '../../components/form/fields.tsx'
import {ActionForm} from '../../router/action-form.tsx'
import {useMessages} from '../../router/router-provider.tsx'

export interface AddRecordProps {
  readonly add: AddData
  readonly once: string | undefined
}

export function AddRecord({add, once}: AddRecordProps) {
  return (
    <details className="add" open={add.open || undefined}>
      <summary className="button">{add.label}</summary>
      <AddRecordForm add={add} once={once} />
    </details>
  )
}

export function AddRecordForm({add, once}: AddRecordProps) {
  const words = useMessages()
  const name = add.action.replaceAll(' ', '-')
  return (
    <ActionForm className="form" encType={encodingOf(add.fields)} noValidate>
      <input type="hidden" name="_once" value={`${once ?? ''}-${name}`} />
      <ErrorSummary problems={add.problems} prefix={`${name}-`} />
      <Fields fields={add.fields} problems={add.problems} prefix={`${name}-`} />
      <div className="acts">
        <button className="button" type="submit" name="_action" value={add.action}>
          {words.forms.add}
        </button>
      </div>
    </ActionForm>
  )
}
