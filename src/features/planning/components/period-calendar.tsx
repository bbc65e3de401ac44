/**
 * The dates of a period, chosen from two months: the first click is the first day, the second the last; a day before the first starts again. Each day
 * shows what is known about it. Replaces the plain date fields once loaded; the fields stay for typing.
 */

import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type {IconName} from '../../../engine/page/common.ts'
import {Icon} from '../../../web/components/icon.tsx'
import {pageIn} from '../../../web/router/client.ts'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import {inputAttributes} from '../../forms/components/field-control.tsx'
import {useField} from '../../forms/components/form-state.tsx'
import {controlAttributes, FieldNotes, LabelText, sentence} from '../../forms/components/labelled-field.tsx'
import type {FormFieldData} from '../../forms/data.ts'
import type {CalendarDayData, PeriodCalendarData} from '../../forms/panel-data.ts'
import {addDays, addMonths, type DayOfMonth, monthOf, weeksOf, writtenWith} from './days.ts'

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

interface ChosenPeriod {
  /** As `2026-12-21`, or empty. */
  readonly from: string
  readonly to: string
  /** Whether the first day begins at noon, and the last day ends at noon. */
  readonly halves: readonly [boolean, boolean]
}

type End = 'from' | 'to'

export function PeriodCalendar(props: PeriodCalendarProps) {
  const {calendar, fields, handedOver, focused, blocks, daysAt, onlyDays} = props
  const {halfDays, today} = calendar
  const [period, setPeriod] = useState<ChosenPeriod>(() => periodIn(calendar, name => handedOver.get(name) ?? ''))
  const [next, setNext] = useState<End>(period.from === '' ? 'from' : 'to')
  const [month, setMonth] = useState(monthOf(period.from || today))
  const [day, setDay] = useState(period.from || today)
  const [message, setMessage] = useState('')
  const {shell} = useMessages()
  const {days, texts} = useDays(calendar, daysAt, month)
  const said = useMemo(() => writtenWith(texts.names), [texts.names])
  const inputs = {from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null)}
  const halfInputs = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const reached = useRef<HTMLButtonElement>(null)
  /** The day to focus after the next render. */
  const refocus = useRef(false)
  const first = useField(calendar.from)
  const last = useField(calendar.to)
  const fieldOf = (name: string) => fields.find(each => each.name === name)

  // The field that had the focus gets it back.
  const takeFocus = useEffectEvent(() => {
    if (focused === calendar.from) inputs.from.current?.focus()
    if (focused === calendar.to) inputs.to.current?.focus()
  })
  useLayoutEffect(() => takeFocus(), [])
  useLayoutEffect(() => {
    if (refocus.current) reached.current?.focus()
    refocus.current = false
  })

  const show = (target: string) => {
    setDay(target)
    const left = monthOf(target)
    if (left < month || left > addMonths(month, 1)) setMonth(left < month ? left : addMonths(left, -1))
  }
  const change = (changed: Partial<ChosenPeriod>, end: End) => {
    const merged = {...period, ...changed}
    // The last day is never before the first.
    const to = merged.from !== '' && merged.to < merged.from ? merged.from : merged.to
    for (const [name, text] of [
      ['from', merged.from],
      ['to', to],
    ] as const) {
      const input = inputs[name].current
      if (input) input.value = text
    }
    setPeriod(withoutTwoHalves({...merged, to}))
    setNext(end)
    first.onEdit()
    last.onEdit()
  }
  const isClosed = (iso: string) => blocks && days.get(iso)?.closed !== undefined
  const choose = (iso: string, extend = false) => {
    show(iso)
    const closed = days.get(iso)?.closed
    setMessage(isClosed(iso) && closed !== undefined ? `${said.day(iso)}: ${closed}` : '')
    if (isClosed(iso)) return
    const begins = period.from === '' || iso < period.from || (!extend && next === 'from')
    change(begins ? {from: iso, to: iso} : {to: iso}, begins ? 'to' : extend ? 'to' : 'from')
  }
  const pressKey = (event: KeyboardEvent, iso: string) => {
    const target = dayAfterKey(event.key, iso, today)
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    refocus.current = true
    if (event.shiftKey && event.key.startsWith('Arrow')) {
      if (period.from === '') change({from: iso, to: iso}, 'to')
      choose(target, true)
      setDay(target)
    } else show(target)
  }
  /** Typed into the fields, or written by a button that fixes something. */
  const read = () => {
    const halves = halfInputs.map(({current}) => current?.value === 'yes')
    const written: ChosenPeriod = {
      from: inputs.from.current?.value ?? '',
      to: inputs.to.current?.value ?? '',
      halves: [halves[0] === true, halves[1] === true],
    }
    // While a year is typed, the date passes through the years 2, 20 and 202: nothing follows it there.
    if (isUnfinished(written.from) || isUnfinished(written.to)) return
    const follows = written.from !== '' && written.from !== period.from && written.to < written.from
    if (follows && inputs.to.current) inputs.to.current.value = written.from
    setPeriod(withoutTwoHalves(follows ? {...written, to: written.from} : written))
    // Its month comes first: on a phone the second one is below.
    if (written.from !== '' && written.from !== period.from) {
      setDay(written.from)
      setMonth(monthOf(written.from))
    }
    setNext(written.from === '' ? 'from' : 'to')
    first.onEdit()
    last.onEdit()
  }
  const isOne = period.from !== '' && period.from === period.to
  const isFree = (iso: string) => days.get(iso)?.off !== undefined || !calendar.workingWeek.includes(said.weekday(iso))
  const only = useMemo(() => (onlyDays ? new Set(onlyDays) : null), [onlyDays])
  const isMeant = (iso: string) =>
    period.from !== '' && iso >= period.from && iso <= period.to && (only?.has(iso) ?? true)
  const months = [month, addMonths(month, 1)]
  const named = [...days].filter(([iso, {off}]) => off !== undefined && months.includes(monthOf(iso)))
  const fromField = fieldOf(calendar.from)
  const toField = fieldOf(calendar.to)
  const setHalves = (halves: ChosenPeriod['halves']) => change({halves}, next)
  return (
    <div className="period-box" onInput={read}>
      <div className="period-ends">
        {(['from', 'to'] as const).map(end => {
          const field = end === 'from' ? fromField : toField
          if (!field) return null
          const {id, problem} = end === 'from' ? first : last
          return (
            <div key={end} className={next === end ? 'period-end next' : 'period-end'}>
              <label htmlFor={id}>
                <LabelText field={field} />
              </label>
              <input
                ref={inputs[end]}
                {...inputAttributes(field)}
                {...controlAttributes(field, id, problem)}
                type="date"
                className="period-date"
                defaultValue={period[end]}
              />
              <FieldNotes id={id} help={sentence(field.help)} problem={problem} />
            </div>
          )
        })}
      </div>
      {halfDays && fieldOf(halfDays[0]) && (
        <div className="period-parts">
          {(['from', 'to'] as const).map(end => {
            const field = end === 'from' ? fromField : toField
            // There before a day is chosen, so that the days do not move under the pointer.
            return field && (end === 'from' || !isOne) ? (
              <DayParts
                key={end}
                label={`${field.label}: ${texts.part}`}
                name={`_part.${field.name}`}
                disabled={period[end] === '' || isFree(period[end])}
                parts={partsFor(end, isOne, texts)}
                chosen={chosenPart(end, isOne, period)}
                onChoose={part => setHalves(halvesAfter(part, {end, isOne, period}))}
              />
            ) : null
          })}
        </div>
      )}
      {halfDays?.map((name, index) =>
        fieldOf(name) ? (
          <input
            key={name}
            ref={halfInputs[index]}
            type="hidden"
            name={name}
            value={period.halves[index] ? 'yes' : 'no'}
            readOnly
          />
        ) : null,
      )}
      <div className="period-months">
        <MonthButton label={texts.previousMonth} icon="earlier" onClick={() => setMonth(addMonths(month, -1))} />
        <MonthButton label={texts.nextMonth} icon="later" onClick={() => setMonth(addMonths(month, 1))} />
        {months.map(each => (
          <table key={each} aria-label={said.month(each)}>
            <caption aria-live="polite">{said.month(each)}</caption>
            <thead>
              <tr>
                {said.weekdays.map(({short, long}) => (
                  <th key={long} scope="col" abbr={long}>
                    {short}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(each).map(week => (
                <tr key={week.key}>
                  {week.days.map(cell => (
                    <DayCell
                      key={cell.key}
                      cell={cell}
                      known={days.get(cell.iso)}
                      said={said.full}
                      period={period}
                      isChosen={isMeant(cell.iso)}
                      isApart={only !== null}
                      isToday={cell.iso === today}
                      reached={cell.iso === reachable(day, months, period) ? reached : null}
                      isClosed={isClosed(cell.iso)}
                      isFree={isFree(cell.iso)}
                      onChoose={choose}
                      onKey={pressKey}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {named.length > 0 && (
        <ul className="period-named">
          {named.map(([iso, {off}]) => (
            <li key={iso}>
              <b>{said.day(iso)}</b> {off}
            </li>
          ))}
        </ul>
      )}
      <p className="period-legend">
        {[...days.values()].some(({own}) => own) && <span className="own">{texts.own}</span>}
        {named.length > 0 && <span className="off">{texts.off}</span>}
        {[...days.values()].some(({closed}) => closed !== undefined) && <span className="closed">{texts.closed}</span>}
        {[...days.values()].some(({others}) => others) && <span className="busy">{texts.others}</span>}
        {[...days.values()].some(({full}) => full !== undefined) && <span className="full">{texts.full}</span>}
        <span className="keys" aria-hidden="true">
          <kbd>{shell.shift}</kbd> <kbd>→</kbd> {texts.extend} <kbd>T</kbd> {texts.today}
        </span>
      </p>
      <span className="only-read" role="status">
        {message}
      </span>
      {/* Below the days, which must not move under the pointer while they are chosen. */}
      <FieldNotes id={first.id} hint={first.hint} />
      <FieldNotes id={last.id} hint={last.hint} />
    </div>
  )
}

const isUnfinished = (iso: string): boolean => iso.startsWith('0')

function periodIn({from, to, halfDays}: PeriodCalendarData, text: (name: string) => string): ChosenPeriod {
  const half = (at: 0 | 1) => halfDays !== null && text(halfDays[at]) === 'yes'
  return {from: text(from), to: text(to), halves: [half(0), half(1)]}
}

/** The day in the tab order: the last focused one, as long as its month is shown. */
function reachable(day: string, months: readonly string[], {from}: ChosenPeriod): string {
  if (months.includes(monthOf(day))) return day
  return months.includes(monthOf(from)) ? from : (months[0] ?? day)
}

function dayAfterKey(key: string, iso: string, today: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(iso, -1)
    case 'ArrowRight':
      return addDays(iso, 1)
    case 'ArrowUp':
      return addDays(iso, -7)
    case 'ArrowDown':
      return addDays(iso, 7)
    case 'PageUp':
      return addMonths(iso, -1)
    case 'PageDown':
      return addMonths(iso, 1)
    case 't':
    case 'T':
      return today
    default:
      return null
  }
}

function MonthButton({label, icon, onClick}: {label: string; icon: IconName; onClick: () => void}) {
  return (
    <button type="button" className={`toggle ${icon}`} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

interface DayCellProps {
  readonly cell: DayOfMonth
  readonly known: CalendarDayData | undefined
  readonly said: (iso: string) => string
  readonly period: ChosenPeriod
  readonly isChosen: boolean
  /** Not one of a row of days. */
  readonly isApart: boolean
  readonly isToday: boolean
  /** Of the day in the tab order. */
  readonly reached: RefObject<HTMLButtonElement | null> | null
  readonly isClosed: boolean
  readonly isFree: boolean
  readonly onChoose: (iso: string) => void
  readonly onKey: (event: KeyboardEvent, iso: string) => void
}

function DayCell(props: DayCellProps) {
  const {cell, known, said, period, isChosen, isApart, isToday, reached, isClosed, isFree, onChoose, onKey} = props
  const {iso, number} = cell
  if (number === null) return <td />
  const {from, to} = period
  const texts = [known?.off, known?.closed, known?.own, known?.others?.join(', '), known?.full].filter(
    text => text !== undefined,
  )
  const names = [
    isChosen && (isApart ? 'chosen apart' : 'chosen'),
    iso === from && 'first',
    iso === to && 'last',
    isFree && 'free',
    known?.off !== undefined && 'off',
    known?.closed !== undefined && 'closed',
    known?.full !== undefined && 'full',
    known?.own !== undefined && (known.requested ? 'own requested' : 'own'),
  ]
  return (
    <td className={names.filter(Boolean).join(' ') || undefined}>
      <button
        type="button"
        ref={reached}
        tabIndex={reached ? 0 : -1}
        aria-label={[said(iso), ...texts].join(', ')}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={isClosed || undefined}
        onClick={() => onChoose(iso)}
        onKeyDown={event => onKey(event, iso)}
      >
        <b>{number}</b>
        {known?.others && (
          <i>
            {known.others.slice(0, 3).map(name => (
              <i key={name} />
            ))}
          </i>
        )}
        {texts.length > 0 && <span className="tip">{texts.join(' · ')}</span>}
      </button>
    </td>
  )
}

// Parts of a day.

type DayPart = 'all' | 'morning' | 'afternoon'

function partsFor(end: End, isOne: boolean, texts: PeriodCalendarData['texts']): readonly [DayPart, string][] {
  const morning: [DayPart, string][] = isOne || end === 'to' ? [['morning', texts.morning]] : []
  const afternoon: [DayPart, string][] = end === 'from' ? [['afternoon', texts.afternoon]] : []
  return [['all', texts.allDay], ...morning, ...afternoon]
}

function chosenPart(end: End, isOne: boolean, {halves: [first, last]}: ChosenPeriod): DayPart {
  if (isOne) return first === last ? 'all' : first ? 'afternoon' : 'morning'
  return end === 'from' ? (first ? 'afternoon' : 'all') : last ? 'morning' : 'all'
}

/** From noon and until noon on the same day is the whole day, as the buttons show it. */
function withoutTwoHalves(period: ChosenPeriod): ChosenPeriod {
  const isBoth = period.from === period.to && period.halves[0] && period.halves[1]
  return isBoth ? {...period, halves: [false, false]} : period
}

interface PartContext {
  readonly end: End
  readonly isOne: boolean
  readonly period: ChosenPeriod
}

function halvesAfter(part: DayPart, {end, isOne, period: {halves}}: PartContext): ChosenPeriod['halves'] {
  if (isOne) return [part === 'afternoon', part === 'morning']
  return end === 'from' ? [part === 'afternoon', halves[1]] : [halves[0], part === 'morning']
}

interface DayPartsProps {
  readonly label: string
  readonly name: string
  readonly disabled: boolean
  readonly parts: readonly [DayPart, string][]
  readonly chosen: DayPart
  readonly onChoose: (part: DayPart) => void
}

function DayParts({label, name, disabled, parts, chosen, onChoose}: DayPartsProps) {
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {parts.map(([part, text]) => (
        <label key={part}>
          <input
            type="radio"
            name={name}
            value={part}
            checked={part === chosen}
            disabled={disabled}
            onChange={() => onChoose(part)}
            onInput={event => event.stopPropagation()}
          />
          {text}
        </label>
      ))}
    </div>
  )
}

// Facts about the days: some months come with the page, others are requested when they are shown.

interface KnownDays extends Pick<PeriodCalendarData, 'texts'> {
  readonly lookup: string
  readonly days: ReadonlyMap<string, CalendarDayData>
  /** The months of these days. */
  readonly isKnown: (month: string) => boolean
}

function useDays(calendar: PeriodCalendarData, lookup: string, month: string): Pick<KnownDays, 'days' | 'texts'> {
  const router = useRouter()
  const [known, setKnown] = useState<KnownDays>(() => knownIn(calendar, calendar.first))
  const isKnown = useEffectEvent((iso: string) => known.lookup === lookup && known.isKnown(iso))
  useEffect(() => {
    if (isKnown(month) && isKnown(addMonths(month, 1))) return
    const request = new AbortController()
    const load = async () => {
      const result = await router.load(`${lookup}${lookup.includes('?') ? '&' : '?'}_days=${month}`, request.signal)
      const page = pageIn(result)
      if (request.signal.aborted || !page) return
      const found = 'calendar' in page.data ? page.data.calendar : undefined
      if (!found) return
      const added = {...knownIn(found, month), lookup}
      setKnown(before =>
        before.lookup === lookup
          ? {
              ...before,
              days: new Map([...before.days, ...added.days]),
              isKnown: iso => before.isKnown(iso) || added.isKnown(iso),
            }
          : added,
      )
    }
    void load()
    return () => request.abort()
  }, [month, lookup, router])
  return known
}

/** The month that was requested is known even if its data begins later. */
function knownIn({lookup, days, texts, first, last}: PeriodCalendarData, month: string): KnownDays {
  const from = month < first ? month : first
  return {lookup, days: new Map(Object.entries(days)), texts, isKnown: iso => iso >= from && iso <= last}
}
