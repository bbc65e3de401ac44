/**
 * The dates of a period, chosen from two months: the first click is the first day, the second the last; a day before the first starts again. Each day
 * shows what is known about it. Replaces the plain date fields once loaded; the fields stay for typing.
 */

import {type KeyboardEvent, useMemo, useState} from 'react'
import {useMessages} from '../../../web/router/router-provider.tsx'
import {FieldNotes} from '../../forms/components/labelled-field.tsx'
import type {FormFieldData} from '../../forms/data.ts'
import type {CalendarDayData, PeriodCalendarData} from '../../forms/panel-data.ts'
import {monthOf, type WrittenDays, writtenWith} from './days.ts'
import {dayAfterKey} from './period-choice.ts'
import {PeriodEnds, PeriodParts} from './period-ends.tsx'
import {PeriodMonths} from './period-months.tsx'
import {usePeriodChoice, useShownMonths} from './use-period-choice.ts'
import {usePeriodDays} from './use-period-days.ts'

export interface PeriodCalendarProps {
  readonly calendar: PeriodCalendarData
  /** The dates and half days the person may fill in. */
  readonly fields: readonly FormFieldData[]
  /** What the plain fields contained, by name, and which had the focus. */
  readonly handedOver: ReadonlyMap<string, string>
  readonly focused: string | null
  /** Closed days cannot be chosen. */
  readonly blocks: boolean
  /** The address of the days: it changes with the person that the form is about. */
  readonly daysAt: string
  readonly onlyDays: readonly string[] | undefined
}

export function PeriodCalendar(props: PeriodCalendarProps) {
  const {calendar, fields, handedOver, focused, blocks, daysAt, onlyDays} = props
  const {today} = calendar
  const shown = useShownMonths(handedOver.get(calendar.from) || today)
  const choice = usePeriodChoice(calendar, {handedOver, focused}, shown)
  const {days, texts} = usePeriodDays(calendar, daysAt, shown.month)
  const written = useMemo(() => writtenWith(texts.names), [texts.names])
  const only = useMemo(() => (onlyDays ? new Set(onlyDays) : null), [onlyDays])
  const [message, setMessage] = useState('')
  const {period, ends} = choice

  const isFree = (iso: string) =>
    days.get(iso)?.off !== undefined || !calendar.workingWeek.includes(written.weekday(iso))
  const isClosed = (iso: string) => blocks && days.get(iso)?.closed !== undefined
  const choose = (iso: string, extendFrom?: string) => {
    shown.show(iso)
    setMessage(isClosed(iso) ? `${written.day(iso)}: ${days.get(iso)?.closed}` : '')
    if (!isClosed(iso)) choice.choose(iso, extendFrom)
  }
  const pressKey = (event: KeyboardEvent, iso: string) => {
    const target = dayAfterKey(event.key, iso, today)
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    shown.focus(target)
    if (event.shiftKey && event.key.startsWith('Arrow')) choose(target, iso)
  }
  const dayOf = (iso: string) => ({
    known: days.get(iso),
    isChosen: period.from !== '' && iso >= period.from && iso <= period.to && (only?.has(iso) ?? true),
    isClosed: isClosed(iso),
    isFree: isFree(iso),
  })
  const fieldOf = (name: string) => fields.find(each => each.name === name)
  return (
    <div className="period-box" onInput={choice.read}>
      <PeriodEnds {...{calendar, choice, fieldOf}} />
      <PeriodParts {...{calendar, choice, fieldOf, texts, isFree}} />
      <PeriodMonths
        {...{texts, written, shown, today, period, dayOf}}
        isApart={only !== null}
        onChoose={iso => choose(iso)}
        onKey={pressKey}
      />
      <PeriodLegend {...{days, texts, written}} months={shown.months} />
      <span className="sr-only" role="status">
        {message}
      </span>
      {/* Below the days, which must not move under the pointer while they are chosen. */}
      <FieldNotes id={ends.from.id} hint={ends.from.hint} />
      <FieldNotes id={ends.to.id} hint={ends.to.hint} />
    </div>
  )
}

interface PeriodLegendProps {
  readonly days: ReadonlyMap<string, CalendarDayData>
  readonly texts: PeriodCalendarData['texts']
  readonly written: WrittenDays
  readonly months: readonly string[]
}

/** The names of days off, and what the colours of the days mean. */
function PeriodLegend({days, texts, written, months}: PeriodLegendProps) {
  const {shell} = useMessages()
  const named = [...days].filter(([iso, {off}]) => off !== undefined && months.includes(monthOf(iso)))
  const known = [...days.values()]
  return (
    <>
      {named.length > 0 && (
        <ul className="period-named">
          {named.map(([iso, {off}]) => (
            <li key={iso}>
              <b>{written.day(iso)}</b> {off}
            </li>
          ))}
        </ul>
      )}
      <p className="period-legend">
        {known.some(({own}) => own) && <span className="own">{texts.own}</span>}
        {named.length > 0 && <span className="off">{texts.off}</span>}
        {known.some(({closed}) => closed !== undefined) && <span className="closed">{texts.closed}</span>}
        {known.some(({others}) => others) && <span className="busy">{texts.others}</span>}
        {known.some(({full}) => full !== undefined) && <span className="full">{texts.full}</span>}
        <span className="keys" aria-hidden="true">
          <kbd>{shell.shift}</kbd> <kbd>→</kbd> {texts.extend} <kbd>T</kbd> {texts.today}
        </span>
      </p>
    </>
  )
}
