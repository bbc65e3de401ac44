/** Groups by weeks, months, quarters or years, with the periods between them in which there is nothing. */

import type {GroupData} from '../../../contract/dashboard.ts'
import {toMillis} from '../../../feel/calendar.ts'
import type {Words} from '../../../messages/index.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import type {Period} from '../../../points/screens/model.ts'
import type {Moment} from '../../moment.ts'
import type {CardPlace} from './card-kind.ts'
import {type Group, groupAddress} from './groups.ts'

export interface TimePoint {
  readonly group: GroupData
  /** Its label under a chart, and its number among those of a year, so that labels stand at the same months. */
  readonly short: string
  readonly ordinal: number
  /** Whether today is in it. */
  readonly now: boolean
}

interface Along {
  readonly period: Period
  /** Only so many, up to the latest. */
  readonly most: number
  readonly place: CardPlace
  readonly moment: Moment
}

const day = 86_400_000

export function alongTime(groups: readonly Group[], {period, most, place, moment}: Along): TimePoint[] {
  const dated = groups.filter(({key}) => key !== null)
  const byStart = new Map(dated.map(group => [startOf(group.key), group]))
  const starts = periodsBetween([...byStart.keys()], period, most)
  const today = Date.parse(dayIn(moment))
  return starts.map((start, index) => {
    const group = byStart.get(start)
    const key = period === 'year' ? new Date(start).getUTCFullYear() : isoDay(start)
    const label = longLabel(start, period, {moment, words: place.world.words.dashboards})
    return {
      group: {
        label,
        text: group?.text ?? '0',
        value: group?.value ?? 0,
        href: group ? group.href : groupAddress(place.href, key),
      },
      short: shortLabel(start, period, moment),
      ordinal: period === 'week' || period === 'year' ? index : new Date(start).getUTCMonth() / months[period],
      now: start <= today && today < following(start, period),
    }
  })
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The key of a year is its number, of other periods their first day. */
function startOf(key: Group['key']): number {
  return typeof key === 'number' ? Date.UTC(key, 0, 1) : Date.parse(String(key))
}

function periodsBetween(starts: readonly number[], period: Period, most: number): number[] {
  const last = Math.max(...starts)
  let at = Math.min(...starts)
  const found: number[] = []
  while (at <= last) {
    found.push(at)
    if (found.length > most) found.shift()
    at = following(at, period)
  }
  return found
}

const months: Readonly<Record<Exclude<Period, 'week'>, number>> = {month: 1, quarter: 3, year: 12}

function following(start: number, period: Period): number {
  if (period === 'week') return start + 7 * day
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months[period], 1)
}

function dayIn({zone, now}: Moment): string {
  return new Intl.DateTimeFormat('sv-SE', {timeZone: zone}).format(toMillis(now))
}

function shortLabel(start: number, period: Period, {language}: Moment): string {
  const date = new Date(start)
  const inYear = date.getUTCMonth()
  if (period === 'year' || (period !== 'week' && inYear === 0)) return String(date.getUTCFullYear())
  if (period === 'quarter') return `Q${inYear / 3 + 1}`
  const parts: Intl.DateTimeFormatOptions = period === 'week' ? {day: 'numeric', month: 'short'} : {month: 'short'}
  return dateFormat(language, {...parts, timeZone: 'UTC'}).format(date)
}

function longLabel(
  start: number,
  period: Period,
  {moment, words}: {moment: Moment; words: Words['dashboards']},
): string {
  const date = new Date(start)
  if (period === 'year') return String(date.getUTCFullYear())
  if (period === 'quarter') return `Q${date.getUTCMonth() / 3 + 1} ${date.getUTCFullYear()}`
  const parts: Intl.DateTimeFormatOptions = {
    month: 'long',
    year: 'numeric',
    ...(period === 'week' ? {day: 'numeric'} : {}),
  }
  const text = dateFormat(moment.language, {...parts, timeZone: 'UTC'}).format(date)
  return period === 'week' ? words.weekOf(text) : text
}
