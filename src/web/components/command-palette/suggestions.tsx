/** Suggestions below the search box: people first, then other records, then screens. Loaded when the box is first used. */
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import {useAnchored} from '../../hooks/use-anchored.ts'
import {goTo, matching, screensOf, searchEntry} from './entries.ts'
import {EntryList} from './entry-list.tsx'
import {useSearch, useSources} from './use-search.ts'

export interface SuggestionsHandle {
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export interface SuggestionsProps {
  readonly ref: Ref<SuggestionsHandle>
  readonly id: string
  /** Nothing is suggested for empty text. */
  readonly typed: string
  readonly anchor: RefObject<HTMLElement | null>
  /** Called with the id of the highlighted option. */
  readonly onOption: (id: string | undefined) => void
  readonly onClose: () => void
}

export function Suggestions({ref, id, typed, anchor, onOption, onClose}: SuggestionsProps) {
  const sources = useSources()
  const {shortcuts} = sources.messages
  const text = typed.trim()
  const {entries, settled} = useSearch(sources, text)
  const screens = screensOf(sources).map(each => goTo(each, shortcuts.screens, sources.router))
  const shown = text === '' ? [] : [...entries, ...matching(screens, text), ...searchEntry(sources, text)]
  const open = shown.length > 0
  const [highlighted, setHighlighted] = useState(-1)
  const [forText, setForText] = useState(text)
  if (text !== forText) {
    setForText(text)
    setHighlighted(-1)
  }
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor, panel, open})
  const optionId = (index: number) => `${id}-${index}`
  const option = open && highlighted >= 0 ? optionId(highlighted) : undefined
  const tell = useEffectEvent(onOption)
  useEffect(() => tell(option), [option])
  const choose = (index: number) => {
    onClose()
    shown[index]?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const [step, first] = event.key === 'ArrowDown' ? [1, 0] : [-1, shown.length - 1]
      const next = highlighted + step
      setHighlighted(highlighted < 0 ? first : next >= shown.length ? -1 : next)
    } else if (event.key === 'Enter' && highlighted >= 0) choose(highlighted)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const press = useEffectEvent(onKeyDown)
  useImperativeHandle(ref, () => ({onKeyDown: event => press(event)}), [])
  return (
    <>
      <div
        ref={panel}
        id={id}
        className="suggestions"
        popover="manual"
        role="listbox"
        tabIndex={-1}
        aria-label={shortcuts.fits}
        hidden={!open}
        // The field keeps the focus.
        onPointerDown={event => event.preventDefault()}
      >
        <EntryList
          id={id}
          entries={shown}
          highlighted={highlighted}
          optionProps={(_, index) => ({
            id: optionId(index),
            ref: index === highlighted ? scrollTo : undefined,
            role: 'option',
            'aria-selected': index === highlighted,
            onClick: () => choose(index),
          })}
        />
      </div>
      <p className="sr-only" role="status">
        {settled && open && (entries.length === 0 ? shortcuts.nothing : shortcuts.count(entries.length))}
      </p>
    </>
  )
}

function scrollTo(option: HTMLElement | null): void {
  option?.scrollIntoView({block: 'nearest'})
}
