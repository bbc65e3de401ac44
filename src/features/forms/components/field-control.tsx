/** The control of a field by its type, with label, help and problem. Each is plain HTML until hydration. */

import {type ComponentType, type InputEvent, useLayoutEffect, useRef, useState} from 'react'
import {LazyPart, lazyWithPreload} from '../../../web/lazy.tsx'
import {typedBeforeHydration} from '../../../web/router/typed-before-hydration.ts'
import {OwnPart} from '../../../web/screen.tsx'
import type {FormControl, FormFieldData} from '../data.ts'
import {Checkboxes, ChoiceCards, Select, useYesOrNo} from './choices.tsx'
import {type ControlAttributes, type EditorProps, isGroup} from './control.ts'
import {DateField} from './date-field.tsx'
import {isCheckbox} from './draft-fields.ts'
import {useField} from './form-state.tsx'
import {controlAttributes, FieldNotes, LabelledField, LabelText, sentence} from './labelled-field.tsx'
import {PasswordInput} from './password-input.tsx'
import {typedDay, usePeriod, write} from './period.tsx'
import {isPicked, ReferenceField} from './reference-field.tsx'

export interface ControlProps {
  readonly field: FormFieldData
  /** It shares its row with another field. */
  readonly half?: Half | undefined
  /** Called when something is typed or chosen. */
  readonly onEdit?: () => void
}

/** Half a row; two adjacent checkboxes need no space for a label above them. */
export type Half = 'half' | 'half pair'

export function Control({field, half, onEdit: onOwnEdit}: ControlProps) {
  const {id, problem, hint, onEdit: edit} = useField(field.name)
  const onEdit = () => {
    edit()
    onOwnEdit?.()
  }
  const attributes = controlAttributes(field, id, problem)
  const place = half ? `field ${half}` : 'field'
  if (isCheckbox(field))
    return (
      <div className={`${place} box`} onInput={onEdit}>
        <Checkbox field={field} attributes={attributes} />
        <FieldNotes id={id} problem={problem} hint={hint} />
      </div>
    )
  return (
    <LabelledField
      id={id}
      label={<LabelText field={field} />}
      labelHidden={field.labelHidden}
      isGroup={isGroup(field)}
      help={sentence(field.help)}
      problem={problem}
      hint={hint}
      className={place}
      onInput={onEdit}
    >
      {() =>
        field.cards === undefined ? (
          <Editor field={field} attributes={attributes} onEdit={onEdit} />
        ) : (
          <ChoiceCards field={field} id={id} labelledBy={`${id}-label`} />
        )
      }
    </LabelledField>
  )
}

/** An unticked checkbox sends nothing: the `no` before it is the value. */
function Checkbox({field, attributes}: {field: FormFieldData; attributes: ControlAttributes}) {
  const {id} = attributes
  return (
    <div className="check">
      <input type="hidden" name={field.name} value="no" />
      <input {...attributes} type="checkbox" value="yes" defaultChecked={field.values.at(-1) === 'yes'} />
      <label htmlFor={id}>{field.label}</label>
      {field.help && (
        <span className="help" id={`${id}-help`}>
          {sentence(field.help)}
        </span>
      )}
    </div>
  )
}

/** How each control is edited. A new one does not compile without an editor. */
const editors: Readonly<Record<FormControl, ComponentType<EditorProps>>> = {
  line: props => <Input {...props} type="text" />,
  number: props => <Input {...props} type="number" />,
  password: ({field, attributes}) => <PasswordInput {...attributes} {...inputAttributes(field)} className="input" />,
  area: LongText,
  'yes/no': YesOrNo,
  date: DateField,
  time: TimeOfDay,
  'date and time': DateAndTime,
  choice: OneOfSeveral,
  choices: SeveralOptions,
  record: OneOfSeveral,
  records: SeveralOptions,
  file: FileInput,
}

/** Few forms have files. */
export const FileField = lazyWithPreload(async () => (await import('./file-field.tsx')).FileField)

function FileInput(props: EditorProps) {
  return (
    <LazyPart fallback={<input {...props.attributes} type="file" />}>
      <FileField {...props} />
    </LazyPart>
  )
}

export function Editor(props: EditorProps) {
  const {control, editedBy} = props.field
  const Edit = editors[control]
  if (editedBy === undefined) return <Edit {...props} />
  return (
    <OwnPart kind="editor" name={editedBy} given={props}>
      <Edit {...props} />
    </OwnPart>
  )
}

function Input({field, attributes, type}: EditorProps & {type: 'text' | 'number'}) {
  const [value = ''] = field.values
  return <input {...attributes} type={type} {...inputAttributes(field)} className="input" defaultValue={value} />
}

function YesOrNo({field, attributes}: EditorProps) {
  return <Select field={field} options={useYesOrNo()} attributes={attributes} />
}

function OneOfSeveral(props: EditorProps) {
  const {field, attributes} = props
  if (isPicked(field)) return <ReferenceField {...props} />
  return <Select field={field} options={field.options ?? []} attributes={attributes} />
}

function SeveralOptions(props: EditorProps) {
  const {field, attributes} = props
  return isPicked(field) ? <ReferenceField {...props} /> : <Checkboxes field={field} id={attributes.id} />
}

const hour = 3_600_000
const millisOf = (text: string): number => Date.parse(`${text}Z`)

/** When the start of a period is typed, its end moves along; an empty end becomes one hour later. A suggestion writes both. */
function DateAndTime({field, attributes}: Omit<EditorProps, 'onEdit'>) {
  const known = usePeriod(field.name)
  const before = useRef(field.values[0] ?? '')
  const follow = ({currentTarget: input}: InputEvent<HTMLInputElement>) => {
    const {value} = input
    if (known?.end !== 'from' || value === '') return
    const {to} = known.period
    const length = typedDay(to) === '' ? hour : millisOf(typedDay(to)) - millisOf(before.current)
    if (length > 0 && input === document.activeElement)
      write(to, new Date(millisOf(value) + length).toISOString().slice(0, 16))
    before.current = value
  }
  return (
    <input
      {...attributes}
      type="datetime-local"
      {...inputAttributes(field)}
      ref={known?.period[known.end].input}
      className="input"
      defaultValue={field.values[0] ?? ''}
      onInput={follow}
    />
  )
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map(each => String(each).padStart(2, '0')).join(':')

/**
 * When the start of two times is typed and reaches the end, the end moves along and keeps the length, within the day.
 * While hours are typed the start passes through others, so both are compared with what they were before.
 */
function TimeOfDay({field, attributes}: Omit<EditorProps, 'onEdit'>) {
  const known = usePeriod(field.name)
  const before = useRef({begin: Number.NaN, end: Number.NaN})
  const follow = ({currentTarget: {value}}: InputEvent<HTMLInputElement>) => {
    if (known?.end !== 'from' || value === '') return
    const {begin, end} = before.current
    const moved = minutesOf(value) < end ? end : minutesOf(value) + end - begin
    if (begin < end && moved < 1440) write(known.period.to, clockOf(moved))
  }
  return (
    <input
      {...attributes}
      type="time"
      {...inputAttributes(field)}
      ref={known?.period[known.end].input}
      className="input"
      defaultValue={field.values[0] ?? ''}
      onFocus={() => {
        if (known)
          before.current = {begin: minutesOf(typedDay(known.period.from)), end: minutesOf(typedDay(known.period.to))}
      }}
      onInput={follow}
    />
  )
}

const passed = [
  'type',
  'min',
  'max',
  'step',
  'minLength',
  'maxLength',
  'inputMode',
  'autoComplete',
  'autoCapitalize',
  'spellCheck',
]

export function inputAttributes(field: FormFieldData): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(Object.entries(field.attributes).filter(([name]) => passed.includes(name)))
}

/** React writes the server's text into a textarea when it hydrates it; what was typed before is put back. */
function LongText({field, attributes}: Omit<EditorProps, 'onEdit'>) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [used, setUsed] = useState(false)
  useLayoutEffect(() => {
    const {current} = textarea
    const typed = current && typedBeforeHydration(current)
    if (current && typed !== null) current.value = typed
    setUsed(current === document.activeElement)
  }, [])
  return (
    <>
      <textarea
        {...attributes}
        {...inputAttributes(field)}
        ref={textarea}
        className="input"
        rows={4}
        defaultValue={field.values[0] ?? ''}
        onFocus={() => setUsed(true)}
      />
      {used && field.mentions && (
        <LazyPart>
          <MentionPicker href={field.mentions} field={textarea} />
        </LazyPart>
      )}
    </>
  )
}

const MentionPicker = lazyWithPreload(async () => (await import('./mention-picker.tsx')).MentionPicker)
