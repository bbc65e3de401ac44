/** Search and filters. A plain GET form without JavaScript; with it, filters apply immediately and the address follows. */

import {memo, type RefObject, useLayoutEffect, useRef, useState} from 'react'
import {Icon} from '../../../web/components/icon.tsx'
import {useHandler} from '../../../web/hooks/use-handler.ts'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {Enhanced, lazyWithPreload} from '../../../web/lazy.tsx'
import {Link} from '../../../web/router/link.tsx'
import {useMessages, usePage, usePathname, useRouter} from '../../../web/router/router-provider.tsx'
import type {ControlAttributes} from '../../forms/components/control.ts'
import type {HandedOver} from '../../forms/components/picked-record.tsx'
import type {FormFieldData} from '../../forms/data.ts'
import {addressKeeping, type FilterData, type ListData, type RangeShortcut} from '../data.ts'
import {useApplyFilters} from './use-apply-filters.ts'

export interface FilterBarProps {
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  /** Other parameters of the address, which are kept. */
  readonly keep?: readonly {readonly name: string; readonly value: string}[]
  /** Chips replace the controls once they are loaded; until then, controls without a value are collapsed. */
  readonly withChips?: boolean
}

const FilterChips = lazyWithPreload(async () => (await import('./filter-chips.tsx')).FilterChips)

export function FilterBar({filterBar, keep = [], withChips = false}: FilterBarProps) {
  const path = usePathname()
  const {enabled} = useRouter()
  const messages = useMessages()
  const {search, filters, filtered} = filterBar
  const {form, formKey, onChange, onSubmit, ...apply} = useApplyFilters()
  const onPick = useHandler(apply.onPick)
  const applyWith = useHandler(apply.applyWith)
  if (!search && filters.length === 0) return null
  const main = filters.filter(({isMain}) => isMain)
  const others = filters.filter(({isMain}) => !isMain)
  return (
    <form key={formKey} ref={form} className="bar" method="get" action={path} onChange={onChange} onSubmit={onSubmit}>
      {keep.map(({name, value}) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search && <SearchField text={search.text} />}
      {main.map(filter => (
        <Filter key={filter.key} filter={filter} onPick={onPick} />
      ))}
      {withChips && enabled ? (
        <Enhanced by={FilterChips} plain={<PlainFilters filters={others} folds onPick={onPick} />}>
          {others.map(({key, value}) => value !== '' && <input key={key} type="hidden" name={key} value={value} />)}
          <FilterChips filters={others} onChange={applyWith} />
        </Enhanced>
      ) : (
        <PlainFilters filters={others} folds={withChips} onPick={onPick} />
      )}
      <button className="button without-script" type="submit">
        {messages.lists.show}
      </button>
      {filtered && (
        <Link className="button ghost" href={addressKeeping(path, keep)}>
          {messages.lists.clearSearch}
        </Link>
      )}
    </form>
  )
}

const SearchField = memo(({text}: {text: string}) => {
  const {lists} = useMessages()
  return (
    <div className="find">
      <Icon name="search" />
      <label className="sr-only" htmlFor="q">
        {lists.search}
      </label>
      <input id="q" name="q" type="search" placeholder={lists.search} defaultValue={text} />
    </div>
  )
})

interface PlainFiltersProps {
  readonly filters: readonly FilterData[]
  readonly folds: boolean
  readonly onPick: () => void
}

/** Collapsed, they take as much space as their replacement. Without JavaScript all of them are shown. */
function PlainFilters({filters, folds, onPick}: PlainFiltersProps) {
  const {lists} = useMessages()
  const hydrated = useHydrated()
  const router = useRouter()
  const controls = (some: readonly FilterData[]) =>
    some.map(filter => <Filter key={filter.key} filter={filter} onPick={onPick} />)
  const unset = filters.filter(({value}) => value === '')
  if (!folds || unset.length === 0) return controls(filters)
  return (
    <>
      {controls(filters.filter(({value}) => value !== ''))}
      <details className="unset">
        <summary className="add-filter">
          <Icon name="plus" /> {lists.filter} {/* The same key as the chips, which replace these. */}
          {(!hydrated || router.enabled) && (
            <span aria-hidden="true">
              <kbd>F</kbd>
            </span>
          )}
        </summary>
        {unset.map(filter => (
          <UnsetFilter key={filter.key} filter={filter} onPick={onPick} />
        ))}
      </details>
    </>
  )
}

interface FilterProps {
  readonly filter: FilterData
  /** The same in each render. */
  readonly onPick: () => void
}

/** The HTML has records that the data has not: React keeps what it finds in an element with HTML of its own. */
function UnsetFilter({filter, onPick}: FilterProps) {
  const hydrated = useHydrated()
  const [plain] = useState(() => !hydrated && filter.lookup !== undefined && {__html: filter.plainHtml?.() ?? ''})
  if (!plain) return <Filter filter={filter} onPick={onPick} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has escaped it
  return <span className="chip" dangerouslySetInnerHTML={plain} suppressHydrationWarning />
}

const Filter = memo(({filter, onPick}: FilterProps) => {
  const messages = useMessages()
  const id = `filter-${filter.key}`
  if (filter.lookup !== undefined) return <LookupFilter filter={filter} lookup={filter.lookup} onPick={onPick} />
  if (filter.control === 'select') {
    return (
      <span className={filter.value === '' ? 'chip' : 'chip on'}>
        <label htmlFor={id}>{filter.label}</label>
        <select id={id} name={filter.key} defaultValue={filter.value}>
          <option value="">{messages.lists.all}</option>
          {filter.options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    )
  }
  if (filter.control === 'text') {
    return (
      <span className="chip">
        <label htmlFor={id}>{filter.label}</label>
        <input id={id} name={filter.key} defaultValue={filter.value} />
      </span>
    )
  }
  return (
    <>
      <span className={filter.value === '' ? 'chip' : 'chip on'}>
        <label htmlFor={id}>{filter.label}</label>
        <RangeEnd filter={filter} id={id} end="from" value={filter.low} />
        –
        <RangeEnd filter={filter} end="to" value={filter.high} />
      </span>
      {filter.shortcuts && <Shortcuts filterKey={filter.key} shortcuts={filter.shortcuts} label={filter.label} />}
    </>
  )
})

interface ShortcutsProps {
  readonly filterKey: string
  readonly shortcuts: readonly RangeShortcut[]
  readonly label: string
}

function Shortcuts({filterKey, shortcuts, label}: ShortcutsProps) {
  const {url} = usePage()
  const [path = '', query = ''] = url.split('?')
  const addressOf = ({low, high}: RangeShortcut) => {
    const parameters = new URLSearchParams(query)
    for (const name of [filterKey, 'after', 'before']) parameters.delete(name)
    parameters.set(`${filterKey}.from`, low)
    parameters.set(`${filterKey}.to`, high)
    return `${path}?${parameters}`
  }
  return (
    <ul className="shortcuts" aria-label={label}>
      {shortcuts.map(shortcut => (
        <li key={shortcut.label}>
          <Link
            className={shortcut.current ? 'chip on' : 'chip'}
            href={addressOf(shortcut)}
            aria-current={shortcut.current || undefined}
            prefetch={false}
          >
            {shortcut.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface RangeEndProps {
  readonly filter: FilterData
  readonly id?: string
  readonly end: 'from' | 'to'
  readonly value: string | undefined
}

/** The page may fill in the other end, but not while a person types there: a time that is not complete has no value yet. */
function RangeEnd({filter: {key, label, control}, id, end, value = ''}: RangeEndProps) {
  const {lists} = useMessages()
  const [typedOver, setTypedOver] = useState<string | null>(null)
  return (
    <input
      id={id}
      name={`${key}.${end}`}
      type={control === 'dates' ? 'date' : control === 'times' ? 'datetime-local' : 'text'}
      placeholder={lists[end]}
      defaultValue={typedOver ?? value}
      aria-label={`${label}, ${lists[end]}`}
      onFocus={() => setTypedOver(value)}
      onBlur={() => setTypedOver(null)}
    />
  )
}

const RecordPicker = lazyWithPreload(
  async () => (await import('../../forms/components/record-picker.tsx')).RecordPicker,
)

/** A record among too many to list: a name to type, or suggestions from the page; in the browser a picker replaces it. */
function LookupFilter({filter, lookup, onPick}: {filter: FilterData; lookup: string; onPick: () => void}) {
  const id = `filter-${filter.key}`
  const handedOver = useRef<HandedOver | null>(null)
  const chosen = filter.options.find(({value}) => value === filter.value)
  const field: FormFieldData = {
    name: filter.key,
    label: filter.label,
    help: '',
    required: false,
    control: 'record',
    attributes: {},
    options: null,
    values: [chosen?.label ?? filter.value],
    lookup,
    ...(chosen && {chosen}),
  }
  const attributes: ControlAttributes = {
    id,
    name: filter.key,
    'aria-invalid': undefined,
    'aria-describedby': undefined,
    'aria-required': undefined,
  }
  return (
    <div className={filter.value === '' ? 'chip' : 'chip on'}>
      <label htmlFor={id} id={`${id}-label`}>
        {filter.label}
      </label>
      <Enhanced by={RecordPicker} plain={<PlainLookup filter={filter} handedOver={handedOver} />}>
        <RecordPicker field={field} attributes={attributes} handedOver={handedOver} onEdit={onPick} sendsId />
      </Enhanced>
    </div>
  )
}

function PlainLookup({filter, handedOver}: {filter: FilterData; handedOver: RefObject<HandedOver | null>}) {
  const {lists} = useMessages()
  const id = `filter-${filter.key}`
  const input = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const control = input.current ?? select.current
    return () => {
      const text = control instanceof HTMLSelectElement ? labelIn(control) : control?.value
      if (control) handedOver.current = {value: text ?? '', focused: control === document.activeElement}
    }
  }, [handedOver])
  if (filter.control !== 'select')
    return <input ref={input} id={id} name={filter.key} defaultValue={filter.value} autoComplete="off" />
  return (
    <select ref={select} id={id} name={filter.key} defaultValue={filter.value}>
      <option value="">{lists.all}</option>
      {filter.options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Of the selected option; empty for “All”. */
function labelIn({value, selectedOptions}: HTMLSelectElement): string {
  return value === '' ? '' : (selectedOptions[0]?.label ?? '')
}
