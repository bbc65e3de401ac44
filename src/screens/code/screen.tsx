/** An own screen without own code: its data as tables, and its actions as plain forms. */
import {buttonClass} from '../../features/forms/components/action-button.tsx'
import {ErrorSummary, FormErrors} from '../../features/forms/components/error-summary.tsx'
import {Form, FormFields} from '../../features/forms/components/form.tsx'
import {useDraft} from '../../features/forms/components/use-draft.ts'
import {DataTable} from '../../web/components/data-table.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {SubmitButton} from '../../web/router/action-form.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import {cellOf, isGroups, rowsIn, shownAt} from './cells.ts'
import type {CodeAction, CodeData, CodePage, CodeRow, CodeShown, CodeTable} from './data.ts'
import {OpenFormLink} from './open-link.tsx'
import {Pages} from './pages.tsx'

export function CodeScreen({data}: ScreenProps<'code'>) {
  const actions = Object.values(data.actions)
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{data.heading}</h1>
      </PageHead>
      <Prose html={data.html} />
      <ErrorSummary problems={data.problems} />
      {data.tables.map(table => (
        <Shown key={table.name} table={table} data={data} />
      ))}
      {actions
        .filter(({of, can}) => of === null && can)
        .map(action => (
          <ActionCard key={action.name} action={action} row={null} name="" />
        ))}
    </>
  )
}

function Shown({table, data}: {table: CodeTable; data: CodeData}) {
  const found = shownAt(data, table.name)
  return (
    <section className="card">
      <h2>{table.label}</h2>
      {found.map((shown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lists of the records of another one, in their order
        <Value key={index} shown={shown} table={table} data={data} />
      ))}
    </section>
  )
}

function Value({shown, table, data}: {shown: CodeShown; table: CodeTable; data: CodeData}) {
  if (typeof shown === 'number') return <p>{shown}</p>
  if (isGroups(shown))
    return (
      <dl className="hints">
        {shown.groups.map(({label, number}) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number}</dd>
          </div>
        ))}
      </dl>
    )
  const rows = rowsIn(shown)
  const [named] = table.fields
  const records = rows.map(row => ({
    id: row.id,
    href: null,
    version: row.version,
    cells: table.fields.map(field => cellOf(row, field)),
  }))
  return (
    <>
      <DataTable columns={table.fields} records={records} />
      {shown !== null && 'pages' in shown && <Pages {...(shown as CodePage)} />}
      {rows.flatMap(row =>
        row.can.flatMap(name => {
          const action = data.actions[name]
          if (action?.of !== table.of) return []
          const called = named ? cellOf(row, named).text : ''
          return <ActionCard key={`${row.id} ${name}`} action={action} row={row} name={called} />
        }),
      )}
    </>
  )
}

interface ActionCardProps {
  readonly action: CodeAction
  readonly row: CodeRow | null
  /** What the record is called. */
  readonly name: string
}

function ActionCard({action, row, name}: ActionCardProps) {
  const refused = action.refused?.record === (row?.id ?? null) ? action.refused : null
  const {fields = action.fields, problems = []} = refused ?? {}
  const draft = useDraft({name: row ? `${action.name} ${row.id}` : action.name, fields})
  const label = name === '' ? action.label : `${action.label}: ${name}`
  const form = (
    <Form draft={draft} problems={problems} version={row?.version ?? null}>
      <FormErrors />
      {row && <input type="hidden" name="_record" value={row.id} />}
      <FormFields />
      <div className="buttons">
        <SubmitButton className={buttonClass(action.tone)} name="_action" value={action.name}>
          {fields.length === 0 ? label : action.label}
        </SubmitButton>
      </div>
    </Form>
  )
  if (fields.length === 0) return form
  if (row && refused === null) return <OpenFormLink action={action} row={row} label={label} />
  return (
    <details className="add" open={refused !== null || undefined}>
      <summary className="button">{label}</summary>
      {form}
    </details>
  )
}
