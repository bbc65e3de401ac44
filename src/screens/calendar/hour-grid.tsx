/**
 * The hours of a week: a column per day, with items at their time. A position is a sum of classes, because pages have no inline styles; for
 * screen readers, each day is a list.
 */

import {type RefObject, use, useEffect, useRef} from 'react'
import type {CalendarHours} from '../../engine/page/common.ts'
import type {CalendarData, CalendarDay, CalendarItem} from '../../features/planning/calendar-data.ts'
import {HourLabels, NowLine} from '../../features/planning/components/hours.tsx'
import {hourPlace, type Interval} from '../../features/planning/components/lanes.ts'
import {Link} from '../../web/router/link.tsx'
import {useMessages} from '../../web/router/router-provider.tsx'
import {CalendarPlanContext} from './calendar-plan.ts'
import {ItemBar} from './item-bar.tsx'
import {type Beside, type Crowd, sideBySide} from './side-by-side.ts'

interface HoursProps {
  readonly data: CalendarData
  readonly hours: CalendarHours
}

export function Hours({data, hours}: HoursProps) {
  return (
    <div className={data.days.length === 1 ? 'hours one' : 'hours'}>
      <HourLabels labels={hours.labels} />
      {data.days.map((day, index) => (
        <Day key={day.date} day={day} at={index} hours={hours} pieces={piecesOf(data.items, hours, index)} />
      ))}
    </div>
  )
}

/** The part of an item on one day, in minutes from the first hour shown. */
interface DayPiece extends Interval {
  readonly item: CalendarItem
  readonly before: boolean
  readonly after: boolean
}

const minutesOfDay = 1440
/** Shorter ones are drawn this long, so that they can be read and clicked. */
const shortest = 30
/** More than this side by side would be unreadable. */
const most = 3

function piecesOf(items: readonly CalendarItem[], hours: CalendarHours, day: number): DayPiece[] {
  const top = day * minutesOfDay + hours.first * 60
  const height = hours.labels.length * 60
  return items.flatMap(item => {
    const {begins = 0, ends = 0} = item.minutes ?? {}
    if (!item.minutes || item.first > day || item.last < day) return []
    const end = Math.min(Math.max(ends, begins + shortest) - top, height)
    const start = Math.min(Math.max(begins - top, 0), end - shortest)
    return [{item, start, end: Math.max(end, start + shortest), before: item.first < day, after: item.last > day}]
  })
}

function nowAt({first, labels, now}: CalendarHours, day: number): number | null {
  const at = now === null ? -1 : now - day * minutesOfDay - first * 60
  return at >= 0 && at < labels.length * 60 ? at : null
}

interface DayProps {
  readonly day: CalendarDay
  /** Counted from the first one shown. */
  readonly at: number
  readonly hours: CalendarHours
  readonly pieces: readonly DayPiece[]
}

function Day({day, at: index, hours, pieces}: DayProps) {
  const {shown, crowds} = sideBySide(pieces, most)
  const {tools} = use(CalendarPlanContext)
  const now = nowAt(hours, index)
  const line = useRef<HTMLSpanElement>(null)
  useScrolledTo(line)
  const state = day.closed !== '' ? 'day closed' : day.note === '' ? 'day' : 'day free'
  return (
    <div className={state} {...tools?.hours(index)}>
      <DraftTime day={index} hours={hours} />
      {now !== null && <NowLine ref={line} at={now} />}
      {pieces.length > 0 && (
        <ol aria-label={day.label}>
          {shown.map(beside => (
            <Happening key={beside.item.item.id} beside={beside} />
          ))}
          {crowds.map(crowd => (
            <More key={crowd.start} crowd={crowd} day={day} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** A page that opens at its top is scrolled to what matters on it, where that is further down than the window. */
function useScrolledTo(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current
    // Going back restores where the person was.
    if (!element || window.scrollY > 0) return
    if (element.getBoundingClientRect().bottom > window.innerHeight) element.scrollIntoView({block: 'center'})
  }, [target])
}

/** The time being chosen, above existing items. */
function DraftTime({day, hours}: {day: number; hours: CalendarHours}) {
  const {held} = use(CalendarPlanContext)
  const {place} = held ?? {}
  if (!held || !place?.minutes || place.first > day || place.last < day) return null
  const top = day * minutesOfDay + hours.first * 60
  const height = hours.labels.length * 60
  const start = Math.max(0, place.minutes.begins - top)
  const end = Math.min(height, place.minutes.ends - top)
  if (end <= start) return null
  return (
    <span ref={held.anchor} className={`draft ${hourPlace({start, end})}`} aria-hidden="true">
      {held.text}
    </span>
  )
}

function Happening({beside: {item: piece, column, wide, columns}}: {beside: Beside<DayPiece>}) {
  return (
    <li className={`${hourPlace(piece)} at${column} wide${wide} of${columns}${isLow(piece) ? ' low' : ''}`}>
      <ItemBar {...piece} time={columns > wide ? piece.item.time : piece.item.times} />
    </li>
  )
}

/** Room for one line only. */
const isLow = ({start, end}: Interval): boolean => end - start < 45

function More({crowd, day}: {crowd: Crowd<DayPiece>; day: CalendarDay}) {
  const messages = useMessages()
  const count = crowd.items.length
  const names = crowd.items.map(({item}) => item.label).join('\n')
  return (
    <li className={`${hourPlace(crowd)} at${most - 1} wide1 of${most}`}>
      <Link className="stretch many" href={day.href} title={names} onPointerDown={event => event.stopPropagation()}>
        <span className="sr-only">{`${day.label}, ${messages.calendars.andMore(count)}`}</span>
        <span aria-hidden="true">{`+${count}`}</span>
      </Link>
    </li>
  )
}
