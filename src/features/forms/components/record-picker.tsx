/** Finds a record by part of its name: a combobox, loaded with the first form that has one. */
import {type RefObject, useEffect, useEffectEvent, useRef, useState} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Marked} from '../../../web/components/cell.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {FormFieldData} from '../data.ts'
import type {EditorProps} from './control.ts'
import {ChosenRecord, type HandedOver, PickedRecord, picksPerson} from './picked-record.tsx'
import {noOptions, useRecordCombobox} from './use-record-combobox.ts'

export interface RecordPickerProps extends EditorProps {
  /** The content of the plain control, if there was one. */
  readonly handedOver?: RefObject<HandedOver | null>
  /** Takes the picked record and clears the picker: for fields with several records. */
  readonly onPick?: (option: OptionData) => void
  /** Submits the id of the picked record under the field's name, otherwise the typed text: for filters, whose values are in the address. */
  readonly sendsId?: boolean
  /** Opens the list initially. */
  readonly startsOpen?: boolean
}

export function RecordPicker(props: RecordPickerProps) {
  const {field, attributes, handedOver, onEdit, onPick, sendsId = false, startsOpen = false} = props
  const {forms} = useMessages()
  const {id, name, ...described} = attributes
  const isHidden = field.options !== null || sendsId
  const input = useRef<HTMLInputElement>(null)
  const picker = useRecordCombobox({field, id, input, handedOver, onPick, startsOpen})
  const {combobox, picked} = picker
  const {isOpen, inputValue, selectItem} = combobox
  const value = picked?.value ?? inputValue
  useChange(value, onEdit)
  return (
    <>
      <div className="picker-input">
        <input
          {...described}
          {...combobox.getInputProps({
            ref: input,
            // Typing replaces the chosen record instead of extending its name.
            onClick: ({currentTarget}) => !isOpen && picked && currentTarget.select(),
            onBlur: picker.settle,
            // An input method uses Enter and the arrows for its own list.
            onKeyDown: event => {
              if (event.nativeEvent.isComposing) Object.assign(event.nativeEvent, {preventDownshiftDefault: true})
            },
          })}
          name={isHidden || onPick ? undefined : name}
          className="input"
          type="text"
          placeholder={field.options ? forms.choose : forms.typeName}
          spellCheck={false}
        />
        {picksPerson(field) && (picked ? <Avatar id={picked.value} name={picked.label} /> : <Icon name="person" />)}
        <button
          {...combobox.getToggleButtonProps()}
          type="button"
          className="toggle"
          aria-label={forms.pickers.showOptions(field.label)}
        >
          <Icon name="more" />
        </button>
      </div>
      {isHidden && !onPick ? (
        <input
          type="hidden"
          name={name}
          value={value}
          // Filled in by a suggestion that satisfies a rule.
          onInput={({currentTarget}) =>
            selectItem(field.options?.find(option => option.value === currentTarget.value) ?? null)
          }
        />
      ) : (
        !onPick && <PickedRecord field={field} picked={picked} />
      )}
      <Offers field={field} picker={picker} anchor={input} />
    </>
  )
}

interface OffersProps {
  readonly field: FormFieldData
  readonly picker: ReturnType<typeof useRecordCombobox>
  readonly anchor: RefObject<HTMLInputElement | null>
}

/** The list below the field, or that nothing matches. */
function Offers({field, picker: {combobox, items, query, isAnswered}, anchor}: OffersProps) {
  const {pickers} = useMessages().forms
  const {isOpen, selectedItem, highlightedIndex} = combobox
  const menu = useRef<HTMLUListElement>(null)
  useAnchored({anchor, panel: menu, open: isAnswered, sameWidth: true})
  return (
    <>
      <ul
        {...combobox.getMenuProps({ref: menu})}
        className="offers"
        popover="manual"
        hidden={!isOpen || items.length === 0}
      >
        {isOpen &&
          items.map((option, index) => (
            <li
              key={option.value}
              {...combobox.getItemProps({item: option, index})}
              className={option.refused ? 'muted' : undefined}
            >
              {picksPerson(field) && <Avatar id={option.value} name={option.label} />}
              <OptionText option={option} marked={items.some(({mark}) => mark)} />
              {option.note !== undefined && <small className="subtle">{option.note}</small>}
              {option.value === selectedItem?.value && highlightedIndex !== index && (
                <span className="chosen">
                  <Icon name="check" />
                </span>
              )}
            </li>
          ))}
      </ul>
      <span className="sr-only" role="status">
        {isAnswered && pickers.matches(items.length)}
      </span>
      {isAnswered && items.length === 0 && (
        <p className="offers none" aria-hidden="true">
          {pickers.noMatches(query)}
        </p>
      )}
    </>
  )
}

/** Names begin at the same place, where only some have a colour. */
export function OptionText({option: {label, mark, tone}, marked}: {option: OptionData; marked: boolean}) {
  if (tone !== undefined) return <span className={`state ${tone}`}>{label}</span>
  return mark || marked ? <Marked mark={mark ?? {}} text={label} /> : label
}

/** After the hidden field has the new value. */
function useChange(value: string, onChange: () => void): void {
  const before = useRef(value)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (before.current !== value) changed()
    before.current = value
  }, [value])
}

interface PickerOfSeveralProps extends EditorProps {
  /** The boxes that were there before, with what was ticked in them. */
  readonly boxes: ReadonlyMap<string, HTMLInputElement>
  /** The name that was typed before. */
  readonly handedOver: RefObject<HandedOver | null>
}

interface TickedRecord {
  readonly option: OptionData
  readonly ticked: boolean
}

/** Those that are chosen, which can be taken out and put back, and a picker for one more. */
export function PickerOfSeveral({field, boxes, handedOver: typed, ...props}: PickerOfSeveralProps) {
  const {name, values, lookup} = field
  const options = field.options ?? noOptions
  const [chosen, setChosen] = useState<readonly TickedRecord[]>(() =>
    options
      .filter(({value}) => boxes.get(value)?.checked ?? values.includes(value))
      .map(option => ({option, ticked: true})),
  )
  const focused = [...boxes.values()].some(box => box === document.activeElement)
  const ticked = useRef<HandedOver | null>(focused ? {value: '', focused} : null)
  const set = (option: OptionData, isTicked: boolean) => {
    const changed = {option, ticked: isTicked}
    const isThere = chosen.some(each => each.option.value === option.value)
    setChosen(
      isThere ? chosen.map(each => (each.option.value === option.value ? changed : each)) : [...chosen, changed],
    )
  }
  const isChosen = (id: string) => chosen.some(each => each.ticked && each.option.value === id)
  const others = lookup === undefined ? options.filter(({value}) => !isChosen(value)) : null
  return (
    <>
      <input type="hidden" name={name} value="" />
      {chosen.length > 0 && (
        <div className="picked">
          {chosen.map(({option, ticked: isTicked}) => (
            <ChosenRecord
              key={option.value}
              field={field}
              option={option}
              ticked={isTicked}
              box={{
                type: 'checkbox',
                name,
                value: option.value,
                checked: isTicked,
                onChange: () => set(option, !isTicked),
              }}
            >
              {/* So that a draft can call it by its name. */}
              <input type="hidden" name={`_label.${name}`} value={`${option.value} ${option.label}`} />
            </ChosenRecord>
          ))}
        </div>
      )}
      <div className={picksPerson(field) ? 'picker of-people' : 'picker'}>
        <RecordPicker
          {...props}
          field={{...field, values: [], options: others}}
          handedOver={lookup === undefined ? ticked : typed}
          onPick={option => set(option, true)}
        />
      </div>
    </>
  )
}
