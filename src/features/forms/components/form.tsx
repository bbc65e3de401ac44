/**
 * The form of every screen: what is typed is kept as a draft until it is sent, and what is refused is shown at its
 * field. What is shown before, between and after its fields are its children.
 */
import {createContext, type ReactNode, useContext, useState} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {Dialog} from '../../../web/components/dialog.tsx'
import {ActionForm, type ActionFormProps, IdempotencyKey, submissionOf} from '../../../web/router/action-form.tsx'
import {problemsOfPage} from '../../../web/router/client.ts'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../../web/router/types.ts'
import type {FormFieldData} from '../data.ts'
import {withDraft} from './draft-fields.ts'
import {Fields} from './fields.tsx'
import {FormStateProvider} from './form-state.tsx'
import type {Draft} from './use-draft.ts'
import {useUnsavedChanges} from './use-unsaved-changes.ts'

export interface FormProps {
  readonly draft: Draft
  /** Of the refusal that the page came with. */
  readonly problems: readonly Problem[]
  /** The version of the record that it changes; null if it creates one. */
  readonly version?: number | string | null
  /** The main form of its page: its fields and its one-time token need no prefix. */
  readonly isMain?: boolean
  /** Expected refusals. */
  readonly hints?: readonly Problem[]
  readonly onEdit?: (field: string) => void
  readonly onOutcome?: (outcome: ActionOutcome) => void
  /** As in `ActionForm`. */
  readonly sending?: Pick<ActionFormProps, 'action' | 'onKeyDown' | 'optimistic' | 'refusedInPlace' | 'staysOnPage'>
  readonly className?: string
  /** Further attributes of the element. */
  readonly attributes?: Readonly<Record<`data-${string}`, string>>
  readonly children: ReactNode
}

const DraftContext = createContext<Draft | null>(null)

export function Form({
  draft,
  problems,
  version = null,
  isMain = false,
  hints,
  onEdit,
  onOutcome,
  sending,
  className = 'form',
  attributes,
  children,
}: FormProps) {
  /** Of the last attempt, if the page does not show its refusal. */
  const [refused, setRefused] = useState<readonly Problem[] | null>(null)
  const scope = draft.name.replaceAll(' ', '-')
  const edit = (field: string) => {
    draft.changed()
    onEdit?.(field)
  }
  return (
    <DraftContext value={draft}>
      <FormStateProvider
        problems={refused ?? problems}
        prefix={isMain ? '' : `${scope}-`}
        {...(hints && {hints})}
        onEdit={edit}
      >
        <ActionForm
          ref={draft.form}
          className={className}
          {...attributes}
          encType={encodingOf(draft)}
          noValidate
          {...sending}
          onSubmit={event => submissionOf(event) && draft.submitted()}
          onSaved={draft.drop}
          onOutcome={outcome => {
            draft.answered(outcome)
            if (sending?.refusedInPlace && outcome.kind === 'refused') setRefused(problemsOfPage(outcome.page))
            onOutcome?.(outcome)
          }}
        >
          {isMain ? <IdempotencyKey /> : <IdempotencyKey scope={scope} />}
          {version !== null && <input type="hidden" name="_version" value={version} />}
          {children}
        </ActionForm>
        <LeaveDialog unkept={draft.unkept} />
      </FormStateProvider>
    </DraftContext>
  )
}

/** The fields of the surrounding form, with the content of its draft. */
export function FormFields() {
  const draft = useContext(DraftContext)
  if (!draft || draft.fields.length === 0) return null
  return <Fields key={draft.generation} fields={withDraft(draft.fields, draft.restored)} />
}

/** Only a form with files needs multipart encoding. */
function encodingOf({fields, lineItems}: Draft): 'multipart/form-data' | undefined {
  const isFile = ({control}: FormFieldData) => control === 'file'
  const inRows = lineItems.some(({rows}) => rows.some(row => row.fields.some(isFile)))
  return inRows || fields.some(isFile) ? 'multipart/form-data' : undefined
}

/** Says that a draft is saved or restored, and offers to discard it. */
export function DraftNotice({draft}: {draft: Draft}) {
  const {forms} = useMessages()
  if (!draft.restored) return draft.saved ? <p className="subtle small">{forms.draftSaved}</p> : null
  return (
    <p className="restored" role="status">
      {forms.draftRestored}
      <button type="button" className="button ghost" onClick={draft.discard}>
        {forms.discardDraft}
      </button>
    </p>
  )
}

/** Only if something would be lost that no draft keeps. */
function LeaveDialog({unkept}: {unkept: boolean}) {
  const {forms} = useMessages()
  const {isAsking, stay, leave} = useUnsavedChanges(unkept)
  if (!isAsking) return null
  return (
    <Dialog className="card" label={forms.leaveTitle} onClose={stay}>
      <h2>{forms.leaveTitle}</h2>
      <p>{forms.leaveText}</p>
      <div className="buttons">
        <button type="button" className="button primary" onClick={stay}>
          {forms.stay}
        </button>
        <button type="button" className="button danger" onClick={leave}>
          {forms.leave}
        </button>
      </div>
    </Dialog>
  )
}
