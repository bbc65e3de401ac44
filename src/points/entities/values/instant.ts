/**
 * Instants: points on the line of time, to the millisecond, in years that databases know. What a clock on the wall
 * shows becomes one by the zone's rules, and a time that the clocks skip is no time at all.
 */
import {DateTime, fromMillis, inZone, toDays, toMillis} from '../../../feel/calendar.ts'
import {readDateTime} from '../../../feel/read.ts'
import {readDateText, readTimeText} from './calendar-text.ts'

export type ReadInstant =
  | {readonly ok: true; readonly instant: DateTime}
  | {readonly ok: false; readonly code: 'NOT_A_DATE_AND_TIME' | 'NO_SUCH_TIME'}

const unreadable: ReadInstant = {ok: false, code: 'NOT_A_DATE_AND_TIME'}
/** Of anything longer the search for its parts would take long. */
const longest = 60
const first = -62_135_596_800_000
const last = 253_402_300_799_999

/** By the clocks of Greenwich, to the millisecond; null outside the years 1 to 9999. */
export function instantOf(at: DateTime): DateTime | null {
  const millis = toMillis(at)
  return millis >= first && millis <= last ? fromMillis(millis) : null
}

/** With an offset as it says; without one by the clocks of the zone. */
export function readInstant(text: string, zone: string, language: string): ReadInstant {
  const written = text.trim()
  if (written.length > longest) return unreadable
  const exact = readDateTime(written.replace(/^(\S{10}) (?=\d\d:)/, '$1T').replace(/T(\d\d:\d\d)(?=Z|[+-])/, 'T$1:00'))
  if (exact !== null && exact.time.zone !== null) return known(instantOf(exact))
  const wall = readWall(written, language)
  return wall === null ? unreadable : atZone(wall, zone)
}

function known(instant: DateTime | null): ReadInstant {
  return instant === null ? unreadable : {ok: true, instant}
}

/** `2026-12-31T14:30`, `31.12.2026, 14:30`, `12/31/2026 2:30 pm`. */
function readWall(text: string, language: string): DateTime | null {
  const match = /^(.{8,}?)(?:T|,?\s+)(\d{1,2}[:.]\d\d.*)$/.exec(text)
  if (match === null) return null
  const date = readDateText(match[1] ?? '', language)
  const time = readTimeText(match[2] ?? '')
  return date === null || time === null ? null : new DateTime(date, time)
}

/** Where the clocks show a time twice, the first of the two is meant. */
function atZone(wall: DateTime, zone: string): ReadInstant {
  const placed = inZone(wall, zone)
  const instant = placed === null ? null : instantOf(placed)
  if (instant === null) return unreadable
  const shown = inZone(instant, zone)
  const same = shown !== null && toDays(shown.date) === toDays(wall.date) && shown.time.second === wall.time.second
  return same ? {ok: true, instant} : {ok: false, code: 'NO_SUCH_TIME'}
}

/** What clocks of the zone show, as a form's control wants it. */
export function wallText(instant: DateTime, zone: string): string {
  const shown = inZone(instant, zone) ?? instant
  const {year, month, day} = shown.date
  const pad = (number: number, width = 2) => String(number).padStart(width, '0')
  const {second} = shown.time
  const clock = `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}`
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${clock}`
}
