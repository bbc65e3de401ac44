/** A dashboard: cards with figures, charts and short lists. Every chart can also be read as a table. */
import type {CardBody, CardData, DashboardData} from '../../../contract/dashboard.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Grid} from '../../components/data-table.tsx'
import {Part} from '../../components/section-boundary.tsx'
import type {ViewProps} from '../../view.ts'
import {cardWidths} from './card-widths.ts'
import {Bars} from './chart-bars.tsx'
import {Donut} from './chart-donut.tsx'
import {AlongTime} from './chart-time.tsx'

export function Dashboard({data, page}: ViewProps<DashboardData>) {
  const words = wordsFor(page.shell.language)
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
          <Part key={card.href} page={page}>
            <Card card={card} width={widths[index] ?? 12} words={words} />
          </Part>
        ))}
      </div>
    </>
  )
}

function Card({card, width, words}: {card: CardData; width: number; words: Words}) {
  const {name, href, body} = card
  return (
    <section className={`card w${width}${body.as === 'table' ? ' plain' : ''}`}>
      <h2>
        {name}{' '}
        <a className="small" href={href} aria-label={words.dashboards.behind(name)}>
          {words.dashboards.seeAll}
        </a>
      </h2>
      <Body body={body} name={name} words={words} />
    </section>
  )
}

function Body({body, name, words}: {body: CardBody; name: string; words: Words}) {
  switch (body.as) {
    case 'number':
      return (
        <p className="figure">
          {body.text}
          {body.unit !== '' && <small>{body.unit}</small>}
        </p>
      )
    case 'bars':
      return <Bars body={body} words={words} />
    case 'columns':
    case 'line':
      return <AlongTime body={body} name={name} words={words} />
    case 'donut':
      return <Donut body={body} words={words} />
    case 'table':
      return body.records.length === 0 ? (
        <p className="nothing quiet">{body.empty}</p>
      ) : (
        <Grid columns={body.columns} records={body.records} />
      )
    case 'failed':
      return (
        <p className="quiet">
          {words.dashboards.failed} {words.failing.reference} <code>{body.reference}</code>
        </p>
      )
  }
}
