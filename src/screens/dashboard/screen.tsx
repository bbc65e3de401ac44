/** A dashboard: cards with figures, charts and short lists. Every chart can also be read as a table. */

import type {ReactElement} from 'react'
import type {ShownCell, ShownRecord} from '../../engine/page/cells.ts'
import type {FirstSteps} from '../../engine/page/common.ts'
import {openedFrom} from '../../engine/page/frame.ts'
import {Bars} from '../../features/charts/components/chart-bars.tsx'
import {Donut} from '../../features/charts/components/chart-donut.tsx'
import {AlongTime} from '../../features/charts/components/chart-time.tsx'
import type {Measured} from '../../features/charts/data.ts'
import {SectionBoundary} from '../../web/components/boundaries.tsx'
import {DataTable} from '../../web/components/data-table.tsx'
import {Icon} from '../../web/components/icon.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages, usePage} from '../../web/router/router-provider.tsx'
import {OwnPart, type ScreenProps} from '../../web/screen.tsx'
import {cardLayout, type PlacedCard} from './card-widths.ts'
import {Meters, Next, People, Ring, Rows, StripCard} from './cards.tsx'
import type {CardBody, CardData, OwnCardGiven} from './data.ts'

export function DashboardScreen({data}: ScreenProps<'dashboard'>) {
  const {rows, wide, narrow} = cardLayout(data.cards)
  return (
    <>
      <PageHead {...(wide.length > 0 && {className: 'above-stacks'})}>
        <div>
          <h1 tabIndex={-1}>{data.heading}</h1>
          {data.day !== '' && <p>{data.day}</p>}
        </div>
      </PageHead>
      <Prose html={data.html} />
      {data.firstSteps && <Checklist {...data.firstSteps} />}
      <div className="dashboard">
        <Cards className="cards" placed={rows} />
        {wide.length > 0 && (
          <div className="stacks">
            <Cards className="wide" placed={wide} />
            <Cards className="narrow" placed={narrow} />
          </div>
        )}
      </div>
    </>
  )
}

/** Completed steps link to their records, open ones to the form for the first. */
function Checklist({heading, steps}: FirstSteps) {
  const {url} = usePage()
  return (
    <section className="card checklist">
      <h2>{heading}</h2>
      <ol>
        {steps.map(({name, text, href, done, create}) => (
          <li key={href} className={done ? 'done' : undefined}>
            <Icon name={done ? 'check' : 'later'} />
            <div className="row-text">
              <Link href={href}>{name}</Link>
              {!done && <p>{text}</p>}
            </div>
            {!done && (
              <Link className="button" href={openedFrom(create.href, url)}>
                {create.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Cards({className, placed}: {className: string; placed: readonly PlacedCard[]}) {
  if (placed.length === 0) return null
  return (
    <div className={className}>
      {placed.map(({card, order, width, beside}) =>
        beside ? (
          <div key={card.href} className={`card joined at-${order + 1}`}>
            <SectionBoundary>
              <Card card={card} className="" />
            </SectionBoundary>
            <Cards className="beside" placed={beside} />
          </div>
        ) : (
          <SectionBoundary key={card.href}>
            <Card card={card} className={`${width} at-${order + 1}`} />
          </SectionBoundary>
        ),
      )}
    </div>
  )
}

function Card({card, className}: {card: CardData; className: string}) {
  const {name, body} = card
  return (
    <section className={`card shows-${body.as} ${className}${body.as === 'table' ? ' plain' : ''}`}>
      <h2>
        {name}{' '}
        {body.as === 'people' && body.people.length > 0 && !body.more && (
          <span className="muted">{body.people.length}</span>
        )}{' '}
        <Behind card={card} />
      </h2>
      {'unit' in body && body.as !== 'number' && body.groups.length > 0 && <Measure {...body} />}
      <CardBodyShown card={card} />
    </section>
  )
}

function CardBodyShown({card}: {card: CardData}) {
  const {name, href, body, shownBy} = card
  const builtIn = <Body body={body} name={name} href={href} />
  if (shownBy === undefined || body.as === 'failed') return builtIn
  return (
    <OwnPart kind="card" name={shownBy} given={{title: name, href, data: ownCardData(body)}}>
      {builtIn}
    </OwnPart>
  )
}

/** A card of own code is one figure, groups, or a table. */
function ownCardData(body: CardBody): OwnCardGiven['data'] {
  if (body.as === 'number') return body.value ?? 0
  if ('groups' in body) return {groups: body.groups.map(({label, value, text, href}) => ({label, value, text, href}))}
  if (body.as !== 'table') return null
  const by = <Value,>(of: (cell: ShownCell | undefined) => Value, {cells}: ShownRecord) =>
    Object.fromEntries(body.columns.map(({key}, index) => [key, of(cells[index])]))
  return {
    rows: body.records.map(record => ({
      id: record.id,
      href: record.href,
      values: by(cell => cell?.value ?? null, record),
      texts: by(cell => cell?.text ?? '', record),
    })),
    more: body.more !== null,
  }
}

/** What a chart counts, and when. */
function Measure({unit, period}: Measured) {
  const text = [unit, period ?? ''].filter(each => each !== '').join(' · ')
  return text === '' ? null : <p className="measure">{text}</p>
}

/** The records behind a chart; for records, those the card has no room for, with their number. */
function Behind({card: {name, href, body}}: {card: CardData}) {
  const {dashboards} = useMessages()
  // Each of the meters leads to its own records.
  if (body.as === 'number' || body.as === 'next' || body.as === 'meters' || body.as === 'failed') return null
  if (body.as === 'strip')
    return (
      body.timeline && (
        <Link className="small" href={body.timeline.href}>
          {body.timeline.label}
        </Link>
      )
    )
  if ('empty' in body && !body.more) return null
  // Nothing is behind a chart without groups.
  if ('groups' in body && body.groups.length === 0) return null
  const label = 'empty' in body && body.more ? dashboards.viewAll(body.more.count) : dashboards.seeAll
  return (
    <Link className="small" href={href} aria-label={`${label}: ${name}`}>
      {label}
    </Link>
  )
}

/** A card without a component does not compile. */
function Body({body, name, href}: {body: CardBody; name: string; href: string}): ReactElement {
  const messages = useMessages()
  switch (body.as) {
    case 'number':
      return (
        <p className="figure">
          <Link href={href} aria-label={`${messages.dashboards.seeAll}: ${name}, ${body.text} ${body.unit}`.trim()}>
            {body.text}
          </Link>
          {body.unit !== '' && <small>{body.unit}</small>}
        </p>
      )
    case 'bars':
      return <Bars body={body} />
    case 'columns':
    case 'line':
      return <AlongTime body={body} name={name} />
    case 'donut':
      return <Donut body={body} />
    case 'ring':
      return <Ring body={body} />
    case 'meters':
      return <Meters body={body} />
    case 'rows':
      return <Rows body={body} />
    case 'next':
      return <Next body={body} />
    case 'people':
      return <People body={body} />
    case 'strip':
      return <StripCard body={body} />
    case 'table':
      return body.records.length === 0 ? (
        <p className="nothing muted">{body.empty}</p>
      ) : (
        <DataTable columns={body.columns} records={body.records} />
      )
    case 'failed':
      return (
        <p className="muted">
          {messages.dashboards.failed} {messages.failures.reference} <code>{body.reference}</code>
        </p>
      )
  }
}
