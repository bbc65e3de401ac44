/** The calendar of a date field; loaded when the first one is about to open. */
import {type RefObject, useRef} from 'react'
import {type DateRange, DayPicker, type Matcher} from 'react-day-picker'
import {Icon} from '../../../web/components/icon.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {useDismiss} from '../../../web/hooks/use-dismiss.ts'
import {useDateLocale, useMessages, usePage} from '../../../web/router/router-provider.tsx'

export interface DatePanelProps extends DateCalendarProps {
  /** What is chosen next: the date, or one end of a period. */
  readonly label: string
  readonly isPeriod: boolean
  /** The date field it is anchored to. */
  readonly anchor: RefObject<HTMLElement | null>
  /** `refocus`: the focus returns to the button. */
  readonly onClose: (options?: {readonly refocus: boolean}) => void
}

export function DatePanel({label, isPeriod, anchor, onClose, ...calendar}: DatePanelProps) {
  const {pickers} = useMessages().forms
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor, panel, open: true})
  useDismiss(true, anchor, () => onClose())
  return (
    <div
      ref={panel}
      className="calendar-panel"
      popover="manual"
      role="dialog"
      aria-label={pickers.chooseDate(label)}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose({refocus: true})
      }}
      onBlur={event => {
        if (event.relatedTarget && !anchor.current?.contains(event.relatedTarget)) onClose()
      }}
    >
      {isPeriod && (
        <p className="calendar-next" role="status">
          {label}
        </p>
      )}
      <DateCalendar {...calendar} />
    </div>
  )
}

interface DateCalendarProps {
  /** As `2026-03-10`, or empty: the day, or the first day of a period. */
  readonly value: string
  /** The last day of a period; null for a day alone. */
  readonly until: string | null
  readonly min: string | null
  readonly max: string | null
  readonly onChoose: (day: string) => void
}

function Chevron({orientation}: {orientation?: 'up' | 'down' | 'left' | 'right'}) {
  return <Icon name={orientation === 'left' ? 'earlier' : 'later'} />
}

const components = {Chevron}

function DateCalendar({value, until, min, max, onChoose}: DateCalendarProps) {
  const locale = useDateLocale()
  const {pickers} = useMessages().forms
  const [selected, last] = [dayOf(value), dayOf(until ?? '')]
  const today = dayOf(dayIn(usePage().shell.zone)) ?? new Date()
  const [before, after] = [dayOf(min ?? ''), dayOf(max ?? '')]
  const disabled: Matcher[] = [...(before ? [{before}] : []), ...(after ? [{after}] : [])]
  const written = (options: Intl.DateTimeFormatOptions) => (day: Date) =>
    new Intl.DateTimeFormat(locale, options).format(day)
  const mode =
    until === null
      ? ({mode: 'single', required: true, selected, onSelect: (day: Date) => onChoose(isoOf(day))} as const)
      : ({
          mode: 'range',
          required: true,
          selected: {from: selected, to: last},
          onSelect: (_: DateRange, day: Date) => onChoose(isoOf(day)),
          numberOfMonths: 2,
        } as const)
  return (
    <DayPicker
      {...mode}
      autoFocus
      today={today}
      defaultMonth={selected ?? before ?? today}
      disabled={disabled}
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays={until === null}
      navLayout="around"
      className="calendar-month"
      formatters={{
        formatCaption: written({month: 'long', year: 'numeric'}),
        formatWeekdayName: written({weekday: 'short'}),
      }}
      labels={{
        labelDayButton: written({weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'}),
        labelWeekday: written({weekday: 'long'}),
        labelGrid: written({month: 'long', year: 'numeric'}),
        labelNext: () => pickers.nextMonth,
        labelPrevious: () => pickers.previousMonth,
        labelNav: () => pickers.months,
      }}
      components={components}
    />
  )
}

/** Today in a time zone, as `2026-03-10`; without one, that of the browser. */
function dayIn(zone: string | undefined): string {
  return new Intl.DateTimeFormat('en-CA', {timeZone: zone}).format(new Date())
}

function dayOf(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return year && month && day ? new Date(Number(year), Number(month) - 1, Number(day)) : undefined
}

function isoOf(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
