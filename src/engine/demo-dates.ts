/**
 * Dates that stay fresh: `today-3`, `tuesday-3 14:05` (the Tuesday of the week three weeks before this one), and `{year-1}` anywhere.
 * `{tuesday+3|wednesday+3}` holds alternatives: the second one is for the days on which the rules refuse the first. Everything else
 * stays as it is written.
 */
import {type CalendarDate, fromDays, toDays} from '../feel/calendar.ts'
import {formatDate} from '../feel/format.ts'
import type {Field} from '../points/entities/model.ts'
import {weekdays} from '../points/limits/value.ts'

/** The day on which the data is loaded, and which alternative of a row is meant, counted from 0. */
export interface Loading {
  readonly today: CalendarDate
  readonly alternative: number
}

export function freshCell(text: string, {type}: Field, {today, alternative}: Loading): string {
  const dated = chosen(inYears(text, today), alternative)
  const {kind} = type.type
  return kind === 'date' || kind === 'date and time' ? freshDate(dated, kind === 'date and time', today) : dated
}

function inYears(text: string, today: CalendarDate): string {
  return text.replace(/\{year(?:([+-])(\d{1,3}))?\}/g, (_, sign: string | undefined, count = '0') =>
    String(today.year + Number(`${sign ?? '+'}${count}`)),
  )
}

const alternatives = /\{([^{}|]*(?:\|[^{}|]*)+)\}/g

/** A cell with fewer alternatives than its row keeps its last one. */
function chosen(text: string, alternative: number): string {
  return text.replace(alternatives, (_, written: string) => {
    const each = written.split('|')
    return each[Math.min(alternative, each.length - 1)] ?? ''
  })
}

/** How many alternatives a row has: 1 where none is written. */
export function alternativesIn(cells: readonly string[], today: CalendarDate): number {
  const counts = cells.flatMap(cell =>
    [...inYears(cell, today).matchAll(alternatives)].map(([, written = '']) => written.split('|').length),
  )
  return Math.max(1, ...counts)
}

const relative = new RegExp(`^(today|${weekdays.join('|')})(?:([+-]\\d{1,4}))?(?: (\\d{1,2}:\\d{2}))?$`, 'i')

function freshDate(text: string, withTime: boolean, today: CalendarDate): string {
  const match = relative.exec(text.trim())
  if (!match) return text
  const [, word = '', count = '0', time] = match
  const day = fromDays(dayMeant(word.toLowerCase(), Number(count), toDays(today)))
  if (!day) return text
  return withTime ? `${formatDate(day)} ${time ?? '00:00'}` : formatDate(day)
}

function dayMeant(word: string, count: number, today: number): number {
  if (word === 'today') return today + count
  // 1 January 1970 was a Thursday.
  const monday = today - ((((today + 3) % 7) + 7) % 7)
  return monday + weekdays.findIndex(day => day.toLowerCase() === word) + 7 * count
}
