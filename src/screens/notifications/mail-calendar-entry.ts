/**
 * Calendar entries in mails: a mail about a record that its recipient sees on a calendar with `feed: mail` carries it for their own
 * calendar. When the record is no longer there for them, the next mail about it removes the entry.
 */

import {personOf} from '../../engine/base/actor.ts'
import {Display} from '../../engine/display/field-display.ts'
import type {Engine} from '../../engine/engine.ts'
import type {FeedEvent} from '../../engine/feeds/feed.ts'
import type {CalendarEntry} from '../../engine/feeds/feed-formats.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {nothingBeside} from '../../engine/screen-context.ts'
import {calendarEvent} from '../../features/planning/span-feed.ts'
import {DAY} from '../../feel/calendar.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {feed} from '../../points/screens/bullets/feed.ts'
import {entityShown, mayOpen} from '../../points/screens/run.ts'
import {type Db, instantAt, queryRows} from '../../store/sql.ts'
import {messagesFor} from '../messages.ts'

interface EntryAbout {
  readonly entity: string
  readonly record: string
}

export type MailedEvent = Pick<CalendarEntry, 'method' | 'event'>

/** Null if there is nothing to enter or to remove. */
export async function mailedEvent(
  engine: Engine,
  reader: ReadContext,
  {entity, record}: EntryAbout,
): Promise<MailedEvent | null> {
  const {specification, actor, moment, db} = reader
  const {screens} = specification.screens
  const person = personOf(actor)
  const calendars = screens.filter(
    screen => bulletOf(screen, feed).mailed && entityShown(screen) === entity && screen.address.kind !== 'some',
  )
  if (calendars.length === 0 || !person) return null
  const context = {
    ...{specification, screens, engine, settings: null, openBeside: nothingBeside},
    words: messagesFor(moment.language),
    display: new Display(specification),
  }
  for (const screen of calendars) {
    const event = mayOpen(screen, person) ? await calendarEvent(reader, screen, {record, context}) : null
    if (event) return {method: 'REQUEST', event}
  }
  const [row] = await queryRows(db)`select event from nonet_entry where person = ${person.id} and record = ${record}`
  if (!row) return null
  const event = JSON.parse(String(row[0])) as FeedEvent
  // Calendars ignore what is not newer than the entry.
  return {method: 'CANCEL', event: {...event, version: event.version + 1, href: null}}
}

/** How long an entry of a past event is known. */
const daysKept = 30

/** Before a mail is sent. Past entries are forgotten. */
export async function noteEntry(
  db: Db,
  {person, entry: {method, event}, now}: {person: string; entry: MailedEvent; now: number},
): Promise<void> {
  if (method === 'CANCEL') return
  const {when} = event
  const ends = when.kind === 'moments' ? when.ends : (when.last + 1) * DAY * 1000
  const until = instantAt(ends + daysKept * DAY * 1000)
  await queryRows(db)`delete from nonet_entry where until < ${instantAt(now)}`
  await queryRows(db)`insert into nonet_entry (person, record, until, event)
    values (${person}, ${event.id}, ${until}, ${JSON.stringify(event)})
    on conflict (person, record) do update set until = excluded.until, event = excluded.event`
}

/** After a mail was sent: what it has removed is removed once. */
export async function forgetEntry(db: Db, person: string, {method, event}: MailedEvent): Promise<void> {
  if (method === 'CANCEL')
    await queryRows(db)`delete from nonet_entry where person = ${person} and record = ${event.id}`
}
