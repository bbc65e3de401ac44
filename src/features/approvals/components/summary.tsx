/** Beside the form: the record as it would be, and what would follow. Loaded after the form; the server renders it with the page. */
import {useRef} from 'react'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Marked} from '../../../web/components/cell.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import {checkSigns, Meter} from '../../../web/components/meter.tsx'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import type {NextStep, SamePeriodData, SeriesData, SummaryCheck, SummaryData} from '../../forms/panel-data.ts'
import {DayStrip} from '../../planning/components/day-strip.tsx'

export interface SummaryProps {
  readonly summary: SummaryData
  /** The input is newer than the summary. */
  readonly stale: boolean
  readonly onFix: (values: Readonly<Record<string, string>>) => void
}

export function Summary({summary, stale, onFix}: SummaryProps) {
  const {label, day, series, others, checks, checksLabel, next, nextLabel} = summary
  const section = useRef<HTMLElement>(null)
  // Its button disappears with the problem: the focus stays in the summary, which says what is left.
  const fix: SummaryProps['onFix'] = values => {
    section.current?.focus({preventScroll: true})
    onFix(values)
  }
  const isEmpty = !hasResult(summary) && !day && !series && !others && checks.length === 0 && next.length === 0
  return (
    <section
      ref={section}
      id={summaryId}
      className={stale && !isEmpty ? 'summary-card stale' : 'summary-card'}
      tabIndex={-1}
      aria-label={label}
    >
      {isEmpty && <p className="summary-hint subtle">{summary.hint}</p>}
      <Result summary={summary} />
      {day && <DayStrip day={day} onFix={onFix} />}
      {series && <Series series={series} />}
      {others && <SamePeriodRecords others={others} />}
      {checks.length > 0 && <SummaryChecks label={checksLabel} checks={checks} onFix={fix} />}
      {next.length > 0 && <Steps label={nextLabel} steps={next} />}
    </section>
  )
}

const summaryId = 'form-summary'

/** On phones, above the button at the bottom: the result in two lines. It links to the whole summary. */
export function SummaryBrief({summary, stale}: Omit<SummaryProps, 'onFix'>) {
  const {amount, chosen, dates, day, back, figures, checks} = summary
  const title = amount ? `${amount.number} ${amount.unit}` : (chosen?.text ?? '')
  const facts = [figures[0]?.sentence, day && dates, back].filter(text => typeof text === 'string' && text !== '')
  const check = checks.find(({outcome}) => outcome !== 'holds')
  if (title === '' && facts.length === 0 && !check) return null
  return (
    <a className={stale ? 'summary-brief stale' : 'summary-brief'} href={`#${summaryId}`}>
      {title !== '' && <b>{title}</b>}
      {facts.length > 0 && <span className="subtle">{facts.join(' · ')}</span>}
      {check && (
        <span className={`checks ${check.outcome}`}>
          <Icon name={checkSigns[check.outcome]} />
          {check.text}
        </span>
      )}
    </a>
  )
}

const hasResult = ({amount, chosen, dates, figures}: SummaryData) =>
  amount !== null || chosen !== null || dates !== null || figures.length > 0

function Result({summary}: {summary: SummaryData}) {
  const {amount, chosen, dates, back, figures} = summary
  if (!hasResult(summary)) return null
  return (
    <div className="summary-result" aria-live="polite">
      {(amount || chosen) && (
        <p className="summary-amount">
          {amount && (
            <span>
              <b>{amount.number}</b> {amount.unit}
            </span>
          )}
          {chosen && (
            <span className="summary-chosen">
              {chosen.mark ? <Marked mark={chosen.mark} text={chosen.text} /> : chosen.text}
            </span>
          )}
        </p>
      )}
      {dates && <p className="summary-dates">{dates}</p>}
      {back && <p className="subtle small">{back}</p>}
      {figures.map(({key, sentence, note, meter}) => (
        <div key={key} className="summary-figure">
          <p>{sentence}</p>
          {note !== undefined && <p className="subtle small">{note}</p>}
          {meter && <Meter meter={meter} />}
        </div>
      ))}
    </div>
  )
}

function Series({series: {label, count, dates, more}}: {series: SeriesData}) {
  return (
    <div aria-live="polite">
      <h2>
        {label}
        <span className="subtle small">{count}</span>
      </h2>
      <ul className="summary-series">
        {dates.map(({key, text, taken}) => (
          <li key={key} className={taken === '' ? undefined : 'taken'}>
            <time dateTime={key}>{text}</time>
            {taken !== '' && <span>{taken}</span>}
          </li>
        ))}
        {more && <li className="subtle">{more}</li>}
      </ul>
    </div>
  )
}

function SamePeriodRecords({others: {label, note, days, records, more, empty, people}}: {others: SamePeriodData}) {
  return (
    <div>
      <h2>
        {label}
        <span className="subtle small">{note}</span>
      </h2>
      {days.length > 0 && (
        <ul className="summary-days" aria-hidden="true">
          {days.map(day => (
            <li key={day.key}>
              {day.label}
              <span className="faces">
                {day.people.map(({id, name}) => (people ? <Avatar key={id} id={id} name={name} /> : <i key={id} />))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {records.length === 0 ? (
        <p className="subtle small">{empty}</p>
      ) : (
        <ul className="summary-others">
          {records.map(({id, person, when}) => (
            <li key={id}>
              {person.name}
              <span className="subtle">{when}</span>
            </li>
          ))}
          {more && <li className="subtle">{more}</li>}
        </ul>
      )}
    </div>
  )
}

interface ChecksProps extends Pick<SummaryProps, 'onFix'> {
  readonly label: string
  readonly checks: readonly SummaryCheck[]
}

/** Blocking problems first. Its button sets other dates; without JavaScript it is a text. */
function SummaryChecks({label, checks, onFix}: ChecksProps) {
  const hydrated = useHydrated()
  return (
    <div>
      <h2 className="sr-only">{label}</h2>
      <ul className="checks">
        {checks.map(({text, outcome, sign, note, fixes}) => (
          <li key={`${outcome} ${text}`} className={outcome}>
            <Icon name={checkSigns[outcome]} />
            <span>
              <span className="sr-only">{sign}: </span>
              {text}
              {note !== undefined && <small className="subtle">{note}</small>}
              <span className="fixes">
                {fixes.map(({label: offer, values}) =>
                  hydrated ? (
                    <button key={offer} type="button" className="button small fix" onClick={() => onFix(values)}>
                      {offer}
                    </button>
                  ) : (
                    <span key={offer} className="fix">
                      {offer}
                    </span>
                  ),
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Steps({label, steps}: {label: string; steps: readonly NextStep[]}) {
  return (
    <div>
      <h2>{label}</h2>
      <ol className="summary-steps">
        {steps.map(({person, title, text}) => (
          <li key={title}>
            {person ? (
              <Avatar id={person.id} name={person.name} />
            ) : (
              <span className="avatar">
                <Icon name="check" />
              </span>
            )}
            <span>
              {title}
              {text !== '' && <small className="subtle">{text}</small>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
