/** Records that belong to the one in the form, such as the lines of an order: a row each, and blank ones for new records. */

import {type KeyboardEvent, type ReactNode, useLayoutEffect, useReducer, useRef, useState} from 'react'
import {Icon, IconPath} from '../../../web/components/icon.tsx'
import {type FormValues, formValues} from '../../../web/hooks/draft-storage.ts'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {FormFieldData, LineItemsData} from '../data.ts'
import {Control} from './field-control.tsx'
import {useField} from './form-state.tsx'
import {FieldNotes} from './labelled-field.tsx'
import {type LineItem, type RowsAction, rowsFrom, rowsReducer} from './rows.ts'

const undoIcon = 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11'

export interface LineItemsProps {
  readonly list: LineItemsData
  readonly draft: FormValues | null
}

/** The rows are its own state from the first render; use another key if a response contains other rows. */
export function LineItems({list, draft}: LineItemsProps) {
  const {lineItems: messages} = useMessages().forms
  const hydrated = useHydrated()
  const {id, problem, onEdit} = useField(list.name)
  const [rows, dispatch] = useReducer(rowsReducer, undefined, () => rowsFrom(list, draft))
  const [announcement, setAnnouncement] = useState('')
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  /** Gets the focus after the rows change. */
  const focus = useRef<'new row' | HTMLElement | null>(null)

  // Numbers and checkboxes that were changed before hydration.
  useLayoutEffect(() => {
    const form = fieldset.current?.form
    if (form) dispatch({type: 'take over', mayRemove: list.mayRemove, values: formValues(form)})
  }, [list.mayRemove])
  useLayoutEffect(() => {
    const target = focus.current
    focus.current = null
    if (target === 'new row') focusFirst(fieldset.current, rows.at(-1)?.fields[0])
    else target?.focus()
  }, [rows])

  const change = (action: RowsAction, next: 'new row' | HTMLElement | null) => {
    focus.current = next
    dispatch(action)
    onEdit()
  }
  const move = (row: LineItem, by: 1 | -1, focused: HTMLElement) => {
    const place = rows.indexOf(row) + by
    if (place < 0 || place >= rows.length) return
    change({type: 'move', key: row.key, by}, focused)
    setAnnouncement(messages.movedTo(place + 1, rows.length))
  }
  const pressKey = (event: KeyboardEvent<HTMLElement>, row: LineItem) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    const {target} = event
    if (by === null || !event.altKey || !list.mayMove || event.isDefaultPrevented()) return
    if (!(target instanceof HTMLElement) || target instanceof HTMLSelectElement) return
    event.preventDefault()
    move(row, by, target)
  }
  return (
    <fieldset className="parts" ref={fieldset}>
      <legend>{list.heading}</legend>
      <FieldNotes id={id} problem={problem} />
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in every row
        <div
          key={row.key}
          className={row.removed ? 'part removed' : 'part'}
          role="group"
          aria-label={messages.row(list.heading, index + 1)}
          onKeyDown={event => pressKey(event, row)}
        >
          <RowFields row={row} />
          <div className="part-end">
            {hydrated ? (
              <RowButtons
                row={row}
                list={list}
                place={index + 1}
                count={rows.length}
                onMove={(by, button) => move(row, by, button)}
                onRemove={() => change({type: 'remove', key: row.key}, row.id === '' ? addButton.current : null)}
              />
            ) : (
              <PlainRowControls row={row} list={list} place={index + 1} />
            )}
          </div>
          <RowProblem row={row} />
        </div>
      ))}
      {list.mayAdd && (
        <button
          ref={addButton}
          type="button"
          // Its space is reserved from the start, so that nothing moves.
          className={hydrated ? 'button add-row' : 'button add-row pending'}
          disabled={!hydrated}
          onClick={() => change({type: 'add', list}, 'new row')}
        >
          <Icon name="plus" />
          {messages.another}
        </button>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}

function focusFirst(fieldset: HTMLFieldSetElement | null, field: FormFieldData | undefined): void {
  const control = field && fieldset?.elements.namedItem(`field-${field.name}`)
  if (control instanceof HTMLElement) control.focus()
}

function RowFields({row}: {row: LineItem}) {
  return (
    <div className="part-fields" inert={row.removed}>
      <input type="hidden" name={`_part.${row.key}`} value={row.id === '' ? '' : `${row.id} ${row.version}`} />
      {row.facts.map(({label, text}) => (
        <div key={label} className="field">
          <span className="label">{label}</span>
          <span className="fact">{text}</span>
        </div>
      ))}
      {row.fields.map(field => (
        <Control key={field.name} field={field} />
      ))}
    </div>
  )
}

function RowProblem({row}: {row: LineItem}) {
  const {id, problem} = useField(row.key)
  return <FieldNotes id={id} problem={problem} />
}

interface RowControlsProps {
  readonly row: LineItem
  readonly list: LineItemsData
  readonly place: number
}

/** Without JavaScript a number sets the row's position, and a checkbox removes it. */
function PlainRowControls({row, list, place}: RowControlsProps) {
  const {forms} = useMessages()
  const {lineItems: messages} = useMessages().forms
  return (
    <>
      {list.mayMove && (
        <input
          className="input place"
          type="number"
          name={`_place.${row.key}`}
          min={1}
          step={1}
          inputMode="numeric"
          aria-label={messages.place}
          title={messages.place}
          defaultValue={place}
        />
      )}
      {row.id !== '' && list.mayRemove && (
        <label className="check">
          <input type="checkbox" name={`_drop.${row.key}`} value="yes" defaultChecked={row.removed} />
          {forms.remove}
        </label>
      )}
    </>
  )
}

interface RowButtonsProps extends RowControlsProps {
  readonly count: number
  readonly onMove: (by: 1 | -1, button: HTMLButtonElement) => void
  readonly onRemove: () => void
}

function RowButtons({row, list, place, count, onMove, onRemove}: RowButtonsProps) {
  const {forms} = useMessages()
  const {lineItems: messages} = useMessages().forms
  return (
    <>
      {list.mayMove && (
        <>
          <input type="hidden" name={`_place.${row.key}`} value={place} />
          <RowButton
            icon={<Icon name="up" />}
            label={messages.moveUp}
            disabled={place === 1}
            onPress={button => onMove(-1, button)}
          />
          <RowButton
            icon={<Icon name="down" />}
            label={messages.moveDown}
            disabled={place === count}
            onPress={button => onMove(1, button)}
          />
        </>
      )}
      {row.removed && <input type="hidden" name={`_drop.${row.key}`} value="yes" />}
      {(row.id === '' ? list.mayAdd : list.mayRemove) && (
        <RowButton
          icon={row.removed ? <IconPath path={undoIcon} /> : <Icon name="remove" />}
          label={row.removed ? messages.keep : forms.remove}
          onPress={onRemove}
        />
      )}
    </>
  )
}

interface RowButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly disabled?: boolean
  readonly onPress: (button: HTMLButtonElement) => void
}

/** A button that has no further effect keeps the focus. */
function RowButton({icon, label, disabled = false, onPress}: RowButtonProps) {
  return (
    <button
      type="button"
      className="toggle"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={event => onPress(event.currentTarget)}
    >
      {icon}
    </button>
  )
}
