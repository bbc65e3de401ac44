/** The table of a timeline: names, then days or hours in units, with weekends and the current time behind all rows. */
import type {ReactNode} from 'react'
import type {TimelineHead} from '../timeline-data.ts'
import {TimelineShades} from './timeline-rows.tsx'

/** In units. */
export const lengthOfHeads = (heads: readonly Pick<TimelineHead, 'units'>[]): number =>
  heads.reduce((sum, {units}) => sum + units, 0)

/** In pixels: the smallest target for a pointer. */
const target = 24

/** The units that the smallest target needs where the table has `narrowest` pixels. */
export const reachWithin = (narrowest: number, length: number): number => Math.ceil((length * target) / narrowest)

interface TimelineTableProps {
  readonly className: string
  readonly heads: readonly TimelineHead[]
  /** The current time in units. */
  readonly now?: number | null
  /** The rows of the head. */
  readonly head: ReactNode
  /** The bodies. */
  readonly children: ReactNode
}

export function TimelineTable({className, heads, now = null, head, children}: TimelineTableProps) {
  return (
    <table className={className}>
      <colgroup>
        <col className="who" />
      </colgroup>
      <colgroup span={lengthOfHeads(heads)} />
      {head}
      <TimelineShades heads={heads} now={now} />
      {children}
    </table>
  )
}

/** A timeline on a card, which scrolls where it does not fit. */
export function SmallTimeline({label, className, children}: {label: string; className: string; children: ReactNode}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <section className="sideways" aria-label={label} tabIndex={0}>
      <div className={className}>{children}</div>
    </section>
  )
}

/** What a head says to screen readers, and what there is room for. */
export function HeadText({label, children}: {label: string; children: ReactNode}) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" title={label}>
        {children}
      </span>
    </>
  )
}
