/** Days relative to the day of loading, their notation, and their resolution. */

/** `day` counts from this week's Monday, from today, also in days from Monday to Friday alone, or from 1 January of last year (in years without a leap day). */
export interface Day {
  readonly from: 'week' | 'today' | 'workday' | 'year'
  readonly day: number
  /** Alternatives in order, for days of loading on which the rules reject it. */
  readonly otherwise?: readonly Day[]
}

export interface Moment extends Day {
  readonly time: string
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const millisOfDay = 86_400_000
// Two consecutive years without a leap day, so that a day of the year is the same date in every year.
const lastYear = 2025
const start = Date.UTC(lastYear, 0, 1)

export const week = (number: number, weekday: number): Day => ({from: 'week', day: number * 7 + weekday})
export const later = <D extends Day>(day: D, days: number): D => ({
  ...{...day, day: day.day + days},
  ...(day.otherwise ? {otherwise: day.otherwise.map(each => later(each, days))} : {}),
})
export const at = (day: Day, time: string): Moment => ({...day, time})
export const dayOnly = ({from, day}: Day): Day => ({from, day})

/** `date('last', '07-20')` is 20 July of last year. */
export function date(year: 'last' | 'this', monthAndDay: string): Day {
  const written = `${year === 'last' ? lastYear : lastYear + 1}-${monthAndDay}`
  return {from: 'year', day: (Date.parse(written) - start) / millisOfDay}
}

export const weekdayOf = (day: number): number => ((day % 7) + 7) % 7

export const write = (day: Day): string => oneOf([day, ...(day.otherwise ?? [])].map(writeOne))

/** `{monday+3|tuesday+3}`, or the text alone without alternatives. The last one applies to all further alternatives. */
export function oneOf(texts: readonly string[]): string {
  const last = texts.findLastIndex((text, index) => index === 0 || text !== texts[index - 1])
  return last === 0 ? (texts[0] ?? '') : `{${texts.slice(0, last + 1).join('|')}}`
}

function writeOne(day: Day): string {
  if (day.from === 'today' || day.from === 'workday') return `${day.from}${signed(day.day)}`
  if (day.from === 'week') return `${weekdays[weekdayOf(day.day)]}${signed(Math.floor(day.day / 7))}`
  const [year, monthAndDay] = nominal(day)
  return `${['{year-1}', '{year}', '{year+1}'][year - lastYear]}-${monthAndDay}`
}

export const writeMoment = (moment: Moment): string => `${write(moment)} ${moment.time}`

const signed = (number: number): string => (number < 0 ? String(number) : `+${number}`)

function nominal({day}: Day): [number, string] {
  const written = new Date(start + day * millisOfDay).toISOString()
  return [Number(written.slice(0, 4)), written.slice(5, 10)]
}

/** Days since 1970, for data loaded on `today`, in the same unit. */
export function resolve(day: Day, today: number): number {
  if (day.from === 'workday') throw new Error('No order depends on it.')
  if (day.from === 'today') return today + day.day
  // 1 January 1970 was a Thursday.
  if (day.from === 'week') return today - weekdayOf(today + 3) + day.day
  const [year, monthAndDay] = nominal(day)
  const loaded = new Date(today * millisOfDay).getUTCFullYear()
  return Date.parse(`${loaded + year - lastYear - 1}-${monthAndDay}`) / millisOfDay
}
