/** Adding a filter: F opens a list of fields, and of complete filters with their number of results. */

import {useCombobox} from 'downshift'
import {useEffect, useRef, useState} from 'react'
import {withQuery} from '../../../engine/page/address.ts'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Icon, IconPath} from '../../../web/components/icon.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {useDismiss} from '../../../web/hooks/use-dismiss.ts'
import {useHotkeys} from '../../../web/hooks/use-hotkeys.ts'
import {pageIn} from '../../../web/router/client.ts'
import {useLocale, useMessages, usePage, useRouter} from '../../../web/router/router-provider.tsx'
import {type FilterData, type SuggestedFilter, suggestKey} from '../data.ts'

interface AddFilterProps {
  readonly filters: readonly FilterData[]
  readonly onField: (key: string) => void
  readonly onSuggested: (filter: SuggestedFilter) => void
}

export function AddFilter({filters, onField, onSuggested}: AddFilterProps) {
  const {lists} = useMessages()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor: button, panel, open})
  useDismiss(open, root, () => setOpen(false))
  useHotkeys({f: () => setOpen(true)}, {first: true})
  return (
    <span ref={root}>
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
  readonly onPick: (item: FoundFilter) => void
  readonly onClose: () => void
}

/** Fields immediately, complete filters once the server has counted them. */
function FilterSearch({filters, onPick, onClose}: FilterSearchProps) {
  const {filterChips: messages} = useMessages().lists
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
            // Enter picks; the surrounding form is not sent.
            onKeyDown: event => event.key === 'Enter' && event.preventDefault(),
            // Synchronously, so that no letter is lost; the surrounding form does not receive the event.
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
                {item.person === undefined && <FieldIcon filter={filters.find(({key}) => key === item.key)} />}
                <span>
                  <Matched text={item.label} typed={typed} />:{' '}
                  <b>
                    <Matched text={item.text} typed={typed} />
                  </b>
                </span>
                <span className="muted num">
                  {'exact' in item.count
                    ? item.count.exact.toLocaleString(language)
                    : `${item.count.moreThan.toLocaleString(language)}+`}
                </span>
              </>
            ) : (
              <>
                <FieldIcon filter={item} />
                <Matched text={item.label} typed={typed} />
              </>
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

/** Lucide icons for what a field holds. */
const fieldIcons = {
  record:
    'M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7.5 7.5h.01',
  choice: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z',
  number: 'M4 9h16M4 15h16M10 3 8 21M16 3l-2 18',
  text: 'M4 7V4h16v3M9 20h6M12 4v16',
}

function FieldIcon({filter}: {filter: FilterData | undefined}) {
  if (filter?.entity === 'User') return <Icon name="person" />
  if (filter?.control === 'dates' || filter?.control === 'times') return <Icon name="calendar" />
  const kind =
    filter?.control === 'range'
      ? 'number'
      : filter?.entity !== undefined || filter?.lookup !== undefined
        ? 'record'
        : filter?.control === 'select'
          ? 'choice'
          : 'text'
  return <IconPath path={fieldIcons[kind]} />
}

/** With the typed letters marked. */
function Matched({text, typed}: {text: string; typed: string}) {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed)
  if (at < 0) return text
  const end = at + typed.length
  return (
    <span>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </span>
  )
}

const pauseMillis = 150
const noSuggestions: readonly SuggestedFilter[] = []

/** Until the server has answered, those of an earlier text that still match: Enter picks the first. */
function useSuggested(text: string): readonly SuggestedFilter[] {
  const router = useRouter()
  const {url} = usePage()
  const [found, setFound] = useState({text: '', suggested: noSuggestions})
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const address = withQuery(url, `${suggestKey}=${encodeURIComponent(text.trim())}`)
      const result = await router.load(address, request.signal)
      const page = pageIn(result)
      if (request.signal.aborted || !page) return
      const {suggested = noSuggestions} = 'suggested' in page.data ? page.data : {}
      setFound({text, suggested})
    }, pauseMillis)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text, url, router])
  if (found.text === text) return found.suggested
  const typed = text.trim().toLowerCase()
  return found.suggested.filter(each => [each.label, each.text].some(part => part.toLowerCase().includes(typed)))
}
