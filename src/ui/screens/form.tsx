/** A form for a record: one column, problems at the fields and in a summary, everything typed kept. */
import {Control, encodingOf} from '../parts/control.tsx'
import {Summary} from '../parts/summary.tsx'
import type {FormData} from '../records.ts'
import type {ViewProps} from '../view.ts'
import {wordsFor} from '../words.ts'

export function Form({data, page}: ViewProps<FormData>) {
  const words = wordsFor(page.shell.language)
  return (
    <>
      <div className="head">
        <h1 tabIndex={-1}>{data.heading}</h1>
      </div>
      <section className="card readable">
        <form className="form" method="post" encType={encodingOf(data.fields)} noValidate>
          <Summary problems={data.problems} language={page.shell.language} />
          <input type="hidden" name="_once" value={page.once ?? ''} />
          {data.fields.map(field => (
            <Control key={field.name} field={field} problems={data.problems} words={words} />
          ))}
          <div className="acts">
            {data.actions.map((action, index) => (
              <button
                key={action.name}
                className={index === 0 ? 'button lead' : 'button'}
                type="submit"
                name="_action"
                value={action.name}
              >
                {action.label}
              </button>
            ))}
            <a className="button bare" href={data.cancel}>
              {words.forms.cancel}
            </a>
          </div>
        </form>
      </section>
    </>
  )
}
