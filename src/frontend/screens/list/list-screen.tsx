/** A list of records: search, sortable headers, pages, and acting on several; and what it says when there is nothing. */

import {type ReactNode, useRef} from 'react'
import type {ListData, SortLink} from '../../../contract/list.ts'
import {openedFrom} from '../../../contract/page.ts'
import type {ShownField} from '../../../contract/record.ts'
import {Breadcrumbs} from '../../components/breadcrumbs.tsx'
import {CommandLink} from '../../components/command-palette/command-link.tsx'
import {DataTable, type DataTableProps} from '../../components/data-table.tsx'
import {addressKeeping, FilterBar} from '../../components/filter-bar.tsx'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {namedCount} from '../../components/number-format.ts'
import {Prose} from '../../components/prose.tsx'
import {useHydrated} from '../../hooks/use-hydrated.ts'
import {useSelection} from '../../hooks/use-selection.ts'
import {useSidePanel} from '../../hooks/use-side-panel.ts'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useLocale, useMessages, usePage, usePathname} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {ListTools, SavedViews} from './list-tools.tsx'
import {RowActions} from './row-actions.tsx'
import {type PanelScreens, SidePanel} from './side-panel.tsx'

export function ListScreen({data, ...screens}: ScreenProps<'list'> & PanelScreens) {
  const {panel} = data
  return (
    <div className={panel ? 'with-panel' : undefined}>
      <div className="beside">
        <List data={data} />
      </div>
      {panel && <SidePanel panel={panel} {...screens} />}
    </div>
  )
}

function List({data}: {data: ListData}) {
  const page = usePage()
  const path = usePathname()
  return (
    <>
      <Head data={data} lead={page.shell.lead?.href}>
        <ListTools data={data} />
      </Head>
      <SavedViews data={data} />
      {(data.filtered || data.records.length > 0) && (
        <FilterBar filterBar={{...data, filtered: data.filtered && data.records.length > 0}} keep={data.keep} />
      )}
      <ErrorSummary problems={data.problems} />
      {data.records.length === 0 ? (
        <Empty data={data} path={addressKeeping(path, data.keep)} />
      ) : (
        <Records data={data} />
      )}
    </>
  )
}

interface HeadProps {
  readonly data: ListData
  readonly lead: string | undefined
  readonly children: ReactNode
}

/** What leads at the top of every page is not said twice. */
function Head({data, lead, children}: HeadProps) {
  const {url} = usePage()
  return (
    <div className="head">
      <div>
        <Breadcrumbs back={data.back} />
        <h1 tabIndex={-1}>{data.heading}</h1>
        <Prose html={data.html} />
      </div>
      <div className="acts tools">
        {children}
        {data.create && data.create.href !== lead && (
          <CommandLink
            className="button lead"
            href={openedFrom(data.create.href, url)}
            label={data.create.label}
            icon="plus"
          />
        )}
      </div>
    </div>
  )
}

function Records({data}: {data: ListData}) {
  const {url} = usePage()
  // Another page of the list begins without a selection; a record opened beside it changes nothing.
  if (data.bulk.length > 0) return <SelectableRecords key={data.panel?.close ?? url} data={data} />
  return (
    <section className="card plain">
      <RecordTable data={data} />
      <Foot data={data} />
    </section>
  )
}

function RecordTable({data, ...more}: {data: ListData; select?: NonNullable<DataTableProps['select']>}) {
  const {onOpen} = useSidePanel(data.panel)
  const records = new Map(data.records.map(record => [record.id, record]))
  const rowActions = ({id}: {id: string}, name: string) => {
    const record = records.get(id)
    return record && <RowActions record={record} name={name} actions={data.bulk} />
  }
  return (
    <DataTable
      columns={data.columns}
      records={data.records}
      groups={data.groups}
      close={data.viewOptions.compact}
      {...(data.bulk.some(({asks}) => !asks) && {rowActions})}
      {...(data.opens && {open: {onOpen, opened: data.panel?.id ?? null}})}
      sorted={index => data.columns[index]?.sort?.now}
      head={(column, index) => <ColumnHead column={column} sort={data.columns[index]?.sort ?? null} />}
      {...more}
    />
  )
}

function ColumnHead({column, sort}: {column: ShownField; sort: SortLink | null}) {
  return sort ? <Link href={sort.href}>{column.label}</Link> : column.label
}

function SelectableRecords({data}: {data: ListData}) {
  const {lists: messages} = useMessages()
  const form = useRef<HTMLFormElement>(null)
  const ids = data.records.map(({id}) => id)
  const selection = useSelection(ids, form)
  return (
    <ActionForm ref={form} className="card plain picking">
      <IdempotencyKey scope="several" />
      <RecordTable data={data} select={{one: messages.select, all: messages.selectAll, selection}} />
      <BulkBar data={data} selected={selection.selected} />
      <Foot data={data} />
    </ActionForm>
  )
}

/**
 * What can be done with the selected records: only what fits each of them. Before hydration everything is offered as soon as a record is ticked, and the
 * server says what does not fit. An action that asks for something has a page of its own.
 */
function BulkBar({data, selected}: {data: ListData; selected: ReadonlySet<string>}) {
  const {lists: messages} = useMessages()
  const hydrated = useHydrated()
  const chosen = data.records.filter(({id}) => selected.has(id))
  const fitting = hydrated
    ? data.bulk.filter(({name}) => chosen.every(({actions}) => actions.includes(name)))
    : data.bulk
  return (
    <div className="bulk">
      <span className="small" aria-live="polite">
        {hydrated ? messages.selected(chosen.length) : messages.withSelected}
      </span>
      {fitting.map(({name, label, tone, asks}) => (
        <SubmitButton
          key={name}
          className={tone === 'stop' ? 'button stop' : 'button'}
          name={asks ? '_bulk' : '_action'}
          value={name}
          {...(asks ? {formMethod: 'get'} : {})}
        >
          {hydrated && chosen.length > 1 ? messages.onCount(label, chosen.length) : label}
        </SubmitButton>
      ))}
      {hydrated && fitting.length === 0 && <span className="small quiet">{messages.nothingFits}</span>}
    </div>
  )
}

function Empty({data, path}: {data: ListData; path: string}) {
  const {url} = usePage()
  const messages = useMessages()
  return (
    <section className="card nothing">
      <p>{data.filtered ? messages.lists.nothingFound : data.empty}</p>
      {data.filtered ? (
        <Link className="button" href={path}>
          {messages.lists.clearSearch}
        </Link>
      ) : (
        data.create && (
          <Link className="button" href={openedFrom(data.create.href, url)}>
            {data.create.label}
          </Link>
        )
      )}
    </section>
  )
}

function Foot({data}: {data: ListData}) {
  const language = useLocale()
  const messages = useMessages()
  return (
    <div className="foot">
      <span>{namedCount(data, language)}</span>
      {(data.page.previous || data.page.next) && (
        <nav aria-label={messages.lists.pages}>
          {data.page.previous && (
            <Link className="button" href={data.page.previous} rel="prev">
              {messages.lists.previous}
            </Link>
          )}
          {data.page.next && (
            <Link className="button" href={data.page.next} rel="next">
              {messages.lists.next}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
