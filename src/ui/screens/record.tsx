/** One record by itself: its fields, what leads to it, and what happened to it. */

import type {Problem} from '../page.ts'
import {CellText} from '../parts/cell.tsx'
import {Control, encodingOf} from '../parts/control.tsx'
import {initials} from '../parts/face.tsx'
import {Grid} from '../parts/grid.tsx'
import {Summary} from '../parts/summary.tsx'
import type {ActionData, HistoryData, RecordData} from '../records.ts'
import type {ViewProps} from '../view.ts'
import {type Words, wordsFor} from '../words.ts'

export function RecordView({data, page}: ViewProps<RecordData>) {
  const words = wordsFor(page.shell.language)
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
        {data.actions.length > 0 && (
          <div className="acts">
            {data.actions.map((action, index) => (
              <Act
                key={action.name}
                action={action}
                lead={index === 0}
                version={data.version}
                once={page.once}
                words={words}
              />
            ))}
          </div>
        )}
      </div>
      <Summary problems={data.problems} language={page.shell.language} />
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
            <p className="nothing">{words.lists.nothingYet}</p>
          ) : (
            <Grid columns={related.columns} records={related.records} />
          )}
        </section>
      ))}
      {data.history.length > 0 && (
        <section className="card">
          <h2>{words.records.history}</h2>
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

interface ActProps {
  readonly action: ActionData
  readonly lead: boolean
  readonly version: number
  readonly once: string | undefined
  readonly words: Words
}

/** A button; what asks for something opens first, as plain HTML. */
function Act({action, lead, version, once, words}: ActProps) {
  const form = (
    <form className="form" method="post" encType={encodingOf(action.asks)} noValidate>
      <input type="hidden" name="_once" value={`${once ?? ''}-${action.name}`} />
      <input type="hidden" name="_version" value={version} />
      {action.asks.length > 0 && <Problems problems={action.problems} />}
      {action.asks.map(field => (
        <Control key={field.name} field={field} problems={action.problems} words={words} prefix={`${action.name}-`} />
      ))}
      <button className={lead ? 'button lead' : 'button'} type="submit" name="_action" value={action.name}>
        {action.label}
      </button>
    </form>
  )
  if (action.asks.length === 0) return form
  return (
    <details className="ask" name="act" open={action.open || undefined}>
      <summary className={lead ? 'button lead' : 'button'}>{action.label}…</summary>
      <div className="card">{form}</div>
    </details>
  )
}

/** Those that stand at no field of this form. */
function Problems({problems}: {problems: readonly Problem[]}) {
  const whole = problems.filter(problem => problem.field === null)
  return whole.map(problem => (
    <p key={problem.message} className="problem" role="alert">
      {problem.message}
    </p>
  ))
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
