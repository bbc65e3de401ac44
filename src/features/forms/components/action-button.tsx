/** An action on a record as a button. An action that needs input opens a dialog, or a page without JavaScript. */

import {type MouseEvent, type ReactNode, useRef, useState} from 'react'
import type {ActionTone, Problem} from '../../../engine/page/common.ts'
import {useCommand} from '../../../web/components/command-palette/commands.tsx'
import {Dialog} from '../../../web/components/dialog.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../../web/router/action-form.tsx'
import {problemsOf} from '../../../web/router/client.ts'
import {isPlainClick, Link} from '../../../web/router/link.tsx'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import type {ActionData, DeletionData} from '../data.ts'
import {DraftForm, DraftNotice, isSameAs, withDraft} from './draft-form.tsx'
import {ErrorSummary, FormErrors} from './error-summary.tsx'
import {Fields} from './fields.tsx'
import {useDraft} from './use-draft.ts'

export interface ActionButtonProps {
  readonly action: ActionData
  readonly version: number
}

export function ActionButton({action, version}: ActionButtonProps) {
  const Kind = action.onPage ? ActionLink : action.inputs.length > 0 ? ActionDialog : PlainAction
  return <Kind action={action} version={version} />
}

function PlainAction({action, version}: ActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useCommand(action.label, () => button.current?.form?.requestSubmit(button.current))
  return (
    <ActionForm noValidate>
      <Hidden name={action.name} version={version} />
      <SubmitButton ref={button} className={buttonClass(action.tone)} name="_action" value={action.name}>
        {action.label}
      </SubmitButton>
    </ActionForm>
  )
}

function ActionLink({action}: ActionButtonProps) {
  const router = useRouter()
  const {shell} = useMessages()
  useCommand(action.label, () => router.navigate(action.href))
  return (
    <Link className={buttonClass(action.tone)} href={action.href}>
      {shell.asksMore(action.label)}
    </Link>
  )
}

function ActionDialog({action, version}: ActionButtonProps) {
  const [open, setOpen] = useState(action.open)
  // A refusal reopens it; fresh data of the page does not close it.
  const [wasOpen, setWasOpen] = useState(action.open)
  if (action.open !== wasOpen) {
    setWasOpen(action.open)
    if (action.open) setOpen(true)
  }
  const {shell} = useMessages()
  useCommand(action.label, () => setOpen(true))
  return (
    <>
      <DialogLink className={buttonClass(action.tone)} href={action.href} onOpen={() => setOpen(true)}>
        {shell.asksMore(action.label)}
      </DialogLink>
      {open && (
        <Dialog className="card asking" label={action.label} onClose={() => setOpen(false)}>
          <h2>{action.label}</h2>
          <InputForm action={action} version={version} />
        </Dialog>
      )}
    </>
  )
}

/** The input of the action. */
function InputForm({action, version}: ActionButtonProps) {
  const draft = useDraft({name: action.name, isSame: values => isSameAs(action.inputs, values)})
  const fields = withDraft(action.inputs, draft.restored)
  const prefix = `${action.name}-`
  return (
    <DraftForm draft={draft} fields={action.inputs} problems={action.problems}>
      <Hidden name={action.name} version={version} />
      <FormErrors prefix={prefix} />
      <Fields key={draft.generation} fields={fields} prefix={prefix} />
      <DialogButtons action={action} onCancel={draft.drop}>
        <DraftNotice draft={draft} />
      </DialogButtons>
    </DraftForm>
  )
}

export interface DeleteButtonProps {
  /** The page with the same form. */
  readonly href: string
  readonly deletion: DeletionData
  readonly version: number
}

/** Asks for confirmation, naming the record, or says why it cannot be deleted. */
export function DeleteButton({href, deletion: {heading, warning, isPossible}, version}: DeleteButtonProps) {
  const {forms, records} = useMessages()
  const [open, setOpen] = useState(false)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  useCommand(forms.delete, () => setOpen(true))
  const close = () => {
    setOpen(false)
    setProblems([])
  }
  return (
    <>
      <DialogLink className="button bare" href={href} onOpen={() => setOpen(true)}>
        {forms.delete}
      </DialogLink>
      {open && (
        <Dialog className="card asking" label={heading} onClose={close}>
          <h2>{heading}</h2>
          <ActionForm
            className="form"
            noValidate
            refusedInPlace
            onOutcome={outcome => setProblems(outcome.kind === 'refused' ? problemsOf(outcome.page) : [])}
          >
            <ErrorSummary problems={problems} heading={records.notDone} />
            <p>{warning}</p>
            <Hidden name="delete" version={version} />
            <DialogButtons action={isPossible ? {name: 'delete', label: forms.delete, tone: 'stop'} : null} />
          </ActionForm>
        </Dialog>
      )}
    </>
  )
}

interface DialogLinkProps {
  readonly className: string
  readonly href: string
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** A link to the page with the same form; a plain click opens the dialog instead. */
function DialogLink({onOpen, children, ...props}: DialogLinkProps) {
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Link {...props} prefetch={false} aria-haspopup="dialog" onClick={click}>
      {children}
    </Link>
  )
}

interface DialogButtonsProps {
  /** Null if it is not possible: then the dialog can only be closed. */
  readonly action: Pick<ActionData, 'name' | 'label' | 'tone'> | null
  readonly onCancel?: () => void
  readonly children?: ReactNode
}

/** The browser itself closes the dialog of a form that is sent with `method="dialog"`. */
export function DialogButtons({action, onCancel, children}: DialogButtonsProps) {
  const {forms, shell} = useMessages()
  return (
    <div className="acts">
      {action && (
        <SubmitButton
          className={buttonClass(action.tone === 'plain' ? 'lead' : action.tone)}
          name="_action"
          value={action.name}
        >
          {action.label}
        </SubmitButton>
      )}
      <button className="button" type="submit" formMethod="dialog" formNoValidate onClick={onCancel}>
        {action ? forms.dismiss(action.label) : shell.close}
      </button>
      {children}
    </div>
  )
}

function Hidden({name, version}: {name: string; version: number}) {
  return (
    <>
      <IdempotencyKey scope={name} />
      <input type="hidden" name="_version" value={version} />
    </>
  )
}

export const buttonClass = (tone: ActionTone) => (tone === 'plain' ? 'button' : `button ${tone}`)
