/** The search box of every page: a plain form whose text stays in the field on the results page. Suggestions load with the first focus. */
import {memo, type RefObject, useState} from 'react'
import {LazyPart, lazyWithPreload} from '../../lazy.tsx'
import {useMessages, usePage, usePathname} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'
import type {SuggestionsHandle} from './suggestions.tsx'

const Suggestions = lazyWithPreload(async () => (await import('./suggestions.tsx')).Suggestions)

export interface SearchBoxProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly search: {readonly href: string; readonly hint: string}
  readonly id?: string
}

const listId = 'find-list'

export function SearchBox(props: SearchBoxProps) {
  const {url} = usePage()
  const isHere = usePathname() === props.search.href
  return <SearchField {...props} query={isHere ? (new URLSearchParams(url.split('?')[1]).get('q') ?? '') : ''} />
}

const SearchField = memo(({search, ref, id = 'find', query}: SearchBoxProps & {readonly query: string}) => {
  const messages = useMessages()
  const [used, setUsed] = useState(false)
  const [typed, setTyped] = useState('')
  const [option, setOption] = useState<string>()
  // Null until it is loaded.
  const [list, setList] = useState<SuggestionsHandle | null>(null)
  const close = () => setTyped('')
  return (
    <search className="seek">
      <form method="get" action={search.href} onSubmit={close}>
        <Icon name="search" />
        <label className="sr-only" htmlFor={id}>
          {messages.shell.search}
        </label>
        <input
          key={query}
          ref={ref}
          id={id}
          name="q"
          type="search"
          placeholder={messages.shell.search}
          defaultValue={query}
          autoComplete="off"
          maxLength={200}
          {...(list && {
            role: 'combobox',
            'aria-expanded': typed.trim() !== '',
            'aria-controls': listId,
            'aria-activedescendant': option,
          })}
          onFocus={() => setUsed(true)}
          onBlur={close}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => list?.onKeyDown(event)}
        />
        <span className="key" aria-hidden="true">
          /
        </span>
      </form>
      {used && (
        <LazyPart>
          <Suggestions ref={setList} id={listId} typed={typed} anchor={ref} onOption={setOption} onClose={close} />
        </LazyPart>
      )}
    </search>
  )
})
