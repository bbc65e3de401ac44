/** The command palette: actions of the page, screens, recent and found records, new records, settings. Loaded when first opened. */
import {useCombobox} from 'downshift'
import {useEffect, useId, useState} from 'react'
import {useTheme} from '../../hooks/use-theme.ts'
import {Dialog} from '../dialog.tsx'
import {Icon} from '../icon.tsx'
import {useCommands} from './commands.tsx'
import {
  type Beginnings,
  entriesOf,
  loadSearch,
  matching,
  noBeginnings,
  type PaletteEntry,
  type Sources,
  searchEntry,
} from './entries.ts'
import {EntryList} from './entry-list.tsx'
import {useSearch, useSources} from './use-search.ts'

export interface CommandPaletteProps {
  /** What was typed while it was loading. */
  readonly typedBefore?: () => string
  readonly onClose: () => void
}

export function CommandPalette({typedBefore = () => '', onClose}: CommandPaletteProps) {
  const sources = useSources()
  return (
    <Dialog className="palette" label={sources.messages.shortcuts.palette} onClose={onClose}>
      <Palette sources={sources} typedBefore={typedBefore} close={onClose} />
    </Dialog>
  )
}

interface PaletteProps {
  readonly sources: Sources
  readonly typedBefore: () => string
  readonly close: () => void
}

function Palette({sources, typedBefore, close}: PaletteProps) {
  const {shortcuts: messages} = sources.messages
  const commands = useCommands()
  const [offered] = useState(commands)
  const beginnings = useBeginnings(sources)
  const id = useId()
  const entries = entriesOf(sources, {commands: offered, beginnings, ...useTheme()})
  const [typed, setTyped] = useState(typedBefore)
  const found = useSearch(sources, typed.trim())
  const people = found.entries.filter(({person}) => person !== undefined)
  const records = found.entries.filter(({person}) => person === undefined)
  const shown = unique([...matching(entries, typed), ...people, ...records, ...searchEntry(sources, typed.trim())])
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
            // Synchronously, or letters typed quickly would be lost.
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
      <div {...getMenuProps({'aria-label': messages.fits})}>
        <EntryList
          id={id}
          entries={shown}
          highlighted={highlightedIndex}
          optionProps={(item, index) => getItemProps({item, index})}
        />
      </div>
      {shown.length === 0 && <p className="nothing">{messages.nothing}</p>}
      <p className="sr-only" role="status">
        {messages.count(shown.length)}
      </p>
    </>
  )
}

function unique(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return [...new Map(entries.map(entry => [entry.id, entry])).values()]
}

/** Forms for new records are not in the menu, so they are requested once. */
function useBeginnings({page, router}: Sources): Beginnings {
  const [beginnings, setBeginnings] = useState(noBeginnings)
  const [asked] = useState({page, router})
  useEffect(() => {
    const request = new AbortController()
    void loadSearch(asked, '', request.signal).then(data => data && !request.signal.aborted && setBeginnings(data))
    return () => request.abort()
  }, [asked])
  return beginnings
}
