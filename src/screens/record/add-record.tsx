/** A small form that adds a record belonging to the one shown; it opens without JavaScript too. */

import {DraftForm, DraftNotice, isSameAs, withDraft} from '../../features/forms/components/draft-form.tsx'
import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {Fields} from '../../features/forms/components/fields.tsx'
import {type Draft, useDraft} from '../../features/forms/components/use-draft.ts'
import type {AddData} from '../../features/records/data.ts'
import {IdempotencyKey, SubmitButton} from '../../web/router/action-form.tsx'

export interface AddRecordProps {
  readonly add: AddData
}

export function AddRecord({add}: AddRecordProps) {
  const draft = useAddDraft(add)
  return (
    <details className="add" open={add.open || draft.restored !== null || draft.generation > 0 || undefined}>
      <summary className="button">{add.label}</summary>
      <AddForm add={add} draft={draft} />
    </details>
  )
}

/** Always open: the comment box, below the comments. */
export function AddRecordForm({add}: AddRecordProps) {
  const draft = useAddDraft(add)
  return (
    <div className="comment">
      <AddForm add={add} draft={draft} />
    </div>
  )
}

function useAddDraft(add: AddData): Draft {
  return useDraft({name: add.action, isSame: values => isSameAs(add.fields, values)})
}

function AddForm({add, draft}: AddRecordProps & {draft: Draft}) {
  const name = add.action.replaceAll(' ', '-')
  return (
    <DraftForm draft={draft} fields={add.fields} problems={add.problems}>
      <IdempotencyKey scope={name} />
      <FormErrors prefix={`${name}-`} />
      <Fields key={draft.generation} fields={withDraft(add.fields, draft.restored)} prefix={`${name}-`} />
      <div className="acts">
        <SubmitButton className="button" name="_action" value={add.action}>
          {add.button}
        </SubmitButton>
        <DraftNotice draft={draft} />
      </div>
    </DraftForm>
  )
}
