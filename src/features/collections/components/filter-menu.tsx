/** The menus of a filter chip: a list to pick from, or the control of the filter's value. */
import {type ComponentProps, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import type {PageMessages} from '../../../messages/index.ts'
import {Icon} from '../../../web/components/icon.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {useDismiss} from '../../../web/hooks/use-dismiss.ts'
import {useFocusFirst} from '../../../web/hooks/use-focus-first.ts'
import {useMessages} from '../../../web/router/router-provider.tsx'
import {RecordPicker} from '../../forms/components/record-picker.tsx'
import type {FormFieldData} from '../../forms/data.ts'
import type {FilterData} from '../data.ts'

export type FilterOperator = keyof PageMessages['lists']['filterChips']['operators']

interface MenuProps {
  readonly label: string
  readonly text: ReactNode
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** The chip: a click on another part of it opens that part. */
  readonly chip: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

export function Menu({label, text, open, onOpen, chip, children}: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor: button, panel, open})
  useDismiss(open, chip, () => onOpen(false))
  return (
    <span>
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

interface MenuItemsProps {
  readonly items: readonly OptionData[]
  readonly onPick: (item: OptionData) => void
}

/** The first is focused; the arrow keys move. */
export function MenuItems({items, onPick}: MenuItemsProps) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const focus = (index: number) => buttons.current[(index + items.length) % items.length]?.focus()
  useEffect(() => buttons.current[0]?.focus(), [])
  return (
    <ul>
      {items.map((item, index) => (
        <li key={item.value}>
          <button
            ref={button => {
              buttons.current[index] = button
            }}
            type="button"
            onClick={() => onPick(item)}
            onKeyDown={event => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
              event.preventDefault()
              focus(event.key === 'ArrowDown' ? index + 1 : index - 1)
            }}
          >
            {item.label}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ValueControlProps {
  readonly filter: FilterData
  readonly operator: FilterOperator
  readonly onValue: (value: string) => void
  readonly onClose: () => void
}

export function ValueControl(props: ValueControlProps) {
  const {filter} = props
  if (isRange(filter)) return <RangeValue {...props} />
  return filter.control === 'text' && filter.lookup === undefined ? (
    <TextValue {...props} />
  ) : (
    <PickedValue {...props} />
  )
}

/** One or any of several: chosen ones have a tick, and choosing one again removes it. */
function PickedValue({filter, operator, onValue, onClose}: ValueControlProps) {
  const {filterChips: messages} = useMessages().lists
  const id = useId()
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
  useFocusFirst(panel)
  return (
    <div ref={panel} className={filter.entity === 'User' ? 'picker of-people' : 'picker'}>
      {operator === 'anyOf' && values.length > 0 && (
        <ul className="chosen">
          {values.map(value => (
            <li key={value}>
              <button
                type="button"
                onClick={() => pick({value, label: ''})}
                aria-label={messages.removeFilter(optionLabel(filter, value))}
              >
                {optionLabel(filter, value)} <Icon name="remove" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label id={`${id}-label`} htmlFor={id} className="sr-only">
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
        onEdit={() => {}}
        onPick={pick}
        startsOpen
      />
    </div>
  )
}

function TextValue({filter, onValue, onClose}: ValueControlProps) {
  return (
    <SmallForm
      onSend={([text = '']) => {
        onValue(text)
        onClose()
      }}
      fields={[{'aria-label': filter.label, defaultValue: filter.value, autoComplete: 'off'}]}
    />
  )
}

function RangeValue({filter, operator, onValue, onClose}: ValueControlProps) {
  const {filterChips: messages} = useMessages().lists
  const {lists} = useMessages()
  const type = rangeTypes[filter.control] ?? 'text'
  const hasLow = operator !== 'until'
  const hasHigh = operator === 'until' || operator === 'between'
  const input = (end: 'low' | 'high', label: string): ComponentProps<'input'> => ({
    type,
    'aria-label': `${filter.label}, ${label}`,
    defaultValue: filter[end] ?? '',
    ...(type === 'text' && {inputMode: 'decimal'}),
  })
  const isNumber = filter.control === 'range'
  const asFilter = (texts: readonly string[]) => {
    const [low = '', high = ''] = hasLow ? texts : ['', ...texts]
    return rangeText(operator, low, high)
  }
  const [least, most] = isNumber ? [messages.ofNumbers.from, messages.ofNumbers.until] : [lists.from, lists.to]
  return (
    <SmallForm
      onTyped={texts => {
        const isWhole = !isNumber || texts.every(text => text === '' || /^-?\d+([.,]\d+)?$/.test(text))
        if (isWhole && asFilter(texts) !== filter.value) onValue(asFilter(texts))
      }}
      onSend={texts => {
        onValue(asFilter(texts))
        onClose()
      }}
      fields={[...(hasLow ? [input('low', least)] : []), ...(hasHigh ? [input('high', most)] : [])]}
    />
  )
}

interface SmallFormProps {
  readonly fields: readonly ComponentProps<'input'>[]
  readonly onSend: (texts: readonly string[]) => void
  /** Called after a pause in typing: then there is nothing to apply. */
  readonly onTyped?: (texts: readonly string[]) => void
}

const pauseMillis = 200

/** Not a form element, and its fields have no names: it is inside the form with the search. */
function SmallForm({fields, onSend, onTyped}: SmallFormProps) {
  const {filterChips: messages} = useMessages().lists
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => inputs.current[0]?.focus(), [])
  const texts = () => fields.map((_, index) => inputs.current[index]?.value.trim() ?? '')
  const send = () => onSend(texts())
  const typed = useEffectEvent(() => onTyped?.(texts()))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const wait = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => typed(), pauseMillis)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in one of its fields applies it
    <div
      className="small-form"
      // It is not part of the surrounding form.
      onChange={event => event.stopPropagation()}
      onInput={wait}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        send()
      }}
    >
      {fields.map((field, index) => (
        <input
          key={field['aria-label']}
          ref={input => {
            inputs.current[index] = input
          }}
          className="input"
          {...field}
        />
      ))}
      {!onTyped && (
        <button type="button" className="button" onClick={send}>
          {messages.applyFilter}
        </button>
      )}
    </div>
  )
}

const rangeTypes: Readonly<Record<string, string>> = {dates: 'date', times: 'datetime-local'}

export const isRange = ({control}: FilterData): boolean => control === 'range' || control in rangeTypes

export function rangeText(operator: FilterOperator, low: string, high: string): string {
  if (operator === 'is') return low
  if (operator === 'from') return low === '' ? '' : `${low}..`
  if (operator === 'until') return high === '' ? '' : `..${high}`
  return low === '' && high === '' ? '' : `${low}..${high}`
}

export const optionLabel = ({options}: FilterData, value: string): string =>
  options.find(option => option.value === value)?.label ?? value
