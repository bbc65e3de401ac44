/** Records on cards: short rows with what can be done, the next one with a countdown, people until they are back. */
import type {CardBody, CardRow} from '../../../contract/dashboard.ts'
import {Avatar} from '../../components/avatar.tsx'
import {OptionalLink} from '../../components/optional-link.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'

export function Rows({body}: {body: Extract<CardBody, {as: 'rows'}>}) {
  if (body.rows.length === 0) return <p className="quiet">{body.empty}</p>
  return (
    <ul className="card-rows">
      {body.rows.map(row => (
        <li key={row.id}>
          {row.person && <Avatar id={row.person.id} name={row.person.name} />}
          <div className="row-text">
            <OptionalLink href={row.href}>{row.title}</OptionalLink>
            {row.texts.length > 0 && <p>{row.texts.join(' · ')}</p>}
          </div>
          {row.actions.map(({label, href}) => (
            <Link key={href} className="button bare" href={href} prefetch={false} aria-label={`${label}: ${row.title}`}>
              {label}
            </Link>
          ))}
          <State state={row.state} />
        </li>
      ))}
    </ul>
  )
}

export function Next({body: {next, empty}}: {body: Extract<CardBody, {as: 'next'}>}) {
  const {dashboards} = useMessages()
  if (!next) return <p className="quiet">{empty}</p>
  return (
    <div className="next-record">
      <p className="countdown">
        <b>{next.days ?? dashboards.now}</b>{' '}
        <span>
          {next.days !== null && <strong>{dashboards.daysToGo(next.days)}</strong>} {dashboards.until(next.day)}
        </span>
      </p>
      <p className="what">
        <OptionalLink href={next.href}>{next.title}</OptionalLink>
      </p>
      {next.texts.length > 0 && <p className="quiet">{next.texts.join(' · ')}</p>}
      <State state={next.state} />
    </div>
  )
}

export function People({body}: {body: Extract<CardBody, {as: 'people'}>}) {
  return (
    <>
      {body.people.length === 0 ? (
        <p className="quiet">{body.empty}</p>
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
      {body.following !== '' && <p className="following quiet">{body.following}</p>}
    </>
  )
}

function State({state}: Pick<CardRow, 'state'>) {
  return state && <span className={`state ${state.tone}`}>{state.label}</span>
}
