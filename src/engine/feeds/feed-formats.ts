/** The formats of feeds: iCalendar for a calendar, Atom or JSON Feed for a list. */

import {formatDate} from '../../feel/format.ts'
import {dateOfDay} from '../display/dates.ts'
import type {CalendarFeed, EntryFeed, FeedEntry, FeedEvent, FeedPlace} from './feed.ts'

/* The entries of a list as Atom (RFC 4287) and as JSON Feed 1.1. */

const noInstant = '1970-01-01T00:00:00.000Z'

/**
 * The format requires a time even if the reader does not see when a record was changed. Its id, which the feed names,
 * begins with the time at which it was created (UUID, version 7).
 */
const changed = ({id, updated, created}: Pick<FeedEntry, 'id' | 'updated' | 'created'>): string =>
  updated ?? created ?? instantOfId(id)

function instantOfId(id: string): string {
  const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high === '' ? noInstant : new Date(Number.parseInt(high + low, 16)).toISOString()
}

const newest = (entries: readonly FeedEntry[]): string => entries.map(changed).toSorted().at(-1) ?? noInstant

export function atomFeed({title, entries}: EntryFeed, {origin, page, self, product, language}: FeedPlace): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(language)}">`,
    `  <id>${escaped(origin + page)}</id>`,
    `  <title>${escaped(title)}</title>`,
    `  <updated>${newest(entries)}</updated>`,
    `  <author><name>${escaped(product)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escaped(origin + self)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escaped(origin + page)}"/>`,
    ...entries.flatMap(entry => [
      '  <entry>',
      `    <id>urn:uuid:${entry.id}</id>`,
      `    <title>${escaped(entry.title)}</title>`,
      ...(entry.created === null ? [] : [`    <published>${entry.created}</published>`]),
      `    <updated>${changed(entry)}</updated>`,
      ...(entry.href === null
        ? []
        : [`    <link rel="alternate" type="text/html" href="${escaped(origin + entry.href)}"/>`]),
      `    <content type="text">${escaped(entry.lines.join('\n'))}</content>`,
      '  </entry>',
    ]),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML can represent neither control characters nor the two last code points of the basic plane. */
function escaped(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '').replace(/[&<>"']/g, letter => entities[letter] ?? letter)
}

export function jsonFeed({title, entries}: EntryFeed, {origin, page, self, product, language}: FeedPlace): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: origin + page,
    feed_url: origin + self,
    language,
    authors: [{name: product}],
    items: entries.map(({id, title: name, lines, href, created, updated}) => ({
      id: `urn:uuid:${id}`,
      ...(href === null ? {} : {url: origin + href}),
      title: name,
      content_text: lines.join('\n'),
      ...(created === null ? {} : {date_published: created}),
      ...(updated === null ? {} : {date_modified: updated}),
    })),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}

/*
 * A calendar as iCalendar (RFC 5545). The same records give the same bytes, so that a client can be answered with
 * 304.
 */

/** How often a calendar program should refresh. */
const refresh = 'PT1H'

export function icalendar({title, zone, events}: CalendarFeed, place: FeedPlace): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Nonet//${escapedText(place.product)}//${place.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapedText(title)}`,
    `X-WR-CALNAME:${escapedText(title)}`,
    `X-WR-TIMEZONE:${zone}`,
    `URL:${place.origin}${place.page}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...events.flatMap(event => eventLines(event, place)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

/** A record in a mail, for the calendar of its recipient: to enter or change (`REQUEST`), or to remove (`CANCEL`). */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly event: FeedEvent
  readonly place: FeedPlace
  readonly attendee: {readonly name: string; readonly email: string}
  /** Milliseconds. */
  readonly sent: number
}

/** An iTIP message (RFC 5546). The application is the organizer, and no answer is expected: people answer in the application. */
export function invitation(
  {method, event, place, attendee, sent}: CalendarEntry,
  organizer: {readonly name: string; readonly email: string},
): string {
  const named = ({name, email}: CalendarEntry['attendee']) => `CN="${name.replace(/["\p{Cc}]/gu, ' ')}":mailto:${email}`
  const inner = eventLines({...event, updated: new Date(sent).toISOString()}, place)
    .map(line => (method === 'CANCEL' && line.startsWith('STATUS:') ? 'STATUS:CANCELLED' : line))
    .toSpliced(
      -1,
      0,
      `ORGANIZER;${named({name: organizer.name, email: organizer.email})}`,
      `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;${named(attendee)}`,
    )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Nonet//${escapedText(place.product)}//${place.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...inner,
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

function eventLines(event: FeedEvent, {origin}: FeedPlace): string[] {
  const {id, title, lines, href, state, version, created, updated} = event
  const stamp = updated === null ? null : utc(Date.parse(updated))
  return [
    'BEGIN:VEVENT',
    // The same event for every reader, whatever the address of the feed.
    `UID:${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${stamp ?? utc(Date.parse(changed(event)))}`,
    ...(created === null ? [] : [`CREATED:${utc(Date.parse(created))}`]),
    ...(stamp === null ? [] : [`LAST-MODIFIED:${stamp}`]),
    `SEQUENCE:${Math.max(0, version - 1)}`,
    ...timeLines(event.when),
    `STATUS:${event.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    `SUMMARY:${escapedText(title)}`,
    ...(lines.length === 0 ? [] : [`DESCRIPTION:${escapedText(lines.join('\n'))}`]),
    ...(state === '' ? [] : [`CATEGORIES:${escapedText(state)}`]),
    ...(href === null ? [] : [`URL:${origin}${href}`]),
    'END:VEVENT',
  ]
}

/** Whole days do not mark the reader as busy; their end is exclusive. */
function timeLines(when: FeedEvent['when']): string[] {
  if (when.kind === 'moments')
    return [`DTSTART:${utc(when.begins)}`, ...(when.ends > when.begins ? [`DTEND:${utc(when.ends)}`] : [])]
  return [`DTSTART;VALUE=DATE:${day(when.first)}`, `DTEND;VALUE=DATE:${day(when.last + 1)}`, 'TRANSP:TRANSPARENT']
}

const day = (number: number): string => formatDate(dateOfDay(number)).replaceAll('-', '')

const utc = (millis: number): string => `${new Date(millis).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

/** Control characters are not allowed in a text. */
function escapedText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const longestLine = 75

/** At most 75 bytes per line, without splitting a character; continuation lines start with a space. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line
  const pieces: string[] = []
  let [piece, length] = ['', 0]
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    // The leading space counts.
    if (length + bytes > longestLine - (pieces.length === 0 ? 0 : 1)) {
      pieces.push(piece)
      ;[piece, length] = ['', 0]
    }
    piece += letter
    length += bytes
  }
  return [...pieces, piece].join('\r\n ')
}
