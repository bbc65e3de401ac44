/** Dates and times chosen in a calendar or timeline, as forms take them and as people read them. */

import type {CreateData} from '../period-data.ts'

/** From one minute to another, in local time of the application. */
export interface ChosenTime {
  /** Minutes since 1970, ignoring daylight saving. */
  readonly from: number
  readonly to: number
  /** Whole days: the last one ends at `to`. */
  readonly days: boolean
}

const minutesOfDay = 1440
const millis = 60_000

export const minutesSince = (date: string): number => Date.parse(`${date}T00:00:00Z`) / millis

const instantText = (minutes: number): string => new Date(minutes * millis).toISOString()

/** The form with these values in its address. */
export function createHref(
  create: CreateData,
  {from, to, days}: ChosenTime,
  {row, url}: {row: string; url: string},
): string {
  const dateOf = (minutes: number) => instantText(minutes).slice(0, 10)
  const momentOf = (minutes: number) => instantText(minutes).slice(0, 16)
  const last = to - minutesOfDay
  const [begins, ends] = !create.timed
    ? [dateOf(from), dateOf(last)]
    : days
      ? [`${dateOf(from)}T09:00`, `${dateOf(last)}T${last > from ? '17:00' : '10:00'}`]
      : [momentOf(from), momentOf(to)]
  const values = new URLSearchParams([
    [create.from, begins],
    ...(create.to === null ? [] : [[create.to, ends]]),
    ...(create.row === null ? [] : [[create.row, row]]),
    ['_from', url],
  ])
  return `${create.href}?${values}`
}

/** `12–14 Jan`, `Tue 12 Jan`, or `Tue 12 Jan, 09:00–10:30`. */
export function chosenText({from, to, days}: ChosenTime, dateLocale: string): string {
  const last = days ? to - minutesOfDay : to
  const oneDay = instantText(from).slice(0, 10) === instantText(last).slice(0, 10)
  const format = new Intl.DateTimeFormat(dateLocale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(oneDay ? {weekday: 'short'} : {}),
    ...(days ? {} : {hour: '2-digit', minute: '2-digit'}),
  })
  return format
    .formatRange(from * millis, last * millis)
    .replace(/[\u2009\u202f\u00a0]/g, ' ')
    .replace(/^(\d+\.?) – (?=\d)/, '$1–')
}

/** `09:30` of a minute. */
export function minuteText(minutes: number, dateLocale: string): string {
  return new Intl.DateTimeFormat(dateLocale, {timeZone: 'UTC', hour: '2-digit', minute: '2-digit'}).format(
    minutes * millis,
  )
}

/** `3 days`, or `1 hr, 30 min`. */
export function lengthText({from, to, days}: ChosenTime, language: string, count: number): string {
  const unit = (amount: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(language, {style: 'unit', unit: name, unitDisplay: name === 'day' ? 'long' : 'short'}).format(
      amount,
    )
  if (days) return unit(count, 'day')
  const [hours, minutes] = [Math.floor((to - from) / 60), (to - from) % 60]
  return [hours > 0 ? unit(hours, 'hour') : '', minutes > 0 ? unit(minutes, 'minute') : ''].filter(Boolean).join(', ')
}
