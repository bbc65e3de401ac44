/** A list of records: search, sortable headers, pages, and acting on several; and what it says when there is nothing. */

import type {ReactNode} from 'react'
import type {ListData} from '../../../contract/list.ts'
import {openedFrom} from '../../../contract/page.ts'
import {Breadcrumbs} from '../../components/breadcrumbs.tsx'
import {DataTable} from '../../components/data-table.tsx'
import {addressKeeping, FilterBar} from '../../components/filter-bar.tsx'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {Icon} from '../../components/icon.tsx'
import {numberFormat} from '../../components/number-format.ts'
import {ActionForm} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useLocale, useMessages, usePage} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {KeptViews, ListTools} from './list-tools.tsx'

export function ListScreen({data}: ScreenProps<'list'>) {
  const page = usePage()
  const words = useMessages()
  const path = page.url.split('?')[0] ?? ''
  const tools = {data, path, once: page.once ?? '', words}
  return (
    <>
      <Head data={data} lead={page.shell.lead?.href}>
        <ListTools {...tools} />
      </Head>
      <KeptViews {...tools} />
      {(data.narrowed || data.records.length > 0) && (
        <FilterBar
          narrow={{...data, narrowed: data.narrowed && data.records.length > 0}}
          path={path}
          keep={data.keep}
        />
      )}
      <ErrorSummary problems={data.problems} />
      {data.records.length === 0 ? (
        <Empty data={data} path={addressKeeping(path, data.keep)} />
      ) : (
        <Records data={data} once={page.once ?? ''} />
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
      </div>
      <div className="acts tools">
        {children}
        {data.create && data.create.href !== lead && (
          <Link className="button lead" href={openedFrom(data.create.href, url)}>
            <Icon name="plus" />
            {data.create.label}
          </Link>
        )}
      </div>
    </div>
  )
}

function Records({data, once}: {data: ListData; once: string}) {
  const words = useMessages()
  const select = data.bulk.length > 0 ? {one: words.lists.select, all: words.lists.selectAll} : undefined
  const grid = (
    <DataTable
      columns={data.columns}
      records={data.records}
      groups={data.groups}
      close={data.choose.close}
      {...(select ? {select} : {})}
      sorted={index => data.columns[index]?.sort?.now}
      head={(column, index) => {
        const sort = data.columns[index]?.sort
        return sort ? <Link href={sort.href}>{column.label}</Link> : column.label
      }}
    />
  )
  const foot = <Foot data={data} />
  if (!select)
    return (
      <section className="card plain">
        {grid}
        {foot}
      </section>
    )
  return (
    <ActionForm className="card plain picking">
      <input type="hidden" name="_once" value={`${once}-several`} />
      {grid}
      <Bulk data={data} />
      {foot}
    </ActionForm>
  )
}

/** Shown as soon as something is chosen, by the style alone. What an action asks for is asked on a page of its own. */
function Bulk({data}: {data: ListData}) {
  const words = useMessages()
  return (
    <div className="bulk">
      <span className="small">{words.lists.withSelected}</span>
      {data.bulk.map(({name, label, tone, asks}) => (
        <button
          key={name}
          className={tone === 'stop' ? 'button stop' : 'button'}
          type="submit"
          name={asks ? '_bulk' : '_action'}
          value={name}
          {...(asks ? {formMethod: 'get'} : {})}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function Empty({data, path}: {data: ListData; path: string}) {
  const {url} = usePage()
  const words = useMessages()
  return (
    <section className="card nothing">
      <p>{data.narrowed ? words.lists.nothingFound : data.empty}</p>
      {data.narrowed ? (
        <Link className="button" href={path}>
          {words.lists.clearSearch}
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
  const words = useMessages()
  const format = numberFormat(language)
  const exact = 'exact' in data.count ? data.count.exact : null
  const count =
    exact === null && 'moreThan' in data.count ? `${format.format(data.count.moreThan)}+` : format.format(exact ?? 0)
  return (
    <div className="foot">
      <span>
        {count} {exact === 1 ? data.called.one : data.called.several}
      </span>
      {(data.page.previous || data.page.next) && (
        <nav aria-label={words.lists.pages}>
          {data.page.previous && (
            <Link className="button" href={data.page.previous} rel="prev">
              {words.lists.previous}
            </Link>
          )}
          {data.page.next && (
            <Link className="button" href={data.page.next} rel="next">
              {words.lists.next}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
