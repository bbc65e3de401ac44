/** The head of a calendar or timeline: which stretch of time it is, and the ways through it. */

import type {PeriodData} from '../../contract/period.ts'
import {Link} from '../router/link.tsx'
import {useMessages} from '../router/router-provider.tsx'
import {FilterBar} from './filter-bar.tsx'
import {Icon} from './icon.tsx'
import {Prose} from './prose.tsx'

export function PeriodHeader({data}: {data: PeriodData}) {
  const messages = useMessages()
  const {earlier, today, later, viewsLabel, more, closed} = messages.calendars
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{data.heading}</h1>
          <p>{data.period}</p>
          <Prose html={data.html} />
        </div>
        <div className="acts">
          {data.subscribe && (
            <Link className="button quiet" href={data.subscribe.href}>
              <Icon name="calendar" />
              {data.subscribe.label}
            </Link>
          )}
          {data.views.length > 0 && <Views views={data.views} label={viewsLabel} />}
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
      </div>
      <div className="narrow">
        <FilterBar filterBar={data.filterBar} keep={data.keep} />
        {data.legend.length > 0 && (
          <ul className="standings">
            {data.legend.map(({text, tone}) => (
              <li key={text} className={`state ${tone}`}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {data.closed.length > 0 && (
        <ul className="closed-days" aria-label={closed}>
          {data.closed.map(period => (
            <li key={period.id}>
              <b>{period.days}</b> {period.text}
            </li>
          ))}
        </ul>
      )}
      {data.more && <p className="note">{more}</p>}
    </>
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
