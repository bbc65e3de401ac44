/** The hours beside a day, and the line of now. */

import type {RefObject} from 'react'
import {hourPlace} from './lanes.ts'

export function HourLabels({labels}: {labels: readonly string[]}) {
  return (
    <ol className="clock" aria-hidden="true">
      {labels.map(label => (
        <li key={label}>{label}</li>
      ))}
    </ol>
  )
}

interface NowLineProps {
  /** In minutes from the first hour shown. */
  readonly at: number
  readonly ref?: RefObject<HTMLSpanElement | null>
}

export function NowLine({at, ref}: NowLineProps) {
  return <span ref={ref} className={`now ${hourPlace({start: at, end: at})}`} aria-hidden="true" />
}
