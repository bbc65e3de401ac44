/** A list of records: search, sortable headers, pages; and what it says when there is nothing. */
import {Grid} from '../parts/grid.tsx'
import {Icon} from '../parts/icon.tsx'
import {Narrow} from '../parts/narrow.tsx'
import type {ListData} from '../records.ts'
import type {ViewProps} from '../view.ts'
import {type Words, wordsFor} from '../words.ts'

export function List({data, page}: ViewProps<ListData>) {
  const words = wordsFor(page.shell.language)
  const path = page.url.split('?')[0] ?? ''
  return (
    <>
      <div className="head">
        <div>
          {data.back && (
            <nav className="crumbs" aria-label={words.shell.screens}>
              <a href={data.back.href}>{data.back.label}</a>
            </nav>
          )}
          <h1 tabIndex={-1}>{data.heading}</h1>
        </div>
        {data.create && data.create.href !== page.shell.lead?.href && (
          <div className="acts">
            <a className="button lead" href={data.create.href}>
              <Icon name="plus" />
              {data.create.label}
            </a>
          </div>
        )}
      </div>
      <Narrow narrow={data} path={path} words={words} keep={data.keep} />
      {data.records.length === 0 ? (
        <Empty data={data} path={clearAddress(path, data)} words={words} />
      ) : (
        <section className="card plain">
          <Grid
            columns={data.columns}
            records={data.records}
            sorted={index => data.columns[index]?.sort?.now}
            head={(column, index) => {
              const sort = data.columns[index]?.sort
              return sort ? <a href={sort.href}>{column.label}</a> : column.label
            }}
          />
          <Foot data={data} language={page.shell.language} words={words} />
        </section>
      )}
    </>
  )
}

function clearAddress(path: string, {keep}: ListData): string {
  const kept = new URLSearchParams(keep.map(({name, value}) => [name, value])).toString()
  return kept === '' ? path : `${path}?${kept}`
}

function Empty({data, path, words}: {data: ListData; path: string; words: Words}) {
  return (
    <section className="card nothing">
      <p>{data.narrowed ? words.lists.nothingFound : data.empty}</p>
      {data.narrowed && (
        <a className="button" href={path}>
          {words.lists.clearSearch}
        </a>
      )}
    </section>
  )
}

function Foot({data, language, words}: {data: ListData; language: string; words: Words}) {
  const format = new Intl.NumberFormat(language)
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
            <a className="button" href={data.page.previous}>
              {words.lists.previous}
            </a>
          )}
          {data.page.next && (
            <a className="button" href={data.page.next}>
              {words.lists.next}
            </a>
          )}
        </nav>
      )}
    </div>
  )
}
