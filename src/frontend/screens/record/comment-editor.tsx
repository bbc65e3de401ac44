/** Edits a comment in place, with the form of its edit page. Loaded when first used. */
import {useEffect, useEffectEvent, useState} from 'react'
import type {Problem} from '../../../contract/common.ts'
import type {FormScreenData} from '../../../contract/form.ts'
import {DraftForm, isSameAs, withDraft} from '../../components/form/draft-form.tsx'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {Fields} from '../../components/form/fields.tsx'
import {useDraft} from '../../hooks/use-draft.ts'
import {IdempotencyKey, SubmitButton} from '../../router/action-form.tsx'
import {pageIn, problemsOf} from '../../router/client.ts'
import {useMessages, useRouter} from '../../router/router-provider.tsx'

export interface CommentEditorProps {
  /** The edit page. */
  readonly href: string
  readonly id: string
  readonly onClose: () => void
}

export function CommentEditor({href, id, onClose}: CommentEditorProps) {
  const router = useRouter()
  const [data, setData] = useState<FormScreenData | null>(null)
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const result = await router.load(href, signal)
    if (signal.aborted) return
    const page = pageIn(result)
    // If it cannot be edited here, the page explains why.
    if (page?.screen === 'form') setData(page.data)
    else router.navigate(href)
  })
  useEffect(() => {
    const request = new AbortController()
    void load(request.signal)
    return () => request.abort()
  }, [])
  return data && <EditForm data={data} href={href} id={id} onClose={onClose} />
}

function EditForm({data, href, id, onClose}: CommentEditorProps & {data: FormScreenData}) {
  const {forms} = useMessages()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const draft = useDraft({name: `change ${id}`, isSame: values => isSameAs(data.fields, values)})
  const prefix = `change-${id}-`
  return (
    <DraftForm
      draft={draft}
      fields={data.fields}
      problems={data.problems}
      sending={{action: href, refusedInPlace: true}}
      onOutcome={outcome => {
        if (outcome.kind === 'refused') setProblems(problemsOf(outcome.page))
        else if (outcome.kind === 'done') onClose()
      }}
    >
      <IdempotencyKey scope={`change-${id}`} />
      {data.version !== null && <input type="hidden" name="_version" value={data.version} />}
      <ErrorSummary problems={problems} prefix={prefix} />
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
