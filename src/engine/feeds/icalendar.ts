/** A calendar as iCalendar (RFC 5545). The same records give the same bytes, so that a reader who has them is told so. */
import {formatDate} from '../../feel/format.ts'
import {dateOf} from '../screens/span/dates.ts'
import type {CalendarFeed, FeedEvent, FeedPlace} from './feed.ts'

/** How often a calendar program should look again. */
const refresh = 'PT1H'

export function icalendar({title, zone, events}: CalendarFeed, place: FeedPlace): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Nonet//${escaped(place.product)}//${place.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(title)}`,
    `X-WR-CALNAME:${escaped(title)}`,
    `X-WR-TIMEZONE:${zone}`,
    `URL:${place.origin}${place.page}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...events.flatMap(event => eventLines(event, place)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

/** A stamp is required also where the reader does not see when the record was changed. */
const noStamp = '19700101T000000Z'

function eventLines(event: FeedEvent, {origin}: FeedPlace): string[] {
  const {id, title, lines, href, state, version, created, updated} = event
  const changed = updated === null ? null : utc(Date.parse(updated))
  return [
    'BEGIN:VEVENT',
    // The same event for every reader, whatever the address of the feed.
    `UID:${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${changed ?? noStamp}`,
    ...(created === null ? [] : [`CREATED:${utc(Date.parse(created))}`]),
    ...(changed === null ? [] : [`LAST-MODIFIED:${changed}`]),
    `SEQUENCE:${Math.max(0, version - 1)}`,
    ...timeLines(event.when),
    `STATUS:${event.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    `SUMMARY:${escaped(title)}`,
    ...(lines.length === 0 ? [] : [`DESCRIPTION:${escaped(lines.join('\n'))}`]),
    ...(state === '' ? [] : [`CATEGORIES:${escaped(state)}`]),
    ...(href === null ? [] : [`URL:${origin}${href}`]),
    'END:VEVENT',
  ]
}

/** Whole days take no time from anyone, and end before the day after the last. */
function timeLines(when: FeedEvent['when']): string[] {
  if (when.kind === 'moments')
    return [`DTSTART:${utc(when.begins)}`, ...(when.ends > when.begins ? [`DTEND:${utc(when.ends)}`] : [])]
  return [`DTSTART;VALUE=DATE:${day(when.first)}`, `DTEND;VALUE=DATE:${day(when.last + 1)}`, 'TRANSP:TRANSPARENT']
}

const day = (number: number): string => formatDate(dateOf(number)).replaceAll('-', '')

const utc = (millis: number): string => `${new Date(millis).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

/** Control characters have no place in a text. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const longestLine = 75

/** At most 75 bytes in a line, never through a character; the next line begins with a space. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line
  const pieces: string[] = []
  let [piece, length] = ['', 0]
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    // The space before a further line counts.
    if (length + bytes > longestLine - (pieces.length === 0 ? 0 : 1)) {
      pieces.push(piece)
      ;[piece, length] = ['', 0]
    }
    piece += letter
    length += bytes
  }
  return [...pieces, piece].join('\r\n ')
}
