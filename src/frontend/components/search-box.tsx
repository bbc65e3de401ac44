/** The search box of every page: a plain form, whose words stay in the field on the page that it leads to. Suggestions come with the first focus. */
import {type RefObject, useId, useRef, useState} from 'react'
import {useLoaded} from '../hooks/use-loaded.ts'
import {useMessages, usePage, usePageKey, usePathname} from '../router/router-provider.tsx'
import type {SuggestionsHandle} from './command-palette/suggestions.tsx'
import {Icon} from './icon.tsx'

const loadSuggestions = () => import('./command-palette/suggestions.tsx')

export interface SearchBoxProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly search: {readonly href: string; readonly hint: string}
}

const closed = {open: false, option: undefined} as const

export function SearchBox({search, ref}: SearchBoxProps) {
  const page = usePage()
  const messages = useMessages()
  const pageKey = usePageKey()
  const query = usePathname() === search.href ? (new URLSearchParams(page.url.split('?')[1]).get('q') ?? '') : ''
  const [typed, setTyped] = useState('')
  const [typedOn, setTypedOn] = useState(pageKey)
  if (pageKey !== typedOn) {
    setTypedOn(pageKey)
    setTyped('')
  }
  const [used, setUsed] = useState(false)
  const loaded = useLoaded(loadSuggestions, used)
  const [{open, option}, setState] = useState<{open: boolean; option: string | undefined}>(closed)
  const list = useRef<SuggestionsHandle>(null)
  const box = useRef<HTMLElement>(null)
  const id = useId()
  return (
    <search className="seek" ref={box}>
      <form method="get" action={search.href}>
        <Icon name="search" />
        <label className="only-read" htmlFor="find">
          {messages.shell.search}
        </label>
        <input
          key={query}
          ref={ref}
          id="find"
          name="q"
          type="search"
          placeholder={search.hint}
          defaultValue={query}
          autoComplete="off"
          maxLength={200}
          {...(loaded && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': open,
            'aria-controls': id,
            'aria-activedescendant': option,
          })}
          onFocus={() => setUsed(true)}
          onBlur={() => setTyped('')}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => list.current?.onKeyDown(event)}
        />
        <span className="key" aria-hidden="true">
          /
        </span>
      </form>
      {loaded && (
        <loaded.Suggestions
          ref={list}
          id={id}
          typed={typed}
          anchor={box}
          onChange={setState}
          onClose={() => setTyped('')}
        />
      )}
    </search>
  )
}
