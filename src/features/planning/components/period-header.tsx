/** The header of a calendar or timeline: the visible period, navigation, and the legend. */

import {Breadcrumbs} from '../../../web/components/breadcrumbs.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import {Prose} from '../../../web/components/prose.tsx'
import {PageHead} from '../../../web/components/top-bar.tsx'
import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import {FilterBar} from '../../collections/components/filter-bar.tsx'
import type {PeriodData} from '../period-data.ts'

interface PeriodHeaderProps {
  readonly data: PeriodData
  /** Closed days are named in the drawing itself. */
  readonly closedNamed?: boolean
  /** How things are now, beside the heading. */
  readonly fact?: string
}

export function PeriodHeader({data, closedNamed = false, fact = ''}: PeriodHeaderProps) {
  const messages = useMessages()
  const {earlier, today, later, viewsLabel, closed, notMoved} = messages.calendars
  return (
    <>
      <PageHead create={data.create}>
        <div>
          <Breadcrumbs back={data.back ?? null} />
          <h1 tabIndex={-1}>{data.heading}</h1>
          {fact !== '' && <p>{fact}</p>}
        </div>
        {data.subscribe && (
          <div className="buttons tools">
            <Link className="button muted" href={data.subscribe.href}>
              <Icon name="calendar" />
              <span>{data.subscribe.label}</span>
            </Link>
          </div>
        )}
      </PageHead>
      <Prose html={data.html} />
      {data.problems.length > 0 && (
        <div className="summary" role="alert" tabIndex={-1} data-autofocus="">
          <h2>{notMoved}</h2>
          <ul>
            {data.problems.map(({message}) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="period">
        <div className="ways">
          <Link className="button icon" href={data.earlier} aria-label={earlier} title={earlier}>
            <Icon name="earlier" />
          </Link>
          <Link className="button" href={data.today}>
            {today}
          </Link>
          <Link className="button icon" href={data.later} aria-label={later} title={later}>
            <Icon name="later" />
          </Link>
        </div>
        <p className="stretch-name">{data.period}</p>
        <FilterBar filterBar={data.filterBar} keep={data.keep} />
        <div className="end">
          {data.requested && <RequestedToggle requested={data.requested} />}
          {data.views.length > 0 && <Views views={data.views} label={viewsLabel} />}
        </div>
      </div>
      {data.closed.length > 0 && (
        <ul className={closedNamed ? 'closed-days sr-only' : 'closed-days'} aria-label={closed}>
          {data.closed.map(period => (
            <li key={period.id}>
              <b>{period.days}</b> {period.text}
            </li>
          ))}
        </ul>
      )}
      {data.more && <p className="note">{data.more}</p>}
    </>
  )
}

/** A link, so that the choice is in the address; it looks like a ticked box, and screen readers get it as the current view. */
function RequestedToggle({requested}: {requested: NonNullable<PeriodData['requested']>}) {
  const {showRequested} = useMessages().calendars
  return (
    <Link
      className={requested.shown ? 'tick on' : 'tick'}
      href={requested.href}
      aria-current={requested.shown ? 'true' : undefined}
    >
      <span className="box" aria-hidden="true">
        {requested.shown && <Icon name="check" />}
      </span>
      {showRequested}
    </Link>
  )
}

function Views({views, label}: {views: PeriodData['views']; label: string}) {
  return (
    <nav className="views" aria-label={label}>
      {views.map(view => (
        <Link key={view.label} className="button" href={view.href} aria-current={view.current ? 'true' : undefined}>
          {view.label}
        </Link>
      ))}
    </nav>
  )
}
