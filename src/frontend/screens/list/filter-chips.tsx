/**
 * Filters as chips: field, operator, value and ×, each part a menu. F opens a list of fields and of complete filters with the number of records they show. Takes
 * the place of the plain controls in the browser; what is chosen applies at once and is in the address.
 */
import {useCombobox} from 'downshift'
import {type ReactNode, useEffect, useId, useRef, useState} from 'react'
import type {FormFieldData, OptionData} from '../../../contract/form.ts'
import {type FilterData, type SuggestedFilter, suggestKey} from '../../../contract/list.ts'
import type {ListParts} from '../../../messages/en/list-parts.ts'
import {Avatar} from '../../components/avatar.tsx'
import {Marked} from '../../components/cell.tsx'
import {RecordPicker} from '../../components/form/record-picker.tsx'
import {Icon} from '../../components/icon.tsx'
import {useAnchored} from '../../hooks/use-anchored.ts'
import {useDismiss} from '../../hooks/use-dismiss.ts'
import {useHotkeys} from '../../hooks/use-hotkeys.ts'
import {useLocale, useMessages, usePage, useRouter} from '../../router/router-provider.tsx'

export interface FilterChipsProps {
  readonly filters: readonly FilterData[]
  readonly messages: ListParts
  /** An empty value takes the filter away. */
  readonly onChange: (changes: ReadonlyMap<string, string>) => void
}

type MenuPart = 'field' | 'operator' | 'value'

export function FilterChips({filters, messages, onChange}: FilterChipsProps) {
  /** The filter that was begun and has no value yet. */
  const [begun, setBegun] = useState<string | null>(null)
  const [open, setOpen] = useState<{readonly key: string; readonly part: MenuPart} | null>(null)
  const shown = filters.filter(({key, value}) => value !== '' || key === begun)
  const begin = (key: string) => {
    setBegun(key)
    setOpen({key, part: 'value'})
  }
  const set = (key: string, value: string) => onChange(new Map([[key, value]]))
  return (
    <>
      {shown.map(filter => (
        <Chip
          key={filter.key}
          filter={filter}
          others={filters.filter(({value}) => value === '')}
          messages={messages}
          open={open?.key === filter.key ? open.part : null}
          onOpen={part => {
            setOpen(part === null ? null : {key: filter.key, part})
            if (part === null && filter.value === '') setBegun(null)
          }}
          onValue={value => set(filter.key, value)}
          onField={other => {
            if (filter.value !== '') set(filter.key, '')
            begin(other)
          }}
          onRemove={() => {
            setBegun(null)
            setOpen(null)
            if (filter.value !== '') set(filter.key, '')
          }}
        />
      ))}
      <AddFilter
        filters={filters.filter(({key}) => !shown.some(each => each.key === key))}
        messages={messages}
        onField={begin}
        onSuggested={({key, value}) => set(key, value)}
      />
    </>
  )
}

// One chip.

interface ChipProps {
  readonly filter: FilterData
  readonly others: readonly FilterData[]
  readonly messages: ListParts
  readonly open: MenuPart | null
  readonly onOpen: (part: MenuPart | null) => void
  readonly onValue: (value: string) => void
  readonly onField: (key: string) => void
  readonly onRemove: () => void
}

function Chip({filter, others, messages, open, onOpen, onValue, onField, onRemove}: ChipProps) {
  const language = useLocale()
  const [chosen, setChosen] = useState<FilterOperator | null>(null)
  const now = operatorOf(filter)
  const operator = chosen ?? now
  const text = valueText(filter, {messages, language})
  const mark = filter.options.find(({value}) => value === filter.value)?.mark
  const operators = operatorsOf(filter)
  const choose = (next: FilterOperator) => {
    setChosen(next)
    if (next === 'empty') {
      onValue('none')
      onOpen(null)
    } else {
      const value = changedOperator(filter, next)
      if (value !== filter.value && value !== '') onValue(value)
      onOpen('value')
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a line of controls
    <div className="filter-chip" role="group" aria-label={`${filter.label} ${messages.operators[operator]} ${text}`}>
      <Menu label={filter.label} text={filter.label} open={open === 'field'} onOpen={on => onOpen(on ? 'field' : null)}>
        <Items
          items={others.map(({key, label}) => ({value: key, label}))}
          onPick={({value}) => onField(value)}
          onClose={() => onOpen(null)}
        />
      </Menu>
      {operators.length > 1 ? (
        <Menu
          label={`${messages.operator}: ${messages.operators[operator]}`}
          text={messages.operators[operator]}
          open={open === 'operator'}
          onOpen={on => onOpen(on ? 'operator' : null)}
        >
          <Items
            items={operators.map(each => ({value: each, label: messages.operators[each]}))}
            onPick={({value}) => choose(operators.find(each => each === value) ?? operator)}
            onClose={() => onOpen(null)}
          />
        </Menu>
      ) : (
        <span>{messages.operators[operator]}</span>
      )}
      {operator !== 'empty' && (
        <Menu
          label={`${filter.label}: ${text === '' ? '…' : text}`}
          text={<b>{mark ? <Marked mark={mark} text={text} /> : text === '' ? '…' : text}</b>}
          open={open === 'value'}
          onOpen={on => onOpen(on ? 'value' : null)}
        >
          <ValueControl
            filter={filter}
            operator={operator}
            messages={messages}
            onValue={onValue}
            onClose={() => onOpen(null)}
          />
        </Menu>
      )}
      <button type="button" aria-label={messages.removeFilter(filter.label)} onClick={onRemove}>
        <Icon name="remove" />
      </button>
    </div>
  )
}

interface MenuProps {
  readonly label: string
  readonly text: ReactNode
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly children: ReactNode
}

function Menu({label, text, open, onOpen, children}: MenuProps) {
  const around = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor: button, panel, open})
  useDismiss(open, around, () => onOpen(false))
  return (
    <span ref={around}>
      <button ref={button} type="button" aria-label={label} aria-expanded={open} onClick={() => onOpen(!open)}>
        {text}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it wherever the focus is inside
        <div
          ref={panel}
          popover="manual"
          className="filter-menu"
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onOpen(false)
            button.current?.focus()
          }}
        >
          {children}
        </div>
      )}
    </span>
  )
}

interface ItemsProps {
  readonly items: readonly OptionData[]
  readonly onPick: (item: OptionData) => void
  readonly onClose: () => void
}

function Items({items, onPick}: ItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const move = (step: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex(button => button.matches(':focus'))
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <ul
      ref={list}
      onKeyDown={event => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      {items.map(item => (
        <li key={item.value}>
          <button type="button" onClick={() => onPick(item)}>
            {item.label}
          </button>
        </li>
      ))}
    </ul>
  )
}

// Values.

interface ValueControlProps {
  readonly filter: FilterData
  readonly operator: FilterOperator
  readonly messages: ListParts
  readonly onValue: (value: string) => void
  readonly onClose: () => void
}

function ValueControl(props: ValueControlProps) {
  const {filter} = props
  if (isRange(filter)) return <RangeValue {...props} />
  return filter.control === 'text' && filter.lookup === undefined ? (
    <TextValue {...props} />
  ) : (
    <PickedValue {...props} />
  )
}

/** One of several, or any of several: those that are chosen have a tick, and choosing one again takes it away. */
function PickedValue({filter, operator, messages, onValue, onClose}: ValueControlProps) {
  const id = useId()
  const handedOver = useRef(null)
  const values = filter.value === '' || filter.value === 'none' ? [] : filter.value.split(',')
  const isChosen = (value: string) => values.includes(value)
  const options = filter.options.filter(({value}) => !value.includes(','))
  const field: FormFieldData = {
    name: filter.key,
    label: filter.label,
    help: '',
    required: true,
    control: 'record',
    attributes: {},
    options:
      filter.lookup === undefined
        ? options.toSorted((a, b) => Number(isChosen(b.value)) - Number(isChosen(a.value)))
        : null,
    values: [],
    ...(filter.entity === undefined ? {} : {entity: filter.entity}),
    ...(filter.lookup === undefined ? {} : {lookup: filter.lookup}),
  }
  const pick = ({value}: OptionData) => {
    if (operator !== 'anyOf') {
      onValue(value)
      onClose()
    } else onValue((isChosen(value) ? values.filter(each => each !== value) : [...values, value]).join(','))
  }
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={panel} className={filter.entity === 'User' ? 'picker of-people' : 'picker'}>
      {operator === 'anyOf' && values.length > 0 && (
        <ul className="chosen">
          {values.map(value => (
            <li key={value}>
              <button
                type="button"
                onClick={() => pick({value, label: ''})}
                aria-label={messages.removeFilter(labelOf(filter, value))}
              >
                {labelOf(filter, value)} <Icon name="remove" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label id={`${id}-label`} htmlFor={id} className="only-read">
        {filter.label}
      </label>
      <RecordPicker
        key={filter.value}
        field={field}
        attributes={{
          id,
          name: filter.key,
          'aria-invalid': undefined,
          'aria-describedby': undefined,
          'aria-required': undefined,
        }}
        handedOver={handedOver}
        onEdit={() => {}}
        onPick={pick}
        startsOpen
      />
    </div>
  )
}

function TextValue({filter, messages, onValue, onClose}: ValueControlProps) {
  return (
    <SmallForm
      onSend={([text = '']) => {
        onValue(text)
        onClose()
      }}
      messages={messages}
    >
      <input className="input" aria-label={filter.label} defaultValue={filter.value} autoComplete="off" />
    </SmallForm>
  )
}

function RangeValue({filter, operator, messages, onValue, onClose}: ValueControlProps) {
  const {lists} = useMessages()
  const type = rangeTypes[filter.control] ?? 'text'
  const hasLow = operator !== 'until'
  const hasHigh = operator === 'until' || operator === 'between'
  const input = (end: 'low' | 'high', label: string) => (
    <input
      className="input"
      type={type}
      aria-label={`${filter.label}, ${label}`}
      defaultValue={filter[end] ?? ''}
      {...(type === 'text' && {inputMode: 'decimal' as const})}
    />
  )
  return (
    <SmallForm
      messages={messages}
      onSend={texts => {
        const [low = '', high = ''] = hasLow ? texts : ['', ...texts]
        onValue(rangeText(operator, low, high))
        onClose()
      }}
    >
      {hasLow && input('low', lists.from)}
      {hasHigh && input('high', lists.to)}
    </SmallForm>
  )
}

/** Not a form element, and its fields have no names: it is inside the form with the search. */
function SmallForm({
  messages,
  onSend,
  children,
}: {
  messages: ListParts
  onSend: (texts: readonly string[]) => void
  children: ReactNode
}) {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => around.current?.querySelector('input')?.focus(), [])
  const send = () => onSend([...(around.current?.querySelectorAll('input') ?? [])].map(({value}) => value.trim()))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in one of its fields applies it
    <div
      ref={around}
      className="small-form"
      // It is no part of the form around it.
      onChange={event => event.stopPropagation()}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        send()
      }}
    >
      {children}
      <button type="button" className="button" onClick={send}>
        {messages.applyFilter}
      </button>
    </div>
  )
}

const rangeTypes: Readonly<Record<string, string>> = {dates: 'date', times: 'datetime-local'}

const isRange = ({control}: FilterData): boolean => control === 'range' || control in rangeTypes

// Operators, as the address writes them: `a,b` is any of them, `a..b` is a range, `none` is empty.

type FilterOperator = keyof ListParts['operators']

function operatorsOf(filter: FilterData): readonly FilterOperator[] {
  const {control, lookup} = filter
  if (control === 'times') return ['between']
  if (isRange(filter)) return ['is', 'from', 'until', 'between']
  if (control === 'text' && lookup === undefined) return ['contains']
  return ['is', 'anyOf', 'empty']
}

function operatorOf(filter: FilterData): FilterOperator {
  const {control, lookup, value, low = '', high = ''} = filter
  if (control === 'times') return 'between'
  if (isRange(filter)) {
    if (value === '') return control === 'dates' ? 'between' : 'is'
    if (low === '' || high === '') return low === '' ? 'until' : 'from'
    return low === high ? 'is' : 'between'
  }
  if (control === 'text' && (lookup === undefined || value !== '')) return 'contains'
  if (value === 'none') return 'empty'
  return value.includes(',') ? 'anyOf' : 'is'
}

/** The value that another operator makes of what is there. */
function changedOperator(filter: FilterData, operator: FilterOperator): string {
  const {value, low = '', high = ''} = filter
  if (isRange(filter)) return rangeText(operator, low || high, high || low)
  if (value === 'none') return ''
  return operator === 'is' ? (value.split(',')[0] ?? '') : value
}

function rangeText(operator: FilterOperator, low: string, high: string): string {
  if (operator === 'is') return low
  if (operator === 'from') return low === '' ? '' : `${low}..`
  if (operator === 'until') return high === '' ? '' : `..${high}`
  return low === '' && high === '' ? '' : `${low}..${high}`
}

const labelOf = ({options}: FilterData, value: string): string =>
  options.find(option => option.value === value)?.label ?? value

function valueText(filter: FilterData, {messages, language}: {messages: ListParts; language: string}): string {
  const {value, low = '', high = ''} = filter
  if (value === 'none') return messages.none
  if (isRange(filter)) {
    const [from, to] = [endText(low, language), endText(high, language)]
    return low === high ? from : [from, to].filter(text => text !== '').join(' – ')
  }
  return labelOf(filter, value) === value
    ? value
        .split(',')
        .map(each => labelOf(filter, each))
        .join(', ')
    : labelOf(filter, value)
}

function endText(text: string, language: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text.replace('T', ' ')
  const date = new Date(`${text}T12:00:00`)
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({year: 'numeric'} as const)
  return date.toLocaleDateString(language, {day: 'numeric', month: 'short', ...year})
}

// Adding one.

interface AddFilterProps {
  readonly filters: readonly FilterData[]
  readonly messages: ListParts
  readonly onField: (key: string) => void
  readonly onSuggested: (filter: SuggestedFilter) => void
}

function AddFilter({filters, messages, onField, onSuggested}: AddFilterProps) {
  const {lists} = useMessages()
  const [open, setOpen] = useState(false)
  const around = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor: button, panel, open})
  useDismiss(open, around, () => setOpen(false))
  useHotkeys({f: () => setOpen(true)}, {first: true})
  return (
    <span ref={around}>
      <button
        ref={button}
        type="button"
        className="add-filter"
        aria-expanded={open}
        aria-keyshortcuts="F"
        onClick={() => setOpen(!open)}
      >
        <Icon name="plus" /> {lists.filter}{' '}
        <span aria-hidden="true">
          <kbd>F</kbd>
        </span>
      </button>
      {open && (
        <div ref={panel} popover="manual" className="filter-menu wide">
          <FilterSearch
            filters={filters}
            messages={messages}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
            onPick={item => {
              setOpen(false)
              if ('count' in item) onSuggested(item)
              else onField(item.key)
            }}
          />
        </div>
      )}
    </span>
  )
}

type FoundFilter = FilterData | SuggestedFilter

interface FilterSearchProps {
  readonly filters: readonly FilterData[]
  readonly messages: ListParts
  readonly onPick: (item: FoundFilter) => void
  readonly onClose: () => void
}

/** Fields at once, complete filters as soon as the server has counted them. */
function FilterSearch({filters, messages, onPick, onClose}: FilterSearchProps) {
  const language = useLocale()
  const {lists} = useMessages()
  const [text, setText] = useState('')
  const suggested = useSuggested(text)
  const typed = text.trim().toLowerCase()
  const fields = filters.filter(({label}) => label.toLowerCase().includes(typed))
  const known = new Set(filters.map(({key}) => key))
  const items: readonly FoundFilter[] = [...fields, ...suggested.filter(({key}) => known.has(key))]
  const combobox = useCombobox<FoundFilter>({
    items: [...items],
    itemToString: item => item?.label ?? '',
    isOpen: true,
    defaultHighlightedIndex: 0,
    inputValue: text,
    onSelectedItemChange: ({selectedItem}) => selectedItem && onPick(selectedItem),
    onStateChange: ({type}) => {
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) onClose()
    },
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="filter-search">
      <div className="find">
        <Icon name="search" />
        <input
          {...combobox.getInputProps({
            ref: input,
            // Enter picks; the form around it is not sent.
            onKeyDown: event => event.key === 'Enter' && event.preventDefault(),
            // At once, so that no letter is lost; the form around it hears nothing of it.
            onChange: event => {
              event.stopPropagation()
              setText(event.currentTarget.value)
            },
          })}
          aria-label={lists.filter}
          placeholder={messages.filterBy}
          spellCheck={false}
        />
      </div>
      <ul {...combobox.getMenuProps({'aria-label': lists.filter})}>
        {items.map((item, index) => (
          <li
            key={'count' in item ? `${item.key} ${item.value}` : item.key}
            {...combobox.getItemProps({item, index})}
            className={'count' in item ? 'suggested' : undefined}
          >
            {'count' in item ? (
              <>
                {item.person !== undefined && <Avatar id={item.person} name={item.text} />}
                <span>
                  {item.label} {messages.operators.is} <b>{item.text}</b>
                </span>
                <span className="quiet num">
                  {'exact' in item.count
                    ? item.count.exact.toLocaleString(language)
                    : `${item.count.moreThan.toLocaleString(language)}+`}
                </span>
              </>
            ) : (
              item.label
            )}
          </li>
        ))}
      </ul>
      <p className="keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {messages.choose} <kbd>↵</kbd> {messages.apply} <kbd>Esc</kbd> {messages.close}
      </p>
    </div>
  )
}

const pauseMillis = 150
const noSuggestions: readonly SuggestedFilter[] = []

function useSuggested(text: string): readonly SuggestedFilter[] {
  const router = useRouter()
  const {url} = usePage()
  const [found, setFound] = useState(noSuggestions)
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const address = `${url}${url.includes('?') ? '&' : '?'}${suggestKey}=${encodeURIComponent(text.trim())}`
      const result = await router.load(address, request.signal)
      if (request.signal.aborted || result.kind !== 'answer' || 'redirect' in result.answer) return
      const {data} = result.answer
      setFound('suggested' in data ? (data.suggested ?? noSuggestions) : noSuggestions)
    }, pauseMillis)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text, url, router])
  return found
}
