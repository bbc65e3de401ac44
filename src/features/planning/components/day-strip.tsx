/** The day of the chosen record, such as a room: taken and free times, and the chosen time. Clicking free time chooses it. */
import type {MouseEvent} from 'react'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import type {DayStripData, FreeGap, SummaryData} from '../../forms/panel-data.ts'
import {HourLabels, NowLine} from './hours.tsx'
import {hourPlace} from './lanes.ts'

interface DayStripProps {
  readonly day: NonNullable<SummaryData['day']>
  readonly onFix: (values: Readonly<Record<string, string>>) => void
}

export function DayStrip({day, onFix}: DayStripProps) {
  if ('prompt' in day) return <p className="summary-hint subtle">{day.prompt}</p>
  const {hours, chosen} = day
  const top = hours.first * 60
  const place = ({begins, ends}: {begins: number; ends: number}) => hourPlace({start: begins - top, end: ends - top})
  const now = hours.now === null ? -1 : hours.now - top
  return (
    <div>
      <h2>
        {day.label}
        <span className="subtle small">
          <time dateTime={day.date}>{day.day}</time>
        </span>
      </h2>
      <div className="day-strip">
        <HourLabels labels={hours.labels} />
        <ol className="day" aria-label={`${day.label}, ${day.day}`}>
          {inOrder(day).map(each => (
            <li key={each.key} className={`${place(each)}${isLow(each) ? ' low' : ''}`}>
              {'closed' in each ? (
                <span className="shut">{each.closed}</span>
              ) : 'free' in each ? (
                <Free day={day} free={each.free} onFix={onFix} />
              ) : (
                <span
                  className={each.taken.requested ? 'taken requested' : 'taken'}
                  title={`${each.taken.when} ${each.taken.text}`}
                >
                  <b>{each.taken.when}</b> {each.taken.text}
                </span>
              )}
            </li>
          ))}
          {chosen && (
            <li className={`chosen ${place(chosen)}${chosen.clashes ? ' clashes' : ''}${isLow(chosen) ? ' low' : ''}`}>
              <span title={`${chosen.when} ${chosen.text}`}>
                <b>{chosen.when}</b> {chosen.text}
              </span>
            </li>
          )}
        </ol>
        {now >= 0 && now < hours.labels.length * 60 && <NowLine at={now} />}
      </div>
    </div>
  )
}

/** Taken, free and closed times as one list in order. */
function inOrder({taken, free, closed}: DayStripData) {
  return [
    ...taken.map(each => ({key: each.id, begins: each.begins, ends: each.ends, taken: each})),
    ...free.map(each => ({key: `free ${each.begins}`, begins: each.begins, ends: each.ends, free: each})),
    ...closed.map(({begins, ends, text}) => ({key: `closed ${begins}`, begins, ends, closed: text})),
  ].toSorted((a, b) => a.begins - b.begins)
}

/** Room for one line only. */
const isLow = ({begins, ends}: {begins: number; ends: number}): boolean => ends - begins <= 60

/** High enough for a line of text, and to point at. */
const shortestText = 35
const shortestButton = 60
const step = 30

function Free({day, free, onFix}: Omit<DayStripProps, 'day'> & {day: DayStripData; free: FreeGap}) {
  const hydrated = useHydrated()
  const length = free.ends - free.begins
  // Where a line of text has no room, it is said to screen readers alone.
  if (length < shortestText) return <span className="sr-only">{free.text}</span>
  const {chosen} = day
  // The chosen time is drawn over the first line.
  const covered = chosen !== null && chosen.begins < free.begins + shortestText && chosen.ends > free.begins
  const text = <span className={covered ? 'sr-only' : undefined}>{free.text}</span>
  if (!hydrated || length < shortestButton) return <span className="gap">{text}</span>
  const choose = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    // A key chooses the start.
    const down = event.detail === 0 ? 0 : ((event.clientY - box.top) / box.height) * (free.ends - free.begins)
    const begins = Math.ceil(free.begins / step) * step + Math.floor(down / step) * step
    onFix(timesFrom(Math.min(begins, Math.max(free.begins, free.ends - day.length)), free.ends, day))
  }
  return (
    <button type="button" className="gap" onClick={choose}>
      {text}
    </button>
  )
}

function timesFrom(begins: number, latest: number, {date, length, fields}: DayStripData): Record<string, string> {
  return {[fields.from]: `${date}T${clock(begins)}`, [fields.to]: `${date}T${clock(Math.min(begins + length, latest))}`}
}

function clock(minute: number): string {
  const within = Math.min(minute, 1439)
  return [Math.floor(within / 60), within % 60].map(part => String(part).padStart(2, '0')).join(':')
}
