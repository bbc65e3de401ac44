/** The dialog before a bulk action: the records, what it asks for, and refusals. Loaded when first used. */

import {useEffect, useState} from 'react'
import {withQuery} from '../../engine/page/address.ts'
import {allKey, type BulkAction, type ListData, type ListedRecord} from '../../features/collections/data.ts'
import {DialogButtons} from '../../features/forms/components/action-button.tsx'
import {DraftForm, DraftNotice, isSameAs, withDraft} from '../../features/forms/components/draft-form.tsx'
import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {Fields} from '../../features/forms/components/fields.tsx'
import {useDraft} from '../../features/forms/components/use-draft.ts'
import type {FormScreenData} from '../../features/forms/data.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {Dialog} from '../../web/components/dialog.tsx'
import {IdempotencyKey} from '../../web/router/action-form.tsx'
import {pageIn, problemsOf} from '../../web/router/client.ts'
import {useMessages, usePage, useRouter} from '../../web/router/router-provider.tsx'
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
  const form = useAsked(action.name, records)
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
  const [problems, setProblems] = useState(form.problems)
  const draft = useDraft({name: `bulk-${action}`, isSame: values => isSameAs(form.fields, values)})
  return (
    <DraftForm
      draft={draft}
      fields={form.fields}
      problems={problems}
      sending={{optimistic: onExpect, refusedInPlace: true, staysOnPage: true}}
      onOutcome={outcome => {
        if (outcome.kind === 'refused') setProblems(problemsOf(outcome.page))
        onOutcome(outcome)
      }}
    >
      <IdempotencyKey scope={`bulk-${action}`} />
      <input type="hidden" name="_bulk" value={action} />
      {records ? (
        records.map(record => <input key={record} type="hidden" name="_record" value={record} />)
      ) : (
        <input type="hidden" name={allKey} value="yes" />
      )}
      <FormErrors prefix="bulk-" />
      {form.intro !== '' && <p>{form.intro}</p>}
      <AboutList form={form} />
      {form.fields.length > 0 && (
        <Fields key={draft.generation} fields={withDraft(form.fields, draft.restored)} prefix="bulk-" />
      )}
      <DialogButtons action={form.actions[0] ?? null} onCancel={draft.drop}>
        <DraftNotice draft={draft} />
      </DialogButtons>
    </DraftForm>
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
          {when !== undefined && <span className="quiet">{when}</span>}
        </li>
      ))}
      {aboutMore !== undefined && <li className="quiet">{messages.andMore(aboutMore)}</li>}
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

/** The data of the page with the same form: the names, the action's input, or why it is not possible. */
function useAsked(action: string, records: readonly string[] | null): FormScreenData | null {
  const router = useRouter()
  const {url} = usePage()
  const [address] = useState(() => {
    const about = records ? records.map(record => ['_record', record]) : [[allKey, 'yes']]
    return withQuery(url, String(new URLSearchParams([['_bulk', action], ...about])))
  })
  const [form, setForm] = useState<FormScreenData | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const load = async () => {
      const result = await router.load(address, request.signal)
      const page = pageIn(result)
      if (!request.signal.aborted && page?.screen === 'form') setForm(page.data)
    }
    void load()
    return () => request.abort()
  }, [address, router])
  return form
}
