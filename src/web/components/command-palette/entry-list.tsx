/** Entries grouped under headings, as the options of a listbox. */
import {type ComponentProps, Fragment, type ReactNode} from 'react'
import {Avatar} from '../avatar.tsx'
import {IconPath, PageIcon} from '../icon.tsx'
import type {PaletteEntry} from './entries.ts'

export interface EntryListProps {
  /** The id of the surrounding listbox. */
  readonly id: string
  readonly entries: readonly PaletteEntry[]
  readonly highlighted: number
  readonly optionProps: (entry: PaletteEntry, index: number) => ComponentProps<'div'>
}

export function EntryList({id, entries, highlighted, optionProps}: EntryListProps) {
  return groupsOf(entries).map(({group, key, from, some}) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no set of fields
    <div key={key} role="group" aria-labelledby={`${id}-group-${from}`}>
      <span className="title" id={`${id}-group-${from}`}>
        {group}
      </span>
      {some.map((entry, index) => (
        <div
          key={entry.id}
          {...optionProps(entry, from + index)}
          className={from + index === highlighted ? 'command highlighted' : 'command'}
        >
          <EntryText entry={entry} />
        </div>
      ))}
    </div>
  ))
}

interface EntryGroup {
  readonly group: string
  /** The same with fewer entries before it, so that each letter keeps the groups that stay. */
  readonly key: string
  readonly from: number
  readonly some: PaletteEntry[]
}

function groupsOf(entries: readonly PaletteEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = []
  for (const [index, entry] of entries.entries()) {
    const last = groups.at(-1)
    if (last?.group === entry.group) last.some.push(entry)
    else groups.push({group: entry.group, key: keyIn(groups, entry.group), from: index, some: [entry]})
  }
  return groups
}

/** A group may come twice. */
function keyIn(groups: readonly EntryGroup[], group: string): string {
  return `${group} ${groups.filter(each => each.group === group).length}`
}

function EntryText({entry}: {entry: PaletteEntry}) {
  const {label, about, date = '', state} = entry
  const aside = [about, date].filter(text => text !== '').join(' · ')
  return (
    <>
      <EntryIcon entry={entry} />
      <span className="name">{label}</span>
      {aside !== '' && (
        <Fragment>
          {' '}
          <span className="muted small num">{aside}</span>
        </Fragment>
      )}
      {state && (
        <Fragment>
          {' '}
          <span className={`state ${state.tone}`}>{state.text}</span>
        </Fragment>
      )}
    </>
  )
}

function EntryIcon({entry: {person, label, mark, icon}}: {entry: PaletteEntry}): ReactNode {
  if (person !== undefined) return <Avatar id={person} name={label} />
  if (!mark) return <PageIcon icon={icon} />
  const hue = mark.colour === undefined ? '' : ` hue hue-${mark.colour}`
  if (mark.icon === undefined) return <span className={`swatch${hue}`} aria-hidden="true" />
  return <IconPath className={`icon${hue}`} path={mark.icon} />
}
