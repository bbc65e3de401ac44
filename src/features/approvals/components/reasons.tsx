/** Decision support: the record's facts, its effect, what else happens at that time, the rules, and earlier records. */

import type {ShownCell, ShownField} from '../../../engine/page/cells.ts'
import type {CheckData, FigureData} from '../../../engine/page/common.ts'
import {CellText} from '../../../web/components/cell.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import {checkSigns, Meter} from '../../../web/components/meter.tsx'
import {OptionalLink} from '../../../web/components/optional-link.tsx'
import {RichText} from '../../../web/components/rich-text.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import {DayFaces, Strip} from '../../planning/components/strip.tsx'
import type {DecisionData, EarlierRecord, ReasonsData} from '../data.ts'

export interface ReasonsProps {
  readonly reasons: ReasonsData
  /** The fields of the record, which its own page shows elsewhere. */
  readonly facts?: Pick<DecisionData, 'fields' | 'cells'>
}

export function Reasons({reasons: {strip, figures, checks, earlier, coming}, facts}: ReasonsProps) {
  const {approvals} = useMessages()
  return (
    <div className="reasons">
      <div>
        {facts ? <Facts {...facts} /> : <h2>{approvals.decision}</h2>}
        {strip && facts && <DayFaces strip={strip} />}
        {strip && <Strip strip={strip} />}
      </div>
      <div className="rail">
        {figures.map(figure => (
          <Figure key={figure.key} figure={figure} />
        ))}
        {checks.length > 0 && <DecisionChecks checks={checks} />}
        <EarlierRecords heading={approvals.coming} records={coming} />
        <EarlierRecords heading={approvals.earlier} records={earlier} />
      </div>
    </div>
  )
}

/** Free text first; then short values. */
function Facts({fields, cells}: Pick<DecisionData, 'fields' | 'cells'>) {
  const facts = fields.flatMap((field, index): {field: ShownField; cell: ShownCell}[] => {
    const cell = cells[index]
    return cell && (cell.text !== '' || (cell.links?.length ?? 0) > 0) ? [{field, cell}] : []
  })
  const isLong = ({field}: {field: ShownField}) => field.display === 'long' || field.display === 'rich'
  return (
    <>
      {facts.filter(isLong).map(({field, cell}) => (
        <figure key={field.key} className="words">
          <figcaption className="muted small">{field.label}</figcaption>
          {cell.rich ? <RichText text={cell.rich} /> : <blockquote>{cell.text}</blockquote>}
        </figure>
      ))}
      <dl className="facts">
        {facts
          .filter(fact => !isLong(fact))
          .map(({field, cell}) => (
            <div key={field.key}>
              <dt>{field.label}</dt>
              <dd>
                <OptionalLink href={cell.href ?? null}>
                  <CellText field={field} cell={cell} />
                </OptionalLink>
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}

function Figure({figure: {label, text, after, of, note, meter}}: {figure: FigureData}) {
  const {approvals} = useMessages()
  return (
    <section className="amount">
      <h3>{label}</h3>
      <p>
        {after !== null && after !== text ? (
          <>
            <s className="muted">{text}</s> <span aria-hidden="true">→</span>
            <span className="sr-only">{approvals.becomes}</span> <b>{after}</b>
          </>
        ) : (
          <b>{text}</b>
        )}
        {of !== null && <span className="muted"> {approvals.of(of)}</span>}
      </p>
      {note !== undefined && <p className="subtle small">{note}</p>}
      {meter && <Meter meter={meter} />}
    </section>
  )
}

function DecisionChecks({checks}: {checks: readonly CheckData[]}) {
  const {approvals} = useMessages()
  return (
    <section>
      <h3>{approvals.checks}</h3>
      <ul className="checks">
        {checks.map(({text, outcome, note}) => (
          <li key={`${outcome} ${text}`} className={outcome}>
            <Icon name={checkSigns[outcome]} />
            <span>
              <span className="sr-only">{approvals[outcome]}: </span>
              {text}
              {note !== undefined && <small className="subtle">{note}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function EarlierRecords({heading, records}: {heading: string; records: readonly EarlierRecord[]}) {
  if (records.length === 0) return null
  return (
    <section>
      <h3>{heading}</h3>
      <ul className="others">
        {records.map(({id, href, text, mark, number, state}) => (
          <li key={id}>
            <span>
              {mark && (
                <>
                  <span className={`swatch hue hue-${mark.mark.colour}`} aria-hidden="true" title={mark.text} />
                  <span className="sr-only">{mark.text} </span>
                </>
              )}
              <OptionalLink href={href}>{text}</OptionalLink>
            </span>
            {state && <span className={`state ${state.tone}`}>{state.label}</span>}
            <span className="num">{number}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
