/** A moment the way people say it: relative where it is recent, exact otherwise. */
import {toMillis} from '../../feel/calendar.ts'
import {dateFormat, momentText} from '../../points/entities/values/formats.ts'
import type {Moment} from '../moment.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** From here on the year is said too. */
const longAgo = 300 * day

export function whenText(iso: string, moment: Moment): string {
  const {language, zone} = moment
  const at = Date.parse(iso)
  const ago = toMillis(moment.now) - at
  if (ago >= 0 && ago < hour) return agoText(language, Math.floor(ago / minute), 'minute')
  if (ago >= 0 && ago < day) return agoText(language, Math.floor(ago / hour), 'hour')
  const {near, far} = formatsFor(language, zone)
  return momentText(Math.abs(ago) < longAgo ? near : far, at)
}

interface Formats {
  /** Of this year, and of others. */
  readonly near: Intl.DateTimeFormat
  readonly far: Intl.DateTimeFormat
  readonly exact: Intl.DateTimeFormat
  /** Of a date, which is the same everywhere. */
  readonly day: Intl.DateTimeFormat
}

const formats = new Map<string, Formats>()

function formatsFor(language: string, zone: string): Formats {
  const key = `${language} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const date = {day: 'numeric', month: 'long', timeZone: zone} as const
  const made = {
    near: dateFormat(language, date),
    far: dateFormat(language, {...date, year: 'numeric'}),
    exact: dateFormat(language, {dateStyle: 'full', timeStyle: 'short', timeZone: zone}),
    day: dateFormat(language, {...date, weekday: 'long', year: 'numeric', timeZone: 'UTC'}),
  }
  formats.set(key, made)
  return made
}

/** To the minute, for whoever wants to know. */
export function exactText(iso: string, {language, zone}: Moment): string {
  return momentText(formatsFor(language, zone).exact, Math.floor(Date.parse(iso) / minute) * minute)
}

/** A date as people say it: Monday, 7 December 2026. */
export function dayText(date: string, {language}: Moment): string {
  return momentText(formatsFor(language, 'UTC').day, Date.parse(`${date}T00:00:00Z`))
}

/** There are few: sixty minutes and twenty-four hours of each language. */
const agoTexts = new Map<string, string>()

function agoText(language: string, count: number, unit: 'minute' | 'hour'): string {
  const key = `${language} ${count} ${unit}`
  const known = agoTexts.get(key)
  if (known !== undefined) return known
  const text = new Intl.RelativeTimeFormat(language, {numeric: 'auto'}).format(-count, unit)
  agoTexts.set(key, text)
  return text
}
