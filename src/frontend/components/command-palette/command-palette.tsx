/** The command palette: go to a screen, do what this page offers, open a record again or find one. Loaded when it is first opened. */
import {useCombobox} from 'downshift'
import {useEffect, useState} from 'react'
import {useMessages, usePage, useRouter} from '../../router/router-provider.tsx'
import {Dialog} from '../dialog.tsx'
import {Icon} from '../icon.tsx'
import {useCommands} from './commands.tsx'
import {entriesOf, matching, type PaletteEntry, search, searchEntry} from './entries.ts'

const restMillis = 120
const fewLetters = 2

export function CommandPalette({onClose}: {onClose: () => void}) {
  const {shortcuts: messages} = useMessages()
  return (
    <Dialog className="palette" label={messages.palette} onClose={onClose}>
      <Palette close={onClose} />
    </Dialog>
  )
}

function Palette({close}: {close: () => void}) {
  const sources = {page: usePage(), messages: useMessages(), router: useRouter()}
  const {shortcuts: messages} = sources.messages
  const commands = useCommands()
  const [entries] = useState(() => entriesOf(commands(), sources))
  const [typed, setTyped] = useState('')
  const found = useSearch(typed.trim())
  const shown = unique([...matching(entries, typed), ...found, ...searchEntry(sources, typed.trim())])
  const {getInputProps, getMenuProps, getItemProps, highlightedIndex} = useCombobox<PaletteEntry>({
    items: shown,
    isOpen: true,
    inputValue: typed,
    defaultHighlightedIndex: 0,
    itemToString: entry => entry?.label ?? '',
    onSelectedItemChange({selectedItem}) {
      close()
      selectedItem?.run()
    },
    // Leaving the field chooses nothing: only Enter and a click do.
    stateReducer: (state, {type, changes}) => (type === useCombobox.stateChangeTypes.InputBlur ? state : changes),
  })
  return (
    <>
      <div className="typed">
        <Icon name="search" />
        <input
          {...getInputProps({
            'aria-label': messages.palette,
            // At once, or letters typed quickly would be lost.
            onChange: event => setTyped(event.currentTarget.value),
            // Escape closes the dialog, not the list.
            onKeyDown: ({key, nativeEvent}) => {
              if (key === 'Escape') Object.assign(nativeEvent, {preventDownshiftDefault: true})
            },
          })}
          // biome-ignore lint/a11y/noAutofocus: a dialog that was asked for begins at its field
          autoFocus
          type="text"
          placeholder={messages.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
      </div>
      <ul {...getMenuProps({'aria-label': messages.fits})}>
        {shown.map((entry, index) => (
          <li
            key={entry.id}
            {...getItemProps({item: entry, index})}
            className={index === highlightedIndex ? 'highlighted' : undefined}
          >
            {entry.group !== shown[index - 1]?.group && <span className="title">{entry.group}</span>}
            <span className="command">
              <Icon name={entry.icon} />
              <span>{entry.label}</span>
              {entry.about !== '' && <span className="quiet small">{entry.about}</span>}
            </span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="nothing">{messages.nothing}</p>}
      <p className="only-read" role="status">
        {messages.count(shown.length)}
      </p>
    </>
  )
}

function unique(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return [...new Map(entries.map(entry => [entry.id, entry])).values()]
}

/** What the server finds, once typing has paused; an older answer never replaces a newer one. */
function useSearch(typed: string): readonly PaletteEntry[] {
  const page = usePage()
  const messages = useMessages()
  const router = useRouter()
  const [found, setFound] = useState<{readonly typed: string; readonly entries: readonly PaletteEntry[]}>({
    typed: '',
    entries: [],
  })
  useEffect(() => {
    if (typed.length < fewLetters) return
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const entries = await search({page, messages, router}, typed, request.signal)
      if (!request.signal.aborted) setFound({typed, entries})
    }, restMillis)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [page, messages, router, typed])
  if (typed.length < fewLetters) return []
  // Until the answer is there, what was found before and still fits.
  return found.typed === typed ? found.entries : matching(found.entries, typed)
}
