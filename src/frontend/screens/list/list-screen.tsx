/** A list of records: search, sortable headers, pages, and acting on several; and what it says when there is nothing. */

import type {ReactNode} from 'react'
import {openedFrom} from '../../../contract/page.ts'
import type {ListData} from '../../../contract/records.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Crumbs} from '../../components/breadcrumbs.tsx'
import {Grid} from '../../components/data-table.tsx'
import {addressKeeping, Narrow} from '../../components/filter-bar.tsx'
import {Summary} from '../../components/form/error-summary.tsx'
import {Icon} from '../../components/icon.tsx'
import {numberFormat} from '../../components/number-format.ts'
import type {ViewProps} from '../../view.ts'
import {KeptViews, ListTools} from './list-tools.tsx'

export function List({data, page}: ViewProps<ListData>) {
  const words = wordsFor(page.shell.language)
  const path = page.url.split('?')[0] ?? ''
  const tools = {data, path, once: page.once ?? '', words}
  return (
    <>
      <Head data={data} words={words} url={page.url} lead={page.shell.lead?.href}>
        <ListTools {...tools} />
      </Head>
      <KeptViews {...tools} />
      {(data.narrowed || data.records.length > 0) && (
        <Narrow
          narrow={{...data, narrowed: data.narrowed && data.records.length > 0}}
          path={path}
          words={words}
          keep={data.keep}
        />
      )}
      <Summary problems={data.problems} language={page.shell.language} />
      {data.records.length === 0 ? (
        <Empty data={data} url={page.url} path={addressKeeping(path, data.keep)} words={words} />
      ) : (
        <Records data={data} language={page.shell.language} once={page.once ?? ''} words={words} />
      )}
    </>
  )
}

interface HeadProps {
  readonly data: ListData
  readonly words: Words
  readonly url: string
  readonly lead: string | undefined
  readonly children: ReactNode
}

/** What leads at the top of every page is not said twice. */
function Head({data, words, url, lead, children}: HeadProps) {
  return (
    <div className="head">
      <div>
        <Crumbs back={data.back} words={words} />
        <h1 tabIndex={-1}>{data.heading}</h1>
      </div>
      <div className="acts tools">
        {children}
        {data.create && data.create.href !== lead && (
          <a className="button lead" href={openedFrom(data.create.href, url)}>
            <Icon name="plus" />
            {data.create.label}
          </a>
        )}
      </div>
    </div>
  )
}

function Records({data, language, once, words}: {data: ListData; language: string; once: string; words: Words}) {
  const select = data.bulk.length > 0 ? {one: words.lists.select, all: words.lists.selectAll} : undefined
  const grid = (
    <Grid
      columns={data.columns}
      records={data.records}
      groups={data.groups}
      close={data.choose.close}
      {...(select ? {select} : {})}
      sorted={index => data.columns[index]?.sort?.now}
      head={(column, index) => {
        const sort = data.columns[index]?.sort
        return sort ? <a href={sort.href}>{column.label}</a> : column.label
      }}
    />
  )
  const foot = <Foot data={data} language={language} words={words} />
  if (!select)
    return (
      <section className="card plain">
        {grid}
        {foot}
      </section>
    )
  return (
    <form className="card plain picking" method="post">
      <input type="hidden" name="_once" value={`${once}-several`} />
      {grid}
      <Bulk data={data} words={words} />
      {foot}
    </form>
  )
}

/** Shown as soon as something is chosen, by the style alone. What an action asks for is asked on a page of its own. */
function Bulk({data, words}: {data: ListData; words: Words}) {
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

function Empty({data, url, path, words}: {data: ListData; url: string; path: string; words: Words}) {
  return (
    <section className="card nothing">
      <p>{data.narrowed ? words.lists.nothingFound : data.empty}</p>
      {data.narrowed ? (
        <a className="button" href={path}>
          {words.lists.clearSearch}
        </a>
      ) : (
        data.create && (
          <a className="button" href={openedFrom(data.create.href, url)}>
            {data.create.label}
          </a>
        )
      )}
    </section>
  )
}

function Foot({data, language, words}: {data: ListData; language: string; words: Words}) {
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
            <a className="button" href={data.page.previous} rel="prev">
              {words.lists.previous}
            </a>
          )}
          {data.page.next && (
            <a className="button" href={data.page.next} rel="next">
              {words.lists.next}
            </a>
          )}
        </nav>
      )}
    </div>
  )
}
