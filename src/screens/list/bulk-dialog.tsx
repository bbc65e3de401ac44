/** The dialog before a bulk action: the records, what it asks for, and refusals. Loaded when first used. */

import {withQuery} from '../../engine/page/address.ts'
import {allKey, type BulkAction, type ListData, type ListedRecord} from '../../features/collections/data.ts'
import {DialogButtons} from '../../features/forms/components/action-button.tsx'
import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {Form, FormFields} from '../../features/forms/components/form.tsx'
import {useDraft} from '../../features/forms/components/use-draft.ts'
import {useFormAt} from '../../features/forms/components/use-form-at.ts'
import type {FormScreenData} from '../../features/forms/data.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {Dialog} from '../../web/components/dialog.tsx'
import {useMessages, usePage} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'

export interface BulkDialogProps {
  readonly data: ListData
  readonly action: BulkAction
  readonly selected: readonly ListedRecord[]
  /** The number of records if all results are selected. */
  readonly every: number | null
  /** Shows what the action will do. */
  readonly onExpect: () => void
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Names the records and asks for the action's input. Refusals are shown there. */
export function BulkDialog({data, action, selected, every, onExpect, onDone, onClose}: BulkDialogProps) {
  const {listScreen: messages} = useMessages()
  const records = every === null ? selected.map(({id, version}) => `${id}:${version}`) : null
  const {url} = usePage()
  const about = records ? records.map(record => ['_record', record]) : [[allKey, 'yes']]
  // The names, the input of the action, or why it is not possible.
  const loaded = useFormAt(withQuery(url, String(new URLSearchParams([['_bulk', action.name], ...about]))))
  const form = typeof loaded === 'string' ? null : loaded
  const count = every ?? selected.length
  const {one, several} = data.entityName
  const heading = form?.heading ?? messages.asking(action.label, count, count === 1 ? one : several)
  const closeAfter = (outcome: ActionOutcome) => {
    if (outcome.kind === 'refused') return
    onClose()
    if (outcome.kind === 'done') onDone()
  }
  return (
    <Dialog className="card asking" label={heading} onClose={onClose}>
      <h2>{heading}</h2>
      {form ? (
        <AskingForm form={form} action={action.name} records={records} onExpect={onExpect} onOutcome={closeAfter} />
      ) : (
        <Waiting count={count} />
      )}
    </Dialog>
  )
}

interface AskingFormProps extends Pick<BulkDialogProps, 'onExpect'> {
  readonly form: FormScreenData
  readonly action: string
  /** Null for all results. */
  readonly records: readonly string[] | null
  readonly onOutcome: (outcome: ActionOutcome) => void
}

function AskingForm({form, action, records, onExpect, onOutcome}: AskingFormProps) {
  const draft = useDraft({name: `bulk-${action}`, fields: form.fields})
  return (
    <Form
      draft={draft}
      problems={form.problems}
      sending={{optimistic: onExpect, refusedInPlace: true, staysOnPage: true}}
      onOutcome={onOutcome}
    >
      <input type="hidden" name="_bulk" value={action} />
      {records ? (
        records.map(record => <input key={record} type="hidden" name="_record" value={record} />)
      ) : (
        <input type="hidden" name={allKey} value="yes" />
      )}
      <FormErrors />
      {form.intro !== '' && <p>{form.intro}</p>}
      <AboutList form={form} />
      <FormFields />
      <DialogButtons action={form.actions[0] ?? null} draft={draft} />
    </Form>
  )
}

function AboutList({form: {about, aboutMore}}: {form: FormScreenData}) {
  const {listScreen: messages} = useMessages()
  if (about.length === 0) return null
  return (
    <ul className="about">
      {about.map(({id, name, when, person}) => (
        <li key={id}>
          {person !== undefined && <Avatar id={person} name={name} />}
          <span>{name}</span>
          {when !== undefined && <span className="muted">{when}</span>}
        </li>
      ))}
      {aboutMore !== undefined && <li className="muted">{messages.andMore(aboutMore)}</li>}
    </ul>
  )
}

/** Reserves space for the names until they are loaded. */
function Waiting({count}: {count: number}) {
  return (
    <ul className="about" aria-hidden="true">
      {Array.from({length: Math.min(count, 5)}, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <li key={at} className="awaited" />
      ))}
    </ul>
  )
}
