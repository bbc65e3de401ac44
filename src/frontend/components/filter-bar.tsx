/** Search and filters in one form: what is asked stands in the address, and works as a plain GET. */

import type {FilterData, ListData} from '../../contract/list.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePathname} from '../router/router-provider.tsx'
import {Icon} from './icon.tsx'

export interface FilterBarProps {
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  /** What else stands in the address and stays there. */
  readonly keep?: readonly {readonly name: string; readonly value: string}[]
}

export function FilterBar({filterBar, keep = []}: FilterBarProps) {
  const path = usePathname()
  const messages = useMessages()
  const {search, filters, filtered} = filterBar
  if (!search && filters.length === 0) return null
  return (
    <form className="bar" method="get" action={path}>
      {keep.map(({name, value}) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search && (
        <div className="find">
          <Icon name="search" />
          <label className="only-read" htmlFor="q">
            {messages.lists.search}
          </label>
          <input id="q" name="q" type="search" placeholder={messages.lists.search} defaultValue={search.text} />
        </div>
      )}
      {filters.map(filter => (
        <Filter key={filter.key} filter={filter} />
      ))}
      <button className="button" type="submit">
        {messages.lists.show}
      </button>
      {filtered && (
        <Link className="button bare" href={addressKeeping(path, keep)}>
          {messages.lists.clearSearch}
        </Link>
      )}
    </form>
  )
}

function Filter({filter}: {filter: FilterData}) {
  const messages = useMessages()
  const id = `filter-${filter.key}`
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
  const type = filter.control === 'dates' ? 'date' : 'text'
  return (
    <span className={filter.value === '' ? 'chip' : 'chip on'}>
      <label htmlFor={id}>{filter.label}</label>
      <input
        id={id}
        name={`${filter.key}.from`}
        type={type}
        placeholder={messages.lists.from}
        defaultValue={filter.low ?? ''}
        aria-label={`${filter.label}, ${messages.lists.from}`}
      />
      –
      <input
        name={`${filter.key}.to`}
        type={type}
        placeholder={messages.lists.to}
        defaultValue={filter.high ?? ''}
        aria-label={`${filter.label}, ${messages.lists.to}`}
      />
    </span>
  )
}

/** The page without what narrows it. */
export function addressKeeping(path: string, keep: ListData['keep']): string {
  const kept = new URLSearchParams(keep.map(({name, value}) => [name, value])).toString()
  return kept === '' ? path : `${path}?${kept}`
}
