/** One record by itself: its fields, what can be done with it, what leads to it, and what happened to it. */

import type {RecordData, RelatedData, ShownCell, ShownField} from '../../../contract/records.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Act} from '../../components/action-button.tsx'
import {Crumbs} from '../../components/breadcrumbs.tsx'
import {CellText} from '../../components/cell.tsx'
import {Grid} from '../../components/data-table.tsx'
import {Summary} from '../../components/form/error-summary.tsx'
import {Name} from '../../components/name.tsx'
import {FailedPart, Part} from '../../components/section-boundary.tsx'
import {StatePath} from '../../components/state-path.tsx'
import type {ViewProps} from '../../view.ts'
import {Trail} from './activity-feed.tsx'
import {Add, AddForm} from './add-record.tsx'

export function RecordView({data, page}: ViewProps<RecordData>) {
  const {language} = page.shell
  const words = wordsFor(language)
  return (
    <>
      <Head data={data} once={page.once} words={words} language={language} />
      <Summary problems={data.problems} language={language} heading={words.records.notDone} />
      {data.path.length > 1 && <StatePath steps={data.path} words={words} />}
      <Facts data={data} words={words} />
      {data.related.map(related => (
        <Part key={related.heading} page={page}>
          {related.failed === null ? (
            <RelatedCard related={related} once={page.once} words={words} language={language} />
          ) : (
            <FailedPart page={page} reference={related.failed} />
          )}
        </Part>
      ))}
      {data.historyFailed !== null && <FailedPart page={page} reference={data.historyFailed} />}
      {(data.history.length > 0 || data.talk) && (
        <Part page={page}>
          <section className="card">
            <h2>{data.talk ? words.records.andHistory(data.talk.several) : words.records.history}</h2>
            {data.talk && <AddForm add={data.talk} once={page.once} words={words} language={language} />}
            <Trail entries={data.history} />
          </section>
        </Part>
      )}
    </>
  )
}

interface Props {
  readonly data: RecordData
  readonly once: string | undefined
  readonly words: Words
  readonly language: string
}

function Head({data, once, words, language}: Props) {
  const {forms} = words
  return (
    <div className="head">
      <div>
        <Crumbs back={data.back} number={data.number} words={words} />
        <h1 tabIndex={-1}>
          <Name name={data.heading} />
        </h1>
      </div>
      <div className="acts">
        {data.actions.map(action => (
          <Act key={action.name} action={action} version={data.version} once={once} words={words} language={language} />
        ))}
        {data.edit && (
          <a className="button" href={data.edit}>
            {forms.edit}
          </a>
        )}
        {data.remove && (
          <a className="button bare" href={data.remove} data-prefetch="no">
            {forms.delete}
          </a>
        )}
      </div>
    </div>
  )
}

interface Fact {
  readonly field: ShownField
  readonly cell: ShownCell
}

/**
 * What is short first, then what takes a whole line. Fields without anything in them take no room, and what stands in the
 * heading is not said again.
 */
function Facts({data, words}: {data: RecordData; words: Words}) {
  const facts = data.fields.map((field, index): Fact => ({field, cell: data.cells[index] ?? {text: '', value: null}}))
  const filled = facts.filter(({cell}) => cell.text !== '' || (cell.links?.length ?? 0) > 0)
  const said = filled.length > 1 ? filled.filter(({field}) => !field.names) : filled
  const isLong = ({field, cell}: Fact) => field.look === 'long' || cell.links !== undefined
  const ordered = [...said.filter(fact => !isLong(fact)), ...said.filter(isLong)]
  return (
    <section className="card">
      <h2>{words.records.facts}</h2>
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
}

function FactText({field, cell}: Fact) {
  const text = <CellText field={field} cell={cell} />
  return cell.href ? <a href={cell.href}>{text}</a> : text
}

/** A column in which nobody has written anything says nothing. */
function withoutEmpty({columns, records}: RelatedData): Pick<RelatedData, 'columns' | 'records'> {
  const said = columns.map((_, at) => records.some(({cells}) => cells[at]?.text !== '' && cells[at]?.value !== false))
  const keep = <One,>(all: readonly One[]) => all.filter((_, at) => said[at])
  return {columns: keep(columns), records: records.map(record => ({...record, cells: keep(record.cells)}))}
}

function RelatedCard({related, once, words, language}: Omit<Props, 'data'> & {related: RelatedData}) {
  return (
    <section className="card plain">
      <h2>{related.heading}</h2>
      {related.records.length === 0 ? (
        <p className="nothing">{words.lists.nothingYet}</p>
      ) : (
        <Grid {...withoutEmpty(related)} />
      )}
      {related.add && <Add add={related.add} once={once} words={words} language={language} />}
    </section>
  )
}
