/** Columns or a line over time, and the same as a table. */

import {type KeyboardEvent, useState} from 'react'
import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {GroupData, TimeData} from '../data.ts'

export function AlongTime({body, name}: {body: TimeData; name: string}) {
  const messages = useMessages()
  if (body.groups.length === 0) return <p className="muted">{messages.charts.nothing}</p>
  return (
    <>
      <Chart body={body} name={name} />
      <details className="as-table">
        <summary>{messages.charts.asTable}</summary>
        <table>
          <tbody>
            {body.groups.map(({label, text, href}) => (
              <tr key={label}>
                <th scope="row">{href ? <Link href={href}>{label}</Link> : label}</th>
                <td className="num">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

function Chart({body: {as, groups, drawing}, name}: {body: TimeData; name: string}) {
  const {width, height, lines, labels, marks, path, area} = drawing
  const [current, setCurrent] = useState(groups.length - 1)
  const ends = [groups[0]?.label, groups.at(-1)?.label].join(' – ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture may not hold links, and no other element of SVG is a group with a name
    <svg
      className="chart"
      onKeyDown={moveByArrows}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={`${name}, ${ends}`}
    >
      {lines.map(({y, text}) => (
        <g key={text} className="tick">
          <line x1="36" x2={width} y1={y} y2={y} />
          <text x="31" y={y + 3.5} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {area !== '' && <path className="area" d={area} />}
      {path !== '' && <path className="line" d={path} />}
      {groups.map((group, index) => {
        const mark = marks[index]
        const props = {
          group,
          as,
          width,
          height,
          isCurrent: index === Math.min(current, groups.length - 1),
          onFocus: () => setCurrent(index),
        }
        return mark && <Mark key={group.label} mark={mark} {...props} />
      })}
      {labels.map(({x, text}) => (
        <text key={`${text} ${x}`} className="label" x={x} y={height - 4} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  )
}

/** The arrow keys move between values: the chart itself is one tab stop. */
function moveByArrows(event: KeyboardEvent<SVGSVGElement>): void {
  const by = event.key === 'ArrowLeft' ? 'previousElementSibling' : 'nextElementSibling'
  if ((event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || !(event.target instanceof Element)) return
  let next = event.target[by]
  while (next && !isLink(next)) next = next[by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const isLink = (element: Element): element is SVGAElement => element.localName === 'a'

interface MarkProps {
  readonly group: GroupData
  readonly mark: TimeData['drawing']['marks'][number]
  readonly as: TimeData['as']
  readonly width: number
  readonly height: number
  /** The value in the tab order: the one that had the focus last. */
  readonly isCurrent: boolean
  readonly onFocus: () => void
}

/** The whole strip responds to the pointer, so that a low column is as easy to hit; its value is shown on hover and focus. */
function Mark({group: {label, text, href}, mark, as, width, height, isCurrent, onFocus}: MarkProps) {
  const shape =
    as === 'columns' ? (
      <rect
        className={mark.now ? 'column now' : 'column'}
        x={mark.x}
        y={mark.y}
        width={mark.width}
        height={mark.height}
        rx="2.5"
      />
    ) : (
      <circle className={mark.now ? 'point now' : 'point'} cx={mark.x + mark.width / 2} cy={mark.y} r="3" />
    )
  const strip = (
    <>
      <rect className="strip" x={mark.x} y="0" width={mark.width} height={height - 18} />
      {shape}
      <Value x={mark.x + mark.width / 2} width={width} text={`${label}: ${text}`} />
    </>
  )
  return href ? (
    <a href={href} tabIndex={isCurrent ? 0 : -1} onFocus={onFocus} aria-label={`${label}: ${text}`}>
      {strip}
    </a>
  ) : (
    <g>{strip}</g>
  )
}

/** Above its column, and inside the chart. */
function Value({x, width, text}: {x: number; width: number; text: string}) {
  const [start, end] = [x < width / 4, x > (width * 3) / 4]
  return (
    <text
      className="value"
      x={start ? 40 : end ? width : x}
      y="11"
      textAnchor={start ? 'start' : end ? 'end' : 'middle'}
    >
      {text}
    </text>
  )
}
