/** Edits a comment in place, or asks before deleting it, with the form of its page. Loaded when first used. */
import {type ReactNode, useEffect, useEffectEvent, useState} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {Dialog} from '../../../web/components/dialog.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../../web/router/action-form.tsx'
import {problemsOf} from '../../../web/router/client.ts'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import {DialogButtons} from '../../forms/components/action-button.tsx'
import {DraftForm, isSameAs, withDraft} from '../../forms/components/draft-form.tsx'
import {ErrorSummary, FormErrors} from '../../forms/components/error-summary.tsx'
import {Fields} from '../../forms/components/fields.tsx'
import {formIn} from '../../forms/components/form-in.ts'
import {useDraft} from '../../forms/components/use-draft.ts'
import type {FormScreenData} from '../../forms/data.ts'

export interface CommentEditorProps {
  /** The page to edit or delete it. */
  readonly href: string
  readonly id: string
  /** The comment as it is read. */
  readonly text: ReactNode
  readonly onClose: () => void
}

export function CommentEditor({text, ...props}: CommentEditorProps) {
  const {href} = props
  const router = useRouter()
  const [data, setData] = useState<FormScreenData | null>(null)
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const result = await router.load(href, signal)
    if (signal.aborted) return
    const form = formIn(result)
    // If it is not possible here, the page explains why.
    if (form) setData(form)
    else router.navigate(href)
  })
  useEffect(() => {
    const request = new AbortController()
    void load(request.signal)
    return () => request.abort()
  }, [])
  if (data && data.fields.length > 0) return <EditForm data={data} {...props} />
  return (
    <>
      {text}
      {data && <DeletionDialog data={data} {...props} />}
    </>
  )
}

interface CommentFormProps extends Omit<CommentEditorProps, 'text'> {
  readonly data: FormScreenData
}

function DeletionDialog({data, href, id, onClose}: CommentFormProps) {
  const {records} = useMessages()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  return (
    <Dialog className="card asking" label={data.heading} onClose={onClose}>
      <h2>{data.heading}</h2>
      <ActionForm
        className="form"
        action={href}
        noValidate
        refusedInPlace
        onOutcome={outcome => {
          if (outcome.kind === 'refused') setProblems(problemsOf(outcome.page))
          else if (outcome.kind === 'done') onClose()
        }}
      >
        <ErrorSummary problems={problems} heading={records.notDone} />
        <p>{data.intro}</p>
        <IdempotencyKey scope={`delete-${id}`} />
        <input type="hidden" name="_version" value={data.version ?? ''} />
        <DialogButtons action={data.actions[0] ?? null} />
      </ActionForm>
    </Dialog>
  )
}

function EditForm({data, href, id, onClose}: CommentFormProps) {
  const {forms} = useMessages()
  const [problems, setProblems] = useState(data.problems)
  const draft = useDraft({name: `change ${id}`, isSame: values => isSameAs(data.fields, values)})
  const prefix = `change-${id}-`
  return (
    <DraftForm
      draft={draft}
      fields={data.fields}
      problems={problems}
      sending={{action: href, refusedInPlace: true}}
      onOutcome={outcome => {
        if (outcome.kind === 'refused') setProblems(problemsOf(outcome.page))
        else if (outcome.kind === 'done') onClose()
      }}
    >
      <IdempotencyKey scope={`change-${id}`} />
      {data.version !== null && <input type="hidden" name="_version" value={data.version} />}
      <FormErrors prefix={prefix} />
      <Fields key={draft.generation} fields={withDraft(data.fields, draft.restored)} prefix={prefix} />
      <div className="acts">
        {data.actions.map(({name, label}) => (
          <SubmitButton key={name} className="button small" name="_action" value={name}>
            {label}
          </SubmitButton>
        ))}
        <button
          type="button"
          className="button bare small"
          onClick={() => {
            draft.drop()
            onClose()
          }}
        >
          {forms.cancel}
        </button>
      </div>
    </DraftForm>
  )
}
