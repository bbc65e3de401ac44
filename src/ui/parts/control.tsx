/** The control that edits a field, from what its type says; plain HTML, with label, help and problem. */
import type {Problem} from '../page.ts'
import type {FormFieldData} from '../records.ts'
import type {Words} from '../words.ts'

export interface ControlProps {
  readonly field: FormFieldData
  readonly problems: readonly Problem[]
  readonly words: Words
  /** Tells apart the same field in several forms of one page. */
  readonly prefix?: string
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

export function Control({field, problems, words, prefix = ''}: ControlProps) {
  const id = `field-${prefix}${field.name}`
  const problem = problems.find(each => each.field === field.name)
  const described = [field.help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const shared = {
    id,
    name: field.name,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
    // The server says what is missing, all at once and in the document's words.
    'aria-required': field.required || undefined,
  }
  const isBox = field.control === 'yes/no' && field.required
  return (
    <div className="field">
      {!isBox && (
        <label htmlFor={id}>
          {field.label} {!field.required && <span className="quiet">({words.forms.optional})</span>}
        </label>
      )}
      {isBox ? <Box field={field} shared={shared} /> : <Editor field={field} shared={shared} words={words} />}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem.message}
        </p>
      )}
      {field.help && (
        <p className="help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
    </div>
  )
}

type Shared = Readonly<Record<string, string | boolean | undefined>>

/** A box to tick sends nothing when it is not: the `no` before it is then the answer. */
function Box({field, shared}: {field: FormFieldData; shared: Shared}) {
  return (
    <label className="check">
      <input type="hidden" name={field.name} value="no" />
      <input {...shared} type="checkbox" value="yes" defaultChecked={field.values.at(-1) === 'yes'} />
      {field.label}
    </label>
  )
}

function Editor({field, shared, words}: {field: FormFieldData; shared: Shared; words: Words}) {
  const attributes = Object.fromEntries(Object.entries(field.attributes).filter(([name]) => passed.includes(name)))
  const [value = ''] = field.values
  if (field.control === 'file') return <Files field={field} shared={shared} />
  if (field.control === 'area') return <textarea {...shared} {...attributes} className="input" defaultValue={value} />
  if (field.control === 'yes/no') return <Select field={{...field, options: yesOrNo}} shared={shared} words={words} />
  if (field.options) return <Select field={field} shared={shared} words={words} />
  return (
    <input
      {...shared}
      type={inputTypes[field.control] ?? 'text'}
      {...attributes}
      className="input"
      defaultValue={value}
    />
  )
}

/** What was chosen cannot be shown again: browsers let nobody fill in a file. */
function Files({field, shared}: {field: FormFieldData; shared: Shared}) {
  const {multiple, accept} = field.attributes
  return (
    <>
      <input type="hidden" name={field.name} value="_none" />
      <input
        {...shared}
        type="file"
        className="input"
        multiple={multiple === true}
        accept={typeof accept === 'string' ? accept : undefined}
      />
    </>
  )
}

const yesOrNo = [
  {value: 'yes', label: 'Yes'},
  {value: 'no', label: 'No'},
]

function Select({field, shared, words}: {field: FormFieldData; shared: Shared; words: Words}) {
  const several = field.control === 'records' || field.control === 'choices'
  const chosen = several ? {multiple: true, defaultValue: [...field.values]} : {defaultValue: field.values[0] ?? ''}
  return (
    <select {...shared} {...chosen} className="input">
      {!several && <option value="">{words.forms.choose}</option>}
      {field.options?.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
