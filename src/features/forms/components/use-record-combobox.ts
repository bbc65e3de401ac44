/** The combobox of a record picker: what is typed, which records are offered for it, and which one is chosen. */
import {type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox} from 'downshift'
import {type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import type {Page} from '../../../engine/page/frame.ts'
import {pageIn} from '../../../web/router/client.ts'
import {useRouter} from '../../../web/router/router-provider.tsx'
import type {FormFieldData} from '../data.ts'
import type {HandedOver} from './picked-record.tsx'

const {stateChangeTypes} = useCombobox
const labelOf = (option: OptionData | null) => option?.label ?? ''

interface RecordCombobox {
  readonly field: FormFieldData
  readonly id: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly handedOver: RefObject<HandedOver | null> | undefined
  readonly onPick: ((option: OptionData) => void) | undefined
  readonly startsOpen: boolean
}

export function useRecordCombobox({field, id, input, handedOver, onPick, startsOpen}: RecordCombobox) {
  const known = field.options
  const [query, setQuery] = useState<string | null>(null)
  const [wanted, setWanted] = useState(startsOpen)
  const found = useFoundRecords({lookup: field.lookup, options: known, query: query ?? '', wanted})
  const items = found ?? noOptions
  const given = known?.find(({value}) => value === field.values.at(-1)) ?? field.chosen ?? null
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
    stateReducer: (state, change) => nextState(state, change, {known, isEmptied: onPick !== undefined}),
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
  const {isOpen, inputValue, selectedItem, selectItem, setInputValue, setHighlightedIndex} = combobox

  const adoptTypedValues = useEffectEvent(({value, focused}: HandedOver) => {
    const chosen = known?.find(option => option.value === value)
    if (chosen) selectItem(chosen)
    else if (known) selectItem(null)
    else setInputValue(value)
    if (focused) input.current?.focus()
  })
  useLayoutEffect(() => {
    if (!handedOver?.current) return
    adoptTypedValues(handedOver.current)
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

  return {
    combobox,
    items,
    query: query ?? '',
    /** Open, with a response. */
    isAnswered: isOpen && found !== null,
    picked: selectedItem && inputValue === selectedItem.label ? selectedItem : null,
    /** An open list settles its text itself. */
    settle: () => !isOpen && known && selectItem(textAfterBlur({inputValue, selectedItem}, known).selectedItem),
  }
}

interface PickerRules {
  readonly known: readonly OptionData[] | null
  /** Where records are added one by one, typed text is no value. */
  readonly isEmptied: boolean
}

function nextState(
  state: UseComboboxState<OptionData>,
  {type, changes}: UseComboboxStateChangeOptions<OptionData>,
  {known, isEmptied}: PickerRules,
) {
  if (type === stateChangeTypes.InputBlur) return {...changes, ...textAfterBlur(state, known)}
  // Escape closes the list without clearing the value.
  if (type === stateChangeTypes.InputKeyDownEscape)
    return {...state, isOpen: false, highlightedIndex: -1, ...(isEmptied ? {inputValue: ''} : {})}
  // Enter chooses nothing where nothing matches: the list stays open and says so.
  if (type === stateChangeTypes.InputKeyDownEnter && known && state.highlightedIndex < 0) return state
  return changes
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

const pauseMillis = 150

export const noOptions: readonly OptionData[] = []

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
    const timer = setTimeout(
      async () => {
        const result = await router.load(`${lookup}&q=${encodeURIComponent(query.trim())}`, request.signal)
        const page = pageIn(result)
        if (request.signal.aborted || !page) return
        setFound(offeredIn(page))
        // Nothing is typed yet, so nobody waits for the end of it.
      },
      query === '' ? 0 : pauseMillis,
    )
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
