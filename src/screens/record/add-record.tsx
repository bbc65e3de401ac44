/** A small form that adds a record belonging to the one shown; it opens without JavaScript too. */

import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {DraftNotice, Form, FormFields} from '../../features/forms/components/form.tsx'
import {type Draft, useDraft} from '../../features/forms/components/use-draft.ts'
import type {AddData} from '../../features/records/data.ts'
import {SubmitButton} from '../../web/router/action-form.tsx'

export interface AddRecordProps {
  readonly add: AddData
}

export function AddRecord({add}: AddRecordProps) {
  const draft = useDraft({name: add.action, fields: add.fields})
  return (
    <details className="add" open={add.open || draft.restored !== null || draft.generation > 0 || undefined}>
      <summary className="button">{add.label}</summary>
      <AddForm add={add} draft={draft} />
    </details>
  )
}

/** Always open: the comment box, below the comments. */
export function AddRecordForm({add}: AddRecordProps) {
  const draft = useDraft({name: add.action, fields: add.fields})
  return (
    <div className="comment">
      <AddForm add={add} draft={draft} />
    </div>
  )
}

function AddForm({add, draft}: AddRecordProps & {draft: Draft}) {
  return (
    <Form draft={draft} problems={add.problems}>
      <FormErrors />
      <FormFields />
      <div className="buttons">
        <SubmitButton className="button" name="_action" value={add.action}>
          {add.button}
        </SubmitButton>
        <DraftNotice draft={draft} />
      </div>
    </Form>
  )
}
