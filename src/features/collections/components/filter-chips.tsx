/**
 * Filters as chips: field, operator, value and ×, each part a menu. Replaces the plain controls in the browser; choices apply immediately and are in
 * the address.
 */

import {useRef, useState} from 'react'
import type {PageMessages} from '../../../messages/index.ts'
import {Icon} from '../../../web/components/icon.tsx'
import {useDateLocale, useMessages} from '../../../web/router/router-provider.tsx'
import {shortDay} from '../../../web/short-day.ts'
import {OptionText} from '../../forms/components/record-picker.tsx'
import type {FilterData} from '../data.ts'
import {type FilterOperator, isRange, Menu, MenuItems, optionLabel, rangeText, ValueControl} from './filter-menu.tsx'
import {AddFilter} from './filter-search.tsx'

export interface FilterChipsProps {
  readonly filters: readonly FilterData[]
  /** An empty value removes the filter. */
  readonly onChange: (changes: ReadonlyMap<string, string>) => void
}

type MenuPart = 'field' | 'operator' | 'value'

export function FilterChips({filters, onChange}: FilterChipsProps) {
  /** A new filter without a value. */
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
        onField={begin}
        onSuggested={({key, value}) => set(key, value)}
      />
    </>
  )
}

interface ChipProps {
  readonly filter: FilterData
  readonly others: readonly FilterData[]
  readonly open: MenuPart | null
  readonly onOpen: (part: MenuPart | null) => void
  readonly onValue: (value: string) => void
  readonly onField: (key: string) => void
  readonly onRemove: () => void
}

function Chip({filter, others, open, onOpen, onValue, onField, onRemove}: ChipProps) {
  const {filterChips: messages} = useMessages().lists
  const dateLocale = useDateLocale()
  const chip = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<FilterOperator | null>(null)
  const now = operatorOf(filter)
  const operator = chosen ?? now
  const text = valueText(filter, {messages, dateLocale})
  const option = filter.options.find(({value}) => value === filter.value)
  const operators = operatorsOf(filter)
  const said = {...messages.operators, ...(filter.control === 'range' ? messages.ofNumbers : {})}
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
    <div ref={chip} className="filter-chip" role="group" aria-label={`${filter.label} ${said[operator]} ${text}`}>
      <Menu
        chip={chip}
        label={filter.label}
        text={filter.label}
        open={open === 'field'}
        onOpen={on => onOpen(on ? 'field' : null)}
      >
        <MenuItems items={others.map(({key, label}) => ({value: key, label}))} onPick={({value}) => onField(value)} />
      </Menu>
      {operators.length > 1 ? (
        <Menu
          chip={chip}
          label={`${messages.operator}: ${said[operator]}`}
          text={said[operator]}
          open={open === 'operator'}
          onOpen={on => onOpen(on ? 'operator' : null)}
        >
          <MenuItems
            items={operators.map(each => ({value: each, label: said[each]}))}
            onPick={({value}) => choose(operators.find(each => each === value) ?? operator)}
          />
        </Menu>
      ) : (
        <span>{said[operator]}</span>
      )}
      {operator !== 'empty' && (
        <Menu
          chip={chip}
          label={`${filter.label}: ${text === '' ? '…' : text}`}
          text={
            <b>
              {option?.tone || option?.mark ? <OptionText option={option} marked={false} /> : text === '' ? '…' : text}
            </b>
          }
          open={open === 'value'}
          onOpen={on => onOpen(on ? 'value' : null)}
        >
          <ValueControl filter={filter} operator={operator} onValue={onValue} onClose={() => onOpen(null)} />
        </Menu>
      )}
      <button type="button" aria-label={messages.removeFilter(filter.label)} onClick={onRemove}>
        <Icon name="remove" />
      </button>
    </div>
  )
}

// Operators, as in the address: `a,b` is any of them, `a..b` is a range, `none` is empty.

function operatorsOf(filter: FilterData): readonly FilterOperator[] {
  const {control, lookup} = filter
  if (control === 'times') return ['between']
  if (control === 'range') return ['from', 'until', 'is', 'between']
  if (isRange(filter)) return ['is', 'from', 'until', 'between']
  if (control === 'text' && lookup === undefined) return ['contains']
  return ['is', 'anyOf', 'empty']
}

function operatorOf(filter: FilterData): FilterOperator {
  const {control, lookup, value, low = '', high = ''} = filter
  if (control === 'times') return 'between'
  if (isRange(filter)) {
    if (value === '') return control === 'dates' ? 'between' : 'from'
    if (low === '' || high === '') return low === '' ? 'until' : 'from'
    return low === high ? 'is' : 'between'
  }
  if (control === 'text' && (lookup === undefined || value !== '')) return 'contains'
  if (value === 'none') return 'empty'
  return value.includes(',') ? 'anyOf' : 'is'
}

/** The value after changing the operator. */
function changedOperator(filter: FilterData, operator: FilterOperator): string {
  const {value, low = '', high = ''} = filter
  if (isRange(filter)) return rangeText(operator, low || high, high || low)
  if (value === 'none') return ''
  return operator === 'is' ? (value.split(',')[0] ?? '') : value
}

function valueText(
  filter: FilterData,
  {messages, dateLocale}: {messages: PageMessages['lists']['filterChips']; dateLocale: string},
): string {
  const {value, low = '', high = ''} = filter
  if (value === 'none') return messages.none
  if (isRange(filter)) {
    const [from, to] = [endText(low, dateLocale), endText(high, dateLocale)]
    return low === high || from === '' || to === '' ? from || to : messages.ends(from, to)
  }
  return optionLabel(filter, value) === value
    ? value
        .split(',')
        .map(each => optionLabel(filter, each))
        .join(', ')
    : optionLabel(filter, value)
}

function endText(text: string, dateLocale: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text.replace('T', ' ')
  return shortDay(text, dateLocale)
}
