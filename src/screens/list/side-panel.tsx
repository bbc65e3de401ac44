/** A record beside its list, with its actions: the record page itself, one heading level lower. */

import {type MouseEvent, type ReactNode, Suspense} from 'react'
import {useOpening, usePanelFocus} from '../../features/collections/components/use-side-panel.ts'
import type {ListData, ListedRecord, PanelData} from '../../features/collections/data.ts'
import {cellText} from '../../web/components/cell.tsx'
import {nameColumn} from '../../web/components/data-table.tsx'
import {Icon} from '../../web/components/icon.tsx'
import {Name} from '../../web/components/name.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {useHotkeys} from '../../web/hooks/use-hotkeys.ts'
import {useWhenIdle} from '../../web/hooks/use-when-idle.ts'
import {isPlainClick, Link, type LinkProps} from '../../web/router/link.tsx'
import {useMessages, usePage, useRouter} from '../../web/router/router-provider.tsx'
import {ScreenView, useScreenPreload} from '../../web/screen.tsx'

/* A link inside a side panel that changes only the panel: the list stays in place. */

function PanelLink(props: LinkProps) {
  const router = useRouter()
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event) || !router.enabled) return
    event.preventDefault()
    router.navigate(props.href, {keepPlace: true, replace: true})
  }
  return <Link {...props} onClick={click} />
}

/** The list, and beside it the opened record: immediately with the data of its row, then with its own. Closing is immediate too. */
export function WithPanel({data, children}: {data: ListData; children: ReactNode}) {
  const {panel} = data
  const router = useRouter()
  const {url} = usePage()
  const {id, closing} = useOpening(panel)
  // What the first click on a row shows, and then on Edit.
  useWhenIdle(useScreenPreload('record'), data.opens !== null)
  useWhenIdle(useScreenPreload('form'), panel !== null)
  const listed = id === null ? undefined : data.records.find(record => record.id === id)
  const close = panel?.close ?? url
  const cancel = () => router.navigate(close, {keepPlace: true, replace: true})
  useHotkeys(listed ? {Escape: cancel} : {}, {first: true})
  const shown = closing ? null : panel
  const isOpen = shown !== null || listed !== undefined
  return (
    <div className={isOpen ? 'panels with-panel' : 'panels'}>
      <div className="beside">{children}</div>
      {isOpen && (
        <SidePanel
          panel={shown}
          close={close}
          opening={listed ? {name: nameOf(data, listed), state: <ListedState data={data} record={listed} />} : null}
        />
      )}
    </div>
  )
}

function nameOf({columns}: ListData, {cells}: ListedRecord): string {
  return cells[nameColumn(columns)]?.text ?? ''
}

function ListedState({data: {columns}, record: {cells}}: {data: ListData; record: ListedRecord}) {
  const at = columns.findIndex(({display}) => display === 'state')
  const [column, cell] = [columns[at], cells[at]]
  return column && cell && <p>{cellText(column, cell)}</p>
}

/** The data of a row, where the record will be. */
interface ListedSummary {
  readonly name: string
  readonly state: ReactNode
}

interface SidePanelProps {
  /** Null until its data is loaded. */
  readonly panel: PanelData | null
  /** The list alone. */
  readonly close: string
  /** Shown in its place while another record is loading. */
  readonly opening: ListedSummary | null
}

function SidePanel({panel, close, opening}: SidePanelProps) {
  const messages = useMessages().listScreen.panel
  const ref = usePanelFocus(panel && `${panel.id} ${panel.screen}`)
  return (
    <aside
      ref={ref}
      className="side-panel"
      aria-label={opening?.name ?? panel?.data.heading}
      aria-busy={opening !== null || undefined}
      tabIndex={-1}
    >
      <div className="buttons">
        {panel?.previous && (
          <PanelLink
            className="button ghost icon"
            href={panel.previous}
            aria-label={messages.previous}
            aria-keyshortcuts="K"
          >
            <Icon name="up" />
          </PanelLink>
        )}
        {panel?.next && (
          <PanelLink className="button ghost icon" href={panel.next} aria-label={messages.next} aria-keyshortcuts="J">
            <Icon name="down" />
          </PanelLink>
        )}
        {panel?.href && (
          <Link className="button ghost" href={panel.href}>
            {messages.open}
          </Link>
        )}
        <PanelLink className="button ghost icon" href={close} aria-label={messages.close} aria-keyshortcuts="Escape">
          <Icon name="remove" />
        </PanelLink>
      </div>
      {opening && (
        <>
          <PageHead inPanel>
            <h2>
              <Name name={opening.name} />
            </h2>
          </PageHead>
          {opening.state}
          <div className="on-its-way" />
        </>
      )}
      {panel && (
        // Hidden, not removed: if the person stays after all, their input stays too.
        <div className="opened-record" hidden={opening !== null}>
          <Suspense>
            <ScreenView key={panel.id} screen={panel.screen} data={panel.data} heading="h2" />
          </Suspense>
        </div>
      )}
    </aside>
  )
}
