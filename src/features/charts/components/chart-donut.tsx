/** Shares of a whole as a ring, with every share listed by name. */

import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {DonutData} from '../data.ts'

/** A long total is smaller, so that it fits inside the ring. */
function sizeOf({length}: string): number {
  return length > 10 ? 7.5 : length > 6 ? 11 : 17
}

type Slices = DonutData['groups']

const times = ['', ' second-of-tone', ' third-of-tone']

/** Of slices without a colour of their own, the largest first. */
const usual = ['slice-1', 'slice-2', 'hue hue-amber', 'hue hue-blue', 'hue hue-red', 'slice-6']

/** A slice has the colour of its state, choice or record, lighter if a larger one already has it, or its own. */
function classOf(slices: Slices, index: number): string {
  const colours = slices.slice(0, index + 1).map(colourOf)
  const colour = colours.pop()
  const before = colours.filter(each => each === colour).length
  return `${colour}${times[Math.min(before, times.length - 1)]}`
}

function colourOf({tone, colour}: Slices[number], index: number): string | undefined {
  return tone ?? (colour === undefined ? usual[index] : `hue hue-${colour}`)
}

export function Donut({body}: {body: DonutData}) {
  const messages = useMessages()
  if (body.groups.length === 0) return <p className="muted">{messages.charts.nothing}</p>
  return (
    <div className="donut">
      <svg viewBox="-52 -52 104 104" aria-hidden="true">
        {body.groups.map(({label, text, percent, path}, index) => (
          <path key={label} d={path} className={classOf(body.groups, index)}>
            <title>{`${label}: ${text} ${body.unit} (${percent})`}</title>
          </path>
        ))}
        <text y={body.unit === '' ? 5 : 3} textAnchor="middle" fontSize={sizeOf(body.total)}>
          {body.total}
        </text>
        {body.unit !== '' && (
          <text y="17" textAnchor="middle" className="unit">
            {body.unit}
          </text>
        )}
      </svg>
      <table className="legend">
        <tbody>
          {body.groups.map(({label, text, percent, href}, index) => (
            <tr key={label}>
              <th scope="row" className="keyed">
                <svg className="key" viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="3" className={classOf(body.groups, index)} />
                </svg>
                {href ? <Link href={href}>{label}</Link> : label}
              </th>
              <td className="num">{text}</td>
              <td className="num muted">{percent}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
