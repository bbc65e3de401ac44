/**
 * Chooses records: a list or a name to type, as plain HTML; in the browser a picker with search replaces it. A name that was typed in full is
 * resolved when the form is sent.
 */
import {type RefObject, useLayoutEffect, useRef, useState} from 'react'
import type {FormFieldData, OptionData} from '../../../contract/form.ts'
import {useLoaded} from '../../hooks/use-loaded.ts'
import {useMessages} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'
import {Select} from './choices.tsx'
import type {EditorProps} from './control.ts'
import {type HandedOver, isPerson, PickedRecord} from './picked-record.tsx'

/** Up to this many are a list; more are found by typing. */
const mostListed = 10

const loadPicker = async () => (await import('./record-picker.tsx')).RecordPicker

export function isPicked({control, lookup, options}: FormFieldData): boolean {
  return lookup !== undefined || (control === 'record' && (options?.length ?? 0) > mostListed)
}

export function ReferenceField(props: EditorProps) {
  return props.field.control === 'records' ? <SeveralRecords {...props} /> : <OneRecord {...props} />
}

function OneRecord({onPick, ...props}: EditorProps & {onPick?: (option: OptionData) => void}) {
  const Picker = useLoaded(loadPicker)
  const handedOver = useRef<HandedOver | null>(null)
  return (
    <div className={isPerson(props.field) ? 'picker of-people' : 'picker'}>
      {Picker ? (
        <Picker {...props} handedOver={handedOver} {...(onPick && {onPick})} />
      ) : (
        <PlainPicker {...props} handedOver={handedOver} />
      )}
    </div>
  )
}

/** The chosen records, to untick, and a picker for another one. */
function SeveralRecords({field, ...props}: EditorProps) {
  const [added, setAdded] = useState<readonly OptionData[]>([])
  const chosen = field.options ?? []
  const pick = (option: OptionData) => {
    const isKnown = [...chosen, ...added].some(({value}) => value === option.value)
    if (!isKnown) setAdded([...added, option])
  }
  return (
    <>
      <input type="hidden" name={field.name} value="" />
      {[...chosen, ...added].map(option => (
        <label key={option.value} className="check">
          <input type="checkbox" name={field.name} value={option.value} defaultChecked />
          {option.label}
          {/* So that a draft can show its name. */}
          <input type="hidden" name={`_label.${field.name}`} value={`${option.value} ${option.label}`} />
        </label>
      ))}
      <OneRecord field={{...field, values: [], options: null}} {...props} onPick={pick} />
    </>
  )
}

interface PlainProps extends EditorProps {
  readonly handedOver: RefObject<HandedOver | null>
}

function PlainPicker({field, attributes, handedOver}: PlainProps) {
  const {forms} = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const control = input.current ?? select.current
    return () => {
      // The control is still in the document, and the picker is not shown yet.
      if (control) handedOver.current = {value: control.value, focused: control === document.activeElement}
    }
  }, [handedOver])
  const {chosen, options} = field
  return (
    <>
      <div className="picker-input">
        {options ? (
          <Select ref={select} field={field} options={options} attributes={attributes} />
        ) : (
          <input
            {...attributes}
            ref={input}
            className="input"
            type="text"
            autoComplete="off"
            placeholder={forms.typeName}
            defaultValue={chosen?.label ?? field.values.at(-1) ?? ''}
          />
        )}
        {isPerson(field) && <Icon name="person" />}
      </div>
      {field.lookup !== undefined && <PickedRecord field={field} picked={chosen ?? null} />}
    </>
  )
}
