/**
 * The control over an edited cell: Enter or a choice saves, Escape cancels. Below it, who will be notified, or why it was refused. Loaded when first
 * used.
 */

import {type KeyboardEvent, type ReactNode, type SubmitEvent, useId, useRef} from 'react'
import {createPortal} from 'react-dom'
import {withQuery} from '../../engine/page/address.ts'
import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {OptionData, Problem} from '../../engine/page/common.ts'
import {cellKey, type ListedRecord} from '../../features/collections/data.ts'
import {useYesOrNo} from '../../features/forms/components/choices.tsx'
import type {EditorProps} from '../../features/forms/components/control.ts'
import {RecordPicker} from '../../features/forms/components/record-picker.tsx'
import {useFormAt} from '../../features/forms/components/use-form-at.ts'
import type {FormControl, FormFieldData} from '../../features/forms/data.ts'
import {useDismiss} from '../../web/hooks/use-dismiss.ts'
import {useFocusFirst} from '../../web/hooks/use-focus-first.ts'
import {useDateLocale, useMessages, usePage} from '../../web/router/router-provider.tsx'
import {OwnPart} from '../../web/screen.tsx'
import {shortDay} from '../../web/short-day.ts'
import {usePlacedOver} from './use-placed-over.ts'

export interface SavedCell {
  readonly version: number
  readonly form: FormData
  /** What the cell shows until the response arrives. */
  readonly cell: ShownCell
}

export interface RetriedEdit extends SavedCell {
  readonly problems: readonly Problem[]
}

export interface CellEditorProps {
  readonly record: ListedRecord
  readonly column: ShownField
  /** The element of the cell. */
  readonly anchor: HTMLElement
  readonly retried: RetriedEdit | null
  readonly onSave: (saved: SavedCell) => void
  readonly onClose: () => void
}

export function CellEditor({record, column, anchor, retried, onSave, onClose}: CellEditorProps) {
  const {listScreen: messages} = useMessages()
  const {url} = usePage()
  // Its control as the server sends it, with the current value.
  const data = useFormAt(withQuery(url, `${cellKey}=${record.id}.${column.key}`))
  const panel = useRef<HTMLFormElement>(null)
  const form = typeof data === 'string' ? null : data
  usePlacedOver(anchor, panel)
  const dateLocale = useDateLocale()
  // Two of them are the dates of a span.
  const fields = form?.fields.map(each => withRetried(each, retried)) ?? []
  const [field = null] = fields
  const save = (values: FormData, option: OptionData | null) => {
    if (!field || !form) return
    const typed = fields.map(({name}) => String(values.get(name) ?? ''))
    if (!retried && fields.every((each, index) => typed[index] === written(each))) return onClose()
    const version = retried ? record.version : (form.version ?? record.version)
    const word = field.editedBy === undefined ? null : (field.options?.find(({value}) => value === typed[0]) ?? null)
    onSave({version, form: values, cell: expectedCell(column, {values: typed, option: option ?? word, dateLocale})})
  }
  const submit = () => panel.current && save(new FormData(panel.current), null)
  const isPicked = field !== null && hasPicker(field)
  useDismiss(true, panel, () => (isPicked ? onClose() : submit()))
  const onKeyDown = (event: KeyboardEvent) => {
    // Between the dates of a span, Tab works as in every form.
    const end = fields.at(event.shiftKey ? 0 : -1)
    const isAtEnd = fields.length < 2 || (event.target instanceof HTMLInputElement && event.target.name === end?.name)
    if (event.key === 'Escape' || (event.key === 'Tab' && isAtEnd)) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Tab' && !isPicked) submit()
      else onClose()
    }
    // Without a button, browsers do not submit a form with two fields.
    if (event.key === 'Enter' && fields.length > 1) {
      event.preventDefault()
      submit()
    }
  }
  const refusal = retried?.problems.map(({message}) => message).join(' ') ?? ''
  const reason = data === 'refused' ? messages.notEditable : refusal
  return createPortal(
    <form
      ref={panel}
      className="cell-editor"
      popover="manual"
      noValidate
      aria-label={messages.editing(column.label, record.cells[0]?.text ?? '')}
      aria-busy={data === 'loading' || undefined}
      onKeyDownCapture={onKeyDown}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isPicked) submit()
      }}
    >
      {fields.map((each, index) => (
        <CellControl
          key={each.name}
          field={each}
          isFirst={index === 0}
          onPick={option => save(pickedForm(each, option), option)}
        />
      ))}
      {(reason !== '' || (form && form.intro !== '')) && (
        <div className="said">
          {reason !== '' && (
            <p className="problem" role="alert">
              {reason}
            </p>
          )}
          {form && form.intro !== '' && <p>{form.intro}</p>}
        </div>
      )}
      {field && !isPicked && (
        <p className="keys" aria-hidden="true">
          <kbd>↵</kbd> {messages.save} <kbd>Esc</kbd> {messages.cancel}
        </p>
      )}
    </form>,
    document.body,
  )
}

interface CellControlProps {
  readonly field: FormFieldData
  /** It has the focus when editing begins. */
  readonly isFirst: boolean
  readonly onPick: (option: OptionData) => void
}

function CellControl({field, isFirst, onPick}: CellControlProps) {
  const {listScreen: messages} = useMessages()
  const id = useId()
  const attributes = {
    id,
    name: field.name,
    'aria-invalid': undefined,
    'aria-describedby': undefined,
    'aria-required': field.required || undefined,
  } as const
  const control = useRef<HTMLDivElement>(null)
  useFocusFirst(control, {wanted: isFirst, selects: true})
  const yesOrNo = useYesOrNo()
  const options = field.control === 'yes/no' ? yesOrNo : field.options
  const nothing = field.required || !options ? [] : [{value: '', label: messages.none}]
  return (
    <div ref={control} className={field.entity === 'User' ? 'picker of-people' : 'picker'}>
      <label id={`${id}-label`} htmlFor={id} className="sr-only">
        {field.label}
      </label>
      <OwnControl field={field} attributes={attributes}>
        {offersOptions(field) ? (
          <RecordPicker
            field={{...field, options: options && [...nothing, ...options]}}
            attributes={attributes}
            onEdit={() => {}}
            onPick={onPick}
            startsOpen
          />
        ) : (
          <input
            {...attributes}
            className="input"
            type={inputTypeOf(field)}
            inputMode={field.attributes['inputMode'] === 'decimal' ? 'decimal' : undefined}
            step={field.attributes['step'] as number | undefined}
            defaultValue={field.values[0] ?? ''}
            autoComplete="off"
          />
        )}
      </OwnControl>
    </div>
  )
}

/** That of the author, if the field has one. */
function OwnControl({field, attributes, children}: Omit<EditorProps, 'onEdit'> & {children: ReactNode}) {
  if (field.editedBy === undefined) return children
  return (
    <OwnPart kind="editor" name={field.editedBy} given={{field, attributes, onEdit: () => {}}}>
      {children}
    </OwnPart>
  )
}

/** Those of controls that HTML has. Others are a line, or picked from a list. */
const inputTypes: Readonly<Partial<Record<FormControl, string>>> = {
  date: 'date',
  time: 'time',
  'date and time': 'datetime-local',
  number: 'number',
}

const inputTypeOf = ({control, attributes}: FormFieldData): string =>
  inputTypes[control] ?? String(attributes['type'] ?? 'text')

/** One of several is picked from a list. */
const offersOptions = ({control, options, lookup}: FormFieldData): boolean =>
  control === 'yes/no' || options !== null || lookup !== undefined

/** What is picked is saved at once; own code has an input, which is saved when it is left. */
const hasPicker = (field: FormFieldData): boolean => offersOptions(field) && field.editedBy === undefined

/** As the page sends it: a choice by its word, a record by its id. */
function pickedForm({name}: FormFieldData, {value}: OptionData): FormData {
  const form = new FormData()
  form.set(name, value)
  return form
}

const written = ({control, values}: FormFieldData): string =>
  control === 'yes/no' ? (values.at(-1) ?? '') : (values[0] ?? '')

/** With refused input. */
function withRetried(field: FormFieldData, retried: RetriedEdit | null): FormFieldData {
  return retried ? {...field, values: retried.form.getAll(field.name).map(String)} : field
}

interface Typed {
  readonly values: readonly string[]
  readonly option: OptionData | null
  readonly dateLocale: string
}

function expectedCell({display}: ShownField, {values, option, dateLocale}: Typed): ShownCell {
  const [value = '', last] = values
  if (last !== undefined) return {text: [...new Set(values)].map(day => shortDay(day, dateLocale)).join(' – '), value}
  if (option) {
    if (option.value === '') return {text: ''}
    return {text: option.label, value: display === 'yes/no' ? option.value === 'yes' : option.value}
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value)
  return isDay && display === 'time' ? {text: shortDay(value, dateLocale), value} : {text: value, value}
}
