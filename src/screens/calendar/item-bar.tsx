/** An item of a calendar: a bar across days, or among the hours of one. */
import {use} from 'react'
import type {CalendarItem} from '../../features/planning/calendar-data.ts'
import {barClass} from '../../features/planning/components/lanes.ts'
import {OptionalLink} from '../../web/components/optional-link.tsx'
import {CalendarPlanContext} from './calendar-plan.ts'

interface ItemBarProps {
  readonly item: CalendarItem
  /** Whether it began before what is shown, and continues after it. */
  readonly before: boolean
  readonly after: boolean
  /** What is written in front of its name; empty for whole days. */
  readonly time: string
  /** A point in time on one of several days. */
  readonly isPoint?: boolean
}

export function ItemBar({item, before, after, time, isPoint = false}: ItemBarProps) {
  const {tools, held} = use(CalendarPlanContext)
  const isLifted = held?.item === item.id
  const className = [barClass(item, {before, after}), isPoint && 'point', isLifted && 'lifted']
    .filter(Boolean)
    .join(' ')
  return (
    <span className="bar-place" {...tools?.item(item)}>
      <OptionalLink
        className={className}
        href={item.href}
        // The tools show its facts themselves, in place of the browser's tooltip.
        {...(tools ? {} : {title: item.label})}
        draggable={false}
      >
        <span className="sr-only">{item.label}</span>
        <span aria-hidden="true">
          {time !== '' && <b>{time}</b>} {item.text}
        </span>
      </OptionalLink>
    </span>
  )
}
