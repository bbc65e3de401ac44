/** The texts around a control: its label, help and problems. */
import type {FormFieldData} from '../../../contract/form.ts'
import {useMessages} from '../../router/router-provider.tsx'

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
