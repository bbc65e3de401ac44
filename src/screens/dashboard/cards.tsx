/** Cards of a dashboard: records, parts of a whole, and a strip of days. */

import type {PartData} from '../../features/charts/data.ts'
import {Legend} from '../../features/planning/components/legend.tsx'
import {type TableLook, TimelineRowCells} from '../../features/planning/components/timeline-rows.tsx'
import {
  HeadText,
  lengthOfHeads,
  reachWithin,
  SmallTimeline,
  TimelineTable,
} from '../../features/planning/components/timeline-table.tsx'
import {Avatar} from '../../web/components/avatar.tsx'
import {OptionalLink} from '../../web/components/optional-link.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages} from '../../web/router/router-provider.tsx'
import type {CardBody, CardRow, FollowingRecord, NextRecord} from './data.ts'

/* The strip of a dashboard: this and the next weeks, a row each, with the same bars as a timeline. */

/** The pixels of the days where the strip is narrowest, with larger targets on a phone: see `.strip-card` in the styles. */
const narrowest = 336

export function StripCard({body}: {body: Extract<CardBody, {as: 'strip'}>}) {
  const length = lengthOfHeads(body.heads)
  const table: TableLook = {length, hourly: false, people: body.people, reach: reachWithin(narrowest, length)}
  return (
    <>
      <SmallTimeline label={body.bands.map(({text}) => text).join(', ')} className="span-clip strip-card">
        <TimelineTable
          className="span daily"
          heads={body.heads}
          head={
            <thead>
              <tr className="bands">
                <td className="who" />
                {body.bands.map(({key, text, units}) => (
                  <th key={key} scope="colgroup" colSpan={units}>
                    {text}
                  </th>
                ))}
              </tr>
              <tr className="days">
                <td className="who" />
                {body.heads.map(head => (
                  <th
                    key={head.key}
                    scope="col"
                    colSpan={head.units}
                    className={head.now ? 'now' : head.free ? 'free' : undefined}
                  >
                    <HeadText label={head.label}>{head.text}</HeadText>
                  </th>
                ))}
              </tr>
            </thead>
          }
        >
          <tbody className={body.own ? 'own' : undefined}>
            {body.own && <TimelineRowCells row={body.own} table={table} own="alone" />}
            {body.rows.map(row => (
              <TimelineRowCells key={row.id} row={row} table={table} />
            ))}
          </tbody>
        </TimelineTable>
      </SmallTimeline>
      <Legend legend={body.legend} />
    </>
  )
}

/* Parts of a whole: a ring with the first part in the middle, or one line per group. */

/** Colours of parts; there are rarely more. */
const kinds = 4
const classAt = (index: number): string => `part-${Math.min(index, kinds - 1) + 1}`

/** So that an amount of money fits inside the ring. */
const sizeInside = ({length}: string): number => Math.min(24, Math.floor(124 / Math.max(1, length)))

export function Ring({body}: {body: Extract<CardBody, {as: 'ring'}>}) {
  const {dashboards} = useMessages()
  const [first] = body.parts
  return (
    <div className="ring">
      <svg viewBox="-52 -52 104 104" aria-hidden="true">
        <circle r="45" className="track" />
        {body.parts.map(({label, path}, index) => (
          <path key={label} d={path} className={classAt(index)} />
        ))}
        <text y="4" textAnchor="middle" className="amount" fontSize={sizeInside(first?.text ?? '')}>
          {first?.text}
        </text>
        <text y="18" textAnchor="middle" className="what">
          {first?.label}
        </text>
      </svg>
      <table className="legend">
        <tbody>
          {body.parts.map(({label, text}, index) => (
            <tr key={label}>
              <th scope="row" className="keyed">
                <Key index={index} />
                {label}
              </th>
              <td className="num">{text}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{dashboards.total}</th>
            <td className="num">{body.total}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

export function Meters({body}: {body: Extract<CardBody, {as: 'meters'}>}) {
  const {charts, dashboards} = useMessages()
  if (body.meters.length === 0) return <p className="muted">{charts.nothing}</p>
  return (
    <ul className="meters">
      {body.meters.map(({label, href, parts, total}) => (
        <li key={label}>
          <OptionalLink href={href}>{label}</OptionalLink>
          <span className="amount">{parts[0] && dashboards.partOf(parts[0].text, total, parts[0].label)}</span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" className="track" />
            {parts.map((part, index) => (
              <Stretch key={part.label} part={part} index={index} />
            ))}
          </svg>
          <span className="sr-only">{parts.map(part => `${part.label}: ${part.text}`).join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

function Stretch({part, index}: {part: PartData; index: number}) {
  return part.share > 0 ? <rect x={part.start} width={part.share} height="4" className={classAt(index)} /> : null
}

function Key({index}: {index: number}) {
  return (
    <svg className="key" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" rx="3" className={classAt(index)} />
    </svg>
  )
}

/* Records on cards: short rows with actions, the next one with a countdown, people until they are back. */

export function Rows({body}: {body: Extract<CardBody, {as: 'rows'}>}) {
  if (body.rows.length === 0) return <p className="muted">{body.empty}</p>
  return (
    <ul className="card-rows">
      {body.rows.map(row => (
        <li key={row.id}>
          {row.person ? (
            <Avatar id={row.person.id} name={row.person.name} />
          ) : (
            row.colour && <i className={`swatch hue hue-${row.colour}`} />
          )}
          <div className="row-text">
            <OptionalLink href={row.href}>{row.title}</OptionalLink>
            {row.texts.length > 0 && <p>{row.texts.join(' · ')}</p>}
          </div>
          {row.actions.map(({label, href}) => (
            <Link
              key={href}
              className="button ghost"
              href={href}
              prefetch={false}
              aria-label={`${label}: ${row.title}`}
            >
              {label}
            </Link>
          ))}
          <State state={row.state} />
        </li>
      ))}
    </ul>
  )
}

export function Next({body: {next, following, empty}}: {body: Extract<CardBody, {as: 'next'}>}) {
  if (!next) return <p className="muted">{empty}</p>
  return next.date ? (
    <Dated next={next} date={next.date} following={following} />
  ) : (
    <div className="next-record">
      <Countdown {...next} />
      <p className="what">
        <OptionalLink href={next.href}>{next.title}</OptionalLink>
      </p>
      {next.texts.length > 0 && <p className="muted">{next.texts.join(' · ')}</p>}
      <State state={next.state} />
    </div>
  )
}

function Countdown({days, day}: NextRecord) {
  const {dashboards} = useMessages()
  return (
    <p className="countdown">
      <b>{days ?? dashboards.now}</b>{' '}
      <span>
        {days !== null && <strong>{dashboards.daysToGo(days)}</strong>} {dashboards.until(day)}
      </span>
    </p>
  )
}

/** The first with its day as on a page of a calendar, the others one line each. */
function Dated({next, date, following}: DatedProps) {
  const {dashboards} = useMessages()
  const {days, day, href, title, texts, state} = next
  const when = days === null ? dashboards.until(day) : date.when
  return (
    <div className="dated">
      <div className="first">
        <p className="date" aria-hidden="true">
          <span>{date.month}</span>
          <b>{date.number}</b>
        </p>
        <div className="row-text">
          <OptionalLink href={href}>{title}</OptionalLink>
          <p>
            <span className="sr-only">{day}: </span>
            {[when, ...texts].join(' · ')}
          </p>
        </div>
        <State state={state} />
      </div>
      {following.length > 0 && (
        <ul>
          {following.map(each => (
            <li key={each.id}>
              <b>{each.day}</b>
              <OptionalLink href={each.href}>{each.title}</OptionalLink>
              <span className="muted">{each.weekday}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface DatedProps {
  readonly next: NextRecord
  readonly date: NonNullable<NextRecord['date']>
  readonly following: readonly FollowingRecord[]
}

export function People({body}: {body: Extract<CardBody, {as: 'people'}>}) {
  return (
    <>
      {body.people.length === 0 ? (
        <p className="muted">{body.empty}</p>
      ) : (
        <ul className="card-rows">
          {body.people.map(({id, name, href, texts, back}) => (
            <li key={`${id} ${href}`}>
              <Avatar id={id} name={name} />
              <div className="row-text">
                <OptionalLink href={href}>{name}</OptionalLink>
                {texts.length > 0 && <p>{texts.join(' · ')}</p>}
              </div>
              <span className="back">{back}</span>
            </li>
          ))}
        </ul>
      )}
      {body.following !== '' && <p className="following muted">{body.following}</p>}
    </>
  )
}

function State({state}: Pick<CardRow, 'state'>) {
  return state && <span className={`state ${state.tone}`}>{state.label}</span>
}
