/** A form whose content is kept as a draft until it is sent: fields show what was refused, and nothing typed is lost. */
import type {ReactNode} from 'react'
import type {OptionData, Problem} from '../../../engine/page/common.ts'
import {Dialog} from '../../../web/components/dialog.tsx'
import type {FormValues} from '../../../web/hooks/draft-storage.ts'
import {ActionForm, type ActionFormProps, submissionOf} from '../../../web/router/action-form.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../../web/router/types.ts'
import type {FormFieldData} from '../data.ts'
import {isCheckbox} from './field-control.tsx'
import {encodingOf} from './fields.tsx'
import {FormStateProvider} from './form-state.tsx'
import type {Draft} from './use-draft.ts'
import {useUnsavedChanges} from './use-unsaved-changes.ts'

export interface DraftFormProps {
  readonly draft: Draft
  readonly fields: readonly FormFieldData[]
  readonly problems: readonly Problem[]
  readonly hints?: readonly Problem[]
  readonly onEdit?: (field: string) => void
  readonly onOutcome?: (outcome: ActionOutcome) => void
  /** As in `ActionForm`. */
  readonly sending?: Pick<ActionFormProps, 'action' | 'onKeyDown' | 'optimistic' | 'refusedInPlace' | 'staysOnPage'>
  readonly className?: string
  readonly children: ReactNode
}

export function DraftForm({
  draft,
  fields,
  problems,
  hints,
  onEdit,
  onOutcome,
  sending,
  className = 'form',
  children,
}: DraftFormProps) {
  const edit = (field: string) => {
    draft.changed()
    onEdit?.(field)
  }
  return (
    <FormStateProvider problems={problems} {...(hints && {hints})} onEdit={edit}>
      <ActionForm
        ref={draft.form}
        className={className}
        encType={encodingOf(fields)}
        noValidate
        {...sending}
        onSubmit={event => submissionOf(event) && draft.submitted()}
        onSaved={draft.drop}
        onOutcome={outcome => {
          draft.answered(outcome)
          onOutcome?.(outcome)
        }}
      >
        {children}
      </ActionForm>
      <LeaveDialog unkept={draft.unkept} />
    </FormStateProvider>
  )
}

/** Says that a draft is saved or restored, and offers to discard it. */
export function DraftNotice({draft}: {draft: Draft}) {
  const {forms} = useMessages()
  if (!draft.restored) return draft.saved ? <p className="second small">{forms.draftSaved}</p> : null
  return (
    <p className="restored" role="status">
      {forms.draftRestored}
      <button type="button" className="button bare" onClick={draft.discard}>
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
      <div className="acts">
        <button type="button" className="button lead" onClick={stay}>
          {forms.stay}
        </button>
        <button type="button" className="button stop" onClick={leave}>
          {forms.leave}
        </button>
      </div>
    </Dialog>
  )
}

/** The fields with the values of the draft. */
export function withDraft(fields: readonly FormFieldData[], draft: FormValues | null): readonly FormFieldData[] {
  return draft ? fields.map(field => fieldWithDraft(field, draft)) : fields
}

function fieldWithDraft(field: FormFieldData, draft: FormValues): FormFieldData {
  const values = draft.get(field.name)
  if (values === undefined) return field
  if (field.lookup === undefined) return {...field, values}
  if (field.control === 'records') {
    const named = [...(field.options ?? []), ...optionsIn(draft.get(`_label.${field.name}`))]
    const options = new Map(named.map(option => [option.value, option]))
    return {...field, values, options: values.flatMap(value => options.get(value) ?? [])}
  }
  const [picked] = optionsIn(draft.get(`_picked.${field.name}`))
  const {chosen: _, ...rest} = field
  return {...rest, options: null, values, ...(picked && picked.label === values.at(-1) ? {chosen: picked} : {})}
}

/** As pickers write them: id, space, name. */
function optionsIn(texts: readonly string[] = []): readonly OptionData[] {
  return texts.flatMap(text => {
    const at = text.indexOf(' ')
    return at < 1 ? [] : [{value: text.slice(0, at), label: text.slice(at + 1)}]
  })
}

/** Whether the draft equals what the fields show anyway. */
export function isSameAs(fields: readonly FormFieldData[], draft: FormValues): boolean {
  return fields.every(field => {
    const values = draft.get(field.name)
    if (values === undefined || field.control === 'file') return true
    const shown = field.chosen && values.at(-1) === field.chosen.label ? [field.chosen.label] : field.values
    return written(field, values) === written(field, shown)
  })
}

/** An unticked checkbox sends `no`, a ticked one `no` and `yes`; line endings are the browser's. */
function written(field: FormFieldData, values: readonly string[]): string {
  if (isCheckbox(field)) return values.at(-1) === 'yes' ? 'yes' : 'no'
  const texts = values.filter(text => text !== '').map(text => text.replaceAll('\r\n', '\n'))
  return texts.join('\n')
}
