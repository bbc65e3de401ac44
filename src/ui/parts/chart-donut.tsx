/** Shares of a whole as a ring, and beside it every share by name. */
import type {CardBody} from '../dashboard.ts'
import type {Words} from '../words.ts'

export function Donut({body, words}: {body: Extract<CardBody, {as: 'donut'}>; words: Words}) {
  if (body.groups.length === 0) return <p className="quiet">{words.dashboards.nothing}</p>
  return (
    <div className="donut">
      <svg viewBox="-52 -52 104 104" aria-hidden="true">
        {body.groups.map(({label, path, tone}, index) => (
          <path key={label} d={path} className={tone ?? `slice-${index + 1}`} />
        ))}
        <text y="5" textAnchor="middle">
          {body.total}
        </text>
      </svg>
      <table className="legend">
        <tbody>
          {body.groups.map(({label, text, percent, href, tone}, index) => (
            <tr key={label}>
              <th scope="row">
                <svg className="key" viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="3" className={tone ?? `slice-${index + 1}`} />
                </svg>
                {href ? <a href={href}>{label}</a> : label}
              </th>
              <td className="num">{text}</td>
              <td className="num quiet">{percent}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
