/** Parts of a whole: as a ring with the first part in the middle, or as one line for each group. */
import type {CardBody, PartData} from '../../../contract/dashboard.ts'
import {OptionalLink} from '../../components/optional-link.tsx'
import {useMessages} from '../../router/router-provider.tsx'

/** Colours of parts; there are rarely more. */
const kinds = 4
const classAt = (index: number): string => `part-${Math.min(index, kinds - 1) + 1}`

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
        <text y="4" textAnchor="middle" className="amount">
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
              <th scope="row">
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
  const {dashboards} = useMessages()
  if (body.meters.length === 0) return <p className="quiet">{dashboards.nothing}</p>
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
          <span className="only-read">{parts.map(part => `${part.label}: ${part.text}`).join(', ')}</span>
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
