/** Edits a comment in place, or asks before deleting it, with the form of its page. Loaded when first used. */
import {type ReactNode, useEffect, useEffectEvent} from 'react'
import {SubmitButton} from '../../../web/router/action-form.tsx'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import {ConfirmDialog} from '../../forms/components/action-button.tsx'
import {FormErrors} from '../../forms/components/error-summary.tsx'
import {Form, FormFields} from '../../forms/components/form.tsx'
import {useDraft} from '../../forms/components/use-draft.ts'
import {useFormAt} from '../../forms/components/use-form-at.ts'
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
  const {href, id, onClose} = props
  const router = useRouter()
  const data = useFormAt(href)
  const explain = useEffectEvent(() => router.navigate(href))
  // If it is not possible here, the page explains why.
  useEffect(() => {
    if (data === 'refused') explain()
  }, [data])
  if (typeof data === 'string') return text
  if (data.fields.length > 0) return <EditForm data={data} {...props} />
  return (
    <>
      {text}
      <ConfirmDialog
        heading={data.heading}
        text={data.intro}
        scope={`delete-${id}`}
        version={data.version}
        action={data.actions[0] ?? null}
        href={href}
        onClose={onClose}
        onDone={onClose}
      />
    </>
  )
}

interface CommentFormProps extends Omit<CommentEditorProps, 'text'> {
  readonly data: FormScreenData
}

function EditForm({data, href, id, onClose}: CommentFormProps) {
  const {forms} = useMessages()
  const draft = useDraft({name: `change ${id}`, fields: data.fields})
  return (
    <Form
      draft={draft}
      problems={data.problems}
      version={data.version}
      sending={{action: href, refusedInPlace: true}}
      onOutcome={outcome => outcome.kind === 'done' && onClose()}
    >
      <FormErrors />
      <FormFields />
      <div className="buttons">
        {data.actions.map(({name, label}) => (
          <SubmitButton key={name} className="button small" name="_action" value={name}>
            {label}
          </SubmitButton>
        ))}
        <button
          type="button"
          className="button ghost small"
          onClick={() => {
            draft.drop()
            onClose()
          }}
        >
          {forms.cancel}
        </button>
      </div>
    </Form>
  )
}
