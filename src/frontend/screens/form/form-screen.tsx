/** A form for a record: one column, problems at the fields and in a summary, everything typed kept. */

import {Fragment} from 'react'
import type {FormData, FormFieldData} from '../../../contract/form.ts'
import {Breadcrumbs} from '../../components/breadcrumbs.tsx'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {encodingOf} from '../../components/form/field-control.tsx'
import {Fields} from '../../components/form/fields.tsx'
import {ActionForm} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages, usePage} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {Conflict} from './conflict.tsx'
import {Hints} from './form-facts.tsx'
import {LineItems} from './line-items.tsx'

export function FormScreen({data}: ScreenProps<'form'>) {
  const page = usePage()
  const words = useMessages()
  const {conflict} = data
  const differs = new Set(conflict?.fields.map(({name}) => name))
  const rest = data.fields.filter(({name}) => !differs.has(name))
  return (
    <>
      <Head data={data} />
      <section className="card readable">
        <ActionForm
          className="form"
          encType={encodingOf([...data.fields, ...data.parts.flatMap(({rows}) => rows.flatMap(row => row.fields))])}
          noValidate
          data-form={page.shell.person?.id ?? ''}
        >
          {conflict ? (
            <Conflict conflict={conflict} fields={data.fields} problems={data.problems} />
          ) : (
            <ErrorSummary problems={data.problems} />
          )}
          {data.about.length > 0 && (
            <ul className="about">
              {data.about.map(({id, name}) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          )}
          <input type="hidden" name="_once" value={page.once ?? ''} />
          {data.version !== null && <input type="hidden" name="_version" value={data.version} />}
          {split(rest, data.hints?.after ?? null).map((fields, index) => (
            <Fragment key={fields[0]?.name ?? index}>
              {index === 1 && data.hints && <Hints hints={data.hints} />}
              {fields.length > 0 && <Fields fields={fields} problems={data.problems} />}
            </Fragment>
          ))}
          {data.parts.map(parts => (
            <LineItems key={`${parts.name} ${page.once}`} parts={parts} problems={data.problems} />
          ))}
          <div className="acts">
            {data.actions.map(({name, label, tone}) => (
              <button
                key={name}
                className={tone === 'plain' ? 'button' : `button ${tone}`}
                type="submit"
                name="_action"
                value={name}
              >
                {label}
              </button>
            ))}
            <Link className="button bare" href={data.cancel} data-leave="">
              {words.forms.cancel}
            </Link>
          </div>
        </ActionForm>
      </section>
    </>
  )
}

/** Up to the field after which something is said, and the rest. */
function split(fields: readonly FormFieldData[], after: string | null): (readonly FormFieldData[])[] {
  const at = after === null ? -1 : fields.findIndex(({name}) => name === after)
  const end = at < 0 ? fields.length : at + 1
  return [fields.slice(0, end), fields.slice(end)]
}

function Head({data}: {data: FormData}) {
  return (
    <div className="head">
      <div>
        <Breadcrumbs back={data.back} />
        <h1 tabIndex={-1}>{data.heading}</h1>
        {data.intro !== '' && <p className="second">{data.intro}</p>}
        {data.html !== undefined && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document
          <div className="prose" dangerouslySetInnerHTML={{__html: data.html}} />
        )}
      </div>
    </div>
  )
}
