/** The form of an action: it works without JavaScript, and keeps what was typed when it is refused. */
import {createContext, type ReactNode, useContext, useEffect, useState} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {buttonClass} from '../../../features/forms/components/action-button.tsx'
import {withDraft} from '../../../features/forms/components/draft-fields.ts'
import {FormErrors} from '../../../features/forms/components/error-summary.tsx'
import {Fields} from '../../../features/forms/components/fields.tsx'
import {Form, FormFields} from '../../../features/forms/components/form.tsx'
import {type Draft, useDraft} from '../../../features/forms/components/use-draft.ts'
import type {FormFieldData} from '../../../features/forms/data.ts'
import {SubmitButton, useSubmitting} from '../../../web/router/action-form.tsx'
import {useOwnLayout} from '../../../web/screen.tsx'
import type {CodeAction, CodeRow} from '../data.ts'
import {OpenFormLink} from '../open-link.tsx'
import {formName, refusalOf} from './form-name.ts'
import {ownClass} from './parts.tsx'

interface ActionFormParts {
  /** A field with its label, help and problem. */
  readonly Field: (props: {name: string}) => ReactNode
  /** What the field began with. */
  readonly defaultOf: (name: string) => string
  readonly problemOf: (name: string) => string | null
  readonly problems: readonly Problem[]
}

export interface OwnActionFormProps {
  readonly action: CodeAction
  /** The record that it is about. */
  readonly record?: CodeRow
  /** What its fields begin with. */
  readonly initial?: Readonly<Record<string, string>>
  /** Values that are sent without being shown. They tell several forms of one action apart. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly optimistic?: (form: FormData) => void
  readonly onDone?: () => void
  readonly className?: string
  /** Its content; by default all fields and a button. */
  readonly children?: ReactNode | ((parts: ActionFormParts) => ReactNode)
}

const OwnFormContext = createContext<Draft | null>(null)

const nothing: Readonly<Record<string, string>> = {}

/**
 * The fields of a record begin with its values, which the server knows: until its form is opened, there is a link that
 * opens it. A form with content of its own, or with `initial`, says itself what its fields begin with.
 */
export function ActionForm(props: OwnActionFormProps) {
  const {action, record, initial, fixed = nothing, children} = props
  const [start, setStart] = useState<FormStart>({round: 0, focuses: false})
  const isOpen = refusalOf(action, record?.id ?? null, fixed) !== null
  const hasFields = action.fields.some(({name}) => !Object.hasOwn(fixed, name))
  if (record && hasFields && !isOpen && initial === undefined && children === undefined)
    return <OpenFormLink action={action} row={record} label={action.label} />
  const again = (focuses: boolean) => setStart(({round}) => ({round: round + 1, focuses}))
  return <OpenedForm key={start.round} {...props} focuses={start.focuses} onStartAgain={again} />
}

/** A form that was done starts again, without what was typed and refused. */
interface FormStart {
  readonly round: number
  /** The focus was in it. */
  readonly focuses: boolean
}

interface OpenedFormProps extends OwnActionFormProps {
  readonly focuses: boolean
  readonly onStartAgain: (focuses: boolean) => void
}

function OpenedForm({
  action,
  record,
  initial = nothing,
  fixed = nothing,
  optimistic,
  onDone,
  className,
  children,
  focuses,
  onStartAgain,
}: OpenedFormProps) {
  const isAlone = useOwnLayout() !== undefined && typeof children === 'function'
  const id = record?.id ?? null
  const refused = refusalOf(action, id, fixed)
  const {problems = []} = refused ?? {}
  const begun = refused?.fields ?? action.fields.map(field => withInitial(field, initial))
  const fields = begun.filter(({name}) => !Object.hasOwn(fixed, name))
  const draft = useDraft({name: formName(action, id, fixed), fields})
  const {form} = draft
  useEffect(() => {
    if (!focuses) return
    const controls = [...(form.current?.elements ?? [])].filter(each => each instanceof HTMLInputElement)
    controls.find(({type}) => type !== 'hidden')?.focus()
  }, [form, focuses])
  const done = () => {
    // A button that is pressed again keeps the focus.
    if (fields.length > 0) onStartAgain(form.current?.contains(document.activeElement) ?? false)
    onDone?.()
  }
  const parts: ActionFormParts = {
    Field,
    defaultOf: name => fields.find(field => field.name === name)?.values[0] ?? '',
    problemOf: name => problems.find(({field}) => field === name)?.message ?? null,
    problems,
  }
  return (
    <Form
      draft={draft}
      problems={problems}
      version={record?.version ?? null}
      sending={{staysOnPage: true, ...(optimistic && {optimistic})}}
      onOutcome={({kind}) => kind === 'done' && done()}
      {...(className !== undefined || isAlone
        ? {className: className ?? 'own-form', attributes: ownClass(className)}
        : {})}
    >
      <input type="hidden" name="_action" value={action.name} />
      {id !== null && <input type="hidden" name="_record" value={id} />}
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* In a layout of the author, their content shows the problems. */}
      {!isAlone && <FormErrors />}
      <OwnFormContext value={draft}>
        {typeof children === 'function' ? children(parts) : (children ?? <UsualContent action={action} />)}
      </OwnFormContext>
    </Form>
  )
}

/** One field of the surrounding `ActionForm`. */
function Field({name}: {name: string}) {
  const draft = useContext(OwnFormContext)
  const found = draft?.fields.filter(field => field.name === name) ?? []
  return <Fields key={draft?.generation} fields={withDraft(found, draft?.restored ?? null)} />
}

function UsualContent({action}: {action: CodeAction}) {
  return (
    <>
      <FormFields />
      <Submit action={action} />
    </>
  )
}

/** The button of an `ActionForm`, with the action's name and look. */
export function Submit({action, children = action.label}: {action: CodeAction; children?: ReactNode}) {
  return <SubmitButton className={buttonClass(action.tone)}>{children}</SubmitButton>
}

/** Whether the surrounding form is being sent. */
export function usePending(): boolean {
  return useSubmitting().pending
}

const withInitial = (field: FormFieldData, initial: Readonly<Record<string, string>>): FormFieldData => {
  const value = Object.hasOwn(initial, field.name) ? initial[field.name] : undefined
  return value === undefined ? field : {...field, values: [value]}
}
