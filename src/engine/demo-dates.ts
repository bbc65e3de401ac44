/**
 * Dates that stay fresh: `today-3`, `tuesday-3 14:05` (the Tuesday of the week three weeks before this one), and `{year-1}` anywhere.
 * Everything else stays as it is written.
 */
import {type CalendarDate, fromDays, toDays} from '../feel/calendar.ts'
import {formatDate} from '../feel/format.ts'
import type {Field} from '../points/entities/model.ts'
import {weekdays} from '../points/limits/value.ts'

export function freshCell(text: string, {type}: Field, today: CalendarDate): string {
  const dated = text.replace(/\{year(?:([+-])(\d{1,3}))?\}/g, (_, sign: string | undefined, count = '0') =>
    String(today.year + Number(`${sign ?? '+'}${count}`)),
  )
  const {kind} = type.type
  return kind === 'date' || kind === 'date and time' ? freshDate(dated, kind === 'date and time', today) : dated
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
