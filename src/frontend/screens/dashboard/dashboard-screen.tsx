/** A dashboard: cards with figures, charts and short lists. Every chart can also be read as a table. */

import type {CardBody, CardData} from '../../../contract/dashboard.ts'
import {DataTable} from '../../components/data-table.tsx'
import {SectionBoundary} from '../../components/section-boundary.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {cardWidths} from './card-widths.ts'
import {Bars} from './chart-bars.tsx'
import {Donut} from './chart-donut.tsx'
import {AlongTime} from './chart-time.tsx'

export function DashboardScreen({data}: ScreenProps<'dashboard'>) {
  const widths = cardWidths(data.cards.map(({body}) => body))
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{data.heading}</h1>
          {data.day !== '' && <p>{data.day}</p>}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the document's own prose, rendered without HTML of its own */}
          {data.html !== '' && <div className="prose" dangerouslySetInnerHTML={{__html: data.html}} />}
        </div>
      </div>
      <div className="cards">
        {data.cards.map((card, index) => (
          <SectionBoundary key={card.href}>
            <Card card={card} width={widths[index] ?? 12} />
          </SectionBoundary>
        ))}
      </div>
    </>
  )
}

function Card({card, width}: {card: CardData; width: number}) {
  const messages = useMessages()
  const {name, href, body} = card
  return (
    <section className={`card w${width}${body.as === 'table' ? ' plain' : ''}`}>
      <h2>
        {name}{' '}
        <Link className="small" href={href} aria-label={messages.dashboards.behind(name)}>
          {messages.dashboards.seeAll}
        </Link>
      </h2>
      <Body body={body} name={name} />
    </section>
  )
}

function Body({body, name}: {body: CardBody; name: string}) {
  const messages = useMessages()
  switch (body.as) {
    case 'number':
      return (
        <p className="figure">
          {body.text}
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
    case 'table':
      return body.records.length === 0 ? (
        <p className="nothing quiet">{body.empty}</p>
      ) : (
        <DataTable columns={body.columns} records={body.records} />
      )
    case 'failed':
      return (
        <p className="quiet">
          {messages.dashboards.failed} {messages.failures.reference} <code>{body.reference}</code>
        </p>
      )
  }
}
