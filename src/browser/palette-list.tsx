/** The field of the palette and what fits it: a combobox with its list, all of it by keys or by pointer. */
import {type KeyboardEvent, useEffect, useState} from 'react'
import type {Page} from '../contract/page.ts'
import {Icon} from '../frontend/components/icon.tsx'
import {wordsFor} from '../messages/index.ts'
import {type Entry, fitting, foundFor, searchingFor} from './palette-entries.ts'

export interface PaletteProps {
  readonly page: Page
  readonly entries: readonly Entry[]
  readonly close: () => void
}

const rest = 120
const fewLetters = 2

export function PaletteList({page, entries, close}: PaletteProps) {
  const {keys: words} = wordsFor(page.shell.language)
  const [typed, type] = useState('')
  const [at, move] = useState(0)
  const found = useFound(page, typed.trim())
  const shown = unique([...fitting(entries, typed), ...found, ...searchingFor(page, typed.trim())])
  const current = shown[Math.min(at, shown.length - 1)]
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    entry.choose()
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      move(step(Math.min(at, shown.length - 1), shown.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(current)
    }
  }
  return (
    <>
      <div className="typed">
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: a dialog that was asked for begins at its field
          autoFocus
          type="text"
          role="combobox"
          aria-label={words.palette}
          aria-expanded={shown.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={current ? `entry-${current.id}` : undefined}
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={event => {
            type(event.target.value)
            move(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label={words.fits}>
        {[...Map.groupBy(shown, entry => entry.group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group} role="group" aria-label={group}>
            <div className="title" aria-hidden="true">
              {group}
            </div>
            {members.map(entry => (
              <Option key={entry.id} entry={entry} active={entry === current} choose={() => choose(entry)} />
            ))}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="nothing">{words.nothing}</p>}
      <p className="only-read" role="status">
        {words.count(shown.length)}
      </p>
    </>
  )
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % Math.max(1, count),
  ArrowUp: (at, count) => (at - 1 + count) % Math.max(1, count),
}

interface OptionProps {
  readonly entry: Entry
  readonly active: boolean
  readonly choose: () => void
}

function Option({entry, active, choose}: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active entry
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={`entry-${entry.id}`}
      role="option"
      aria-selected={active}
      onClick={choose}
      ref={element => {
        if (active) element?.scrollIntoView({block: 'nearest'})
      }}
    >
      <Icon name={entry.icon} />
      <span>{entry.label}</span>
      {entry.about !== '' && <span className="quiet small">{entry.about}</span>}
    </div>
  )
}

function unique(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map(entry => [entry.id, entry])).values()]
}

/** What the server finds, when somebody has stopped typing for a moment; an older answer never replaces a newer one. */
function useFound(page: Page, typed: string): readonly Entry[] {
  const [found, show] = useState<readonly Entry[]>([])
  useEffect(() => {
    if (typed.length < fewLetters) {
      show([])
      return
    }
    const ask = new AbortController()
    const timer = setTimeout(async () => {
      const entries = await foundFor(page, typed, ask.signal)
      if (!ask.signal.aborted) show(entries)
    }, rest)
    return () => {
      clearTimeout(timer)
      ask.abort()
    }
  }, [page, typed])
  return found
}
