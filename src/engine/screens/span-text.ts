/** From when to when, the way people say it. */
import {dateFormat} from '../../points/entities/values/formats.ts'
import {dayOf, type Moment} from '../moment.ts'
import {clockText, dateOf, daysText} from './days.ts'
import type {Placed} from './placed.ts'

type Extent = Pick<Placed, 'from' | 'to'>

/** `3–5 December`, with the year where it is another than ours. */
export function wholeDaysText({from, to}: Extent, moment: Moment): string {
  return daysText({first: from.day, last: to.day}, moment.language, withYear([from.day, to.day], moment))
}

/** `16 November, 09:00–10:30`. */
export function momentsText({from, to}: Extent, moment: Moment): string {
  const options = {
    ...withYear([from.day, to.day], moment),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  } as const
  const format = dateFormat(moment.language, options)
  return format.formatRange(wallMillis(from), wallMillis(to))
}

/** `09:00–10:30`. */
export function clocksText({from, to}: Extent, language: string): string {
  const [begins, ends] = [clockText(from.second, language), clockText(to.second % 86_400, language)]
  return from.second === to.second ? begins : `${begins}–${ends}`
}

/** Clocks of the zone, shown as if they were those of Greenwich: the zone has been asked already. */
const wallMillis = ({day, second}: Extent['from']): number => (day * 86_400 + second) * 1000

function withYear(days: readonly number[], moment: Moment): Intl.DateTimeFormatOptions {
  const year = dateOf(dayOf(moment)).year
  const other = days.some(day => dateOf(day).year !== year)
  return {day: 'numeric', month: 'long', ...(other ? {year: 'numeric'} : {})}
}
