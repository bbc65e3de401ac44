/** One record by itself: its fields, what leads to it, and what happened to it. */
import {CellText, initials} from '../parts/cell.tsx'
import {Grid} from '../parts/grid.tsx'
import type {HistoryData, RecordData} from '../records.ts'
import type {ViewProps} from '../view.ts'
import {wordsFor} from '../words.ts'

export function RecordView({data, page}: ViewProps<RecordData>) {
  const words = wordsFor(page.shell.language)
  return (
    <>
      <div className="head">
        <div>
          {data.back && (
            <nav className="crumbs" aria-label={words.screens}>
              <a href={data.back.href}>{data.back.label}</a>
            </nav>
          )}
          <h1 tabIndex={-1}>{data.heading}</h1>
        </div>
      </div>
      <section className="card">
        <dl className="facts">
          {data.fields.map((field, index) => (
            <div key={field.key} className={field.look === 'long' ? 'wide' : undefined}>
              <dt>{field.label}</dt>
              <dd>
                <CellText field={field} cell={data.cells[index] ?? {text: '', value: null}} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {data.related.map(related => (
        <section key={related.heading} className="card plain">
          <h2>{related.heading}</h2>
          {related.records.length === 0 ? (
            <p className="nothing">{words.nothingYet}</p>
          ) : (
            <Grid columns={related.columns} records={related.records} />
          )}
        </section>
      ))}
      {data.history.length > 0 && (
        <section className="card">
          <h2>{words.history}</h2>
          <ol className="trail">
            {data.history.map(entry => (
              <Event key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function Event({entry}: {entry: HistoryData}) {
  return (
    <li>
      <span className="face" aria-hidden="true">
        {initials(entry.who) || '·'}
      </span>
      <p>
        {entry.who !== '' && <b>{entry.who} </b>}
        <span className="second">
          {entry.what} · <time dateTime={entry.at}>{entry.when}</time>
        </span>
      </p>
    </li>
  )
}
