/** Finds a record by part of its name: a combobox, loaded with the first form that has one. */
import {type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox} from 'downshift'
import {type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import type {Page} from '../../../engine/page/frame.ts'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Marked} from '../../../web/components/cell.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {pageIn} from '../../../web/router/client.ts'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import type {EditorProps} from './control.ts'
import {ChosenRecord, type HandedOver, isPerson, PickedRecord} from './picked-record.tsx'

const pauseMillis = 150

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

const {stateChangeTypes} = useCombobox
const labelOf = (option: OptionData | null) => option?.label ?? ''

export function RecordPicker(props: RecordPickerProps) {
  const {field, attributes, handedOver, onEdit, onPick, sendsId = false, startsOpen = false} = props
  const {forms} = useMessages()
  const {pickers} = useMessages().forms
  const {id, name, ...described} = attributes
  const known = field.options
  const isHidden = known !== null || sendsId
  const [query, setQuery] = useState<string | null>(null)
  const [wanted, setWanted] = useState(startsOpen)
  const found = useFoundRecords({lookup: field.lookup, options: known, query: query ?? '', wanted})
  const items = found ?? noOptions
  const given = known?.find(({value}) => value === field.values.at(-1)) ?? field.chosen ?? null

  const reduce = (state: UseComboboxState<OptionData>, options: UseComboboxStateChangeOptions<OptionData>) => {
    const {type, changes} = options
    if (type === stateChangeTypes.InputBlur) return {...changes, ...textAfterBlur(state, known)}
    // Escape closes the list without clearing the value. Where records are added one by one, typed text is no value.
    if (type === stateChangeTypes.InputKeyDownEscape)
      return {...state, isOpen: false, highlightedIndex: -1, ...(onPick ? {inputValue: ''} : {})}
    // Enter chooses nothing where nothing matches: the list stays open and says so.
    if (type === stateChangeTypes.InputKeyDownEnter && known && state.highlightedIndex < 0) return state
    return changes
  }
  const combobox = useCombobox<OptionData>({
    items: [...items],
    itemToString: labelOf,
    itemToKey: option => option?.value,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-menu`,
    toggleButtonId: `${id}-toggle`,
    getItemId: index => `${id}-option-${index}`,
    initialSelectedItem: given,
    initialIsOpen: startsOpen,
    initialInputValue: labelOf(given) || (known ? '' : (field.values.at(-1) ?? '')),
    stateReducer: reduce,
    onIsOpenChange: ({isOpen}) => {
      setWanted(isOpen)
      if (!isOpen) setQuery(null)
    },
    onStateChange: ({type, inputValue, selectedItem}) => {
      if (type === stateChangeTypes.InputChange) setQuery(inputValue ?? '')
      if (!selectedItem || !onPick) return
      onPick(selectedItem)
      combobox.selectItem(null)
    },
  })
  const {isOpen, inputValue, selectedItem, highlightedIndex, selectItem, setInputValue, setHighlightedIndex} = combobox

  const input = useRef<HTMLInputElement>(null)
  const menu = useRef<HTMLUListElement>(null)
  useAnchored({anchor: input, panel: menu, open: isOpen && found !== null, sameWidth: true})

  const takeOver = useEffectEvent(({value, focused}: HandedOver) => {
    const chosen = known?.find(option => option.value === value)
    if (chosen) selectItem(chosen)
    else if (known) selectItem(null)
    else setInputValue(value)
    if (focused) input.current?.focus()
  })
  useLayoutEffect(() => {
    if (!handedOver?.current) return
    takeOver(handedOver.current)
    handedOver.current = null
  }, [handedOver])

  // Enter picks the first match.
  const highlight = useEffectEvent(() => isOpen && query !== null && query !== '' && setHighlightedIndex(0))
  // The same records with other notes keep what is highlighted.
  const offered = items.map(option => option.value).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words highlight the first match, even of the same records
  useEffect(() => {
    if (offered !== '') highlight()
  }, [offered, query])

  const picked = selectedItem && inputValue === selectedItem.label ? selectedItem : null
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
            // An open list settles its text itself.
            onBlur: () => !isOpen && known && selectItem(textAfterBlur({inputValue, selectedItem}, known).selectedItem),
            // An input method uses Enter and the arrows for its own list.
            onKeyDown: event => {
              if (event.nativeEvent.isComposing) Object.assign(event.nativeEvent, {preventDownshiftDefault: true})
            },
          })}
          name={isHidden || onPick ? undefined : name}
          className="input"
          type="text"
          placeholder={known ? forms.choose : forms.typeName}
          spellCheck={false}
        />
        {isPerson(field) && (picked ? <Avatar id={picked.value} name={picked.label} /> : <Icon name="person" />)}
        <button
          {...combobox.getToggleButtonProps()}
          type="button"
          className="toggle"
          aria-label={pickers.showOptions(field.label)}
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
          onInput={({currentTarget}) => selectItem(known?.find(option => option.value === currentTarget.value) ?? null)}
        />
      ) : (
        !onPick && <PickedRecord field={field} picked={picked} />
      )}
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
              className={option.refused ? 'quiet' : undefined}
            >
              {isPerson(field) && <Avatar id={option.value} name={option.label} />}
              <OptionText option={option} marked={items.some(({mark}) => mark)} />
              {option.note !== undefined && <small className="second">{option.note}</small>}
              {option.value === selectedItem?.value && highlightedIndex !== index && (
                <span className="chosen">
                  <Icon name="check" />
                </span>
              )}
            </li>
          ))}
      </ul>
      <span className="only-read" role="status">
        {isOpen && found !== null && pickers.matches(items.length)}
      </span>
      {isOpen && found !== null && items.length === 0 && (
        <p className="offers none" aria-hidden="true">
          {pickers.noMatches(query ?? '')}
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
      <div className={isPerson(field) ? 'picker of-people' : 'picker'}>
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

/** If only one of the known records can be meant, it is picked; otherwise the text stays and the server looks it up. */
function textAfterBlur(
  {inputValue, selectedItem}: Pick<UseComboboxState<OptionData>, 'inputValue' | 'selectedItem'>,
  known: readonly OptionData[] | null,
) {
  if (!known) return {inputValue, selectedItem}
  const text = inputValue.trim().toLowerCase()
  const same = labelOf(selectedItem).toLowerCase() === text ? selectedItem : null
  const meant = same ?? known.find(({label}) => label.toLowerCase() === text) ?? null
  if (meant || text === '') return {selectedItem: meant, inputValue: labelOf(meant)}
  return {selectedItem, inputValue: labelOf(selectedItem)}
}

const noOptions: readonly OptionData[] = []

interface RecordQuery {
  readonly lookup: string | undefined
  readonly options: readonly OptionData[] | null
  readonly query: string
  /** The list is open. */
  readonly wanted: boolean
}

/** Those the page came with, or requested from the server; null until the first response. */
function useFoundRecords({lookup, options, query, wanted}: RecordQuery): readonly OptionData[] | null {
  const router = useRouter()
  const [found, setFound] = useState<readonly OptionData[] | null>(null)
  const listed = useMemo(() => options && matching(options, query), [options, query])
  const asks = wanted && lookup !== undefined && !options
  useEffect(() => {
    if (!asks) return
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const result = await router.load(`${lookup}&q=${encodeURIComponent(query.trim())}`, request.signal)
      const page = pageIn(result)
      if (request.signal.aborted || !page) return
      setFound(offeredIn(page))
    }, pauseMillis)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [asks, lookup, query, router])
  const sorted = useMemo(() => found && inOrder(found, query), [found, query])
  return listed ?? sorted
}

/** The page of a form or filter bar, with the requested field only. */
function offeredIn({data}: Page): readonly OptionData[] {
  if ('fields' in data && 'lineItems' in data) return data.fields[0]?.options ?? noOptions
  const filters = 'filterBar' in data ? data.filterBar.filters : 'filters' in data ? data.filters : []
  return filters[0]?.options ?? noOptions
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Those whose name contains every typed word. */
function matching(options: readonly OptionData[], query: string): readonly OptionData[] {
  const typed = wordsOf(query)
  return inOrder(
    options.filter(({label}) => typed.every(word => label.toLowerCase().includes(word))),
    query,
  )
}

/** Names that begin with what was typed come first: “rui” is Rui Oliveira before it is Mateo Ruiz. */
function inOrder(options: readonly OptionData[], query: string): readonly OptionData[] {
  const typed = wordsOf(query)
  const rank = ({label}: OptionData) => {
    const words = wordsOf(label)
    const places = typed.map(part => words.findIndex(word => word.startsWith(part)))
    return places.includes(-1) ? words.length : Math.min(...places)
  }
  return typed.length === 0 ? options : options.toSorted((a, b) => rank(a) - rank(b))
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
