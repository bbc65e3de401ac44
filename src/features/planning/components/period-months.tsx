/** Two months of a period calendar: a button for each day, with what is known about it. */
import type {KeyboardEvent, RefObject} from 'react'
import type {IconName} from '../../../engine/page/common.ts'
import {classes} from '../../../web/components/classes.ts'
import {Icon} from '../../../web/components/icon.tsx'
import type {CalendarDayData, PeriodCalendarData} from '../../forms/panel-data.ts'
import {type DayOfMonth, isoAfterMonths, type WrittenDays, weeksOf} from './days.ts'
import {type ChosenPeriod, reachableDay} from './period-choice.ts'
import type {ShownMonths} from './use-period-choice.ts'

/** What the months show of a day. */
export interface ShownDay {
  readonly known: CalendarDayData | undefined
  readonly isChosen: boolean
  readonly isClosed: boolean
  readonly isFree: boolean
}

interface PeriodMonthsProps {
  readonly texts: PeriodCalendarData['texts']
  readonly written: WrittenDays
  readonly shown: ShownMonths
  readonly today: string
  readonly period: ChosenPeriod
  /** The chosen days are not a row of days. */
  readonly isApart: boolean
  readonly dayOf: (iso: string) => ShownDay
  readonly onChoose: (iso: string) => void
  readonly onKey: (event: KeyboardEvent, iso: string) => void
}

export function PeriodMonths(props: PeriodMonthsProps) {
  const {texts, written, shown, today, period, isApart, dayOf, onChoose, onKey} = props
  const {month, months, day, setMonth} = shown
  const reachable = reachableDay(day, months, period)
  return (
    <div className="period-months">
      <MonthButton label={texts.previousMonth} icon="earlier" onClick={() => setMonth(isoAfterMonths(month, -1))} />
      <MonthButton label={texts.nextMonth} icon="later" onClick={() => setMonth(isoAfterMonths(month, 1))} />
      {months.map(each => (
        <table key={each} aria-label={written.month(each)}>
          <caption aria-live="polite">{written.month(each)}</caption>
          <thead>
            <tr>
              {written.weekdays.map(({short, long}) => (
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
                    day={dayOf(cell.iso)}
                    name={written.full(cell.iso)}
                    period={period}
                    isApart={isApart}
                    isToday={cell.iso === today}
                    reached={cell.iso === reachable ? shown.reached : null}
                    onChoose={onChoose}
                    onKey={onKey}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

function MonthButton({label, icon, onClick}: {label: string; icon: IconName; onClick: () => void}) {
  return (
    <button type="button" className={`toggle ${icon}`} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

interface DayCellProps extends Pick<PeriodMonthsProps, 'period' | 'isApart' | 'onChoose' | 'onKey'> {
  readonly cell: DayOfMonth
  readonly day: ShownDay
  readonly name: string
  readonly isToday: boolean
  /** Of the day in the tab order. */
  readonly reached: RefObject<HTMLButtonElement | null> | null
}

function DayCell({cell: {iso, number}, day, name, period, isApart, isToday, reached, onChoose, onKey}: DayCellProps) {
  if (number === null) return <td />
  const {known, isChosen, isClosed, isFree} = day
  const texts = [known?.off, known?.closed, known?.own, known?.others?.join(', '), known?.full].filter(
    text => text !== undefined,
  )
  const className = classes(
    isChosen && (isApart ? 'chosen apart' : 'chosen'),
    iso === period.from && 'first',
    iso === period.to && 'last',
    isFree && 'free',
    known?.off !== undefined && 'off',
    known?.closed !== undefined && 'closed',
    known?.full !== undefined && 'full',
    known?.own !== undefined && (known.requested ? 'own requested' : 'own'),
  )
  return (
    <td className={className}>
      <button
        type="button"
        ref={reached}
        tabIndex={reached ? 0 : -1}
        aria-label={[name, ...texts].join(', ')}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={isClosed || undefined}
        onClick={() => onChoose(iso)}
        onKeyDown={event => onKey(event, iso)}
      >
        <b>{number}</b>
        {known?.others && (
          <i>
            {known.others.slice(0, 3).map(each => (
              <i key={each} />
            ))}
          </i>
        )}
        {texts.length > 0 && <span className="tip">{texts.join(' · ')}</span>}
      </button>
    </td>
  )
}
