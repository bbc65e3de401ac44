/** Importing records from a file: choose it, see what would happen, then import. */

import {useState} from 'react'
import {Breadcrumbs} from '../../web/components/breadcrumbs.tsx'
import {classes} from '../../web/components/classes.ts'
import {densityOf} from '../../web/components/data-table.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../web/router/action-form.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages, useTexts} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import {LabelledField, sentence} from '../forms/components/labelled-field.tsx'
import {PlainFields} from '../forms/components/plain-fields.tsx'
import {existingField, type ImportData, type ImportHolidays, inviteField, rowField, rowsField} from './data.ts'
import {importsTexts} from './messages.ts'

export function ImportScreen({data}: ScreenProps<'import'>) {
  const {forms} = useMessages()
  const imports = useTexts(importsTexts)
  const problemAt = (at: 'file' | 'holidays'): string | null => (data.problem?.at === at ? data.problem.message : null)
  const missing = problemAt('file')
  const [unticked, setUnticked] = useState(0)
  const buttonText = ({entityName}: ImportData, {count, existing}: ReportData) => {
    const left = count - unticked
    return existing.total > 0 ? imports.bringAll : imports.bring(left, left === 1 ? entityName.one : entityName.several)
  }
  return (
    <>
      <PageHead>
        <div>
          <Breadcrumbs back={data.back} />
          <h1 tabIndex={-1}>{data.heading}</h1>
          {!data.holidays && <p className="subtle">{imports.intro(data.maxRows)}</p>}
        </div>
      </PageHead>
      {data.holidays && !data.report?.ok && <Holidays holidays={data.holidays} problem={problemAt('holidays')} />}
      <section className="card readable">
        {data.report && <Report data={data} report={data.report} />}
        <ActionForm className="form" encType="multipart/form-data">
          <IdempotencyKey />
          <textarea className="sr-only" name="csv" defaultValue={data.text} tabIndex={-1} aria-hidden="true" />
          {data.preview && (
            <Rows rows={data.preview} onTick={isTicked => setUnticked(before => before + (isTicked ? -1 : 1))} />
          )}
          {!data.preview && <ChooseFile data={data} missing={missing} />}
          {data.report && data.report.existing.total > 0 && <Existing data={data} existing={data.report.existing} />}
          {data.people && <PlainFields fields={data.people} />}
          {data.people?.every(({name}) => name !== inviteField) && <p className="subtle">{imports.noInvitations}</p>}
          <div className="buttons">
            {data.report?.ok && data.text !== '' && (
              <SubmitButton className="button primary" name="_action" value="import records">
                {buttonText(data, data.report)}
              </SubmitButton>
            )}
            {!data.preview && (
              <SubmitButton
                className={data.report?.ok ? 'button' : 'button primary'}
                name="_action"
                value="check import"
              >
                {imports.check}
              </SubmitButton>
            )}
            {data.report?.ok && data.text === '' && (
              <SubmitButton className="button" name="_action" value="import records">
                {buttonText(data, data.report)}
              </SubmitButton>
            )}
            <Link className="button ghost" href={data.back.href}>
              {forms.cancel}
            </Link>
          </div>
        </ActionForm>
      </section>
      {data.first.rows.length > 0 && <FirstRows first={data.first} />}
      {!data.preview && <Fields data={data} />}
    </>
  )
}

function ChooseFile({data, missing}: {data: ImportData; missing: string | null}) {
  const imports = useTexts(importsTexts)
  return (
    <LabelledField
      id="file"
      label={imports.file}
      problem={missing}
      help={
        <>
          {data.holidays && `${imports.intro(data.maxRows)} `}
          {imports.templateHelp}{' '}
          <Link href={data.template} reloadDocument>
            {imports.getTemplate}
          </Link>
        </>
      }
    >
      {attributes => (
        <input
          {...attributes}
          type="file"
          name="file"
          accept=".csv,text/csv"
          {...(missing !== null && {'data-autofocus': ''})}
        />
      )}
    </LabelledField>
  )
}

/** Each is imported unless its box is cleared. */
function Rows({rows, onTick}: {rows: readonly string[]; onTick: (isTicked: boolean) => void}) {
  const imports = useTexts(importsTexts)
  return (
    <fieldset className="field">
      <legend>{imports.rows}</legend>
      <input type="hidden" name={rowsField} value="yes" />
      {rows.map((row, index) => (
        <div key={row} className="check">
          <input
            id={`row-${index}`}
            type="checkbox"
            name={rowField}
            value={index}
            defaultChecked
            onChange={event => onTick(event.currentTarget.checked)}
          />
          <label htmlFor={`row-${index}`}>{row}</label>
        </div>
      ))}
    </fieldset>
  )
}

/** A choice instead of a file. */
function Holidays({holidays, problem}: {holidays: ImportHolidays; problem: string | null}) {
  return (
    <section className="card readable">
      <ActionForm className="form">
        <p className="muted">{holidays.intro}</p>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <PlainFields fields={holidays.fields} />
        <div className="buttons">
          <SubmitButton className="button primary" name="_action" value="check holidays">
            {holidays.button}
          </SubmitButton>
        </div>
      </ActionForm>
    </section>
  )
}

/** Rows about existing records: whether they are updated or skipped. */
function Existing({data, existing}: {data: ImportData; existing: ReportData['existing']}) {
  const imports = useTexts(importsTexts)
  const {total, rows} = existing
  const choices = [
    {value: 'update', label: imports.update, help: imports.updateHelp},
    {value: 'skip', label: imports.skip, help: imports.skipHelp},
  ]
  return (
    <fieldset className="field">
      <legend>{imports.existing(total, calledOf(data, total))}</legend>
      <ul className="muted">
        {rows.map(({line, name}) => (
          <li key={line}>{imports.existingRow(line, name)}</li>
        ))}
        {total > rows.length && <li>{imports.existingMore(total - rows.length)}</li>}
      </ul>
      {choices.map(({value, label, help}) => (
        <div key={value} className="check">
          <input
            id={`existing-${value}`}
            type="radio"
            name={existingField}
            value={value}
            defaultChecked={data.existing === value}
            aria-describedby={`existing-${value}-help`}
          />
          <label htmlFor={`existing-${value}`}>{label}</label>
          <span className="help" id={`existing-${value}-help`}>
            {help}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

const calledOf = ({entityName}: ImportData, count: number): string =>
  count === 1 ? entityName.one : entityName.several

type ReportData = NonNullable<ImportData['report']>

function Report({data, report}: {data: ImportData; report: ReportData}) {
  const imports = useTexts(importsTexts)
  if (report.ok)
    return (
      <div className="said" role="status">
        <p>{imports.good(report.count, calledOf(data, report.count), report.existing.total)}</p>
        {data.text === '' && <p>{imports.again}</p>}
      </div>
    )
  return (
    <div className="summary" role="alert" tabIndex={-1} data-autofocus="">
      <h2>{imports.bad(report.total)}</h2>
      <p>{imports.unchanged}</p>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col" className="num">
              {imports.line}
            </th>
            <th scope="col">{imports.column}</th>
            <th scope="col">{imports.value}</th>
            <th scope="col">{imports.problem}</th>
          </tr>
        </thead>
        <tbody>
          {report.problems.map(({line, column, value, message}) => (
            <tr key={`${line} ${column} ${message}`}>
              <td className="num">{line}</td>
              <td>{column ?? '–'}</td>
              <td>{value ?? '–'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What would be stored, before it is. */
function FirstRows({first: {columns, rows}}: Pick<ImportData, 'first'>) {
  const imports = useTexts(importsTexts)
  return (
    <section className="card">
      <h2>{imports.firstRows(rows.length)}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <section className="scrolls" tabIndex={0} aria-label={imports.firstRows(rows.length)}>
        <table className={classes('grid', densityOf(columns.length + 2))}>
          <thead>
            <tr>
              <th scope="col" className="num">
                {imports.line}
              </th>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">{imports.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({line, cells, isExisting, refused}) => (
              <tr key={line}>
                <td className="num">{line}</td>
                {columns.map((column, index) => (
                  <td key={column}>{cells[index] || '–'}</td>
                ))}
                <td className="muted">
                  {refused ? <span className="problem">{refused}</span> : isExisting ? imports.isThere : imports.isNew}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Fields({data}: {data: ImportData}) {
  const imports = useTexts(importsTexts)
  return (
    <section className="card readable">
      <h2>{imports.mayHold}</h2>
      <dl className="held">
        {data.fields.map(({name, label, help, required}) => (
          <div key={name}>
            <dt>
              {label} {required && <span className="muted small">({imports.required})</span>}
            </dt>
            <dd className="muted">{help && sentence(help)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
