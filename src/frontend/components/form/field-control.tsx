/** The control that edits a field, from what its type says; plain HTML, with label, help and problem. */

import type {FormFieldData} from '../../../contract/form.ts'
import type {Problem} from '../../../contract/page.ts'
import type {Words} from '../../../messages/index.ts'
import {useMessages} from '../../router/router-provider.tsx'
import {Choices, Picker, Select, type Shared} from './choices.tsx'
import {Files} from './file-field.tsx'

export interface ControlProps {
  readonly field: FormFieldData
  readonly problems: readonly Problem[]
  /** Tells apart the same field in several forms of one page. */
  readonly prefix?: string
  /** It shares its line with another. */
  readonly half?: Half | undefined
}

const inputTypes: Readonly<Record<string, string>> = {
  date: 'date',
  time: 'time',
  'date and time': 'datetime-local',
  number: 'number',
}
const passed = ['type', 'min', 'max', 'step', 'minLength', 'maxLength', 'inputMode', 'autoComplete']

/** Only a form with files needs the longer way to write itself down. */
export function encodingOf(fields: readonly FormFieldData[]): 'multipart/form-data' | undefined {
  return fields.some(field => field.control === 'file') ? 'multipart/form-data' : undefined
}

const short = ['date', 'time', 'date and time', 'number', 'yes/no', 'choice']

/** Half a line; two boxes to tick beside each other need no room for a label above them. */
type Half = 'half' | 'half pair'

const isBox = ({control, required}: FormFieldData): boolean => control === 'yes/no' && required

/** Short fields that follow each other stand side by side, two and two. */
export function halves(fields: readonly FormFieldData[]): ReadonlyMap<string, Half> {
  const found = new Map<string, Half>()
  for (let index = 0; index + 1 < fields.length; index += 1) {
    const [one, other] = [fields[index], fields[index + 1]]
    if (!one || !other || !short.includes(one.control) || !short.includes(other.control)) continue
    const half = isBox(one) && isBox(other) ? 'half pair' : 'half'
    found.set(one.name, half).set(other.name, half)
    index += 1
  }
  return found
}

export function Control({field, problems, prefix = '', half}: ControlProps) {
  const words = useMessages()
  const id = `field-${prefix}${field.name}`
  const problem = problems.find(each => each.field === field.name)
  const described = [field.help && `${id}-help`, problem && `${id}-problem`, `${id}-hint`].filter(Boolean).join(' ')
  const shared: Shared = {
    id,
    name: field.name,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described,
    // The server says what is missing, all at once and in the document's words.
    'aria-required': field.required || undefined,
  }
  const said = (
    <>
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem.message}
        </p>
      )}
      <p className="hint" id={`${id}-hint`} data-hint={field.name} />
    </>
  )
  const help = field.help && (
    <p className="help" id={`${id}-help`}>
      {sentence(field.help)}
    </p>
  )
  const place = half ? `field ${half}` : 'field'
  if (isBox(field))
    return (
      <div className={`${place} box`}>
        <Box field={field} shared={shared} id={id} />
        {said}
      </div>
    )
  if (isSeveral(field))
    return (
      <fieldset className={place} aria-describedby={described}>
        <legend>{labelOf(field, words)}</legend>
        <Choices field={field} id={id} />
        {help}
        {said}
      </fieldset>
    )
  return (
    <div className={place}>
      <label htmlFor={id}>{labelOf(field, words)}</label>
      <Editor field={field} shared={shared} />
      {help}
      {said}
    </div>
  )
}

/** Documents write what a field means in few words. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.')
}

function labelOf({label, unit, required}: FormFieldData, words: Words) {
  const notes = [unit, required ? undefined : words.forms.optional].filter(note => note !== undefined)
  return (
    <>
      {label}
      {notes.length > 0 && <span className="quiet"> ({notes.join(', ')})</span>}
    </>
  )
}

const mostBoxes = 12

function isSeveral({control, options, lookup}: FormFieldData): boolean {
  const several = control === 'records' || control === 'choices'
  return several && lookup === undefined && (options?.length ?? 0) <= mostBoxes
}

/** A box to tick sends nothing when it is not: the `no` before it is then the answer. */
function Box({field, shared, id}: {field: FormFieldData; shared: Shared; id: string}) {
  return (
    <div className="check">
      <input type="hidden" name={field.name} value="no" />
      <input {...shared} type="checkbox" value="yes" defaultChecked={field.values.at(-1) === 'yes'} />
      <label htmlFor={id}>{field.label}</label>
      {field.help && (
        <span className="help" id={`${id}-help`}>
          {sentence(field.help)}
        </span>
      )}
    </div>
  )
}

function Editor({field, shared}: {field: FormFieldData; shared: Shared}) {
  const words = useMessages()
  const attributes = Object.fromEntries(Object.entries(field.attributes).filter(([name]) => passed.includes(name)))
  const [value = ''] = field.values
  if (field.control === 'file') return <Files field={field} shared={shared} />
  if (field.control === 'area')
    return <textarea {...shared} {...attributes} className="input" rows={4} defaultValue={value} />
  if (field.control === 'yes/no') return <Select field={{...field, options: yesOrNo(words)}} shared={shared} />
  if (field.lookup !== undefined) return <Picker field={field} shared={shared} />
  if (field.options) return <Select field={field} shared={shared} />
  const type = inputTypes[field.control] ?? 'text'
  return <input {...shared} type={type} {...attributes} className="input" defaultValue={value} />
}

const yesOrNo = ({forms}: Words) => [
  {value: 'yes', label: forms.yes},
  {value: 'no', label: forms.no},
]
