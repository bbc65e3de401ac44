/** A control with its label, help and problem: of the fields of records, of account screens and of the import. */

import type {ReactNode} from 'react'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {FormFieldData} from '../data.ts'
import type {ControlAttributes} from './control.ts'

type LabelledControl = Pick<ControlAttributes, 'id' | 'aria-invalid' | 'aria-describedby'>

interface LabelledTexts {
  readonly id: string
  readonly help?: ReactNode
  readonly problem?: string | null | undefined
  /** An expected refusal; left out where none can be expected. */
  readonly hint?: string | null
}

export interface LabelledFieldProps extends LabelledTexts {
  readonly label: ReactNode
  /** For screen readers only. */
  readonly labelHidden?: boolean | undefined
  /** It has several controls: the label is their legend. */
  readonly isGroup?: boolean
  readonly className?: string
  readonly onInput?: () => void
  /** The control, with these attributes. */
  readonly children: (attributes: LabelledControl) => ReactNode
}

export function LabelledField(props: LabelledFieldProps) {
  const {label, labelHidden, isGroup = false, className = 'field', onInput, children, ...texts} = props
  const {id} = texts
  const attributes = labelledBy(texts)
  const notes = <FieldNotes {...texts} />
  if (isGroup)
    return (
      <fieldset className={className} aria-describedby={attributes['aria-describedby']} onInput={onInput}>
        <legend id={`${id}-label`}>{label}</legend>
        {children(attributes)}
        {notes}
      </fieldset>
    )
  return (
    <div className={className} onInput={onInput}>
      <label htmlFor={id} id={`${id}-label`} className={labelHidden ? 'sr-only' : undefined}>
        {label}
      </label>
      {children(attributes)}
      {notes}
    </div>
  )
}

function labelledBy({id, help, problem = null, hint}: LabelledTexts): LabelledControl {
  const described = [help && `${id}-help`, problem !== null && `${id}-problem`, hint !== undefined && `${id}-hint`]
  return {
    id,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  }
}

export function controlAttributes(field: FormFieldData, id: string, problem: string | null): ControlAttributes {
  return {
    ...labelledBy({id, help: field.help, problem, hint: null}),
    name: field.name,
    'aria-required': field.required || undefined,
  }
}

/** Help, problem and hint of a control. The hint is always rendered, so that screen readers announce changes. */
export function FieldNotes({id, help, problem = null, hint}: LabelledTexts) {
  return (
    <>
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {problem !== null && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`} aria-live="polite">
          {hint}
        </p>
      )}
    </>
  )
}

export function LabelText({field: {label, unit, required, requiredFor}}: {field: FormFieldData}) {
  const {forms} = useMessages()
  const need = requiredFor === undefined ? forms.optional : forms.requiredFor(requiredFor)
  // A unit in the label is followed by the rest, so that there is one pair of brackets.
  const [, name = label, inLabel] = /^(.+) \(([^()]+)\)$/.exec(label) ?? []
  const notes = [inLabel, unit, required ? undefined : need].filter(note => note !== undefined)
  return (
    <>
      {name}
      {notes.length > 0 && <span className="muted"> ({notes.join(', ')})</span>}
    </>
  )
}

/** Documents describe a field in a few words. */
export function sentence(text: string): string {
  return text === '' ? '' : text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.')
}
