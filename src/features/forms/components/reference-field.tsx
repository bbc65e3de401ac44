/**
 * Chooses records: a list or a name to type, as plain HTML; in the browser a picker with search replaces it. A name that was typed in full is
 * resolved when the form is sent.
 */
import {type RefObject, useLayoutEffect, useRef, useState} from 'react'
import {Icon} from '../../../web/components/icon.tsx'
import {Enhanced, lazyWithPreload} from '../../../web/lazy.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {FormFieldData} from '../data.ts'
import {choiceBox, Select} from './choices.tsx'
import type {EditorProps} from './control.ts'
import {ChosenRecord, type HandedOver, PickedRecord, picksPerson} from './picked-record.tsx'

/** Up to this many are a list; more are found by typing. */
const mostListed = 10

const RecordPicker = lazyWithPreload(async () => (await import('./record-picker.tsx')).RecordPicker)
const PickerOfSeveral = lazyWithPreload(async () => (await import('./record-picker.tsx')).PickerOfSeveral)

export function isPicked({control, lookup, options}: FormFieldData): boolean {
  return lookup !== undefined || (control.startsWith('record') && (options?.length ?? 0) > mostListed)
}

/** Several are the chosen ones, and checkboxes of the others or, where there are too many, a field for one more; then the chosen ones and a picker. */
export function ReferenceField(props: EditorProps) {
  const {field, attributes} = props
  const handedOver = useRef<HandedOver | null>(null)
  const [boxes] = useState(() => new Map<string, HTMLInputElement>())
  const id = field.lookup === undefined ? attributes.id : ''
  const className = picksPerson(field) ? 'picker of-people' : 'picker'
  if (field.control !== 'records')
    return (
      <div className={className}>
        <Enhanced by={RecordPicker} plain={<PlainPicker {...props} handedOver={handedOver} />}>
          <RecordPicker {...props} handedOver={handedOver} />
        </Enhanced>
      </div>
    )
  return (
    <Enhanced
      by={PickerOfSeveral}
      plain={
        <>
          <PlainRecords field={field} id={id} boxes={boxes} />
          {id === '' && (
            <div className={className}>
              <PlainPicker {...props} field={{...field, values: [], options: null}} handedOver={handedOver} />
            </div>
          )}
        </>
      }
    >
      <PickerOfSeveral {...props} boxes={boxes} handedOver={handedOver} />
    </Enhanced>
  )
}

interface PlainRecordsProps {
  readonly field: FormFieldData
  readonly id: string
  readonly boxes: Map<string, HTMLInputElement>
}

/** As high as the picker that will replace it: the other records are in a box of one line until it is used. */
function PlainRecords({field, id, boxes}: PlainRecordsProps) {
  const options = field.options ?? []
  const chosen = options.filter(({value}) => field.values.includes(value))
  const others = options.filter(option => !chosen.includes(option))
  return (
    <>
      <input type="hidden" name={field.name} value="" />
      {chosen.length > 0 && (
        <div className="picked">
          {chosen.map((option, index) => (
            <ChosenRecord
              key={option.value}
              field={field}
              option={option}
              ticked
              box={{...choiceBox(field, option, boxes), id: others.length === 0 && index === 0 ? id : undefined}}
            />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div className="choices many to-pick">
          {others.map((option, index) => (
            <label key={option.value} className="check">
              <input {...choiceBox(field, option, boxes)} id={index === 0 ? id : undefined} />
              {option.label}
            </label>
          ))}
        </div>
      )}
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
        {picksPerson(field) && <Icon name="person" />}
      </div>
      {field.lookup !== undefined && <PickedRecord field={field} picked={chosen ?? null} />}
    </>
  )
}
