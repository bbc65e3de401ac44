/** The texts around a control: its label, help and problems; and its attributes, which refer to them. */

import {useMessages} from '../../../web/router/router-provider.tsx'
import type {FormFieldData} from '../data.ts'
import type {ControlAttributes} from './control.ts'

export function LabelText({field: {label, unit, required, requiredFor}}: {field: FormFieldData}) {
  const {forms} = useMessages()
  const need = requiredFor === undefined ? forms.optional : forms.requiredFor(requiredFor)
  // A unit in the label is followed by the rest, so that there is one pair of brackets.
  const [, name = label, inLabel] = /^(.+) \(([^()]+)\)$/.exec(label) ?? []
  const notes = [inLabel, unit, required ? undefined : need].filter(note => note !== undefined)
  return (
    <>
      {name}
      {notes.length > 0 && <span className="quiet"> ({notes.join(', ')})</span>}
    </>
  )
}

/** Documents describe a field in a few words. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.')
}

export function FieldHelp({id, field: {help}}: {id: string; field: FormFieldData}) {
  if (!help) return null
  return (
    <p className="help" id={`${id}-help`}>
      {sentence(help)}
    </p>
  )
}

export function controlAttributes(field: FormFieldData, id: string, problem: string | null): ControlAttributes {
  const described = [field.help && `${id}-help`, problem !== null && `${id}-problem`, `${id}-hint`]
  return {
    id,
    name: field.name,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': described.filter(Boolean).join(' '),
    'aria-required': field.required || undefined,
  }
}

export function FieldProblem({id, message}: {id: string; message: string | null}) {
  if (message === null) return null
  return (
    <p className="problem" id={`${id}-problem`}>
      {message}
    </p>
  )
}

/** Always rendered, so that screen readers announce changes. */
export function FieldHint({id, message}: {id: string; message: string | null}) {
  return (
    <p className="hint" id={`${id}-hint`} aria-live="polite">
      {message}
    </p>
  )
}
