/** An action on a record as a button. An action that needs input opens a dialog, or a page without JavaScript. */

import {type MouseEvent, type ReactNode, useRef, useState} from 'react'
import type {ActionTone, Problem} from '../../../engine/page/common.ts'
import {useCommand} from '../../../web/components/command-palette/commands.tsx'
import {Dialog} from '../../../web/components/dialog.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../../web/router/action-form.tsx'
import {problemsOfPage} from '../../../web/router/client.ts'
import {isPlainClick, Link} from '../../../web/router/link.tsx'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import type {ActionData, DeletionData} from '../data.ts'
import {ErrorSummary, FormErrors} from './error-summary.tsx'
import {DraftNotice, Form, FormFields} from './form.tsx'
import {type Draft, useDraft} from './use-draft.ts'

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
      <Hidden scope={action.name} version={version} />
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
  const draft = useDraft({name: action.name, fields: action.inputs})
  return (
    <Form draft={draft} problems={action.problems} version={version}>
      <FormErrors />
      <FormFields />
      <DialogButtons action={action} draft={draft} />
    </Form>
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
  const {forms} = useMessages()
  const [open, setOpen] = useState(false)
  useCommand(forms.delete, () => setOpen(true))
  const action = isPossible ? ({name: 'delete', label: forms.delete, tone: 'danger'} as const) : null
  return (
    <>
      <DialogLink className="button ghost" href={href} onOpen={() => setOpen(true)}>
        {forms.delete}
      </DialogLink>
      {open && (
        <ConfirmDialog
          heading={heading}
          text={warning}
          scope="delete"
          version={version}
          action={action}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export interface ConfirmDialogProps {
  readonly heading: string
  readonly text: string
  /** Distinguishes it from other forms of the page. */
  readonly scope: string
  readonly version: number | null
  readonly action: DialogButtonsProps['action']
  /** The page with the same form, if it is another one. */
  readonly href?: string
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** A form without input, which says what it does; a refusal is shown in it. */
export function ConfirmDialog({heading, text, scope, version, action, href, onClose, onDone}: ConfirmDialogProps) {
  const {records} = useMessages()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  return (
    <Dialog className="card asking" label={heading} onClose={onClose}>
      <h2>{heading}</h2>
      <ActionForm
        className="form"
        {...(href !== undefined && {action: href})}
        noValidate
        refusedInPlace
        onOutcome={outcome => {
          setProblems(outcome.kind === 'refused' ? problemsOfPage(outcome.page) : [])
          if (outcome.kind === 'done') onDone?.()
        }}
      >
        <ErrorSummary problems={problems} heading={records.notDone} />
        <p>{text}</p>
        <Hidden scope={scope} version={version} />
        <DialogButtons action={action} />
      </ActionForm>
    </Dialog>
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
  /** Of the form; cancelling it discards the draft. */
  readonly draft?: Draft
}

/** The browser itself closes the dialog of a form that is sent with `method="dialog"`. */
export function DialogButtons({action, draft}: DialogButtonsProps) {
  const {forms, shell} = useMessages()
  return (
    <div className="buttons">
      {action && (
        <SubmitButton
          className={buttonClass(action.tone === 'plain' ? 'primary' : action.tone)}
          name="_action"
          value={action.name}
        >
          {action.label}
        </SubmitButton>
      )}
      <button className="button" type="submit" formMethod="dialog" formNoValidate onClick={draft?.drop}>
        {action ? forms.dismiss(action.label) : shell.close}
      </button>
      {draft && <DraftNotice draft={draft} />}
    </div>
  )
}

function Hidden({scope, version}: Pick<ConfirmDialogProps, 'scope' | 'version'>) {
  return (
    <>
      <IdempotencyKey scope={scope} />
      <input type="hidden" name="_version" value={version ?? ''} />
    </>
  )
}

export const buttonClass = (tone: ActionTone) => (tone === 'plain' ? 'button' : `button ${tone}`)
