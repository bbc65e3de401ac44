/** A moment the way people say it: relative where it is recent, exact otherwise. */
import {toMillis} from '../../feel/calendar.ts'
import {dateFormat} from '../../points/entities/values/formats.ts'
import type {Moment} from '../moment.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function whenText(iso: string, {now, language, zone}: Moment): string {
  const at = Date.parse(iso)
  const ago = toMillis(now) - at
  const relative = relativeFormat(language)
  if (ago >= 0 && ago < hour) return relative.format(-Math.floor(ago / minute), 'minute')
  if (ago >= 0 && ago < day) return relative.format(-Math.floor(ago / hour), 'hour')
  const sameYear = Math.abs(ago) < 300 * day
  return dateFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : {year: 'numeric'}),
    timeZone: zone,
  }).format(at)
}

/** To the minute, for whoever wants to know. */
export function exactText(iso: string, {language, zone}: Moment): string {
  const format = {dateStyle: 'full', timeStyle: 'short', timeZone: zone} as const
  return dateFormat(language, format).format(Date.parse(iso))
}

/** A date as people say it: Monday, 7 December 2026. */
export function dayText(date: string, {language}: Moment): string {
  const format = {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC'} as const
  return dateFormat(language, format).format(Date.parse(`${date}T00:00:00Z`))
}

/** Making a format takes a hundred times as long as using it, and there are few. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, {numeric: 'auto'})
  relativeFormats.set(language, format)
  return format
}
