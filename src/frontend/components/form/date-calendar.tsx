/** A month to choose a day from; loaded when the first calendar is opened. */
import {DayPicker, type Matcher} from 'react-day-picker'
import {useLocale, useMessages} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'

export interface DateCalendarProps {
  /** As `2026-03-10`, or empty. */
  readonly value: string
  readonly min: string | null
  readonly max: string | null
  readonly onChoose: (day: string) => void
}

function Chevron({orientation}: {orientation?: 'up' | 'down' | 'left' | 'right'}) {
  return <Icon name={orientation === 'left' ? 'earlier' : 'later'} />
}

const components = {Chevron}

export function DateCalendar({value, min, max, onChoose}: DateCalendarProps) {
  const locale = useLocale()
  const {forms} = useMessages()
  const selected = dayOf(value)
  const [before, after] = [dayOf(min ?? ''), dayOf(max ?? '')]
  const disabled: Matcher[] = [...(before ? [{before}] : []), ...(after ? [{after}] : [])]
  const written = (options: Intl.DateTimeFormatOptions) => (day: Date) =>
    new Intl.DateTimeFormat(locale, options).format(day)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      selected={selected}
      onSelect={day => onChoose(isoOf(day))}
      defaultMonth={selected ?? before ?? new Date()}
      disabled={disabled}
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays
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
        labelNext: () => forms.nextMonth,
        labelPrevious: () => forms.previousMonth,
        labelNav: () => forms.months,
      }}
      components={components}
    />
  )
}

function dayOf(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return year && month && day ? new Date(Number(year), Number(month) - 1, Number(day)) : undefined
}

function isoOf(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
