/** Horizontal bars, each with its name and value: a visual table. */

import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {BarsData} from '../data.ts'

export function Bars({body}: {body: BarsData}) {
  const messages = useMessages()
  if (body.groups.length === 0) return <p className="muted">{messages.charts.nothing}</p>
  return (
    <table className="bars">
      <tbody>
        {body.groups.map(({label, text, href, share, tone}) => (
          <tr key={label}>
            <th scope="row">{href ? <Link href={href}>{label}</Link> : label}</th>
            <td aria-hidden="true">
              <svg className="bar-line" height="10" width="100%" aria-hidden="true">
                <rect className={tone ?? 'plain'} width={`${Math.max(share, 0.8)}%`} height="10" rx="3" />
              </svg>
            </td>
            <td className="num">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
