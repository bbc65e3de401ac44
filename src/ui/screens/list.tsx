/** A list of records: search, sortable headers, pages; and what it says when there is nothing. */
import {Grid} from '../parts/grid.tsx'
import {Icon} from '../parts/icon.tsx'
import type {FilterData, ListData} from '../records.ts'
import type {ViewProps} from '../view.ts'
import {type Words, wordsFor} from '../words.ts'

export function List({data, page}: ViewProps<ListData>) {
  const words = wordsFor(page.shell.language)
  const path = page.url.split('?')[0] ?? ''
  return (
    <>
      <div className="head">
        <h1 tabIndex={-1}>{data.heading}</h1>
        {data.create && (
          <div className="acts">
            <a className="button lead" href={data.create.href}>
              <Icon name="plus" />
              {data.create.label}
            </a>
          </div>
        )}
      </div>
      {(data.search || data.filters.length > 0) && <Narrow data={data} path={path} words={words} />}
      {data.records.length === 0 ? (
        <Empty data={data} path={path} words={words} />
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

/** Search and filters in one form: what is asked stands in the address, and works as a plain GET. */
function Narrow({data, path, words}: {data: ListData; path: string; words: Words}) {
  return (
    <form className="bar" method="get" action={path}>
      {data.search && (
        <div className="find">
          <Icon name="search" />
          <label className="only-read" htmlFor="q">
            {words.lists.search}
          </label>
          <input id="q" name="q" type="search" placeholder={words.lists.search} defaultValue={data.search.text} />
        </div>
      )}
      {data.filters.map(filter => (
        <Filter key={filter.key} filter={filter} words={words} />
      ))}
      <button className="button" type="submit">
        {words.lists.show}
      </button>
      {data.narrowed && (
        <a className="button bare" href={path}>
          {words.lists.clearSearch}
        </a>
      )}
    </form>
  )
}

function Filter({filter, words}: {filter: FilterData; words: Words}) {
  const id = `filter-${filter.key}`
  if (filter.control === 'select') {
    return (
      <span className={filter.value === '' ? 'chip' : 'chip on'}>
        <label htmlFor={id}>{filter.label}</label>
        <select id={id} name={filter.key} defaultValue={filter.value}>
          <option value="">{words.lists.all}</option>
          {filter.options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    )
  }
  if (filter.control === 'text') {
    return (
      <span className="chip">
        <label htmlFor={id}>{filter.label}</label>
        <input id={id} name={filter.key} defaultValue={filter.value} />
      </span>
    )
  }
  const type = filter.control === 'dates' ? 'date' : 'text'
  return (
    <span className={filter.value === '' ? 'chip' : 'chip on'}>
      <label htmlFor={id}>{filter.label}</label>
      <input
        id={id}
        name={`${filter.key}.from`}
        type={type}
        defaultValue={filter.low ?? ''}
        aria-label={`${filter.label}, ${words.lists.from}`}
      />
      –
      <input
        name={`${filter.key}.to`}
        type={type}
        defaultValue={filter.high ?? ''}
        aria-label={`${filter.label}, ${words.lists.to}`}
      />
    </span>
  )
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
