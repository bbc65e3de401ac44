/** Waiting records, beside the one to decide on. After a decision the next one opens; on a phone they are shown one at a time. */

import {useMemo, useOptimistic, useState} from 'react'
import {FilterBar} from '../../features/collections/components/filter-bar.tsx'
import {namedCount} from '../../features/collections/components/number-format.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {useShortcuts} from '../../web/components/command-palette/commands.tsx'
import {Icon} from '../../web/components/icon.tsx'
import {checkSigns} from '../../web/components/meter.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {useHotkeys} from '../../web/hooks/use-hotkeys.ts'
import {Link} from '../../web/router/link.tsx'
import {useLocale, useMessages} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import type {InboxData, InboxRecord} from './data.ts'
import {Decision, DecisionLink, useOpen} from './decision.tsx'

export function InboxScreen({data}: ScreenProps<'inbox'>) {
  const {selected} = data
  const open = useOpen()
  // A decided record leaves the list immediately, and returns if the decision is refused.
  const [waiting, leave] = useOptimistic(data.records, (records, decided: string) =>
    records.filter(({id}) => id !== decided),
  )
  // The focus stays where it is when keys open another record: its name is announced.
  const [movedFrom, setMovedFrom] = useState<string | null>(null)
  const move = (href: string | null | undefined) => {
    if (!href) return
    setMovedFrom(selected?.id ?? null)
    open(href)
  }
  useHotkeys({j: () => move(selected?.next), k: () => move(selected?.previous)}, {first: true})
  const decisions = selected?.actions
  useShortcuts(
    useMemo(
      () => (decisions ?? []).flatMap(({hotkey, label}) => (hotkey === null ? [] : [[hotkey, label]])),
      [decisions],
    ),
  )
  const language = useLocale()
  const current = data.tabs.length === 0 || data.tabs[0]?.isCurrent === true
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{data.heading}</h1>
          {waiting.length > 0 && data.tabs.length === 0 && <p>{namedCount(data, language)}</p>}
        </div>
        <Tabs data={data} />
      </PageHead>
      <p className="sr-only" role="status">
        {movedFrom !== null && selected?.id !== movedFrom && selected?.name}
      </p>
      <div className={['inbox', ...(data.opened ? ['opened'] : []), ...(current ? [] : ['decided'])].join(' ')}>
        <Waiting data={{...data, records: waiting}} />
        {selected && (
          <Decision
            key={selected.id}
            data={data}
            decision={selected}
            onDecide={() => leave(selected.id)}
            sameState={
              selected.position !== null && current && data.records.length > 1 && !hasSeveralStates(data.records)
            }
            left={!waiting.some(({id}) => id === selected.id) && data.records.some(({id}) => id === selected.id)}
          />
        )}
      </div>
    </>
  )
}

const hasSeveralStates = (records: readonly InboxRecord[]): boolean =>
  new Set(records.map(({state}) => state?.label)).size > 1

/** What waits, and what is decided. */
function Tabs({data: {tabs, heading}}: {data: InboxData}) {
  if (tabs.length === 0) return null
  return (
    <nav className="inbox-tabs" aria-label={heading}>
      {tabs.map(({label, href, isCurrent, count}) => (
        <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label} {count !== '' && <span className="num">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

function Waiting({data}: {data: InboxData}) {
  const {inbox, lists} = useMessages()
  const {records, selected, page, filterBar} = data
  const several = hasSeveralStates(records)
  return (
    <div className="waiting">
      <Prose html={data.html} />
      {(filterBar.search || filterBar.filters.length > 0) && <FilterBar filterBar={filterBar} />}
      {records.length === 0 ? (
        <div className="nothing empty">
          <Icon name={filterBar.filtered ? 'search' : 'check'} />
          <p>{filterBar.filtered ? lists.noneMatch(data.entityName.several) : data.empty}</p>
        </div>
      ) : (
        <ul aria-label={data.tabs.find(({isCurrent}) => isCurrent)?.label ?? inbox.waiting}>
          {records.map(record => (
            <li key={record.id}>
              <DecisionLink href={record.href} aria-current={record.id === selected?.id ? 'true' : undefined}>
                <Line record={record} several={several} />
              </DecisionLink>
            </li>
          ))}
        </ul>
      )}
      {(page.previous || page.next) && (
        <nav aria-label={lists.pages}>
          {page.previous && (
            <Link className="button" href={page.previous} rel="prev">
              {lists.previous}
            </Link>
          )}
          {page.next && (
            <Link className="button" href={page.next} rel="next">
              {lists.next}
            </Link>
          )}
        </nav>
      )}
      <Keys data={data} />
    </div>
  )
}

/** A state is shown if it distinguishes records. */
function Line({record, several}: {record: InboxRecord; several: boolean}) {
  const {name, person, texts, mark, numbers, age, state, check} = record
  return (
    <>
      {person !== null && <Avatar id={person} name={name} />}
      <span className="line">
        <b>{name}</b>
        <span className="subtle">
          {mark?.colour !== undefined && <span className={`swatch hue hue-${mark.colour}`} aria-hidden="true" />}
          {texts.join(' · ')}
        </span>
        {several && state && <span className={`state ${state.tone}`}>{state.label}</span>}
        {check && (
          <span className={`check ${check.outcome}`}>
            <Icon name={checkSigns[check.outcome]} />
            {check.text}
          </span>
        )}
      </span>
      <span className="aside muted small">
        {age.text !== '' && <span title={age.exact}>{age.text}</span>}
        {numbers.map(({label, text}) => (
          <span key={label} title={label}>
            <span className="sr-only">{label}: </span>
            {text}
          </span>
        ))}
      </span>
    </>
  )
}

/** Below the list, for people with a keyboard. */
function Keys({data}: {data: InboxData}) {
  const {inbox} = useMessages()
  const actions = data.selected?.actions.filter(({hotkey}) => hotkey !== null) ?? []
  if (data.records.length === 0) return null
  return (
    <p className="inbox-keys muted small" aria-hidden="true">
      <span>
        <kbd>J</kbd>
        <kbd>K</kbd> {inbox.move}
      </span>
      {actions.map(({name, label, hotkey}) => (
        <span key={name}>
          <kbd>{hotkey?.toUpperCase()}</kbd> {label}
        </span>
      ))}
    </p>
  )
}
