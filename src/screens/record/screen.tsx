/** A record: its fields, actions, related records and history. */

import {memo} from 'react'
import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import {Reasons} from '../../features/approvals/components/reasons.tsx'
import {ActionButton, DeleteButton} from '../../features/forms/components/action-button.tsx'
import {ErrorSummary} from '../../features/forms/components/error-summary.tsx'
import {ActivityFeed} from '../../features/records/components/activity-feed.tsx'
import {StatePath} from '../../features/records/components/state-path.tsx'
import type {RecordData, RelatedData} from '../../features/records/data.ts'
import {FailedSection, SectionBoundary} from '../../web/components/boundaries.tsx'
import {Breadcrumbs} from '../../web/components/breadcrumbs.tsx'
import {CellText, isCounted, withoutNote} from '../../web/components/cell.tsx'
import {CommandLink} from '../../web/components/command-palette/commands.tsx'
import {CopyText} from '../../web/components/copy-text.tsx'
import {DataTable} from '../../web/components/data-table.tsx'
import {Name} from '../../web/components/name.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {RichText} from '../../web/components/rich-text.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages, usePage} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import {AddRecord, AddRecordForm} from './add-record.tsx'

export function RecordScreen({data, heading = 'h1'}: ScreenProps<'record'>) {
  const messages = useMessages()
  const said = data.addComments.map(({several}) => several).join(', ')
  return (
    <>
      <Head data={data} heading={heading} />
      <ErrorSummary problems={data.problems} heading={messages.records.notDone} />
      {data.path.length > 1 && <StatePath steps={data.path} />}
      {data.note && <p className="muted">{data.note}</p>}
      <Facts fields={data.fields} cells={data.cells} />
      {data.reasons && (
        <section className="card">
          <Reasons reasons={data.reasons} />
        </section>
      )}
      {data.related.map(related => (
        <SectionBoundary key={related.heading}>
          {related.failed === null ? <RelatedCard related={related} /> : <FailedSection reference={related.failed} />}
        </SectionBoundary>
      ))}
      {data.historyFailed !== null && <FailedSection reference={data.historyFailed} />}
      {(data.history.length > 0 || said !== '') && (
        <SectionBoundary>
          <section className="card">
            <h2>{said === '' ? messages.records.history : messages.records.andHistory(said)}</h2>
            <ActivityFeed entries={data.history} />
            {data.addComments.map(add => (
              <AddRecordForm key={add.action} add={add} />
            ))}
          </section>
        </SectionBoundary>
      )}
    </>
  )
}

function Head({data, heading: Heading}: {data: RecordData; heading: 'h1' | 'h2'}) {
  const {forms} = useMessages()
  const {shell} = usePage()
  const inPanel = Heading === 'h2'
  // The primary form, with this record filled in, is one button.
  const create = inPanel ? null : (data.links?.find(({href}) => href.split('?')[0] === shell.lead?.href) ?? null)
  return (
    <>
      <PageHead inPanel={inPanel} create={create}>
        <div>
          {Heading === 'h1' && <Breadcrumbs back={data.back} number={data.number} />}
          <Heading tabIndex={-1} data-autofocus={Heading === 'h2' ? '' : undefined}>
            <Name name={data.heading} />
          </Heading>
        </div>
        <div className="buttons">
          {data.actions.map(action => (
            <ActionButton key={action.name} action={action} version={data.version} />
          ))}
          {data.links?.map(link => link !== create && <CommandLink key={link.href} className="button" {...link} />)}
          {data.edit && <CommandLink className="button" href={data.edit} label={forms.edit} />}
          {data.remove && data.deletion && (
            <DeleteButton href={data.remove} deletion={data.deletion} version={data.version} />
          )}
        </div>
      </PageHead>
      <Prose html={data.html} />
    </>
  )
}

interface ShownFact {
  readonly field: ShownField
  readonly cell: ShownCell
}

/** Short values first, then those that take a whole row. Empty fields are omitted, and what is in the heading is not repeated. */
const Facts = memo(({fields, cells}: Pick<RecordData, 'fields' | 'cells'>) => {
  const messages = useMessages()
  const facts = fields.map((field, index) => factOf({fields, cells}, field, index))
  const filled = facts.filter(({cell}) => cell.text !== '' || (cell.links?.length ?? 0) > 0)
  const said = filled.length > 1 ? filled.filter(({field}) => !field.isName) : filled
  const isLong = ({field, cell}: ShownFact) =>
    field.display === 'long' || field.display === 'rich' || cell.links !== undefined || cell.copies !== undefined
  const ordered = [...said.filter(fact => !isLong(fact)), ...said.filter(isLong)]
  return (
    <section className="card">
      <h2>{messages.records.facts}</h2>
      <dl className="facts">
        {ordered.map(fact => (
          <div key={fact.field.key} className={isLong(fact) ? 'wide' : undefined}>
            <dt>{fact.field.label}</dt>
            <dd>
              <FactText {...fact} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
})

function factOf({fields, cells}: Pick<RecordData, 'fields' | 'cells'>, field: ShownField, index: number): ShownFact {
  const cell = cells[index] ?? {text: '', value: null}
  return {field, cell: isCounted(field, fields) ? withoutNote(cell) : cell}
}

function FactText({field, cell}: ShownFact) {
  if (cell.rich) return <RichText text={cell.rich} />
  if (cell.copies) return <CopyText text={cell.text} {...cell.copies} />
  const shown = <CellText field={field} cell={cell} />
  const text = cell.paper ? <span data-paper={cell.paper}>{shown}</span> : shown
  return cell.href ? <Link href={cell.href}>{text}</Link> : text
}

/** A column without any content is omitted. */
function withoutEmpty({columns, records}: RelatedData): Pick<RelatedData, 'columns' | 'records'> {
  const said = columns.map((_, at) => records.some(({cells}) => cells[at]?.text !== '' && cells[at]?.value !== false))
  const keep = <One,>(all: readonly One[]) => all.filter((_, at) => said[at])
  return {columns: keep(columns), records: records.map(record => ({...record, cells: keep(record.cells)}))}
}

const RelatedCard = memo(({related}: {related: RelatedData}) => {
  return (
    <section className="card plain with-table">
      <h2>{related.heading}</h2>
      {related.records.length === 0 ? (
        <p className="nothing">{related.empty}</p>
      ) : (
        <DataTable {...withoutEmpty(related)} />
      )}
      {related.add && <AddRecord add={related.add} />}
    </section>
  )
})
